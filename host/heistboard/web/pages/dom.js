// Makes elements, and changes them only where needed.

const SVG = "http://www.w3.org/2000/svg";

// Returns a new SVG element.
export function svg(name, attributes = {}, content = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = content;
  return made;
}

// Appends a new SVG element to *parent* and returns it.
export function add(parent, name, attributes = {}, content = "") {
  return parent.appendChild(svg(name, attributes, content));
}

// Returns a new HTML element with text.
export function text(name, content, kind = "") {
  const made = document.createElement(name);
  made.textContent = content;
  if (kind) made.className = kind;
  return made;
}

// Returns a new button with a text and what pressing it does.
export function button(label, act, kind = "") {
  const made = text("button", label, kind);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// Sets the text only if it changes: a live region is read out each time it is written.
export function put(element, content) {
  if (element.textContent !== content) element.textContent = content;
}

// Loads a stylesheet; the promise resolves when it is there.
export function style(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((then) => {
    link.onload = link.onerror = then;
    document.head.append(link);
  });
}

// Elements of pages: made, and written only when they change.

const SVG = "http://www.w3.org/2000/svg";

// An element of a picture.
export function svg(name, attributes = {}, content = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = content;
  return made;
}

// The same, at the end of *parent*.
export function add(parent, name, attributes = {}, content = "") {
  return parent.appendChild(svg(name, attributes, content));
}

// An element with words in it.
export function text(name, content, kind = "") {
  const made = document.createElement(name);
  made.textContent = content;
  if (kind) made.className = kind;
  return made;
}

// A live region is read out each time it is written.
export function put(element, content) {
  if (element.textContent !== content) element.textContent = content;
}

// Loads a game's styles; they are there when it ends.
export function style(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((then) => {
    link.onload = link.onerror = then;
    document.head.append(link);
  });
}

// One floor as an SVG: its ground, the places and lights of its module, and the pieces that stand on it.
// A game may draw the ground and what covers cells. Colours differ in shape too, and so do the patterns
// of lights: a ring has as many arcs as the light blinks in a row.

import { add, put, svg, text } from "/pages/dom.js";

const PERIOD_MS = 4096; // every pattern repeats after it, as in the firmware
const PHASE_MS = 256; // in a chase, from one phase to the next, as in the firmware
const GLOW = 1.3; // screens are darker than LEDs
const DARK = ["off", "normal", "steady", 0];
const TRACK = {
  blue: "M-6.8-6.8H6.8V6.8H-6.8Z",
  red: "M0-10L9.5 6.5H-9.5Z",
  round: "M7.5 0A7.5 7.5 0 1 1-7.5 0A7.5 7.5 0 1 1 7.5 0Z",
};
const BUTTONS = 40; // mm between cells and round track, which pages leave out
const CELL_DOWN = -3; // from the middle of a cell to its light, and to what stands there
const RING = 12; // the pathLength of a light's edge, for dashes
const WHOLE = "4 4 260 286";

export class Floor {
  #number;
  #root = text("div", "", "floor");
  #svg = svg("svg", { viewBox: WHOLE });
  #caption = text("p", "", "storey");
  #ground;
  #leds = new Map(); // by the names that the table uses
  #plots = new Map();
  #shown = new Map();
  #trails;
  #standing; // pieces, above everything else

  // *layout* has the place of each LED and button, in mm.
  constructor(parent, number, layout) {
    this.#number = number;
    const root = this.#svg;
    this.#root.append(this.#caption, root);
    parent.append(this.#root);
    add(root, "rect", { class: "module", x: 4, y: 4, width: 260, height: 286, rx: 12 });
    this.#ground = add(root, "g", { class: "ground" });
    const cells = add(root, "g");
    this.#trails = add(root, "g");
    let index = 0;
    for (const [own, [x, down]] of Object.entries(layout)) {
      const kind = { x: "crossing", r: "round" }[own[0]] ?? "cell";
      if (!/\d/.test(own)) continue; // a button
      const place = atFloor(number, own);
      const y = kind === "round" ? down - BUTTONS : down;
      const at = { transform: `translate(${x} ${y})` };
      if (kind === "cell") this.#plots.set(place, plot(add(cells, "g", { class: kind, ...at }), place, own));
      const group = add(root, "g", { class: kind, ...at });
      if (kind === "crossing") group.dataset.place = place;
      const { light, text: label } = lamp(group, kind);
      if (kind === "round") label.textContent = own.slice(1);
      this.#leds.set(place, { group, light, text: label, index: index++, x, y, floor: this });
    }
    // A game may draw here, over the cells.
    this.over = add(root, "g", { class: "over" });
    this.#standing = add(root, "g");
    // And here above everything, for a moment.
    this.above = add(root, "g", { class: "over" });
  }

  // The element of the whole floor; pages may add to it.
  get root() {
    return this.#root;
  }

  get number() {
    return this.#number;
  }

  get names() {
    return [...this.#leds.keys()];
  }

  at(place) {
    return this.#leds.get(place);
  }

  // Returns the element of a place that can be tapped.
  group(place) {
    return this.#plots.get(place) ?? this.#leds.get(place).group;
  }

  // Names the floor; without a name, there is only one.
  caption(name) {
    put(this.#caption, name);
    if (name) this.#root.setAttribute("aria-label", name);
    else this.#root.removeAttribute("aria-label");
    this.#root.setAttribute("role", name ? "group" : "none");
  }

  remove() {
    this.#root.remove();
  }

  // Removes what the last game drew, and draws the ground and covers of this one; returns where its
  // pieces are drawn.
  clear(pieces) {
    this.#ground.replaceChildren();
    pieces.drawGround(this.#ground);
    for (const [place, group] of this.#plots) {
      const cover = group.querySelector(".cover");
      cover.replaceChildren();
      pieces.drawCover(cover, splitFloor(place)[1]);
      group.querySelector(".own-plot").replaceChildren();
    }
    for (const each of this.#svg.querySelectorAll(".unused")) each.classList.remove("unused");
    this.#svg.setAttribute("viewBox", WHOLE);
    this.over.replaceChildren();
    this.above.replaceChildren();
    this.#standing.replaceChildren();
    return this.#standing;
  }

  // Shows lights: colour, level, pattern and phase by LED.
  show(lights) {
    for (const [place, { light }] of this.#leds) {
      const intent = lights[place] ?? DARK;
      const news = intent.join(" ");
      if (this.#shown.get(place) === news) continue;
      this.#shown.set(place, news);
      const [colour, level, pattern, phase = 0] = intent;
      light.setAttribute("class", `light ${colour} ${level} ${pattern}`);
      // All patterns run in step, whenever they began, each later by its phase.
      const ms = performance.now() - phase * PHASE_MS;
      light.style.animationDelay = `${-(((ms % PERIOD_MS) + PERIOD_MS) % PERIOD_MS)}ms`;
    }
    this.shape(lights);
  }

  // Gives the lights of the round track the shapes of their colours.
  shape(lights) {
    for (const [place, { group, light }] of this.#leds) {
      if (group.classList.contains("round")) light.setAttribute("d", track(lights[place]?.[0]));
    }
  }

  // Shows the real light of LEDs: red, green and blue of each, in the order of the chain.
  glow(bytes) {
    for (const { light, index } of this.#leds.values()) {
      const rgb = [0, 1, 2].map((i) => bytes[3 * index + i]);
      const most = Math.max(...rgb);
      // LEDs are linear, screens have a gamma.
      const eye = (part) => Math.round(255 * (part / 255) ** (1 / 2.2));
      light.style.fill = most ? `rgb(${rgb.map((part) => eye((255 * part) / most))})` : "none";
      light.style.fillOpacity = Math.min(1, (GLOW * eye(most)) / 255);
    }
  }

  // Shows lifted covers, marks on cells, and wrong places.
  mark({ lifted, marks, wrong }) {
    for (const [place, { group, text: label }] of this.#leds) {
      for (const each of [group, this.#plots.get(place) ?? group]) {
        each.classList.toggle("lifted", lifted.includes(place));
        for (const how of ["missing", "extra"]) each.classList.toggle(how, wrong[place] === how);
      }
      if (group.classList.contains("round")) continue;
      label.textContent = wrong[place] === "extra" ? "!" : (marks[place] ?? "");
      label.classList.toggle("small", label.textContent.length > 2);
    }
  }

  // Puts the element of a piece on a place.
  put(group, place) {
    const { x, y } = this.#leds.get(place);
    if (group.parentNode !== this.#standing) {
      group.classList.remove("flies"); // it comes from another floor
      this.#standing.append(group);
    }
    group.style.transform = `translate(${x}px, ${y + (this.#plots.has(place) ? CELL_DOWN : 0)}px)`;
  }

  // Draws lines through the places of this floor that follow each other in *trail*.
  trail(trail) {
    const runs = [[]];
    for (const place of trail) {
      if (this.#leds.has(place)) runs.at(-1).push(this.#leds.get(place));
      else if (runs.at(-1).length) runs.push([]);
    }
    const lines = runs.filter((run) => run.length).map((run) => {
      const points = run.map(({ x, y }) => `${x},${y + CELL_DOWN}`).join(" ");
      return svg("polyline", { class: "trail", points });
    });
    this.#trails.replaceChildren(...lines);
  }
}

// Returns the name at the table of a place of a floor.
export function atFloor(floor, own) {
  return floor === 1 ? own : `${floor}:${own}`;
}

// Returns the floor of a place, and its name there.
export function splitFloor(place) {
  const [own, floor] = place.split(":").reverse();
  return [floor ? Number(floor) : 1, own];
}

// Draws the light of a place, and room for a text.
export function lamp(group, kind) {
  if (kind === "crossing") add(group, "circle", { class: "spot", r: 2.5 });
  const size = { cell: { r: 11, cy: CELL_DOWN }, crossing: { r: 15 }, round: { d: track() } }[kind];
  const element = kind === "round" ? "path" : "circle";
  const light = add(group, element, { class: "light", pathLength: RING, ...size });
  return { light, text: add(group, "text", { class: "mark", y: size.cy ?? 0 }) };
}

// Returns the outline of a light of the round track.
export function track(colour) {
  return TRACK[colour] ?? TRACK.round;
}

// Draws a cell without its cover.
export function plot(group, place, own = place) {
  group.dataset.place = place;
  add(group, "rect", { class: "plot", x: -20, y: -20, width: 40, height: 40, rx: 3 });
  add(group, "rect", { class: "hole", x: -16, y: -18.5, width: 32, height: 27, rx: 2 });
  add(group, "g", { class: "cover" });
  add(group, "text", { class: "name", y: 13.5 }, own);
  add(group, "g", { class: "own-plot" });
  return group;
}

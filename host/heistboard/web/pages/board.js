// A floor module as an SVG: its places and lights, and a game's pieces on it. Colours differ in
// shape too, and so do the patterns of lights: a ring has as many arcs as the light blinks in a row.

import { add, svg } from "/pages/dom.js";
import { letter } from "/pages/pieces.js";

const BREATH_MS = 2048; // the period of every pattern, as in the firmware
const CHASE_MS = 128; // from one LED to the next
const GLOW = 1.3; // screens are darker than LEDs
const MARKS = { yellow: "●", blue: "■", red: "▲" };
const TRACK = {
  blue: "M-6.8-6.8H6.8V6.8H-6.8Z",
  red: "M0-10L9.5 6.5H-9.5Z",
  round: "M7.5 0A7.5 7.5 0 1 1-7.5 0A7.5 7.5 0 1 1 7.5 0Z",
};
const BUTTONS = 40; // mm between cells and round track, which pages leave out
const CELL_DOWN = -3; // from the middle of a cell to its light, and to what stands there
const RING = 12; // the pathLength of a light's edge, for dashes

export function mark(colour) {
  return MARKS[colour] ?? "";
}

export class Board {
  #root;
  #leds = new Map();
  #plots = new Map();
  #shown = new Map();
  #trail;
  #standing; // pieces, above everything else
  #drawn = new Map();
  #words = null;

  // *layout* has the place of each LED and button, in mm.
  constructor(root, layout) {
    this.#root = root;
    root.setAttribute("viewBox", "4 4 260 286");
    add(root, "rect", { class: "module", x: 4, y: 4, width: 260, height: 286, rx: 12 });
    const cells = add(root, "g");
    this.#trail = add(root, "polyline", { class: "trail" });
    let index = 0;
    for (const [place, [x, down]] of Object.entries(layout)) {
      const kind = { x: "crossing", r: "round" }[place[0]] ?? "cell";
      if (!/\d/.test(place)) continue; // a button
      const y = kind === "round" ? down - BUTTONS : down;
      const at = { transform: `translate(${x} ${y})` };
      if (kind === "cell") this.#plots.set(place, plot(add(cells, "g", { class: kind, ...at }), place));
      const group = add(root, "g", { class: kind, ...at });
      if (kind === "crossing") group.dataset.place = place;
      const { light, text } = lamp(group, kind);
      if (kind === "round") text.textContent = place.slice(1);
      this.#leds.set(place, { group, light, text, index: index++, x, y });
    }
    // A game may draw here, over the cells.
    this.over = add(root, "g", { class: "over" });
    this.#standing = add(root, "g");
  }

  // Shows the pieces of a game and removes what the last game drew.
  use(pieces, words) {
    this.#words = words;
    this.over.replaceChildren();
    this.#standing.replaceChildren();
    this.#root.classList.toggle("bare", !pieces.cover);
    this.#root.classList.remove("away");
    this.#drawn = new Map(
      pieces.all.map((piece) => {
        const group = pieces.draw(this.#standing, piece, words);
        group.classList.add("away");
        return [piece.key, { ...piece, group }];
      }),
    );
  }

  // Hides the board, for pages that describe it in words.
  hide() {
    this.#root.classList.add("away");
  }

  // Returns the element of a piece.
  piece(key) {
    return this.#drawn.get(key).group;
  }

  get names() {
    return [...this.#leds.keys()];
  }

  // Returns the element of a place that can be tapped.
  group(place) {
    return this.#plots.get(place) ?? this.#leds.get(place).group;
  }

  at(place) {
    return this.#leds.get(place);
  }

  // Shows lights: colour, level and pattern by LED.
  show(lights) {
    for (const [place, { light, index }] of this.#leds) {
      const [colour, level, pattern] = lights[place] ?? ["off", "normal", "steady"];
      const name = `light ${colour} ${level} ${pattern}`;
      if (this.#shown.get(place) === name) continue;
      this.#shown.set(place, name);
      light.setAttribute("class", name);
      // All patterns run in step, whenever they began; in a chase one LED follows the other.
      const late = pattern === "chase" ? index * CHASE_MS : 0;
      light.style.animationDelay = `${-((performance.now() + late) % BREATH_MS)}ms`;
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

  // Shows pieces by kind and id, lifted covers, marks on cells, wrong places, a trail if it is
  // known, and the piece in a hand.
  pieces({ lifted = [], pieces = {}, marks = {}, wrong = {}, trail = [], hand = null }) {
    for (const [place, { group, text }] of this.#leds) {
      for (const each of [group, this.#plots.get(place) ?? group]) {
        each.classList.toggle("lifted", lifted.includes(place));
        for (const how of ["missing", "extra"]) each.classList.toggle(how, wrong[place] === how);
      }
      if (group.classList.contains("round")) continue;
      text.textContent = wrong[place] === "extra" ? "!" : (marks[place] ?? "");
      text.classList.toggle("small", text.textContent.length > 2);
    }
    for (const [key, { kind, id, group }] of this.#drawn) {
      const place = pieces[kind.name]?.[id];
      const at = this.#leds.get(place);
      group.classList.toggle("flies", !group.classList.contains("away")); // only if it was visible before
      group.classList.toggle("away", !at);
      group.classList.toggle("hand", key === hand);
      group.classList.toggle("missing", wrong[place] === "missing");
      group.classList.toggle("covered", kind.is_hidden && !lifted.includes(place));
      if (at) group.style.transform = `translate(${at.x}px, ${at.y + (this.#plots.has(place) ? CELL_DOWN : 0)}px)`;
      const text = group.querySelector(".letter");
      if (text) text.textContent = letter(id, this.#words);
    }
    const points = trail.map((place) => this.#leds.get(place)).map(({ x, y }) => `${x},${y + CELL_DOWN}`);
    this.#trail.setAttribute("points", points.join(" "));
  }

  label(text) {
    this.#root.setAttribute("aria-label", text);
  }
}

// Returns one place as a picture for the legend: a cell, a crossing or a light of the round track,
// with its light (colour, level, pattern), its mark, its piece and what is wrong with it.
export function sample({ kind, light = ["off"], mark: said = "", piece, how = "" }, pieces, words) {
  const viewBox = kind === "round" ? "-14 -14 28 28" : "-20 -20 40 40";
  const root = svg("svg", { viewBox, "aria-hidden": "true" });
  add(root, "rect", { class: "module", x: -20, y: -20, width: 40, height: 40, rx: 5 });
  const group = add(root, "g", { class: `${kind} ${how}` });
  if (kind === "cell") plot(group, "");
  const { light: lit, text } = lamp(group, kind);
  lit.setAttribute("class", `light ${light.join(" ")}`);
  if (kind === "round") lit.setAttribute("d", track(light[0]));
  text.textContent = said;
  const known = pieces.all.find(({ key }) => key === piece);
  if (known) pieces.draw(root, known, words);
  return root;
}

function lamp(group, kind) {
  if (kind === "crossing") add(group, "circle", { class: "spot", r: 2.5 });
  const size = { cell: { r: 11, cy: CELL_DOWN }, crossing: { r: 15 }, round: { d: track() } }[kind];
  const element = kind === "round" ? "path" : "circle";
  const light = add(group, element, { class: "light", pathLength: RING, ...size });
  return { light, text: add(group, "text", { class: "mark", y: size.cy ?? 0 }) };
}

function track(colour) {
  return TRACK[colour] ?? TRACK.round;
}

function plot(group, place) {
  group.dataset.place = place;
  add(group, "rect", { class: "plot", x: -20, y: -20, width: 40, height: 40, rx: 5 });
  add(group, "rect", { class: "cover", x: -15, y: -18, width: 30, height: 30, rx: 3 });
  add(group, "text", { class: "name", y: 16.2 }, place);
  return group;
}

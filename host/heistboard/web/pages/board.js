// The board: one floor, or up to three beside or below each other, with a game's pieces. Places are
// named as at the table: b3 is on floor 1, 2:b3 on floor 2.

import { add, svg, text } from "/pages/dom.js";
import { Floor, lamp, plot, splitFloor, track } from "/pages/floor.js";
import { letter } from "/pages/pieces.js";

const MARKS = { yellow: "●", blue: "■", red: "▲" };

export function mark(colour) {
  return MARKS[colour] ?? "";
}

export class Board {
  #root;
  #role; // of the root
  #top = text("div", "", "top");
  #layout;
  #floors = [];
  #drawn = new Map();
  #words = null;

  // *layout* has the place of each LED and button of a floor, in mm.
  constructor(root, layout) {
    this.#root = root;
    this.#role = root.getAttribute("role");
    this.#layout = layout;
    this.#build(1);
  }

  #build(count) {
    while (this.#floors.length > count) this.#floors.pop().remove();
    while (this.#floors.length < count) {
      this.#floors.push(new Floor(this.#root, this.#floors.length + 1, this.#layout));
    }
    document.body.classList.toggle("several", count > 1);
    this.#root.dataset.floors = count;
  }

  // Shows the pieces and floors of a game and removes what the last game drew.
  use(pieces, words, floors = 1) {
    this.#build(floors);
    this.#words = words;
    this.#top.replaceChildren();
    this.#top.remove();
    const [standing] = this.#floors.map((floor) => floor.clear(pieces));
    this.#root.classList.toggle("bare", !pieces.cover);
    this.hide(false);
    this.#root.setAttribute("role", this.#role);
    this.#drawn = new Map(
      pieces.all.map((piece) => {
        const group = pieces.draw(standing, piece, words);
        group.classList.add("away");
        return [piece.key, { ...piece, group }];
      }),
    );
  }

  // An element above the floors, where a game may put what belongs to all of them.
  get top() {
    this.#root.prepend(this.#top);
    return this.#top;
  }

  // Returns where a game may draw a cell itself; what it draws there can be tapped like the cell.
  plot(place) {
    return this.group(place).querySelector(".own-plot");
  }

  // Hides the board, or shows it again.
  hide(isHidden = true) {
    this.#root.classList.toggle("away", isHidden);
    document.body.classList.toggle("boardless", isHidden);
  }

  // Whether there is such a cell or crossing.
  has(place) {
    return !splitFloor(place)[1].startsWith("r") && Boolean(this.at(place));
  }

  // Returns the element of a piece.
  piece(key) {
    return this.#drawn.get(key).group;
  }

  get floors() {
    return this.#floors;
  }

  // Where a game may draw over the cells of floor 1; each of the floors has an *over* of its own.
  get over() {
    return this.#floors[0].over;
  }

  get names() {
    return this.#floors.flatMap((floor) => floor.names);
  }

  // Returns the element of a place that can be tapped.
  group(place) {
    return this.#floor(place).group(place);
  }

  // Returns a place's middle (x, y) on its floor, its elements (group, light, text) and its floor.
  at(place) {
    return this.#floor(place)?.at(place);
  }

  #floor(place) {
    return this.#floors[splitFloor(place)[0] - 1];
  }

  // Shows lights: colour, level, pattern and phase by LED.
  show(lights) {
    for (const floor of this.#floors) floor.show(lights);
  }

  // Gives the lights of the round tracks the shapes of their colours.
  shape(lights) {
    for (const floor of this.#floors) floor.shape(lights);
  }

  // Shows the real light of LEDs: for each floor, red, green and blue of each LED of the chain.
  glow(leds) {
    this.#floors.forEach((floor, i) => leds[i] && floor.glow(leds[i]));
  }

  // Shows pieces by kind and id, lifted covers, marks on cells, wrong places, a trail if it is
  // known, and the piece in a hand.
  pieces({ lifted = [], pieces = {}, marks = {}, wrong = {}, trail = [], hand = null }) {
    for (const floor of this.#floors) {
      floor.mark({ lifted, marks, wrong });
      floor.trail(trail);
    }
    for (const [key, { kind, id, group }] of this.#drawn) {
      const place = pieces[kind.name]?.[id];
      const at = place && this.at(place);
      group.classList.toggle("flies", !group.classList.contains("away")); // only if it was visible before
      group.classList.toggle("away", !at);
      group.classList.toggle("hand", key === hand);
      group.classList.toggle("missing", wrong[place] === "missing");
      group.classList.toggle("covered", kind.is_hidden && !lifted.includes(place));
      if (at) at.floor.put(group, place);
      const text = group.querySelector(".letter");
      if (text) text.textContent = letter(id, this.#words);
    }
  }

  // Names the floors, where there are several.
  caption(words) {
    const isNamed = this.#floors.length > 1;
    for (const floor of this.#floors) {
      floor.caption(isNamed ? words.of("page", "floor", { floor: floor.number }) : "");
    }
  }

  label(text) {
    this.#root.setAttribute("aria-label", text);
  }
}

// Returns one place as a picture for the legend: a cell, a crossing or a light of the round track,
// with its light (colour, level, pattern), its mark, its piece, what is wrong with it, and what the game
// itself draws.
export function sample({ kind, light = ["off"], mark: said = "", piece, how = "", draw }, pieces, words) {
  const viewBox = kind === "round" ? "-14 -14 28 28" : "-20 -20 40 40";
  const root = svg("svg", { viewBox, "aria-hidden": "true" });
  add(root, "rect", { class: "module", x: -20, y: -20, width: 40, height: 40, rx: 5 });
  const group = add(root, "g", { class: `${kind} ${how}` });
  if (kind === "cell") {
    plot(group, "");
    pieces.drawCover(group.querySelector(".cover"), "c3");
  }
  const { light: lit, text } = lamp(group, kind);
  lit.setAttribute("class", `light ${light.join(" ")}`);
  if (kind === "round") lit.setAttribute("d", track(light[0]));
  text.textContent = said;
  const known = pieces.all.find(({ key }) => key === piece);
  if (known) pieces.draw(root, known, words);
  draw?.(root);
  return root;
}

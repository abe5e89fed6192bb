// The pieces of a game, from its pieces.toml, drawn by shape and colour or with a picture. A game's
// own pieces.js may draw more under a shape, the ground of a floor, and what covers a cell.

import { add } from "/pages/dom.js";

const SHAPES = {
  circle: "M9 0A9 9 0 1 1-9 0A9 9 0 1 1 9 0Z",
  diamond: "M0-11L11 0L0 11L-11 0Z",
  square: "M-9.5-8.5H9.5V8.5H-9.5Z",
  triangle: "M0-11L10.5 7.5H-10.5Z",
  cross: "M-4-10.5H4V-4H10.5V4H4V10.5H-4V4H-10.5V-4H-4Z",
};
const PLAIN = { colour: "white", shape: "circle" };
const COVER = { class: "block", x: -16, y: -18.5, width: 32, height: 27, rx: 2 };
const PICTURE = { x: -12, y: -7.5, width: 24, height: 15 };

export class Pieces {
  #folder;
  #own;

  // *own* has what the game draws itself: drawUnder, drawGround, drawCover.
  constructor(folder = "", kinds = [], own = {}) {
    this.#folder = folder;
    this.#own = own;
    this.kinds = kinds;
  }

  // Loads the pieces of a game on so many floors.
  static async of(game, floors = 1) {
    const folder = `/pages/${game}/`;
    const file = floors === 1 ? "pieces.json" : `pieces-${floors}.json`;
    const { kinds, drawn } = await (await fetch(folder + file)).json();
    return new Pieces(folder, kinds, drawn ? await import(`${folder}pieces.js`) : {});
  }

  // The kind of piece that covers cells, or null.
  get cover() {
    return this.kinds.find((kind) => kind.reed === "cover") ?? null;
  }

  // All pieces except covers.
  get all() {
    return this.kinds
      .filter((kind) => kind.reed !== "cover")
      .flatMap((kind) => ids(kind).map((id) => ({ kind, id, key: key(kind.name, id) })));
  }

  // Draws a piece centred on *parent* and returns it.
  draw(parent, { kind, id, key: name }, words) {
    const { colour, shape } = kind.looks[id] ?? PLAIN;
    const group = add(parent, "g", { class: `piece ${colour}`, "data-piece": name });
    this.#own.drawUnder?.(group, kind, id);
    if (kind.picture) add(group, "image", { href: this.#folder + kind.picture, ...PICTURE });
    else {
      add(group, "path", { class: "body", d: SHAPES[shape], fill: colour });
      add(group, "text", { class: "letter" }, letter(id, words));
    }
    return group;
  }

  // Draws the ground of a floor.
  drawGround(group) {
    if (this.#own.drawGround) this.#own.drawGround(group);
    else {
      add(group, "path", { class: "path", d: [59, 109, 159, 209].map((at) => `M59 ${at}H209M${at} 59V209`).join("") });
      add(group, "rect", { class: "band", x: 20, y: 262, width: 228, height: 24, rx: 12 });
    }
  }

  // Draws what covers a cell, named as on floor 1.
  drawCover(group, cell) {
    if (this.#own.drawCover) this.#own.drawCover(group, cell);
    else add(group, "rect", COVER);
  }

  // Returns the name of a piece or, without an id, of its kind.
  name(kind, id, words) {
    if (words.has(kind.words, id)) return words.of(kind.words, id);
    return key(words.or(kind.words, "name", kind.name), id);
  }
}

// Returns the ids of the pieces of a kind: names, numbers of equal pieces, or one empty id.
function ids(kind) {
  if (kind.ids.length) return kind.ids;
  return kind.count > 1 ? Array.from({ length: kind.count }, (_, i) => String(i + 1)) : [""];
}

// Returns a piece's unique name, as commands to simulated hands use it.
export function key(kind, id) {
  return id ? `${kind} ${id}` : kind;
}

export function letter(id, words) {
  return words.or("letter", id, id.slice(0, 1).toUpperCase());
}

// The hints of Car Thief on the board, which everybody sees: what was searched and found, where the
// car may be, and how likely that is.

import { mark } from "/pages/board.js";
import { add } from "/pages/dom.js";

const SIGNS = { nothing: "✕", car: "!" }; // a found token has its own mark
const PAST = 3; // how many searches of a cell are shown on it

export class Hints {
  #board;
  #words;
  #layer;
  #marks;

  constructor(board, words) {
    this.#board = board;
    this.#words = words;
    this.#layer = add(board.over, "g");
    this.#marks = add(board.over, "g");
  }

  draw({ hints, phase }) {
    this.#layer.replaceChildren();
    for (const cell of phase === "over" ? [] : (hints.cells ?? [])) {
      this.#add(cell, "circle", { class: "possible", r: 13, cy: -5 });
      if (hints.odds) this.#add(cell, "text", { class: "odds", y: -4.5 }, brief(hints, cell));
    }
    for (const [cell, past] of Object.entries(hints.searched ?? {})) {
      this.#add(cell, "text", { class: "searched", y: -16.5 }, past.slice(-PAST).map(noted).join(" "));
    }
  }

  // Marks the cells that were searched in vain in this round, whatever the hints are.
  mark({ searches, moves }) {
    this.#marks.replaceChildren();
    const now = moves.filter((move) => move.startsWith("hide")).length;
    for (const { cell, found, round } of searches) {
      if (round === now && found === "nothing") {
        const { x, y } = this.#board.at(cell);
        drawTried(add(this.#marks, "g", { transform: `translate(${x} ${y})` }));
      }
    }
  }

  // Returns what was searched and found in a cell, and its hints, as texts.
  told({ hints, phase, view }, cell) {
    const say = (key, values) => this.#words.of("hints", key, values);
    const searches = view.searches.filter((search) => search.cell === cell);
    const said = searches.map(({ round, found }) =>
      say(found === "nothing" ? "nothing" : "found", { round, found: this.#found(found) }),
    );
    if (phase === "over" || !hints.cells) return said;
    if (!hints.cells.includes(cell)) return said;
    return [...said, hints.odds ? say("chance", { share: this.#share(hints, cell) }) : say("may")];
  }

  #found(found) {
    if (found === "car") return this.#words.of("seat", "car");
    return found === "nothing" ? "" : this.#words.of("colour", found);
  }

  #share({ odds, trails }, cell) {
    return this.#words.share(odds[cell] / trails);
  }

  #add(cell, kind, attributes, text = "") {
    const { x, y } = this.#board.at(cell);
    const transform = `translate(${x} ${y})`;
    add(this.#layer, kind, { ...attributes, transform }, text);
  }
}

// Draws the mark of a cell that was searched in vain in this round, around its middle.
export function drawTried(parent) {
  add(parent, "circle", { class: "badge", cx: 13, cy: 5, r: 5 });
  add(parent, "text", { class: "tried", x: 13, y: 5.4 }, SIGNS.nothing);
}

function noted({ round, found }) {
  return `${mark(found) || SIGNS[found]}${round}`;
}

// Returns a probability short enough for a building.
function brief({ odds, trails }, cell) {
  const percent = (100 * odds[cell]) / trails;
  return percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}

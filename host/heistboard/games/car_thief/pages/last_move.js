// The last flight or search on the board, from the moves that everybody knows: where a helicopter came
// from, or a cone of light on the cell that it searched.

import { add } from "/pages/dom.js";
import { beam } from "/pages/light.js";
import { play } from "/pages/motion.js";

const ROOF = -5; // from the middle of a cell to that of its building
const WIDTH = 14; // of a cone of light, at its end

export class LastMove {
  #board;
  #layer;
  #drawn = null; // the moves that were drawn last

  constructor(board) {
    this.#board = board;
    this.#layer = add(board.over, "g");
    board.over.prepend(this.#layer); // all else stays readable
  }

  // Draws it; it moves only if it came right after the one that was drawn last.
  draw({ view: { moves, helicopters, outcome }, secret }) {
    const [, verb, colour, place] = /^(fly|search) (\w+) (\w+)/.exec(moves.at(-1)) ?? [];
    const isShown = verb && !secret && !outcome && helicopters[colour];
    const news = !isShown ? "" : `${moves.length} ${moves.at(-1)} ${helicopters[colour]}`;
    if (news === this.#drawn?.news) return;
    const isNext = moves.length === this.#drawn?.count + 1;
    this.#drawn = { news, count: moves.length };
    this.#layer.replaceChildren();
    if (!isShown) return;
    const made = verb === "fly" ? this.#flight(moves, colour, place) : this.#search(helicopters[colour], place, colour);
    if (!isNext) return;
    play(made, [{ opacity: 0, transform: verb === "fly" ? "none" : "scale(0.3)" }, { opacity: 1, transform: "none" }]);
    const rotor = this.#board.piece(`heli ${colour}`).querySelector(".rotor");
    play(rotor, [{ transform: "rotate(0)" }, { transform: "rotate(540deg)" }]);
  }

  #flight(moves, colour, to) {
    const from = whereBefore(moves, colour);
    return add(this.#layer, "path", { class: `flight ${colour}`, d: `M${this.#at(from)}L${this.#at(to)}` });
  }

  #search(from, cell, colour) {
    const { x, y } = this.#board.at(cell);
    return beam(this.#layer, this.#board.at(from), { x, y: y + ROOF }, WIDTH, colour);
  }

  #at(place) {
    const { x, y } = this.#board.at(place);
    return `${x} ${y}`;
  }
}

// Returns the crossing from which a helicopter flew in the last of the *moves*.
function whereBefore(moves, colour) {
  const before = moves.slice(0, -1).findLast((move) => new RegExp(`^(place|fly) ${colour} `).test(move));
  return before.split(" ")[2];
}

// Car Thief on the table's page: the pieces and marks on its board, from what everybody may see.

import { mark } from "/pages/board.js";

const ROUNDS = 11;

export class Table {
  #board;
  #words;

  constructor(board, words) {
    this.#board = board;
    this.#words = words;
  }

  // How far the game is. The rules count on with the last helicopter; here a round lasts until
  // eyes close.
  progress({ view, phase }) {
    const hidden = view.moves.filter((move) => move.startsWith("hide")).length;
    const number = hidden + (phase === "eyes-closed");
    if (!number) return this.#words.of("table", "setup");
    return this.#words.of("table", "round", { round: number, rounds: ROUNDS });
  }

  draw(table) {
    const { view, wrong, lifted } = table;
    const trail = view.trail ?? [];
    const marks = {};
    for (const [cell, colour] of Object.entries(view.roofs)) marks[cell] = mark(colour);
    for (const [place, [colour]] of Object.entries(table.lights)) {
      if (colour === "white" && !table.secret && lifted.includes(place) && !wrong[place]) {
        marks[place] = "–";
      }
    }
    trail.forEach((cell, i) => (marks[cell] = String(i + 1)));
    const letters = {};
    for (const colour of Object.keys(view.helicopters)) {
      letters[colour] = this.#words.of("letter", colour);
    }
    const { helicopters } = view;
    this.#board.pieces({ lifted, helicopters, letters, marks, wrong, trail });
    this.#board.label(this.#label(table, lifted, trail));
  }

  #label({ view, wrong }, lifted, trail) {
    const parts = [];
    const say = (key, values) => parts.push(this.#words.of("page", key, values));
    for (const [colour, place] of Object.entries(view.helicopters)) {
      if (place) say("helicopter", { helicopter: this.#words.of("helicopter", colour), place });
    }
    for (const [place, colour] of Object.entries(view.roofs)) {
      say("trace", { colour: this.#words.of("colour", colour), place });
    }
    for (const place of lifted) say("lifted", { place });
    for (const [place, how] of Object.entries(wrong)) {
      if (!lifted.includes(place)) say(how === "extra" ? "extra" : "missing", { place });
    }
    trail.forEach((place, i) => say("trail", { round: i + 1, place }));
    return [this.#words.of("page", "board"), ...parts].join(", ");
  }
}

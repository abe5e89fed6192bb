// The seat's page of a game that does not draw one: the board with its pieces, what the seat knows,
// and a button for each move of its prompt. Private text and buttons exist only while private things
// are shown.

import { text } from "/pages/dom.js";
import { drawBoard, facts, fill, hintList, part, progress, showHints, write } from "/pages/plain_view.js";
import { seenOn } from "/pages/place_labels.js";

export class Seat {
  #board;
  #places;
  #words;
  #pieces;
  #own;
  #table;
  #hints = hintList();

  // Where the frame shows the moves: between what the seat knows and what everybody does, so that
  // no move changes its place.
  buttons = text("div", "", "moves");

  constructor(board, places, words, root, pieces) {
    this.#board = board;
    this.#places = places;
    this.#words = words;
    this.#pieces = pieces;
    this.#own = part("own");
    this.#table = part("known");
    root.replaceChildren(this.#own.root, this.buttons, this.#hints.root, this.#table.root);
    root.hidden = false;
    document.body.classList.add("plain");
    this.clear();
  }

  progress(table) {
    return progress(table, this.#words);
  }

  clear() {
    for (const { root, list } of [this.#own, this.#table]) {
      root.hidden = true;
      write(list, []);
    }
  }

  // Draws what everybody may see and, if *isShown*, what only the seat may.
  draw(table, seat, { isShown }) {
    drawBoard(this.#board, table, this.#pieces, this.#words);
    const own = isShown ? facts(seat.view, this.#words, table.view) : [];
    fill(this.#own, this.#words.of("seat", "own"), own);
    showHints(this.#hints, table.hints, this.#board, this.#words);
    fill(this.#table, this.#words.of("seat", "table"), facts(table.view, this.#words));
  }

  // Returns what is on a place.
  at(place, table) {
    return seenOn(place, table, this.#pieces, this.#words);
  }

  // Returns what the seat is asked, shown while private things are.
  note(table, { prompt }) {
    return prompt.ask[this.#words.language];
  }
}

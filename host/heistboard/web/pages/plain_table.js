// The table's page of a game that does not draw one: the board with its pieces, and what everybody
// may know, in words.

import { drawBoard, facts, hintList, progress, showHints, write } from "/pages/plain_view.js";
import { seenOn } from "/pages/place_labels.js";

export class Table {
  #board;
  #words;
  #pieces;
  #list;
  #hints = hintList();

  constructor(board, words, root, pieces) {
    this.#board = board;
    this.#words = words;
    this.#pieces = pieces;
    this.#list = document.createElement("dl");
    root.replaceChildren(this.#hints.root, this.#list);
    root.hidden = false;
    document.body.classList.add("plain");
  }

  progress(table) {
    return progress(table, this.#words);
  }

  meanings() {
    return [];
  }

  draw(table) {
    drawBoard(this.#board, table, this.#pieces, this.#words);
    write(this.#list, facts(table.view, this.#words));
    showHints(this.#hints, table.hints, this.#board, this.#words);
  }

  // Returns what is on a place.
  told(place, table) {
    return seenOn(place, table, this.#pieces, this.#words);
  }
}

// The table's page of a game that does not draw one: what everybody may know, in words. If it is
// played on several floors, they are drawn too.

import { drawFloors, facts, progress, write } from "/pages/plain_view.js";

export class Table {
  #board;
  #words;
  #pieces;
  #list;

  constructor(board, words, root, pieces) {
    this.#board = board;
    this.#words = words;
    this.#pieces = pieces;
    this.#list = document.createElement("dl");
    root.replaceChildren(this.#list);
    root.hidden = false;
    document.body.classList.add("plain");
    if (board.floors.length === 1) board.hide();
  }

  progress(table) {
    return progress(table, this.#words);
  }

  meanings() {
    return [];
  }

  draw(table) {
    drawFloors(this.#board, table, this.#pieces, this.#words);
    write(this.#list, facts(table.view, this.#words));
  }
}

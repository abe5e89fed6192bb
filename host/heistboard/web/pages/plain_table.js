// The table's page of a game that does not draw one: what everybody may know, in words.

import { facts, progress, write } from "/pages/plain_view.js";

export class Table {
  #words;
  #list;

  constructor(board, words, root) {
    this.#words = words;
    this.#list = document.createElement("dl");
    root.replaceChildren(this.#list);
    root.hidden = false;
    document.body.classList.add("plain");
    board.hide();
  }

  progress(table) {
    return progress(table, this.#words);
  }

  meanings() {
    return [];
  }

  draw({ view }) {
    write(this.#list, facts(view, this.#words));
  }
}

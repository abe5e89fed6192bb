// Loads what a page needs of a game: its script for this page, its pieces and its words.

import { Pieces } from "/pages/pieces.js";

export class GamePage {
  #page;
  #words;
  #begin;
  #loading = null;

  // *page* is "table" or "seat"; *begin* gets the loaded script, its pieces and the number of floors.
  constructor(page, words, begin) {
    this.#page = page;
    this.#words = words;
    this.#begin = begin;
  }

  // Whether loading has begun and not succeeded yet.
  isMissing = false;

  // Loads the code of the table's game; the promise says whether that worked.
  load({ view: { game: name }, floors }) {
    if (this.#loading?.name !== name || this.#loading.floors !== floors) {
      this.isMissing = true;
      const end = this.#load(name, floors).then(() => true, () => false);
      this.#loading = { name, floors, end };
    }
    return this.#loading.end;
  }

  async #load(name, floors) {
    const parts = [import(`/pages/${name}/${this.#page}.js`), Pieces.of(name, floors)];
    const [script, pieces] = await Promise.all(parts);
    await this.#words.play(name);
    const plain = document.getElementById("plain");
    plain.replaceChildren(); // of the game before
    plain.hidden = true;
    document.body.classList.remove("plain");
    document.body.dataset.game = name; // for the game's styles
    this.#begin(script, pieces, floors);
    this.isMissing = false;
  }
}

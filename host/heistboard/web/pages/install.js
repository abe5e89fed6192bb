// Offers to install the pages as an app. Loaded only where the browser says that it can: on a secure
// page, if they are not installed yet.

import { button, put } from "/pages/dom.js";

export class Installing {
  #words;
  #made;

  // *event* is the browser's "beforeinstallprompt"; the offer is added to *place*.
  constructor(event, words, place) {
    this.#words = words;
    this.#made = button("", () => this.#ask(event));
    place.append(this.#made);
    this.draw();
  }

  draw() {
    put(this.#made, this.#words.of("start", "install"));
  }

  // The browser asks whether to install; an event serves only once.
  async #ask(event) {
    this.#made.remove();
    await event.prompt();
  }
}

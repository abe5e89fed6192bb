// A dialog that asks for a yes or a no.

import { put } from "/pages/dom.js";

export class Question {
  #dialog;
  #words;
  #answer = () => {};

  // *dialog* holds a text and the buttons "no" and "yes"; their words are in the section "start".
  constructor(dialog, words) {
    this.#dialog = dialog;
    this.#words = words;
    this.#part("no").addEventListener("click", () => dialog.close());
    this.#part("yes").addEventListener("click", () => {
      const answer = this.#answer;
      this.#answer = () => {};
      dialog.close();
      answer(true);
    });
    // Escape is a no. The event comes late: the next question may be open already.
    dialog.addEventListener("close", () => dialog.open || this.#answer(false));
  }

  // Returns whether the answer is *yes*; *no* and *yes* are keys of words.
  ask(text, no, yes) {
    put(this.#part("sure-text"), text);
    for (const [id, key] of [["no", no], ["yes", yes]]) {
      put(this.#part(id), this.#words.of("start", key));
    }
    return new Promise((answer) => {
      this.#answer = answer;
      this.#dialog.showModal();
      this.#part("no").focus();
    });
  }

  #part(id) {
    return this.#dialog.querySelector(`#${id}`);
  }
}

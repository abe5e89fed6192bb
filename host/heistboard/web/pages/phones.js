// The button with which a host lets phones join, and everybody shows the table's address.

import { button, put } from "/pages/dom.js";

export class Phones {
  #root;
  #words;
  #button;
  #dialog = null;
  #isOpen = false; // the network is served

  // *root* is an empty element, hidden while there is nothing to show; the dialog comes after it.
  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    this.#button = button("", () => this.#begin());
    root.append(this.#button);
    root.hidden = true;
  }

  // *lan*: the network is served; *host*: this device is a host.
  show({ lan, host }) {
    this.#isOpen = lan;
    this.#root.hidden = !lan && !host;
    put(this.#button, this.#words.of("phones", lan ? "show" : "let"));
  }

  async #begin() {
    const { PhonesDialog } = await import("/pages/phones_dialog.js");
    this.#dialog ??= new PhonesDialog(this.#root, this.#words);
    await this.#dialog.begin(this.#isOpen);
  }
}

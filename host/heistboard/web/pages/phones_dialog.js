// The dialog in which a host lets phones join, and which shows everybody the table's address as a QR
// code. It is loaded when somebody opens it.

import { post } from "/pages/device.js";
import { button, style, text } from "/pages/dom.js";
import { qrCode } from "/pages/qr_code.js";

await style("/pages/phones.css");

export class PhonesDialog {
  #words;
  #root = document.createElement("dialog");

  // The dialog comes after the element *beside*.
  constructor(beside, words) {
    this.#words = words;
    this.#root.className = "phones";
    this.#root.addEventListener("close", () => this.#root.replaceChildren());
    beside.after(this.#root);
  }

  // Begins to share; *isOpen*: the network is served already.
  async begin(isOpen) {
    if (isOpen) {
      await this.#ask("/address");
      return;
    }
    // Where nothing is said against it, one press is enough.
    if (isEncrypted()) {
      await this.#ask("/lan");
      return;
    }
    const open = button(this.#say("let"), () => this.#ask("/lan"), "let");
    this.#draw(text("p", this.#say("before")), text("p", this.#say("listen"), "mind"), open);
  }

  async #ask(path) {
    const { refused, address, rows } = await post(path);
    if (refused) {
      const known = ["host", "network"].includes(refused.why) ? refused.why : "trouble";
      const why = text("p", this.#say(`refused.${known}`), "refused");
      why.setAttribute("role", "alert");
      this.#draw(why);
      return;
    }
    const shown = [text("p", this.#say("scan")), qrCode(rows, this.#say("picture"))];
    shown.push(text("p", address, "address"));
    if (!isEncrypted()) shown.push(text("p", this.#say("listen"), "mind"));
    this.#draw(...shown);
  }

  #draw(...parts) {
    const heading = text("h2", this.#say("heading"));
    const close = button(this.#say("close"), () => this.#root.close(), "close");
    this.#root.setAttribute("aria-label", heading.textContent);
    this.#root.replaceChildren(heading, ...parts, close);
    if (!this.#root.open) this.#root.showModal();
    close.focus({ preventScroll: true }); // the code stays in sight
  }

  #say(key) {
    return this.#words.of("phones", key).replaceAll("`", "");
  }
}

function isEncrypted() {
  return location.protocol === "https:";
}

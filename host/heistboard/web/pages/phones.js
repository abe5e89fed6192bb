// How phones join: a host lets them, and everybody can show the table's address as a QR code.

import { post } from "/pages/device.js";
import { button, put, text } from "/pages/dom.js";
import { qrCode } from "/pages/qr_code.js";

export class Phones {
  #root;
  #words;
  #button;
  #dialog = document.createElement("dialog");
  #isOpen = false; // the network is served

  // *root* is an empty element, hidden while there is nothing to show; the dialog comes after it.
  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    this.#button = button("", () => this.#begin());
    root.append(this.#button);
    root.hidden = true;
    this.#dialog.className = "phones";
    this.#dialog.addEventListener("close", () => this.#dialog.replaceChildren());
    root.after(this.#dialog);
  }

  // *lan*: the network is served; *host*: this device is a host.
  show({ lan, host }) {
    this.#isOpen = lan;
    this.#root.hidden = !lan && !host;
    put(this.#button, this.#say(lan ? "show" : "let"));
  }

  async #begin() {
    if (this.#isOpen) {
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
    const close = button(this.#say("close"), () => this.#dialog.close(), "close");
    this.#dialog.setAttribute("aria-label", heading.textContent);
    this.#dialog.replaceChildren(heading, ...parts, close);
    if (!this.#dialog.open) this.#dialog.showModal();
    close.focus({ preventScroll: true }); // the code stays in sight
  }

  #say(key) {
    return this.#words.of("phones", key).replaceAll("`", "");
  }
}

function isEncrypted() {
  return location.protocol === "https:";
}

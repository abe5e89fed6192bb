// The cover of a page when the device should be given to somebody else: to the one who plays a seat
// that has something private, and back to the table afterwards.

import { post } from "/pages/device.js";
import { put, text } from "/pages/dom.js";

export class HandOver {
  #words;
  #dialog = document.createElement("dialog");
  #title = text("h2", "");
  #why = text("p", "");
  #go = text("button", "", "go");
  #stay = text("button", "", "stay");
  #line = text("p", "");
  #reason = ""; // why it is there
  #closed = ""; // the reason for which it was closed
  #wanted = null; // the seat that was chosen
  #leaves = () => {};
  #act = () => {};

  constructor(words) {
    this.#words = words;
    this.#dialog.id = "cover";
    this.#title.id = "cover-title";
    this.#dialog.setAttribute("aria-labelledby", this.#title.id);
    this.#line.setAttribute("role", "alert");
    this.#go.type = this.#stay.type = "button";
    this.#go.addEventListener("click", () => this.#act());
    this.#stay.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("close", () => (this.#closed = this.#reason));
    this.#dialog.append(this.#title, this.#why, this.#go, this.#line, this.#stay);
    document.body.append(this.#dialog);
  }

  // Covers the page: *title* and *why* say what to do, *go* and *stay* are the labels of the buttons,
  // *act* is what the first one does. Closed by the second one, it stays away for this *reason*.
  show(reason, { title, why, go, stay }, act) {
    this.#reason = reason;
    if (this.#closed === reason) return;
    put(this.#title, title);
    put(this.#why, why);
    put(this.#go, go);
    put(this.#stay, stay);
    this.#act = act;
    if (this.#dialog.open) return;
    put(this.#line, "");
    this.#dialog.showModal();
  }

  hide() {
    this.#dialog.close();
    this.#reason = this.#closed = "";
    this.#wanted = null;
  }

  // Goes to the page of a seat, and sits down there first unless this device sits there already.
  // *leaves* is called right before.
  async sit(seat, isSeated, leaves) {
    this.#wanted = seat;
    this.#leaves = leaves;
    const { refused, waits } = isSeated ? {} : await post(`/seat/${seat}/sit`);
    if (refused) put(this.#line, this.#words.or("seats", `refused.${refused.why}`, this.#words.of("seats", "refused.trouble")));
    else if (waits) put(this.#line, this.#words.of("cover", "waits"));
    else this.#leave();
  }

  // Goes there as soon as this device sits there: *seats* are those in which it does.
  seated(seats) {
    if (this.#dialog.open && seats.includes(this.#wanted)) this.#leave();
  }

  #leave() {
    this.#leaves();
    location.assign(`/seat/${this.#wanted}/`);
  }
}

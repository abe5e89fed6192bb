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
  #stayed = () => {};

  constructor(words) {
    this.#words = words;
    this.#dialog.id = "cover";
    this.#title.id = "cover-title";
    this.#dialog.setAttribute("aria-labelledby", this.#title.id);
    this.#line.setAttribute("role", "alert");
    this.#go.type = this.#stay.type = "button";
    this.#go.addEventListener("click", () => this.#act());
    this.#stay.addEventListener("click", () => {
      this.#wanted = null;
      this.#stayed();
      this.#dialog.close();
    });
    this.#dialog.addEventListener("cancel", () => (this.#wanted = null));
    this.#dialog.addEventListener("close", () => (this.#closed = this.#reason));
    this.#dialog.append(this.#title, this.#why, this.#go, this.#line, this.#stay);
    document.body.append(this.#dialog);
  }

  // Covers the page, if *isDue*: *title* and *why* say what to do, *go* and *stay* are the labels of
  // the buttons, *act* and *stayed* are what they do. Closed by the second one, it stays away for this
  // *reason*; it stays while a seat that was chosen for this reason is not reached.
  show(reason, { title, why, go, stay }, act, isDue = true, stayed = () => {}) {
    if (this.#reason !== reason) this.#wanted = null;
    this.#reason = reason;
    put(this.#title, title);
    put(this.#why, why);
    put(this.#go, go);
    put(this.#stay, stay);
    this.#act = act;
    this.#stayed = stayed;
    if (!isDue && this.#wanted === null) this.#dialog.close();
    if (isDue && this.#closed !== reason) this.#open();
  }

  hide() {
    this.#dialog.close();
    this.#reason = this.#closed = "";
    this.#wanted = null;
  }

  // Goes to the page of a seat, and sits down there first unless this device sits there already.
  // *leaves* is called right before. Where that takes time or is refused, the cover says so.
  async sit(seat, isSeated, leaves) {
    this.#wanted = seat;
    this.#leaves = leaves;
    const { refused, waits } = isSeated ? {} : await post(`/seat/${seat}/sit`);
    if (this.#wanted !== seat) return; // it has gone there, or something else is asked by now
    if (!refused && !waits) {
      this.#leave();
      return;
    }
    this.#open();
    const why = refused ? this.#words.or("seats", `refused.${refused.why}`, this.#words.of("seats", "refused.trouble")) : "";
    put(this.#line, why || this.#words.of("cover", "waits"));
  }

  // Goes there as soon as this device sits there: *seats* are those in which it does.
  seated(seats) {
    if (seats.includes(this.#wanted)) this.#leave();
  }

  #open() {
    if (this.#dialog.open) return;
    put(this.#line, "");
    this.#dialog.showModal();
  }

  #leave() {
    const seat = this.#wanted;
    this.#wanted = null;
    this.#leaves();
    location.assign(`/seat/${seat}/`);
  }
}

// The list of seats on the table's page, and the dialog with an invitation to one.

import { put, text } from "/pages/dom.js";
import { qrCode } from "/pages/qr_code.js";

const LASTS_MS = 600000; // how long an invitation is valid

export class SeatList {
  #root;
  #words;
  #list;
  #seats = [];
  #parts = [];
  #dialog = document.createElement("dialog");
  #shown = null; // the seat in the dialog, and how many devices it had
  #end = 0;

  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    this.#list = root.appendChild(document.createElement("ul"));
    this.#dialog.id = "invitation";
    this.#dialog.addEventListener("close", () => this.#forget());
    root.after(this.#dialog);
  }

  // Shows the seats as the server describes them.
  show(seats) {
    this.#seats = seats;
    if (this.#parts.length !== seats.length) this.#make();
    this.#root.hidden = !seats.length;
    this.#root.setAttribute("aria-label", this.#say("title"));
    seats.forEach(({ name, devices }, i) => {
      const part = this.#parts[i];
      const seat = this.#words.seat(name);
      put(part.name, seat);
      put(part.devices, devices ? this.#say("devices", { count: devices }) : this.#say("nobody"));
      part.item.classList.toggle("free", !devices);
      put(part.join, this.#say("join"));
      part.join.setAttribute("aria-label", this.#say("join-seat", { seat }));
    });
    if (!this.#shown) return;
    const { devices } = seats[this.#shown.seat] ?? { devices: Infinity };
    if (devices > this.#shown.devices) {
      this.#dialog.close(); // the invited device has joined
      return;
    }
    this.#shown.devices = devices;
  }

  #make() {
    this.#parts = this.#seats.map((_, seat) => {
      const item = document.createElement("li");
      const name = item.appendChild(document.createElement("b"));
      const devices = item.appendChild(document.createElement("span"));
      const join = item.appendChild(document.createElement("button"));
      devices.setAttribute("role", "status");
      join.type = "button";
      join.addEventListener("click", () => this.#invite(seat));
      return { item, name, devices, join };
    });
    this.#list.replaceChildren(...this.#parts.map((part) => part.item));
  }

  async #invite(seat, isOut = false) {
    this.#shown = { seat, devices: this.#seats[seat].devices };
    const answer = await ask(`/seat/${seat}/invite`);
    if (this.#shown?.seat !== seat) return;
    this.#draw(seat, answer, isOut);
    if (!this.#dialog.open) this.#dialog.showModal();
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#dialog.close(), LASTS_MS);
  }

  async #putOut(seat) {
    const answer = await ask(`/seat/${seat}/put-out`);
    if (answer.refused) this.#draw(seat, answer);
    else await this.#invite(seat, true);
  }

  #forget() {
    clearTimeout(this.#end);
    this.#shown = null;
    this.#dialog.replaceChildren(); // removes the code from the page
  }

  #draw(seat, { refused, address, rows, lan }, isOut = false) {
    const { name, taken } = this.#seats[seat];
    const heading = { seat: this.#words.seat(name) };
    const parts = [text("h2", this.#say("heading", heading))];
    this.#dialog.setAttribute("aria-label", parts[0].textContent);
    if (refused) {
      const why = refused.why === "host" ? "refused.host" : "refused.trouble";
      parts.push(text("p", this.#say(why), "refused"));
    } else if (lan) {
      parts.push(text("p", this.#say("who")), qrCode(rows, this.#say("picture")));
    } else {
      const link = text("a", this.#say("link"));
      Object.assign(link, { href: address, target: "_blank", rel: "noopener" });
      parts.push(text("p", this.#say("here").replaceAll("`", "")), link);
    }
    if (isOut) parts.push(text("p", this.#say("is-out"), "taken"));
    else if (taken && !refused) {
      parts.push(text("p", this.#say("taken"), "taken"));
      parts.push(button(this.#say("put-out"), () => this.#putOut(seat), "put-out"));
    }
    parts.push(button(this.#say("close"), () => this.#dialog.close(), "close"));
    this.#dialog.replaceChildren(...parts);
  }

  #say(key, values) {
    return this.#words.of("seats", key, values);
  }
}

async function ask(path) {
  const trouble = { refused: { why: "trouble" } };
  try {
    const response = await fetch(path, { method: "POST" });
    const isOurs = response.headers.get("content-type")?.includes("json");
    return isOurs ? await response.json() : trouble;
  } catch {
    return trouble;
  }
}

function button(label, act, kind) {
  const made = text("button", label, kind);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

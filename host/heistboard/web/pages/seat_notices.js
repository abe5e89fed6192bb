// What everybody must notice about seats, on every page of a game: who asks to join a seat, what
// the host has announced, and that this device has no name yet.

import { post } from "/pages/device.js";
import { button, style, text } from "/pages/dom.js";

const TICK_MS = 500;

export class SeatNotices {
  #words;
  #root = document.createElement("section");
  #you = null;
  #seats = [];
  #acts = []; // each with endMs
  #shown = new Map(); // elements by what they say; new ones come last, so that no button moves away
  #refused = ""; // why the last answer was
  #name;

  constructor(words) {
    this.#words = words;
    this.#name = new NameDialog(words);
    this.#root.id = "notices";
    this.#root.hidden = true;
    style("/pages/seat_notices.css").then(() => document.body.append(this.#root));
    setInterval(() => this.#acts.length && this.draw(), TICK_MS);
  }

  // Takes whatever a message of the server says about seats.
  take({ you, seats, seating }) {
    if (you) this.#you = you;
    if (seats) this.#seats = seats;
    if (seating) {
      const nowMs = Date.now();
      this.#acts = seating.acts.map((act) => ({ ...act, endMs: nowMs + act.left_ms }));
    }
    if (this.#you?.seats.length && !this.#you.nickname && !this.#isAlone()) this.#name.ask();
    this.draw();
  }

  // Asks for a nickname, unless this device has one; returns whether it has one then.
  async named() {
    return Boolean(this.#you?.nickname) || (await this.#name.ask());
  }

  // Asks for another nickname.
  rename() {
    return this.#name.ask(this.#you?.nickname);
  }

  draw() {
    const notices = [...this.#asking(), ...this.#acts.map((act) => this.#announced(act))];
    if (!notices.length) this.#refused = "";
    if (this.#refused) notices.push({ id: "refused", said: this.#refused, buttons: [], left: "" });
    this.#root.hidden = !notices.length;
    this.#root.setAttribute("aria-label", this.#say("notices"));
    const wanted = new Map(notices.map((each) => [JSON.stringify([each.id, each.said]), each]));
    for (const [key, element] of this.#shown) {
      if (wanted.has(key)) continue;
      element.remove();
      this.#shown.delete(key);
    }
    for (const [key, notice] of wanted) {
      if (!this.#shown.has(key)) this.#shown.set(key, this.#root.appendChild(made(notice)));
      const count = this.#shown.get(key).querySelector(".left");
      if (count.textContent !== notice.left) count.textContent = notice.left; // it is not read out
    }
  }

  async #answer(path, body) {
    this.#refused = "";
    const { refused } = await post(path, body);
    const trouble = this.#say("refused.trouble");
    if (refused) this.#refused = this.#words.or("seats", `refused.${refused.why}`, trouble);
    this.draw();
  }

  // Who plays against the computer alone needs no name.
  #isAlone() {
    return this.#seats.every(({ computer }, seat) => computer || this.#you.seats.includes(seat));
  }

  #asking() {
    if (!this.#you) return [];
    return this.#seats.flatMap(({ name, devices, asks }, seat) => {
      const sits = this.#you.seats.includes(seat);
      if (!sits && !(this.#you.host && !devices.length)) return [];
      return asks
        .filter(({ id }) => id !== this.#you.id)
        .map(({ id, nickname }) => {
          const values = { nickname: this.#who(nickname), seat: this.#words.seat(name) };
          const answer = (yes) => this.#answer(`/seat/${seat}/answer`, { device: id, yes });
          const buttons = sits
            ? [[this.#say("let-in", values), () => answer(true)], [this.#say("keep-out"), () => answer(false)]]
            : [[this.#say("hand-to", values), () => this.#answer(`/seat/${seat}/hand`, { device: id })]];
          return { id: [seat, id], said: this.#say(sits ? "asks" : "asks-host", values), buttons, left: "" };
        });
    });
  }

  #announced({ seat, nickname, what, endMs }) {
    const values = {
      nickname: nickname ? this.#who(nickname) : this.#say("all"),
      seat: this.#words.seat(this.#seats[seat]?.name ?? ""),
    };
    const seconds = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
    const id = [seat, what];
    return { id, said: this.#say(`act-${what}`, values), buttons: [], left: this.#say("left", { seconds }) };
  }

  #who(nickname) {
    return nickname || this.#say("guest");
  }

  #say(key, values) {
    return this.#words.of("seats", key, values);
  }
}

function made({ said, buttons }) {
  const notice = document.createElement("div");
  const line = text("p", said);
  line.setAttribute("role", "alert"); // a status that comes with its text is often not read out
  const left = text("span", "", "left");
  left.setAttribute("aria-hidden", "true");
  notice.append(line, left, ...buttons.map(([label, act]) => button(label, act)));
  return notice;
}

// The question for this device's nickname.
class NameDialog {
  #words;
  #dialog = document.createElement("dialog");
  #input = document.createElement("input");
  #asked = null; // the promise of the answer, while it is open

  constructor(words) {
    this.#words = words;
    this.#dialog.id = "name";
  }

  // Resolves to whether there is a nickname then.
  ask(nickname) {
    this.#asked ??= new Promise((resolve) => this.#open(nickname, resolve)).finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  #open(nickname, resolve) {
    const say = (key) => this.#words.of("seats", key);
    const form = document.createElement("form");
    const label = text("label", say("your-name"));
    const refused = text("p", "", "refused");
    refused.setAttribute("role", "status");
    Object.assign(this.#input, { maxLength: 20, required: true, autocomplete: "nickname" });
    this.#input.value = nickname ?? localStorage.getItem("nickname") ?? "";
    label.append(this.#input);
    const ok = text("button", say("name-ok"));
    const cancel = button(say("close"), () => this.#dialog.close());
    form.append(label, refused, ok, cancel);
    let isNamed = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await post("/device", { nickname: this.#input.value });
      if (answer.refused) {
        const key = `refused.${answer.refused.why}`;
        refused.textContent = this.#words.or("seats", key, say("refused.trouble"));
        return;
      }
      localStorage.setItem("nickname", this.#input.value);
      isNamed = true;
      this.#dialog.close();
    });
    this.#dialog.addEventListener("close", () => {
      this.#dialog.remove();
      resolve(isNamed);
    }, { once: true });
    this.#dialog.setAttribute("aria-label", say("rename"));
    this.#dialog.replaceChildren(form);
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#input.select();
  }
}

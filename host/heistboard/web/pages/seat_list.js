// The list of seats on the table's page: who sits where, what this device may do about it, what
// happened to the seats, and the dialog with a code to scan.

import { post } from "/pages/device.js";
import { button, put, text } from "/pages/dom.js";

const LASTS_MS = 600000; // how long an invitation is valid

export class SeatList {
  #root;
  #words;
  #notices = null; // a promise of them: their code is loaded when there is something to notice
  #told = {}; // what was said last
  #list = document.createElement("ul");
  #own = text("p", "", "own"); // this device's name
  #people = text("p", "", "people"); // whom the computer waits for
  #said = text("p", "", "said"); // the answer to the last request
  #news = text("p", "", "news"); // the last event, for screen readers
  #past = document.createElement("details");
  #dialog = document.createElement("dialog");
  #you = { nickname: null, host: false, id: null, seats: [], before: [] };
  #seats = [];
  #events = [];
  #waits = false; // the computer does, for people
  #drawn = "";
  #shown = null; // the seat in the dialog, and how many sat there
  #end = 0;

  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    for (const line of [this.#said, this.#news]) line.setAttribute("role", "status");
    this.#past.append(document.createElement("summary"), document.createElement("ol"));
    this.#past.firstChild.id = "seats-past";
    this.#people.setAttribute("role", "status");
    root.append(this.#own, this.#people, this.#list, this.#said, this.#news, this.#past);
    this.#dialog.id = "invitation";
    this.#dialog.addEventListener("close", () => this.#forget());
    root.after(this.#dialog);
  }

  // Takes whatever a message of the server says about seats and this device.
  take(content) {
    this.#notice(content);
    const { you, seats, seating } = content;
    if (you) {
      this.#you = you;
      const why = you.refused;
      if (why) this.#tell(why);
    }
    if (seats) this.#seats = seats;
    if (seating) this.#events = seating.events;
    if (seating) this.#waits = seating.waits;
    const shown = this.#shown;
    if (shown) {
      const { devices } = this.#seats[shown.seat] ?? { devices: { length: Infinity } };
      if (devices.length > shown.count) this.#dialog.close(); // the invited device has sat down
      else shown.count = devices.length;
    }
    this.draw();
  }

  // Draws in the present language; made anew only if something else is shown.
  draw() {
    this.#notices?.then((notices) => notices.draw());
    this.#root.hidden = !this.#seats.length;
    this.#root.setAttribute("aria-label", this.#say("title"));
    const drawn = JSON.stringify([this.#words.language, this.#you, this.#seats, this.#waits]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      const focus = focused(this.#root);
      this.#drawOwn();
      this.#drawWaiting();
      this.#list.replaceChildren(...this.#seats.map((seat, number) => this.#item(seat, number)));
      if (focus) this.#root.querySelector(focus)?.focus();
    }
    this.#drawPast();
  }

  #drawOwn() {
    const { nickname } = this.#you;
    const parts = [];
    if (nickname) {
      parts.push(
        text("span", this.#say("you-are", { nickname })),
        button(this.#say("rename"), async () => (await this.#load()).rename(), "rename"),
      );
    }
    const isEmpty = this.#seats.length > 1 && this.#seats.every(({ devices, computer }) => !devices.length && !computer);
    if (isEmpty) parts.push(button(this.#say("all-seats"), () => this.#sitEverywhere(), "all"));
    if (this.#you.host) parts.unshift(text("span", this.#say("host"), "host"));
    parts.forEach((part) => part.type === "button" && (part.id = `seats-${part.className}`));
    this.#own.replaceChildren(...parts);
  }

  #drawWaiting() {
    const begin = () => {
      const made = button(this.#say("begin"), () => this.#ask("/seat/begin"), "begin");
      made.id = "seats-begin";
      return made;
    };
    const parts = this.#waits ? [text("span", this.#say("people")), ...(this.#you.host ? [begin()] : [])] : [];
    this.#people.replaceChildren(...parts);
  }

  #item({ name, devices, asks, before, computer }, number) {
    const item = document.createElement("li");
    const seat = this.#words.seat(name);
    const sits = this.#you.seats.includes(number);
    const waits = asks.some(({ id }) => id === this.#you.id);
    item.classList.toggle("free", !devices.length);
    item.append(text("b", seat), this.#sitters(devices, before, computer));
    const add = (key, act, kind = key) => {
      const made = button(this.#say(key), act, kind);
      made.id = `seat-${number}-${kind}`;
      made.setAttribute("aria-label", `${this.#say(key)}: ${seat}`);
      return item.appendChild(made);
    };
    if (sits) {
      add("stand", () => this.#ask(`/seat/${number}/stand`));
    } else if (waits) {
      add("withdraw", () => this.#ask(`/seat/${number}/stand`));
    } else if (this.#you.back?.includes(number)) {
      add("take-back", () => this.#sit(number), "sit");
    } else if (devices.length || computer) {
      add("ask", () => this.#sit(number));
    } else {
      add(this.#you.before.includes(number) ? "again" : "sit", () => this.#sit(number), "sit");
    }
    if (this.#you.host) item.append(this.#hostActs(number, seat, devices, computer));
    return item;
  }

  #sitters(devices, before, computer) {
    const people = document.createElement("span");
    const names = devices.map(({ nickname, here }) => {
      const who = this.#who(nickname);
      return here ? who : this.#say("away", { nickname: who });
    });
    const past = before.map((nickname) => this.#who(nickname)).join(", ");
    const free = past ? this.#say("before", { nicknames: past }) : this.#say("nobody");
    const nobody = computer ? this.#say("computer", { bot: this.#bot(computer) }) : free;
    people.textContent = names.length ? names.join(", ") : nobody;
    return people;
  }

  // What a host may do with a seat, folded away.
  #hostActs(number, seat, devices, computer) {
    const more = document.createElement("details");
    const title = more.appendChild(text("summary", this.#say("more")));
    title.id = `seat-${number}-more`;
    title.setAttribute("aria-label", `${this.#say("more")}: ${seat}`);
    const add = (label, kind, act) => {
      const made = more.appendChild(button(label, act, kind));
      made.id = `seat-${number}-${kind}`;
    };
    add(this.#say("invite", { seat }), "invite", () => this.#invite(number));
    const others = new Map(this.#seats.flatMap((each) => [...each.devices, ...each.asks]).map((each) => [each.id, each]));
    for (const { id } of devices) others.delete(id);
    for (const { id, nickname } of others.values()) {
      const act = () => this.#ask(`/seat/${number}/hand`, { device: id });
      add(this.#say("hand-to", { nickname: this.#who(nickname), seat }), `hand-${id}`, act);
    }
    for (const { id, nickname } of devices) {
      const act = () => this.#ask(`/seat/${number}/put-out`, { device: id });
      add(this.#say("put-out", { nickname: this.#who(nickname), seat }), `put-out-${id}`, act);
    }
    const isFree = !devices.some(({ here }) => here);
    for (const bot of isFree ? (this.#you.bots[number] ?? []) : []) {
      if (bot === computer) continue;
      const act = () => this.#ask(`/seat/${number}/computer`, { bot });
      add(this.#say("give", { seat, bot: this.#bot(bot) }), `give-${bot}`, act);
    }
    more.open = document.getElementById(title.id)?.parentElement.open ?? false;
    return more;
  }

  #drawPast() {
    const [title, list] = this.#past.children;
    this.#past.hidden = !this.#events.length;
    put(title, this.#say("past"));
    const lines = this.#events.map((event) => this.#event(event));
    put(this.#news, lines.at(-1) ?? "");
    const drawn = lines.join("\n");
    if (list.dataset.text === drawn) return;
    list.dataset.text = drawn;
    list.replaceChildren(...lines.reverse().map((line) => text("li", line)));
  }

  #event({ at, seat, nickname, what, other }) {
    const format = { hour: "2-digit", minute: "2-digit" };
    const time = new Date(at * 1000).toLocaleTimeString(this.#words.language, format);
    const values = {
      nickname: this.#who(nickname),
      other: this.#who(other),
      seat: this.#words.seat(this.#seats[seat]?.name ?? ""),
    };
    const key = what === "computer" && nickname ? "event-computer-from" : `event-${what}`;
    return `${time} ${this.#say(key, values)}`;
  }

  // Requests.

  // Shows who asks for a seat and what the host has announced, and asks for a missing name.
  #notice(content) {
    this.#told = { ...this.#told, ...content };
    const { you, seats, seating } = this.#told;
    const isNameless = you?.seats.length && !you.nickname;
    if (this.#notices) this.#notices.then((notices) => notices.take(content));
    else if (isNameless || seating?.acts.length || seats?.some(({ asks }) => asks.length)) this.#load();
  }

  #load() {
    this.#notices ??= import("/pages/seat_notices.js").then(({ SeatNotices }) => {
      const notices = new SeatNotices(this.#words);
      notices.take(this.#told);
      return notices;
    });
    return this.#notices;
  }

  async #isNamed() {
    return Boolean(this.#you.nickname) || (await this.#load()).named();
  }

  async #sit(number) {
    if (await this.#isNamed()) await this.#ask(`/seat/${number}/sit`);
  }

  // For people who pass one device around.
  async #sitEverywhere() {
    if (!(await this.#isNamed())) return;
    for (const number of this.#seats.keys()) await this.#ask(`/seat/${number}/sit`);
  }

  async #ask(path, body) {
    const { refused, waits } = await post(path, body);
    this.#tell(refused ? refused.why : waits ? "waits" : "");
  }

  #tell(why) {
    const trouble = this.#say("refused.trouble");
    put(this.#said, why === "waits" ? this.#say("waits") : why && this.#words.or("seats", `refused.${why}`, trouble));
  }

  // The dialog with a code.

  async #invite(seat) {
    this.#shown = { seat, count: this.#seats[seat].devices.length };
    const [answer, { qrCode }] = await Promise.all([post(`/seat/${seat}/invite`), import("/pages/qr_code.js")]);
    if (this.#shown?.seat === seat) this.#open(answer, this.#words.seat(this.#seats[seat].name), qrCode);
  }

  // *seat* is the name of the seat that the code is for.
  #open({ refused, address, rows, lan }, seat, qrCode) {
    const heading = this.#say("heading", { seat });
    const parts = [text("h2", heading)];
    this.#dialog.setAttribute("aria-label", heading);
    if (refused) {
      parts.push(text("p", this.#words.or("seats", `refused.${refused.why}`, this.#say("refused.trouble")), "refused"));
    } else if (lan) {
      parts.push(text("p", this.#say("who")), qrCode(rows, this.#say("picture")));
    } else {
      const link = text("a", this.#say("link"));
      Object.assign(link, { href: address, target: "_blank", rel: "noopener" });
      parts.push(text("p", this.#say("here").replaceAll("`", "")), link);
    }
    parts.push(button(this.#say("close"), () => this.#dialog.close(), "close"));
    this.#dialog.replaceChildren(...parts);
    if (!this.#dialog.open) this.#dialog.showModal();
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#dialog.close(), LASTS_MS);
  }

  #forget() {
    clearTimeout(this.#end);
    this.#shown = null;
    this.#dialog.replaceChildren(); // removes the code from the page
  }

  #bot(name) {
    return this.#words.or("start", `bot-${name}`, name);
  }

  #who(nickname) {
    return nickname || this.#say("guest");
  }

  #say(key, values) {
    return this.#words.of("seats", key, values);
  }
}

// How to find the focused element of *root* again.
function focused(root) {
  const { activeElement } = document;
  return root.contains(activeElement) && activeElement.id ? `#${CSS.escape(activeElement.id)}` : "";
}

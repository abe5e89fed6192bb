// The beat of a window: how long there is for answers, and who says Stop. Loaded for games with windows.
// A screen reader is told once how long there is, unless that is over before it is read, and of each Stop.

import { button, put, style, text } from "/pages/dom.js";

const STEP_MS = 200;
const SAID_MS = 2000; // a shorter beat is not read out
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class BeatPanel {
  #words;
  #say;
  #root = text("div", "");
  #bar = text("i", "");
  #left = text("span", "", "left");
  #told = text("span", "", "told");
  #own = text("span", "", "own");
  #row = text("span", "", "stops");
  #news = text("p", "", "news");
  #stops = new Map(); // the buttons, by seat
  #table = null;
  #endMs = 0;
  #timer = 0;
  #ticks = 0; // the beat for which seconds are counted, as window and part

  // *say* sends a command of this device.
  constructor(home, words, say) {
    this.#words = words;
    this.#say = say;
    this.#root.id = "beat";
    this.#news.setAttribute("role", "status");
    const bar = text("span", "", "bar");
    bar.append(this.#bar);
    for (const each of [bar, this.#left]) each.setAttribute("aria-hidden", true);
    this.#root.append(bar, this.#left, this.#row, this.#told, this.#own, this.#news);
    style("/pages/beat.css").then(() => home.append(this.#root));
  }

  // Handles a message of the table; a page that has just connected is told how long is left.
  take({ table, entered }) {
    const { beat } = table;
    const part = beat && `${table.game} ${beat.window} ${beat.part}`;
    if (beat && (part !== this.#ticks || entered)) this.#endMs = performance.now() + (entered?.beat_ms ?? beat.ms);
    if (part !== this.#ticks) this.#announce(table);
    this.#ticks = part;
    this.#table = table;
  }

  // Draws the beat, for a device that may say Stop for *seats*. If it *isQuiet*, it shows no countdown.
  // *own* is what only this device is told.
  draw(seats, { isQuiet = false, own = "" } = {}) {
    const beat = this.#table?.beat;
    this.#root.hidden = !beat && !hasBeats(this.#table?.windows);
    this.#root.dataset.beat = beat ? (isQuiet ? "quiet" : "runs") : "none";
    const names = beat?.stopped.map((name) => this.#words.seat(name)).join(", ");
    put(this.#told, names ? this.#words.of("beat", "stopped", { seats: names }) : "");
    put(this.#own, own);
    this.#drawStops(seats);
    clearInterval(this.#timer);
    if (beat) this.#timer = setInterval(() => this.#count(), STEP_MS);
    this.#count();
  }

  #announce({ beat }) {
    if (!beat || (beat.ms < SAID_MS && !beat.stopped.length)) return;
    const seconds = this.#words.number(beat.ms / 1000);
    const window = this.#words.or("window", beat.kind, beat.kind);
    const seat = this.#words.seat(beat.stopped.at(-1));
    const key = beat.stopped.length ? "held" : "opened";
    put(this.#news, this.#words.of("beat", key, { seconds, window, seat }));
  }

  #count() {
    const beat = this.#table?.beat;
    const leftMs = beat ? Math.max(0, this.#endMs - performance.now()) : 0;
    const seconds = Math.ceil(leftMs / 1000);
    put(this.#left, beat ? this.#words.of("beat", "seconds", { seconds: this.#words.number(seconds) }) : "");
    const shownMs = STILL.matches ? 1000 * seconds : leftMs;
    this.#bar.style.transform = `scaleX(${beat?.ms ? Math.min(1, shownMs / beat.ms) : 0})`;
  }

  #drawStops(seats) {
    const beat = this.#table?.beat;
    if ([...this.#stops.keys()].join() !== seats.join()) {
      this.#stops = new Map(seats.map((seat) => [seat, button("", () => this.#stop(seat))]));
      this.#row.replaceChildren(...this.#stops.values());
    }
    for (const [seat, each] of this.#stops) {
      const name = this.#table?.names[seat];
      const whose = { seat: this.#words.seat(name) };
      put(each, seats.length === 1 ? this.#words.of("beat", "stop") : this.#words.of("beat", "stop-of", whose));
      const isUsed = !beat || beat.stopped.includes(name) || !beat.left[seat];
      each.setAttribute("aria-disabled", isUsed); // a disabled one would lose the focus
    }
  }

  #stop(seat) {
    const { beat, names } = this.#table;
    if (!beat || this.#stops.get(seat).getAttribute("aria-disabled") === "true") return;
    this.#say(`stop ${names[seat]} ${beat.window}`);
  }
}

// Whether the table has chosen a beat for some kind of window.
function hasBeats(options = {}) {
  return Object.entries(options).some(([name, value]) => name.startsWith("beat-") && value !== "all");
}

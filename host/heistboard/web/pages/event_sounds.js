// Short sounds of what happens, and the button that turns them off and on. Which one a page plays
// follows from the same public messages as its history. What makes them is loaded at a first touch.

import { put } from "/pages/dom.js";

const KEPT = "event-sounds";
const OFF = "off";
const OLD_MS = 3000; // what could not sound sooner does not
const TOUCHES = ["click", "keydown"]; // browsers allow sound only after one of them

// Returns what to play when the table was as *before* and is as *now*, for somebody who plays the *own*
// seats: one sound for what happened, however much it was, and one if it is their turn now.
export function sounding(before, now, own = []) {
  if (before?.game !== now.game) return [];
  const [event, ending] = now.sounds;
  const isMore = now.view.moves.length > before.view.moves.length;
  const isEnd = ending && !before.sounds[1];
  const isTurn = !now.beat && own.map((seat) => now.names[seat]).some((name) => now.turn.includes(name) && !before.turn.includes(name));
  return [isEnd ? ending : isMore && event, isTurn && "turn"].filter(Boolean);
}

export class EventSounds {
  #button;
  #words;
  #table = null;
  #context = null; // once the page has been touched
  #tones = null; // the promise of them
  #isOn = localStorage.getItem(KEPT) !== OFF;
  #begin = () => this.#isOn && this.#wake();

  constructor(button, words) {
    this.#button = button;
    this.#words = words;
    put(button, "♪");
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#press();
    });
    for (const touch of TOUCHES) document.addEventListener(touch, this.#begin);
    this.draw();
  }

  // Handles a message of the table; *own* are the seats whose turn is announced.
  take(table, own) {
    const names = sounding(this.#table, table, own);
    this.#table = table;
    if (this.#isOn && this.#context && names.length) this.#play(names);
  }

  draw() {
    const label = this.#words.of("page", "event-sounds");
    this.#button.setAttribute("aria-label", label);
    this.#button.title = label;
    this.#button.setAttribute("aria-pressed", this.#isOn);
    this.#button.style.textDecoration = this.#isOn ? "" : "line-through";
  }

  #press() {
    this.#isOn = !this.#isOn;
    localStorage.setItem(KEPT, this.#isOn ? "on" : OFF);
    this.draw();
    if (this.#isOn) this.#wake();
    else this.#context?.suspend();
  }

  // Call it in a touch.
  #wake() {
    this.#context ??= new AudioContext();
    // Only what began in a touch may sound later; a call interrupts it.
    if (!this.#tones || this.#context.state === "interrupted") this.#context.resume();
    this.#tones ??= import("/pages/tones.js").then(({ Tones }) => new Tones(this.#context));
  }

  async #play(names) {
    const told = Date.now();
    const [tones] = await Promise.all([this.#tones, this.#context.resume()]);
    if (this.#isOn && Date.now() - told < OLD_MS) tones.play(names);
  }
}

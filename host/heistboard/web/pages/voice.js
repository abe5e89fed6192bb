// Speaks the table's announcements in the language of this device, and plays the masking sound
// while eyes are closed. Each announcement says which kinds of waiting ones it replaces. Nothing
// here knows more than the page shows, so nothing that is heard depends on a secret.

import { MaskingSound } from "/pages/masking_sound.js";

const OLD_MS = 8000; // after a longer gap old announcements are not spoken
const COUNT_MS = 1000; // from one part of an announcement to the next
const LONGEST_MS = 15_000; // no part takes half as long, unless the browser's voice hangs
const MASK_WITHIN_MS = 12_000; // after eyes close the sound starts, whatever the voice does
const MUTE_S = 0.02;
const LOUDNESS = 6; // of 10, at first
const TOUCHES = ["click", "keydown"]; // browsers allow sound only after one of them

export class Voice {
  #button;
  #slider;
  #words;
  #isOn = true;
  #context;
  #maskingSound;
  #maySpeak = true;
  #run = null; // identifies the server's run
  #heard = Infinity; // the number of the last announcement
  #aliveMs = 0;
  #gapMs = 0;
  #waiting = [];
  #saying = null;
  #hush = () => {}; // interrupts what is being spoken
  #isClosed = false;
  #isLate = false;
  #late = 0;

  // Sound is on at first. *button* turns it off and on, *slider* sets the masking sound's level.
  constructor(button, slider, words, context) {
    this.#button = button;
    this.#slider = slider;
    this.#words = words;
    this.#context = context;
    this.#maskingSound = new MaskingSound(context);
    slider.value = localStorage.getItem("loudness") ?? LOUDNESS;
    slider.addEventListener("input", () => {
      localStorage.setItem("loudness", slider.value);
      this.#turn();
    });
    button.addEventListener("click", () => this.#press());
    for (const touch of TOUCHES) {
      document.addEventListener(touch, () => this.#isOn && this.#isBlocked() && this.wake());
    }
    speech()?.addEventListener?.("voiceschanged", () => this.draw());
    addEventListener("pagehide", () => this.#silence());
    context.addEventListener("statechange", () => {
      this.draw();
      this.#update();
    });
    this.#turn();
    this.draw();
  }

  // Called at each message of the socket.
  alive() {
    const now = Date.now();
    this.#gapMs = now - this.#aliveMs;
    this.#aliveMs = now;
  }

  // Handles a message of the table.
  take({ table, entered }) {
    if (entered && entered.run !== this.#run) {
      this.#heard = this.#run === null ? Infinity : 0;
      this.#run = entered.run;
    }
    const isOld = this.#gapMs > OLD_MS && entered;
    const news = table.spoken.filter(({ number, kind }) => {
      return number > this.#heard && (!isOld || (kind === "eyes" && !table.secret));
    });
    this.#heard = table.spoken.at(-1)?.number ?? 0;
    if (table.secret !== this.#isClosed) {
      this.#isClosed = table.secret;
      this.#isLate = Boolean(entered);
      clearTimeout(this.#late);
      if (this.#isClosed) {
        this.#late = setTimeout(() => {
          this.#isLate = true;
          this.#update();
        }, MASK_WITHIN_MS);
      }
    }
    if (this.#isHeard()) news.forEach((text) => this.#add(text));
    this.#update();
    this.#speak();
  }

  draw() {
    const isHeard = this.#isHeard();
    let text = "sound";
    if (this.#isOn && !isHeard) text = "sound-tap";
    else if (isHeard && !this.#voice()) text = "sound-dumb";
    this.#button.querySelector("span").textContent = this.#words.of("page", text);
    this.#button.setAttribute("aria-pressed", isHeard);
    this.#slider.hidden = !isHeard;
    this.#slider.setAttribute("aria-label", this.#words.of("page", "loud"));
  }

  // Turning it on and off.

  #press() {
    const isHeard = this.#isHeard();
    this.#isOn = !isHeard;
    if (isHeard) this.#silence();
    else this.wake();
    localStorage.setItem("sound", this.#isOn ? "on" : "off");
    this.draw();
  }

  // Call it in a touch: some devices also need the first speech to start in one.
  async wake() {
    this.#maySpeak = true;
    await this.#context.resume();
    if (this.#isClosed || !this.#isHeard()) return;
    const said = [this.#words.of("page", "sound-is-on")];
    this.#add({ kind: "help", drops: ["help"], parts: { [this.#words.language]: said } });
    this.#speak();
  }

  #turn() {
    this.#maskingSound.loudness = this.#slider.value / this.#slider.max;
  }

  #isBlocked() {
    return this.#context.state !== "running" || !this.#maySpeak;
  }

  #isHeard() {
    return this.#isOn && !this.#isBlocked();
  }

  #silence() {
    this.#waiting = [];
    this.#saying = null;
    speech()?.cancel();
    this.#hush();
    this.#maskingSound.stop(MUTE_S);
  }

  // Plays the masking sound from the last word of the count until eyes open.
  #update() {
    const isCounting = [this.#saying, ...this.#waiting].some((text) => text?.kind === "eyes");
    if (this.#isHeard() && this.#isClosed && (this.#isLate || !isCounting)) this.#maskingSound.start();
    else this.#maskingSound.stop();
  }

  // Speaking.

  #add(text) {
    this.#waiting = this.#waiting.filter(({ kind }) => !text.drops.includes(kind));
    const isSame = JSON.stringify(text.parts) === JSON.stringify(this.#saying?.parts);
    if (!(text.kind === "help" && isSame)) this.#waiting.push(text);
  }

  async #speak() {
    if (this.#saying) return;
    while (this.#waiting.length) {
      const text = (this.#saying = this.#waiting.shift());
      await this.#sayAll(text);
      if (this.#saying !== text) return; // muted meanwhile
    }
    this.#saying = null;
    this.#update();
  }

  async #sayAll(text) {
    const parts = text.parts[this.#words.language] ?? [];
    for (const part of parts) {
      if (this.#saying !== text) return;
      if (part !== parts[0] && this.#waiting.some(({ kind }) => kind === "eyes")) return;
      await Promise.all([this.#say(part), parts.length > 1 && pause(COUNT_MS)]);
    }
  }

  async #say(words) {
    const voice = this.#voice();
    if (!voice) return;
    const said = new SpeechSynthesisUtterance(words);
    said.voice = voice;
    said.lang = voice.lang;
    let timer = 0;
    await new Promise((done) => {
      this.#hush = done;
      timer = setTimeout(() => {
        speech().cancel();
        done();
      }, LONGEST_MS);
      said.onend = done;
      said.onerror = ({ error }) => {
        if (error === "not-allowed") this.#maySpeak = false;
        this.draw();
        done();
      };
      speech().speak(said);
    });
    clearTimeout(timer);
  }

  // Only voices on this device: others would send the text to a server.
  #voice() {
    const { language } = this.#words;
    const own = (speech()?.getVoices() ?? []).filter(({ lang, localService }) => {
      return localService && lang.toLowerCase().startsWith(language);
    });
    return own.find((each) => each.default) ?? own[0];
  }
}

function speech() {
  return globalThis.speechSynthesis;
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

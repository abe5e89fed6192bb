// The sound button. Sound is off at first; the scripts that speak are loaded when it is turned on.

export class SoundButton {
  #parts;
  #voice = null;
  #last = {}; // the table's last message

  constructor(button, slider, words) {
    this.#parts = [button, slider, words];
    if (localStorage.getItem("sound") === "on") this.#load();
    else button.addEventListener("click", () => this.#begin(), { once: true });
  }

  alive() {
    this.#voice?.alive();
  }

  take(content) {
    this.#last = { ...this.#last, ...content };
    this.#voice?.take(content);
  }

  draw() {
    const [button, , words] = this.#parts;
    if (this.#voice) this.#voice.draw();
    else button.querySelector("span").textContent = words.of("page", "sound");
  }

  async #begin() {
    localStorage.setItem("sound", "on");
    await this.#load();
    this.#voice.wake();
  }

  async #load() {
    const context = new AudioContext(); // browsers allow it during a touch
    const { Voice } = await import("/pages/voice.js");
    this.#voice = new Voice(...this.#parts, context);
    if (this.#last.entered) this.#voice.take(this.#last);
  }
}

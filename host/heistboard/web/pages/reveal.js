// Hold to look: what is private is on the page only while a finger, the mouse or the space bar
// holds, and never once the page has lost the eye.
//
// While it is held a place (an element with data-place) is chosen in one of three ways: a tap by
// another finger; sliding the same finger or the mouse there, resting, and letting go; the arrow
// keys and Enter.

const REST_MS = 600; // on a place, before letting go there means it

export class Reveal {
  #hold;
  #on;
  #holders = new Set(); // pointers, and "key"
  #taps = new Map(); // where other pointers went down
  #under = null;
  #aimed = null;
  #rest = 0;

  // *on* has turn(isShown), aim(place or null), choose(place), step(key) and enter().
  constructor(hold, on) {
    this.#hold = hold;
    this.#on = on;
    hold.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      hold.setPointerCapture(event.pointerId);
      this.#take(event.pointerId);
    });
    hold.addEventListener("pointermove", (event) => this.#slide(event));
    hold.addEventListener("pointerup", (event) => this.#letGo(event));
    hold.addEventListener("pointercancel", (event) => this.#release(event.pointerId));
    hold.addEventListener("lostpointercapture", (event) => this.#release(event.pointerId));
    addEventListener("pointerdown", (event) => {
      if (this.isShown) this.#taps.set(event.pointerId, placeAt(event));
    });
    addEventListener("pointerup", (event) => this.#tap(event));
    addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("keydown", (event) => this.#press(event));
    addEventListener("keyup", (event) => event.code === "Space" && this.#release("key"));
    addEventListener("blur", () => this.hide());
    addEventListener("pagehide", () => this.hide());
    document.addEventListener("visibilitychange", () => this.hide());
  }

  get isShown() {
    return this.#holders.size > 0;
  }

  hide() {
    for (const holder of [...this.#holders]) this.#release(holder);
  }

  #take(holder) {
    this.#holders.add(holder);
    if (this.#holders.size === 1) this.#on.turn(true);
  }

  #release(holder) {
    if (!this.#holders.delete(holder)) return;
    this.#aim(null);
    if (this.isShown) return;
    this.#taps.clear();
    this.#on.turn(false);
  }

  #slide(event) {
    if (!this.#holders.has(event.pointerId)) return;
    const place = placeAt(event);
    if (place === this.#under) return;
    this.#aim(null);
    this.#under = place;
    if (place) this.#rest = setTimeout(() => this.#aim(place), REST_MS);
  }

  #aim(place) {
    clearTimeout(this.#rest);
    this.#under = place;
    if (place === this.#aimed) return;
    this.#aimed = place;
    this.#on.aim(place);
  }

  #letGo(event) {
    if (this.#holders.has(event.pointerId) && this.#aimed) this.#on.choose(this.#aimed);
    this.#release(event.pointerId);
  }

  #tap(event) {
    const place = this.#taps.get(event.pointerId);
    this.#taps.delete(event.pointerId);
    if (this.isShown && place && place === placeAt(event)) this.#on.choose(place);
  }

  #press(event) {
    const isHeld = this.#holders.has("key");
    if (event.code === "Space" && (isHeld || event.target === this.#hold)) {
      event.preventDefault();
      if (!isHeld && !event.repeat) this.#take("key");
    } else if (isHeld && event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.#on.step(event.key);
    } else if (isHeld && event.key === "Enter" && !event.repeat) {
      event.preventDefault();
      this.#on.enter();
    }
  }
}

function placeAt(event) {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return element?.closest("[data-place]")?.dataset.place ?? null;
}

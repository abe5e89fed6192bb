// The hold button: private things are on the page only while a finger, the mouse or the space bar
// presses it. They are removed when the page loses the focus or is hidden.
//
// Meanwhile a choice (an element with data-place or data-choice) is made in one of three ways: by a
// tap with another finger; by sliding there, resting and letting go; by arrow keys and Enter.

const REST_MS = 600; // on a choice, before letting go there makes it

// Returns the choice that an element stands for, or null.
export function choiceOf(element) {
  const found = element?.closest("[data-place], [data-choice]");
  return found?.dataset.choice ?? found?.dataset.place ?? null;
}

export class HoldToLook {
  #hold;
  #on;
  #holders = new Set(); // pointers, and "key"
  #taps = new Map(); // the choice on which each other pointer went down
  #under = null;
  #aimed = null;
  #rest = 0;

  // *on* has turn(isShown), aim(choice or null), choose(choice), step(key) and enter().
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
      if (this.isShown) this.#taps.set(event.pointerId, choiceAt(event));
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
    const choice = choiceAt(event);
    if (choice === this.#under) return;
    this.#aim(null);
    this.#under = choice;
    if (choice) this.#rest = setTimeout(() => this.#aim(choice), REST_MS);
  }

  #aim(choice) {
    clearTimeout(this.#rest);
    this.#under = choice;
    if (choice === this.#aimed) return;
    this.#aimed = choice;
    this.#on.aim(choice);
  }

  #letGo(event) {
    if (this.#holders.has(event.pointerId) && this.#aimed) this.#on.choose(this.#aimed);
    this.#release(event.pointerId);
  }

  #tap(event) {
    const choice = this.#taps.get(event.pointerId);
    this.#taps.delete(event.pointerId);
    if (this.isShown && choice && choice === choiceAt(event)) this.#on.choose(choice);
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

function choiceAt(event) {
  return choiceOf(document.elementFromPoint(event.clientX, event.clientY));
}

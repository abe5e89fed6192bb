// The hold button: private things are on the page only while a finger, the mouse or the space bar
// presses it, or for five seconds after a short tap; another tap ends that. They are removed when the
// page loses the focus or is hidden.
//
// Meanwhile a choice (an element with data-place or data-choice) is made by a tap with another
// finger, by sliding there and resting, or by arrow keys and Enter.

const REST_MS = 600; // on a choice, before letting go there makes it
const TAP_MS = 350; // a shorter press is a tap
const SHOWN_S = 5; // after a tap
const TAP = "tap"; // holds the button after a tap

// Returns the choice that an element stands for, or null.
export function choiceOf(element) {
  const found = element?.closest("[data-place], [data-choice]");
  return found?.dataset.choice ?? found?.dataset.place ?? null;
}

export class HoldToLook {
  #hold;
  #on;
  #holders = new Set(); // pointers, "key", and TAP
  #downMs = 0; // when the button was pressed
  #wasTapped = false; // it was pressed to end what a tap began
  #leftS = 0; // after a tap
  #clock = 0;
  #taps = new Map(); // the choice on which each other pointer went down
  #under = null;
  #aimed = null;
  #rest = 0;

  // *on* has turn(isShown), aim(choice or null), choose(choice), step(key), enter() and tick(), which
  // is called when leftS has changed.
  constructor(hold, on) {
    this.#hold = hold;
    this.#on = on;
    hold.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      hold.setPointerCapture(event.pointerId);
      this.#down(event.pointerId);
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
    addEventListener("keyup", (event) => event.code === "Space" && this.#up("key"));
    addEventListener("blur", () => this.hide());
    addEventListener("pagehide", () => this.hide());
    document.addEventListener("visibilitychange", () => this.hide());
  }

  // How many seconds are left after a tap; 0 while it is held.
  get leftS() {
    return this.#leftS;
  }

  get isShown() {
    return this.#holders.size > 0;
  }

  hide() {
    for (const holder of [...this.#holders]) this.#release(holder);
  }

  #down(holder) {
    this.#wasTapped = this.#holders.has(TAP);
    this.#downMs = performance.now();
    this.#take(holder);
  }

  // A short press shows for a while, or ends that.
  #up(holder) {
    if (!this.#holders.has(holder)) return;
    const isTap = performance.now() - this.#downMs < TAP_MS && !this.#wasTapped;
    if (isTap) this.#take(TAP);
    else this.#release(TAP);
    this.#release(holder);
    if (isTap && this.#holders.has(TAP)) this.#count(SHOWN_S);
  }

  #count(leftS) {
    clearTimeout(this.#clock);
    this.#leftS = leftS;
    if (leftS) this.#clock = setTimeout(() => this.#count(leftS - 1), 1000);
    else this.#release(TAP);
    if (this.#holders.has(TAP)) this.#on.tick();
  }

  #take(holder) {
    this.#holders.add(holder);
    if (this.#holders.size === 1) this.#on.turn(true);
  }

  #release(holder) {
    if (!this.#holders.delete(holder)) return;
    if (holder === TAP) {
      clearTimeout(this.#clock);
      this.#leftS = 0;
    }
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
    if (this.#holders.has(event.pointerId) && this.#aimed) {
      this.#on.choose(this.#aimed);
      this.#release(event.pointerId);
    } else this.#up(event.pointerId);
  }

  #tap(event) {
    const choice = this.#taps.get(event.pointerId);
    this.#taps.delete(event.pointerId);
    if (!this.isShown || !choice || choice !== choiceAt(event)) return;
    this.#downMs = -Infinity; // the press of the button was no tap
    this.#on.choose(choice);
  }

  #press(event) {
    const isPressed = this.#holders.has("key");
    const isHeld = isPressed || this.#holders.has(TAP);
    if (event.code === "Space" && (isPressed || event.target === this.#hold)) {
      event.preventDefault();
      if (!isPressed && !event.repeat) this.#down("key");
    } else if (isHeld && event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.#on.step(event.key);
    } else if (isHeld && ["Enter", " "].includes(event.key) && !event.repeat) {
      if (!choiceOf(document.activeElement)) return;
      event.preventDefault();
      this.#downMs = -Infinity;
      this.#on.enter();
    }
  }
}

function choiceAt(event) {
  return choiceOf(document.elementFromPoint(event.clientX, event.clientY));
}

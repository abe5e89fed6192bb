// The buttons and the cable of each simulated board. One board's are beside it, those of several are
// below each.

import { put, text } from "/pages/dom.js";
import { atFloor } from "/pages/floor.js";

const BUTTONS = ["help", "undo", "done"];
const PRESS_MS = 120; // a shorter touch is no press

export class FloorControls {
  #home;
  #board;
  #act;
  #floors = [];

  // *home* has the controls of the only board; *act* sends a command to the hands.
  constructor(home, board, act) {
    this.#home = home;
    this.#board = board;
    this.#act = act;
    this.renew();
  }

  // Makes the controls of all floors that the board has now.
  renew() {
    const { floors } = this.#board;
    for (const { root } of this.#floors) root.remove();
    this.#floors = floors.map((floor) => this.#make(floor.number));
    if (floors.length === 1) this.#home.querySelector("#hand").after(this.#floors[0].root);
    else floors.forEach((floor, i) => floor.root.append(this.#floors[i].root));
  }

  draw(plugged, words) {
    this.#floors.forEach(({ buttons, cable }, i) => {
      for (const [name, button] of Object.entries(buttons)) put(button, words.of("page", name));
      put(cable, words.of("page", (plugged[i] ?? true) ? "pull" : "plug"));
      cable.dataset.plugged = plugged[i] ?? true;
    });
  }

  #make(floor) {
    const root = text("div", "", "controls");
    const row = root.appendChild(text("div", "", "buttons"));
    const make = (parent, name) => {
      const button = parent.appendChild(document.createElement("button"));
      button.type = "button";
      button.id = floor === 1 ? name : `${name}-${floor}`;
      return button;
    };
    const buttons = Object.fromEntries(BUTTONS.map((name) => [name, make(row, name)]));
    for (const [name, button] of Object.entries(buttons)) this.#press(button, atFloor(floor, name));
    const cable = make(root, "cable");
    cable.addEventListener("click", () => {
      const act = cable.dataset.plugged === "true" ? "pull" : "plug";
      if (floor === 1) this.#act(act);
      else this.#act(act, floor);
    });
    return { root, buttons, cable };
  }

  // A button stays pressed as long as a finger or a key presses it.
  #press(button, name) {
    let downMs = 0;
    const down = () => {
      if (downMs) return;
      downMs = Date.now();
      this.#act("down", name);
    };
    const up = () => {
      if (!downMs) return;
      setTimeout(() => this.#act("up", name), Math.max(0, PRESS_MS - (Date.now() - downMs)));
      downMs = 0;
    };
    button.addEventListener("pointerdown", (event) => event.button === 0 && down());
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
      button.addEventListener(end, up);
    }
    button.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && down());
    button.addEventListener("keyup", up);
  }
}

// In which windows a seat wants to be asked; only its own page shows that.

import { put, text } from "/pages/dom.js";

const ALWAYS = "always";
const NEVER = "never";
const OWN = "own";

export class Wishes {
  #words;
  #say;
  #root = text("details", "");
  #summary = text("summary", "");
  #boxes = new Map(); // the inputs, by what they stand for
  #shown = "";

  // *say* sends a command of this seat.
  constructor(home, words, say) {
    this.#words = words;
    this.#say = say;
    this.#root.id = "wishes";
    this.#root.append(this.#summary);
    home.append(this.#root);
  }

  // Draws the seat's *wish* for windows of these *kinds*.
  draw(wish, kinds) {
    put(this.#summary, this.#words.of("beat", "wishes"));
    const all = [ALWAYS, OWN, ...kinds];
    if (all.join() !== [...this.#boxes.keys()].join()) this.#fill(all);
    for (const [name, box] of this.#boxes) {
      const kind = this.#words.or("window", name, name);
      put(box.nextSibling, this.#words.or("beat", `wish-${name}`, this.#words.of("beat", "wish-kind", { window: kind })));
      if (wish !== this.#shown) box.checked = wish === ALWAYS || wish.split(" ").includes(name);
    }
    this.#shown = wish;
  }

  #fill(all) {
    const labels = all.map((name) => {
      const label = text("label", "");
      const box = Object.assign(document.createElement("input"), { type: "checkbox", name });
      box.addEventListener("change", () => this.#changed(name));
      label.append(box, text("span", ""));
      this.#boxes.set(name, box);
      return label;
    });
    this.#root.replaceChildren(this.#summary, ...labels);
    this.#shown = "";
  }

  #changed(name) {
    const isAll = name === ALWAYS && this.#boxes.get(ALWAYS).checked;
    const chosen = [...this.#boxes].filter(([each, box]) => each !== ALWAYS && box.checked);
    const isMost = chosen.length === this.#boxes.size - 1 && name !== ALWAYS;
    this.#shown = "";
    if (isAll || isMost) this.#say(`wish ${ALWAYS}`);
    else if (name === ALWAYS || !chosen.length) this.#say(`wish ${name === ALWAYS ? OWN : NEVER}`);
    else this.#say(`wish ${chosen.map(([each]) => each).join(" ")}`);
  }
}

// Dice of games: their faces with pips, rolled in less than 600 ms, and the result in words.

import { add, put, style, svg, text } from "/pages/dom.js";
import { play } from "/pages/motion.js";

await style("/pages/dice.css");

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// Returns a die that shows *face*, to be put into a page or, with a transform, into an SVG.
export function die(face) {
  const made = svg("svg", { viewBox: "-12 -12 24 24", class: "die", "aria-hidden": "true" });
  add(made, "rect", { x: -11, y: -11, width: 22, height: 22, rx: 4 });
  for (const pip of PIPS[face]) {
    add(made, "circle", { cx: ((pip % 3) - 1) * 6, cy: (Math.floor(pip / 3) - 1) * 6, r: 2.2 });
  }
  return made;
}

// Dice in a row.
export class Dice {
  root = text("div", "", "dice");
  #row = text("div", "", "row");
  #said = text("p", "");

  constructor() {
    this.#said.setAttribute("role", "status");
    this.root.append(this.#row, this.#said);
    this.root.hidden = true;
  }

  // Shows *faces* and what they mean as a text; with another *roll* than the last they roll.
  draw(faces, said, roll) {
    this.root.hidden = !faces.length;
    put(this.#said, said);
    const news = `${roll} ${faces}`;
    if (this.root.dataset.roll === news) return;
    this.root.dataset.roll = news;
    this.#row.replaceChildren(...faces.map(die));
    [...this.#row.children].forEach((each, i) => {
      const turn = `rotate(${i % 2 ? -540 : 540}deg)`;
      play(each, [{ transform: `translateY(-150%) ${turn} scale(0.6)`, opacity: 0 }, { transform: "none", opacity: 1 }], 350 + 40 * i);
    });
  }
}

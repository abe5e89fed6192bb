// Rings on the board: what can be tapped next, was picked, was sent, and where a finger rests.

import { add } from "/pages/dom.js";
import { splitFloor } from "/pages/floor.js";

const HALF = 19.5; // of a cell's ring, in mm

export class Targets {
  #board;
  #layers = new Map(); // by floor, and kind of rings

  // Draws on the floors that *board* has now.
  constructor(board) {
    this.#board = board;
    for (const { over, number } of board.floors) {
      for (const kind of ["aimed", "targets"]) {
        const layer = add(over, "g");
        over.prepend(layer); // what a game draws stays readable
        this.#layers.set(`${kind} ${number}`, layer);
      }
    }
  }

  draw({ asked, picked, sent }) {
    this.#clear("targets");
    for (const place of asked) this.#ring("targets", place, "target");
    for (const place of picked) this.#ring("targets", place, "picked");
    for (const place of sent) this.#ring("targets", place, "target sent");
  }

  aim(place) {
    this.#clear("aimed");
    if (place && this.#board.names.includes(place)) this.#ring("aimed", place, "aim");
  }

  #clear(kind) {
    for (const { number } of this.#board.floors) this.#layers.get(`${kind} ${number}`).replaceChildren();
  }

  #ring(kind, place, name) {
    const { x, y } = this.#board.at(place);
    const [floor, own] = splitFloor(place);
    const layer = this.#layers.get(`${kind} ${floor}`);
    const at = { class: name, transform: `translate(${x} ${y})` };
    if (own.startsWith("x")) add(layer, "circle", { ...at, r: 12.5 });
    else add(layer, "rect", { ...at, x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 4 });
  }
}

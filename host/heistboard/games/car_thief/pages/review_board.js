// The board of a review: the city of the table's page, the warmer a building the likelier the car, and
// what was searched and missed.

import { Board } from "/pages/board.js";
import { LastMove } from "/pages/car-thief/last_move.js";
import { drawToken } from "/pages/car-thief/tokens.js";
import { add } from "/pages/dom.js";

const HOUSE = { x: -16, y: -18.5, width: 32, height: 27, rx: 2 };
const RING = { x: -19, y: -19, width: 38, height: 38, rx: 3 };
const CAR = { href: "/pages/car-thief/car.svg", x: -13, y: -2, width: 20, height: 12.5 };
const TOKEN = { x: 13, y: -13, size: 6 };
const PLAYED = ["white", "dim", "steady"];

export class ReviewBoard {
  #board;
  #review;
  #last;
  #heat = new Map(); // by cell: the element, and the text on it
  #under; // things on the ground
  #over; // things on roofs

  constructor(root, layout, pieces, words, review) {
    this.#review = review;
    this.#board = new Board(root, layout);
    this.#board.use(pieces, words);
    const { over } = this.#board;
    for (const cell of this.#board.names.filter((name) => !/^[xr]/.test(name))) {
      const group = this.#board.group(cell);
      this.#heat.set(cell, { heat: add(group, "rect", { class: "heat", ...HOUSE }) });
    }
    this.#under = add(over, "g");
    for (const [cell, each] of this.#heat) each.odds = this.#add(cell, "text", { class: "odds", y: -5 }, "", over);
    this.#over = add(over, "g");
    this.#last = new LastMove(this.#board);
  }

  // Draws the board after step *at*; the thief's secrets only if *isOpen*. *label* tells it in words.
  draw(at, isOpen, words, label) {
    const { steps, rounds } = this.#review;
    const step = steps[at];
    for (const [cell, { heat, odds }] of this.#heat) {
      const part = (step.known.cells[cell] ?? 0) / (step.known.trails || 1);
      heat.setAttribute("fill-opacity", Math.min(0.95, 1.25 * Math.sqrt(part)).toFixed(3));
      odds.textContent = part ? words.share(part) : "";
    }
    this.#board.label(label);
    this.#board.pieces({ pieces: { heli: step.helicopters } });
    this.#board.show(this.#lights(step));
    this.#last.draw({ view: { moves: steps.slice(0, at + 1).map(({ move }) => move), helicopters: step.helicopters } });
    this.#under.replaceChildren();
    this.#over.replaceChildren();
    if (isOpen) this.#drawTrail(step);
    if (step.search) this.#drawSearch(step, words);
    for (const [cell, colour] of Object.entries(step.roofs)) {
      const round = rounds.findIndex((each) => each.cell === cell) + 1;
      const tells = isOpen || colour !== "blue";
      this.#token(this.#over, cell, colour, tells ? round : "", "found");
    }
    const car = rounds[step.round - 1]?.cell;
    if (car && (isOpen || step.search?.found === "car")) this.#add(car, "image", CAR);
  }

  // The round track: the rounds that were played, and the tokens of those to come.
  #lights({ round }) {
    const token = (number) => ({ 1: "yellow", 6: "red" })[number] ?? "blue";
    const tracks = this.#board.names.filter((name) => name.startsWith("r"));
    return Object.fromEntries(tracks.map((name) => {
      const number = Number(name.slice(1));
      return [name, number <= round ? PLAYED : [token(number), "low", "steady"]];
    }));
  }

  #drawTrail({ round }) {
    const rounds = this.#review.rounds.slice(0, round);
    const points = rounds.map(({ cell }) => this.#board.at(cell)).map(({ x, y }) => `${x + 13},${y + 13}`);
    add(this.#under, "polyline", { class: "way", points: points.join(" ") });
    rounds.forEach(({ cell, token }, i) => this.#token(this.#under, cell, token, i + 1, "secret"));
  }

  #drawSearch(step, words) {
    const { chance, better, found, trails } = step.search;
    this.#add(chance.cell, "rect", { class: `ring ${found}`, ...RING });
    if (found === "nothing") this.#add(chance.cell, "text", { class: "miss", y: -5 }, "✕");
    if (!better) return;
    this.#add(better.cell, "rect", { class: "better", ...RING });
    this.#add(better.cell, "text", { class: "star", x: 6, y: 4 }, `★ ${words.share(better.car / trails)}`);
  }

  #token(layer, cell, colour, text, kind) {
    const { x, y } = this.#board.at(cell);
    drawToken(layer, colour, { x: x + TOKEN.x, y: y + TOKEN.y, size: TOKEN.size, text: String(text), kind });
  }

  #add(cell, kind, attributes, text = "", layer = this.#over) {
    const { x, y } = this.#board.at(cell);
    return add(layer, kind, { ...attributes, transform: `translate(${x} ${y})` }, text);
  }
}

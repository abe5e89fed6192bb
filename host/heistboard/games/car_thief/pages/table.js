// Car Thief on the table's page: pieces and marks on the board, from what everybody may see.

import { Hints, drawTried } from "/pages/car-thief/hints.js";
import { LastMove } from "/pages/car-thief/last_move.js";
import { drawToken } from "/pages/car-thief/tokens.js";
import { add } from "/pages/dom.js";
import { beam } from "/pages/light.js";

const ROUNDS = 11;
const COLOURS = ["green", "yellow", "pink"];
const TRACES = ["yellow", "red", "blue"];
const DUE = ["green", "normal", "pulse"];
const FOUND = { y: -3, size: 7.5, kind: "found" }; // a token on a roof
const CAR = { href: "/pages/car-thief/car.svg", x: -11, y: -2, width: 22, height: 14 };

// What the legend explains, by the key of its text.
const MEANINGS = {
  ...Object.fromEntries(
    TRACES.map((colour) => [
      colour,
      { kind: "cell", light: [colour, "normal", "steady"], draw: (root) => drawToken(root, colour, FOUND) },
    ]),
  ),
  due: { kind: "crossing", light: DUE, piece: "heli green" },
  acted: { kind: "crossing", light: ["green", "low", "steady"], piece: "heli green" },
  free: { kind: "crossing", light: DUE },
  flight: { kind: "crossing", draw: (root) => add(root, "path", { class: "flight green", d: "M-17 0H17" }) },
  beam: { kind: "cell", draw: (root) => beam(root, { x: 20, y: 20 }, { x: 0, y: -5 }, 13, "green") },
  tried: { kind: "cell", draw: drawTried },
  nothing: { kind: "cell", light: ["white", "bright", "steady"], mark: "–", how: "lifted" },
  back: { kind: "cell", light: ["white", "normal", "blink"], mark: "–", how: "lifted" },
  odds: { kind: "cell", mark: "12%" },
  missing: { kind: "cell", light: ["white", "normal", "blink"], how: "lifted missing" },
  extra: { kind: "crossing", light: ["red", "normal", "double"], mark: "!", how: "extra" },
  left: { kind: "round", light: ["blue", "low", "steady"], mark: "8" },
  gone: { kind: "round", light: ["white", "dim", "steady"], mark: "2" },
  done: { kind: "round", light: ["white", "normal", "pulse"], mark: "4" },
  open: { kind: "cell", light: ["white", "low", "blink"] },
  "no-car": { kind: "cell", light: ["white", "low", "double"] },
  "not-allowed": { kind: "cell", light: ["white", "low", "triple"] },
  ready: { kind: "cell", light: ["green", "low", "pulse"] },
  found: { kind: "cell", light: ["red", "bright", "chase"] },
};

// Returns the colour of the token that the thief leaves in a round.
export function token(round) {
  return { 1: "yellow", 6: "red" }[round] ?? "blue";
}

export class Table {
  #board;
  #words;
  #last;
  #tokens;
  #phase = null; // that was drawn last

  constructor(board, words) {
    this.#board = board;
    this.#words = words;
    this.#last = new LastMove(board);
    this.#tokens = add(board.over, "g");
    this.hints = new Hints(board, words);
  }

  // Returns the round. In the rules a round ends with the last helicopter; here it lasts until eyes
  // close.
  progress({ view, phase }) {
    const hidden = view.moves.filter((move) => move.startsWith("hide")).length;
    const number = hidden + (phase === "eyes-closed");
    if (!number) return this.#words.of("table", "setup");
    return this.#words.of("table", "round", { round: number, rounds: ROUNDS });
  }

  // Returns the entries of the legend.
  meanings() {
    const helicopters = COLOURS.map((colour) => ({
      kind: "crossing",
      piece: `heli ${colour}`,
      text: this.#words.of("helicopter", colour),
    }));
    const others = Object.entries(MEANINGS).map(([name, drawn]) => ({
      ...drawn,
      text: this.#words.of("legend", name),
    }));
    return [...helicopters, ...others];
  }

  draw(table) {
    const { view, wrong, lifted } = table;
    const trail = view.trail ?? [];
    const marks = {};
    for (const [place, [colour]] of Object.entries(table.lights)) {
      if (colour === "white" && !table.secret && lifted.includes(place) && !wrong[place]) {
        marks[place] = "–";
      }
    }
    trail.forEach((cell, i) => (marks[cell] = String(i + 1)));
    const hand = table.ask.id.endsWith(".hand") ? `heli ${table.ask.words.helicopter}` : null;
    this.#board.pieces({ lifted, pieces: { heli: view.helicopters }, marks, wrong, trail, hand });
    for (const colour of COLOURS) {
      const isDue = table.phase === "police" && view.waiting.includes(colour);
      this.#board.piece(`heli ${colour}`).classList.toggle("due", isDue);
    }
    this.#drawTokens(view);
    this.#last.draw(table);
    this.hints.mark(view);
    this.hints.draw(table);
    this.#end(table);
    this.#board.label(this.#label(table, lifted, trail));
  }

  // Draws the tokens that were found and, at the end, the car.
  #drawTokens({ roofs, trail, outcome }) {
    this.#tokens.replaceChildren();
    if (!outcome) {
      for (const [cell, colour] of Object.entries(roofs)) {
        const { x, y } = this.#board.at(cell);
        drawToken(this.#tokens, colour, { ...FOUND, x, y: y + FOUND.y });
      }
    } else if (trail.length) {
      const { x, y } = this.#board.at(trail.at(-1));
      add(this.#tokens, "image", { ...CAR, transform: `translate(${x} ${y})` });
    }
  }

  // Plays the end of a game that ends while this page is open, unless the connection is lost with it.
  #end({ phase, view }) {
    const isNew = phase === "over" && this.#phase !== null && this.#phase !== "over";
    this.#phase = phase;
    if (!isNew) return;
    import("/pages/car-thief/ending.js").then(({ playEnding }) => playEnding(this.#board, view), () => {});
  }

  // Returns what everybody may know of a place.
  told(place, table) {
    const { helicopters, roofs, waiting } = table.view;
    const say = (section, key) => this.#words.of(section, key);
    const flying = Object.keys(helicopters).find((colour) => helicopters[colour] === place);
    const parts = flying ? [say("helicopter", flying)] : [];
    if (flying && table.phase === "police" && waiting.includes(flying)) parts.push(say("seat", "waits"));
    if (roofs[place]) parts.push(say("seat", `cell-${roofs[place]}`));
    if (table.lifted.includes(place)) parts.push(say("choose", "lifted"));
    if (table.wrong[place]) parts.push(say("choose", table.wrong[place]));
    return [...parts, ...this.hints.told(table, place)];
  }

  // Returns why a place cannot be chosen, where the frame's reason would say less.
  why(place, { view: { helicopters } }) {
    return Object.values(helicopters).includes(place) ? this.#words.of("seat", "touch-acted") : null;
  }

  #label(table, lifted, trail) {
    const { view, wrong, hints } = table;
    const parts = [];
    const say = (key, values) => parts.push(this.#words.of("page", key, values));
    for (const [colour, place] of Object.entries(view.helicopters)) {
      if (place) say("helicopter", { helicopter: this.#words.of("helicopter", colour), place });
    }
    for (const [place, colour] of Object.entries(view.roofs)) {
      say("trace", { colour: this.#words.of("colour", colour), place });
    }
    for (const place of lifted) say("lifted", { place });
    for (const [place, how] of Object.entries(wrong)) {
      if (!lifted.includes(place)) say(how === "extra" ? "extra" : "missing", { place });
    }
    for (const cell of new Set([...Object.keys(hints.searched ?? {}), ...(hints.cells ?? [])])) {
      parts.push([cell, ...this.hints.told(table, cell)].join(" "));
    }
    trail.forEach((place, i) => say("trail", { round: i + 1, place }));
    return [this.#words.of("page", "board"), ...parts].join(", ");
  }
}

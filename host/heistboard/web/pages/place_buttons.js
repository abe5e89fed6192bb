// Makes a board usable by keyboard and screen reader: its cells and crossings become buttons. Tab
// reaches one cell and one crossing of each floor; arrow keys go on from there.

import { atFloor, splitFloor } from "/pages/floor.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const FIRST = { cell: "c3", crossing: "x22" }; // where Tab comes first

export class PlaceButtons {
  #board;
  #at = new Map(); // the places that Tab reaches, by floor and kind
  #kept = null; // what they were at keep()

  constructor(board) {
    this.#board = board;
    this.renew();
  }

  // Makes buttons of the places of all floors that the board has now.
  renew() {
    this.#at = new Map();
    for (const place of this.names) {
      const group = this.#board.group(place);
      group.setAttribute("role", "button");
      if (!group.hasAttribute("aria-label")) group.setAttribute("aria-label", place); // until the page says more
      const isFirst = Object.values(FIRST).includes(splitFloor(place)[1]);
      if (isFirst) this.#at.set(kind(place), place);
      group.setAttribute("tabindex", isFirst ? 0 : -1);
    }
  }

  get names() {
    return this.#board.names.filter((name) => !splitFloor(name)[1].startsWith("r"));
  }

  // The focused place, or null.
  get current() {
    return document.activeElement?.dataset?.place ?? null;
  }

  // Moves the focus one step from the focused place, or from the last cell.
  step(key) {
    const at = this.current ?? this.#at.get(kind(FIRST.cell));
    const [floor, own] = splitFloor(at);
    const [right, down] = STEPS[key];
    const [column, row] = own.slice(-2);
    const to = String.fromCharCode(column.charCodeAt(0) + right) + (Number(row) + down);
    const next = atFloor(floor, own.startsWith("x") ? `x${to}` : to);
    const isThere = this.names.includes(next) && this.#board.group(next).checkVisibility();
    this.#go(isThere ? next : at).focus();
  }

  // Lets Tab come to a place first, unless somebody is on the board.
  reach(place) {
    if (!this.current) this.#go(place);
  }

  // Lets Tab come to other places than those that the game does not use.
  avoidUnused() {
    const isUnused = (place) => this.#board.group(place).classList.contains("unused");
    for (const [where, place] of this.#at) {
      const other = isUnused(place) && this.names.find((each) => kind(each) === where && !isUnused(each));
      if (other) this.#go(other);
    }
  }

  // Remembers which places Tab reaches.
  keep() {
    this.#kept = [...this.#at.values()];
  }

  // Restores them: where the focus went meanwhile may be private.
  goBack() {
    for (const place of this.#kept.filter((each) => this.#at.has(kind(each)))) this.#go(place);
  }

  #go(place) {
    this.#board.group(this.#at.get(kind(place))).setAttribute("tabindex", -1);
    this.#at.set(kind(place), place);
    const group = this.#board.group(place);
    group.setAttribute("tabindex", 0);
    return group;
  }

  isStep(key) {
    return key in STEPS;
  }

  // Marks whether a place can be chosen now.
  allow(place, is) {
    this.#board.group(place).classList.toggle("can", is);
  }

  // Sets the text that a screen reader reads for a place.
  label(place, text) {
    const group = this.#board.group(place);
    if (group.getAttribute("aria-label") !== text) group.setAttribute("aria-label", text);
  }
}

// Returns the floor of a place, and whether it is a cell or a crossing.
function kind(place) {
  const [floor, own] = splitFloor(place);
  return `${floor} ${own.startsWith("x") ? "crossing" : "cell"}`;
}

// Car Thief on a seat's page: its board, what only the seat sees there, and the page's texts. While
// private things are shown a tap hides the car there, or marks the place.

import { mark } from "/pages/board.js";
import { Table, token } from "/pages/car-thief/table.js";
import { drawToken } from "/pages/car-thief/tokens.js";
import { add } from "/pages/dom.js";

const PENCILS = { no: "✕", maybe: "?" };
const AFTER = { "": "no", no: "maybe", maybe: "" }; // the next mark of the pencil
const OPEN = "M-16-18.5H16V8.5H-16ZM-16-18.5L16 8.5M16-18.5L-16 8.5";

export class Seat {
  #board;
  #places;
  #words;
  #table;
  #secret;
  #said = null;

  constructor(board, places, words) {
    this.#board = board;
    this.#places = places;
    this.#words = words;
    this.#table = new Table(board, words);
    this.#secret = add(board.over, "g");
  }

  progress(table) {
    return this.#table.progress(table);
  }

  clear() {
    this.#secret.replaceChildren();
    for (const place of this.#places.names) {
      this.#places.label(place, place);
      delete this.#board.group(place).dataset.is;
    }
  }

  // Draws what everybody may see and, if *isShown*, what only the seat may. *said* is the command
  // with the accepted hiding place.
  draw(table, seat, { isShown, said }) {
    this.#table.draw(table);
    this.#board.label(this.#say("board"));
    this.#secret.replaceChildren();
    this.#said = said;
    if (isShown && seat.view.trail) this.#drawTrail(seat.view.trail);
    for (const place of this.#places.names) {
      const kinds = isShown ? own(place, seat, said) : [];
      this.#board.group(place).dataset.is = kinds.join(" ");
      if (!kinds.length) delete this.#board.group(place).dataset.is;
      this.#drawKinds(place, kinds, seat);
    }
  }

  // Returns what is on a place, with what only the seat may know if *isShown*.
  at(place, table, seat, isShown) {
    const parts = this.#table.told(place, table);
    const round = (seat.view.trail ?? []).indexOf(place) + 1;
    const kinds = isShown ? own(place, seat, this.#said) : [];
    for (const kind of kinds.filter((each) => each !== "legal")) {
      parts.push(this.#say(`cell-${kind}`, { round }));
      if (kind === "trail") parts.push(this.#say(`cell-${token(round)}`));
    }
    return parts;
  }

  // Returns why a place cannot be chosen.
  why(place, table) {
    return this.#table.why(place, table);
  }

  #drawTrail(trail) {
    const points = trail.map((cell) => this.#board.at(cell)).map(({ x, y }) => `${x},${y}`);
    add(this.#secret, "polyline", { class: "own", points: points.join(" ") });
  }

  #drawKinds(place, kinds, seat) {
    if (!kinds.length) return;
    const { x, y } = this.#board.at(place);
    const group = add(this.#secret, "g", { transform: `translate(${x} ${y})` });
    const is = (kind) => kinds.includes(kind);
    if (is("open")) add(group, "path", { class: "gone", d: OPEN });
    if (is("legal")) add(group, "rect", { class: "way", ...frame(19.5) });
    for (const kind of ["right", "wrong"]) {
      if (is(kind)) add(group, "rect", { class: `frame ${kind}`, ...frame(19) });
    }
    if (is("car")) {
      add(group, "image", { href: "/pages/car-thief/car.svg", x: -11.5, y: -10.5, width: 23, height: 14 });
    }
    if (is("trail")) {
      const round = seat.view.trail.indexOf(place) + 1;
      drawToken(group, token(round), { x: 13, y: -13, text: round });
    }
    if (is("right")) sign(group, "sign right", "✓", -10);
    if (is("wrong")) sign(group, "sign wrong", "✕", -10);
    for (const [kind, text] of Object.entries(PENCILS)) {
      if (is(kind)) sign(group, "pencil", text, -12);
    }
  }

  // Returns the command that a choice means while private things are shown: hide there, or mark the
  // place; null if it means nothing.
  held(choice, seat) {
    if (!this.#places.names.includes(choice)) return undefined;
    if (choice.startsWith("x")) return null;
    if (hides(seat)) return `hide ${choice}`;
    return `pencil ${choice} ${AFTER[seat.pencil[choice] ?? ""]}`;
  }

  // Returns what letting go on a choice would do.
  aimed(choice, seat) {
    if (!this.#places.names.includes(choice)) return undefined;
    if (choice.startsWith("x")) return this.#say("touch-nothing");
    if (hides(seat)) return this.#say("note-let-go", { cell: choice });
    const next = AFTER[seat.pencil[choice] ?? ""] || "wipe";
    return this.#say(`pencil-${next}`, { cell: choice });
  }

  // Returns a command that no prompt offers in words.
  told(text) {
    const [verb, cell] = text.split(" ");
    return this.#say(verb === "pencil" ? "move-pencil" : "move-hide", { cell });
  }

  // Returns the seat's private sentence.
  note({ phase, carried, view: { outcome } }, seat, said) {
    const { view, board } = seat;
    if (outcome) return this.#say("note-over");
    if (!view.trail) return this.#say("note-pencil");
    if (phase === "restore") return this.#say("note-restore", { places: this.#restored(board) });
    if (said?.startsWith("hide ")) return this.#say("note-said", { cell: said.split(" ")[1] });
    if (carried && board.status) return this.#say("note-choose");
    if (!board.status) return this.#say(view.trail.length ? "note-trail" : "note-nothing");
    if (board.status === "not-allowed" && !board.cell) return this.#say("note-must-move");
    const open = board.open.join(", ");
    return this.#say(`note-${board.status}`, { open, cell: board.cell ?? "" });
  }

  #restored({ restore }) {
    const last = restore.length;
    return restore
      .map((cell, i) => {
        const colour = token(i + 1);
        const what = `${cell} ${mark(colour)} ${this.#say(`token-${colour}`)}`;
        return i + 1 === last ? `${what} + ${this.#say("car")}` : what;
      })
      .join(" · ");
  }

  #say(key, values) {
    return this.#words.of("seat", key, values);
  }
}

function hides({ prompt }) {
  return prompt.moves.some(({ verb }) => verb === "hide");
}

// Returns the state of a place for this seat, as words for data-is.
function own(place, { view, board, prompt, pencil }, said) {
  const trail = view.trail ?? [];
  const kinds = [];
  if (trail.includes(place)) kinds.push("trail");
  if (trail.at(-1) === place) kinds.push("car");
  if (prompt.moves.some(({ verb, parts }) => verb === "hide" && parts.cell === place)) {
    kinds.push("legal");
  }
  if (board.open?.includes(place)) kinds.push("open");
  const isChosen = said === `hide ${place}`;
  if (isChosen || (board.cell === place && board.status === "ready")) kinds.push("right");
  else if (board.cell === place) kinds.push("wrong");
  if (pencil[place]) kinds.push(pencil[place]);
  return kinds;
}

function frame(half) {
  return { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 4 };
}

function sign(group, kind, text, x) {
  add(group, "text", { class: kind, x, y: -11 }, text);
}

// Car Thief on a seat's page: its board, what only the seat sees there, which moves a tap means, and
// the page's texts.

import { mark } from "/pages/board.js";
import { Table, token } from "/pages/car-thief/table.js";
import { add } from "/pages/dom.js";

const SHAPES = {
  yellow: ["circle", { r: 6.5 }],
  blue: ["rect", { x: -6, y: -6, width: 12, height: 12 }],
  red: ["path", { d: "M0-8L7.5 5.5H-7.5Z" }],
};
const PENCILS = { no: "✕", maybe: "?" };
const AFTER = { "": "no", no: "maybe", maybe: "" }; // the next mark of the pencil
const OPEN = [`M-15-18H15V12H-15Z`, "M-15-18L15 12M15-18L-15 12"].join("");

export class Seat {
  #board;
  #places;
  #words;
  #table;
  #public; // drawn for everybody
  #secret;
  #aimed;

  constructor(board, places, words) {
    this.#board = board;
    this.#places = places;
    this.#words = words;
    this.#table = new Table(board, words);
    this.#public = add(board.over, "g");
    board.over.prepend(this.#public); // hints stay readable
    this.#secret = add(board.over, "g");
    this.#aimed = add(board.over, "g");
  }

  progress(table) {
    return this.#table.progress(table);
  }

  clear() {
    for (const layer of [this.#public, this.#secret, this.#aimed]) layer.replaceChildren();
    for (const place of this.#places.names) {
      this.#places.label(place, place);
      delete this.#board.group(place).dataset.is;
    }
  }

  // Draws what everybody may see and, if *isShown*, what only the seat may. *pick* is the helicopter
  // that was tapped, *said* the command with the accepted hiding place, *sent* a move that was sent.
  draw(table, seat, { isShown, pick, said, sent }) {
    this.#table.draw(table);
    this.#board.label(this.#say("board"));
    this.#public.replaceChildren();
    this.#secret.replaceChildren();
    for (const { parts } of moves(seat)) {
      if (pick === parts.helicopter) this.#target(this.#public, target(parts), "");
    }
    const going = seat.prompt.moves.find(({ move }) => move === sent);
    if (going && target(going.parts)) this.#target(this.#public, target(going.parts), "sent");
    if (isShown && seat.view.trail) this.#drawTrail(seat.view.trail);
    for (const place of this.#places.names) {
      const kinds = isShown ? own(place, seat, said) : [];
      this.#board.group(place).dataset.is = kinds.join(" ");
      if (!kinds.length) delete this.#board.group(place).dataset.is;
      this.#drawKinds(place, kinds, seat);
      this.#places.label(place, this.#label(place, table, kinds, seat));
    }
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
    if (is("legal")) add(group, "rect", { class: "way", ...frame(18) });
    for (const kind of ["right", "wrong"]) {
      if (is(kind)) add(group, "rect", { class: `frame ${kind}`, ...frame(19) });
    }
    if (is("car")) {
      add(group, "image", { href: "/pages/car-thief/car.svg", x: -11.5, y: -10.5, width: 23, height: 14 });
    }
    if (is("trail")) drawToken(group, seat.view.trail.indexOf(place) + 1);
    if (is("right")) sign(group, "sign right", "✓", -10);
    if (is("wrong")) sign(group, "sign wrong", "✕", -10);
    for (const [kind, text] of Object.entries(PENCILS)) {
      if (is(kind)) sign(group, "pencil", text, -12);
    }
  }

  #target(layer, place, how) {
    const { x, y } = this.#board.at(place);
    const at = { class: `target ${how}`, transform: `translate(${x} ${y})` };
    if (place.startsWith("x")) add(layer, "circle", { ...at, r: 11 });
    else add(layer, "rect", { ...at, ...frame(18.5) });
  }

  #label(place, table, kinds, seat) {
    const { helicopters, roofs, waiting } = table.view;
    const parts = [place];
    const flying = Object.keys(helicopters).find((colour) => helicopters[colour] === place);
    if (flying) parts.push(this.#words.of("helicopter", flying));
    if (flying && table.phase === "police" && waiting.includes(flying)) parts.push(this.#say("waits"));
    if (roofs[place]) parts.push(this.#say(`cell-${roofs[place]}`));
    parts.push(...this.#table.hints.told(table, place));
    const round = (seat.view.trail ?? []).indexOf(place) + 1;
    for (const kind of kinds) {
      parts.push(this.#say(`cell-${kind}`, { round }));
      if (kind === "trail") parts.push(this.#say(`cell-${token(round)}`));
    }
    return parts.join(", ");
  }

  // Returns what a tap means while the hold button is not pressed: a move of the seat's helicopters,
  // or the *pick* of one.
  touch(place, { view }, seat, pick) {
    const legal = moves(seat);
    if (!legal.length) return { note: this.#say("touch-nothing") };
    if (view.phase === "setup") {
      const fit = ({ parts }) => parts.helicopter === view.waiting[0] && target(parts) === place;
      const found = legal.find(fit);
      return found ? { say: found.move } : { note: this.#say("touch-setup") };
    }
    const here = Object.keys(view.helicopters).find((colour) => view.helicopters[colour] === place);
    if (here) {
      if (here === pick) return {};
      const can = legal.some(({ parts }) => parts.helicopter === here);
      return can ? { pick: here } : { note: this.#say("touch-acted") };
    }
    const fits = legal.filter(({ parts }) => {
      return target(parts) === place && (!pick || parts.helicopter === pick);
    });
    if (fits.length === 1) return { say: fits[0].move };
    return { pick, note: this.#say(fits.length ? "touch-which" : "touch-far") };
  }

  // Returns what a choice means while the hold button is pressed: hide there, or mark the place.
  held(place, seat) {
    if (place.startsWith("x")) return {};
    if (hides(seat)) return { say: `hide ${place}` };
    return { say: `pencil ${place} ${AFTER[seat.pencil[place] ?? ""]}` };
  }

  // Arrow keys move the focus from place to place.
  step(key) {
    this.#places.step(key);
  }

  get current() {
    return this.#places.current;
  }

  aim(place) {
    this.#aimed.replaceChildren();
    if (!place) return;
    const { x, y } = this.#board.at(place);
    const size = place.startsWith("x") ? 12 : 20;
    add(this.#aimed, "rect", { class: "frame", ...frame(size), transform: `translate(${x} ${y})` });
  }

  aimed(place, seat) {
    if (place.startsWith("x")) return this.#say("touch-nothing");
    if (hides(seat)) return this.#say("note-let-go", { cell: place });
    const next = AFTER[seat.pencil[place] ?? ""] || "wipe";
    return this.#say(`pencil-${next}`, { cell: place });
  }

  picked(helicopter) {
    return this.#say("picked", { helicopter: this.#words.of("helicopter", helicopter) });
  }

  // Returns a command in words.
  told(text) {
    if (text === "undo" || text === "done") return this.#words.of("page", text);
    const [verb, ...rest] = text.split(" ");
    if (verb === "pencil") return this.#say("move-pencil", { cell: rest[0] });
    if (verb === "hide") return this.#say("move-hide", { cell: rest[0] });
    const helicopter = this.#words.of("helicopter", rest[0]);
    return this.#say(`move-${verb}`, { helicopter, place: rest[1] });
  }

  // Returns the game's text for a refusal, or null.
  refusal({ rule }) {
    return this.#words.has("seat", `refused-${rule}`) ? this.#say(`refused-${rule}`) : null;
  }

  // Returns the seat's private sentence.
  note({ phase, view: { outcome } }, seat, said) {
    const { view, board } = seat;
    if (outcome) return this.#say("note-over");
    if (!view.trail) return this.#say("note-pencil");
    if (phase === "restore") return this.#say("note-restore", { places: this.#restored(board) });
    if (said?.startsWith("hide ")) return this.#say("note-said", { cell: said.split(" ")[1] });
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

// Returns the moves of the helicopters that the seat may make.
function moves({ prompt }) {
  return prompt.moves.filter((move) => !move.private);
}

// Returns the place that a move goes to.
function target({ cell, crossing }) {
  return cell ?? crossing;
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

function drawToken(group, round) {
  const colour = token(round);
  const [name, shape] = SHAPES[colour];
  const made = add(group, "g", { class: `token ${colour}`, transform: "translate(12 -12.5)" });
  add(made, name, { class: "shape", ...shape });
  add(made, "text", { y: colour === "red" ? 1 : 0.3 }, round);
}

function sign(group, kind, text, x) {
  add(group, "text", { class: kind, x, y: -11 }, text);
}

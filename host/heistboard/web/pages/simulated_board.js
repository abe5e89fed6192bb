// The simulated boards' page: pieces are moved, buttons pressed, cables pulled and places tapped with
// the flashlight, by mouse, touch or keyboard. It shows the light that the firmware makes.

import { Board } from "/pages/board.js";
import { put, svg } from "/pages/dom.js";
import { FloorControls } from "/pages/floor_controls.js";
import { splitFloor } from "/pages/floor.js";
import { fresh } from "/pages/history.js";
import { LiveSocket } from "/pages/live_socket.js";
import { Navigation } from "/pages/navigation.js";
import { Pieces } from "/pages/pieces.js";
import { PlaceButtons } from "/pages/place_buttons.js";
import { Words } from "/pages/words.js";

const HOLD_MS = 600; // with the flashlight; a shorter touch is a tap
const DRAG_PX = 8;

const element = (id) => document.getElementById(id);

let hands = null; // the state of the boards, from the server
let table = null;
let told = { now: null }; // the moves that were read out
let you = null; // what this device may do
let newest = null; // the last message, whose game's pieces may still be loading
let game = null; // its name, and its floors
let pieces = new Pieces();
let held = null; // the piece that is in the hand
let hasLight = false; // the flashlight is in the hand
let lit = null; // the place that the flashlight is pressed on, and the timer of its hold
let isUp = true;
let unsaid = []; // commands of the moment in which a new line is opened
let isTrouble = false; // the server could not make the last message
let error = "";
const words = new Words();
const board = new Board(element("board"), await (await fetch("/pages/layout.json")).json());
const tray = new Map(); // buttons, by piece
const navigation = new Navigation(element("navigation"), words);
const places = new PlaceButtons(board);
const controls = new FloorControls(element("around"), board, act);
await words.begin(element("language"), draw);
draw();

const live = new LiveSocket("/board/live", {
  message: (content) => {
    if (content.trouble || content.hands) isTrouble = content.trouble === true;
    if (content.hands) hands = content.hands;
    else if (content.refused) [error, held] = [words.of("table", "no-act"), null];
    draw();
  },
  line: (is) => {
    if (is) unsaid.forEach((line) => live.say(line));
    unsaid = [];
    if (is === isUp) return;
    isUp = is;
    draw();
  },
  refused: () => location.assign("/"),
});
new LiveSocket("/live", {
  message: async (content) => {
    you = content.you ?? you;
    if (!content.table) {
      draw();
      return;
    }
    if (content.table.game !== newest?.game) held = null; // the boards have cleared themselves
    newest = content.table;
    await use(newest);
    table = newest; // newer ones may have arrived meanwhile
    draw();
  },
  line: () => {},
  refused: () => {},
});

// Commands to the hands.

function act(...line) {
  error = "";
  const command = line.join(" ");
  if (isUp && live.say(command) === null) unsaid.push(command);
}

function move({ kind, id }, to) {
  act(...[kind.name, id, to].filter(Boolean));
}

function where({ kind, id }) {
  return hands.pieces[kind.name]?.[id] ?? null;
}

// Returns whether a piece cannot be reached because it is covered.
function isCovered(piece) {
  return piece.kind.is_hidden && where(piece) !== null && !hands.lifted.includes(where(piece));
}

function take(name) {
  const piece = tray.get(name).piece;
  hasLight = false;
  if (held === piece) held = null;
  else if (isCovered(piece)) error = words.of("table", "no-act");
  else {
    held = piece;
    if (where(piece)) move(piece, "off");
  }
  draw();
}

function touch(place) {
  if (held) {
    const fits = held.kind.places.includes(place);
    if (fits) move(held, place);
    else error = words.of("table", "no-act");
    if (fits) held = null;
  } else if (pieces.cover?.places.includes(place)) {
    act(hands.lifted.includes(place) ? "put" : "lift", place);
  }
  draw();
}

// Loads the pieces of a game.
async function use({ view: { game: name }, floors }) {
  const wanted = `${name} ${floors}`;
  if (game === wanted) return;
  game = wanted;
  const [fresh] = await Promise.all([Pieces.of(name, floors), words.play(name)]);
  if (game !== wanted) return; // another game began meanwhile
  pieces = fresh;
  held = null;
  board.use(pieces, words, floors);
  places.renew();
  controls.renew();
  tray.clear();
  element("tray").replaceChildren();
  for (const piece of pieces.all) tray.set(piece.key, { piece, button: trayButton(piece.key) });
}

// The flashlight: a short touch is a tap, a long one a hold.

element("flashlight").addEventListener("click", () => {
  hasLight = !hasLight;
  if (hasLight) held = null;
  draw();
});

function shine(place) {
  if (lit) return;
  const hold = () => {
    act("tap", place, "hold");
    lit.hold = null;
  };
  lit = { place, hold: setTimeout(hold, HOLD_MS) };
}

function takeOff() {
  if (lit?.hold) act("tap", lit.place);
  dropLight();
}

// Ends a touch that slipped to another place, or was interrupted.
function dropLight() {
  clearTimeout(lit?.hold);
  lit = null;
}

// Returns the place of an element, or of the piece that it belongs to; null beside the board.
function placeOf(target) {
  const on = target?.closest("#board [data-piece], #board [data-place]")?.dataset;
  if (on?.piece) return where(tray.get(on.piece).piece);
  return on?.place ?? null;
}

function placeAt(event) {
  return placeOf(document.elementFromPoint(event.clientX, event.clientY));
}

// Mouse and touch: tap a place or a piece, or drag a piece.

let start = null;
let ghost = null;

addEventListener("pointerdown", (event) => {
  if (!hands || !table || event.button !== 0) return;
  const piece = event.target.closest("[data-piece]")?.dataset.piece ?? null;
  const place = event.target.closest("[data-place]")?.dataset.place ?? null;
  if (!piece && !place) return;
  const shone = hasLight ? placeOf(event.target) : null;
  if (shone) {
    shine(shone);
    start = { shone, id: event.pointerId };
    return;
  }
  start = { piece, place, x: event.clientX, y: event.clientY, id: event.pointerId };
  if (event.target.hasPointerCapture?.(event.pointerId)) {
    event.target.releasePointerCapture(event.pointerId);
  }
});
addEventListener("pointermove", (event) => {
  if (event.pointerId !== start?.id) return;
  if (start.shone && start.shone !== placeAt(event)) endDrag(); // it has slipped
  if (!start?.piece) return;
  const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_PX;
  if (!ghost && isFar) {
    const { piece } = tray.get(start.piece);
    if (held !== piece) take(start.piece);
    if (held !== piece) start = null;
    else ghost = document.body.appendChild(icon(start.piece, "ghost"));
  }
  if (!ghost) return;
  ghost.style.left = `${event.clientX}px`;
  ghost.style.top = `${event.clientY}px`;
});
addEventListener("pointerup", (event) => {
  if (event.pointerId !== start?.id) return;
  const { piece, place, shone } = start;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const target = under?.closest("[data-place]")?.dataset.place ?? null;
  const wasDragged = ghost !== null;
  if (shone) takeOff();
  endDrag();
  if (shone) return;
  if (wasDragged) {
    if (target) touch(target);
    held = null;
    draw();
  } else if (piece) {
    if (!under?.closest("#tray")) take(piece); // the tray's buttons have click listeners
  } else if (place === target) {
    touch(place);
  }
});
addEventListener("pointercancel", endDrag);

function endDrag() {
  dropLight();
  ghost?.remove();
  start = ghost = null;
}

// Keyboard: arrow keys go from place to place, Enter taps.

element("board").addEventListener("keydown", (event) => {
  if (!hands || !table) return;
  if (places.isStep(event.key)) places.step(event.key);
  else if (event.key !== "Enter" && event.key !== " ") return;
  else if (!event.repeat && hasLight) shine(places.current);
  else if (!event.repeat) touch(places.current);
  event.preventDefault();
});
element("board").addEventListener("keyup", (event) => {
  if (event.key === "Enter" || event.key === " ") takeOff();
});
addEventListener("blur", dropLight);

// Drawing.

function draw() {
  put(element("title"), words.of("page", "hands"));
  document.title = `${words.of("page", "hands")} · Heistboard`;
  put(element("why"), words.of("page", "hands-why"));
  navigation.show({ table, you, page: "board" });
  controls.draw(hands?.plugged ?? [], words);
  element("flashlight").setAttribute("aria-label", words.of("page", "flashlight"));
  element("flashlight").setAttribute("aria-pressed", hasLight);
  const trouble = isTrouble ? words.of("page", "trouble") : error;
  put(element("line"), isUp ? trouble : words.of("page", "lost"));
  if (table) {
    const { ask, events, count } = table.said[words.language];
    put(element("ask"), ask);
    const now = `${table.game} ${count} ${events.at(-1)}`;
    if (told.now !== now) {
      put(element("news"), fresh(table, words, told));
      told = { now, game: table.game, count };
    }
    board.shape(table.lights);
    put(element("how"), words.of("page", hasLight ? "how-flashlight" : "how"));
  }
  element("tray").setAttribute("aria-label", words.of("page", "beside"));
  board.label(words.of("page", "board"));
  element("board").setAttribute("aria-busy", !hands || !table); // no piece can be moved yet
  if (!hands || !table) return;
  board.caption(words);
  board.glow(hands.leds.map(bytes));
  board.pieces({ lifted: hands.lifted, pieces: hands.pieces });
  for (const each of tray.values()) drawTray(each);
  const { cover } = pieces;
  for (const name of places.names) {
    const place = words.place(name);
    const isCrossing = splitFloor(name)[1].startsWith("x");
    let label = isCrossing ? words.of("page", "crossing", { place }) : place;
    if (cover?.places.includes(name)) {
      const isLifted = hands.lifted.includes(name);
      const piece = pieces.name(cover, "", words);
      label = isLifted ? words.of("page", "lifted", { place }) : words.of("page", "at", { piece, place });
    }
    places.label(name, label);
  }
}

function drawTray({ piece, button }) {
  const place = where(piece);
  const name = pieces.name(piece.kind, piece.id, words);
  button.classList.toggle("there", place !== null);
  button.setAttribute("aria-pressed", held === piece);
  const at = place && words.of("page", "at", { piece: name, place: words.place(place) });
  button.setAttribute("aria-label", at ?? name);
}

function bytes(hex) {
  return hex.match(/../g).map((each) => parseInt(each, 16));
}

function icon(piece, id) {
  const root = svg("svg", { viewBox: "-15 -15 30 30", ...(id && { id }) });
  const copy = root.appendChild(board.piece(piece).cloneNode(true));
  copy.removeAttribute("style");
  copy.removeAttribute("data-piece");
  copy.querySelector(".letter")?.remove();
  copy.classList.remove("away", "covered", "hand", "missing");
  return root;
}

function trayButton(piece) {
  const button = element("tray").appendChild(document.createElement("button"));
  button.type = "button";
  button.dataset.piece = piece;
  button.append(icon(piece));
  button.addEventListener("click", () => hands && take(piece));
  return button;
}

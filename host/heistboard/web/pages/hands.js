// Hands at the simulated board: they lift and put, drag, press and pull, and see the light that the
// firmware makes.

import { Board } from "/pages/board.js";
import { add, put, svg } from "/pages/dom.js";
import { Live } from "/pages/live.js";
import { Places } from "/pages/places.js";
import { Words } from "/pages/words.js";

const PIECES = ["car", "green", "yellow", "pink"];
const BUTTONS = ["done", "undo", "help"];
const PRESS_MS = 120; // a shorter touch is no press
const DRAG_PX = 8;

const element = (id) => document.getElementById(id);

let hands = null; // what the board says of itself
let table = null;
let held = null; // the piece that is in the hand
let isUp = true;
let error = "";
const words = new Words();
const board = new Board(element("board"), await (await fetch("/pages/layout.json")).json());
const car = add(element("board"), "g", { class: "away" });
car.dataset.piece = "car";
add(car, "image", { href: "/pages/car.svg", x: -12, y: -7.5, width: 24, height: 15 });
const tray = new Map(PIECES.map((piece) => [piece, trayButton(piece)]));
const places = new Places(board);
await words.begin(element("language"), draw);
draw();

const live = new Live("/board/live", {
  message: (content) => {
    if (content.hands) hands = content.hands;
    else if (content.refused) [error, held] = [words.of("table", "no-act"), null];
    draw();
  },
  line: (is) => {
    if (is === isUp) return;
    isUp = is;
    draw();
  },
  refused: () => location.assign("/"),
});
new Live("/live", {
  message: async (content) => {
    if (!table) await words.play(content.table.view.game);
    table = content.table;
    draw();
  },
  line: () => {},
  refused: () => {},
});

// Acts.

function act(...line) {
  error = "";
  live.say(line.join(" "));
}

function move(piece, to) {
  if (piece === "car") act("car", to);
  else act("heli", piece, to);
}

function where(piece) {
  return piece === "car" ? hands.car : (hands.helicopters[piece] ?? null);
}

function take(piece) {
  if (held === piece) held = null;
  else if (piece === "car" && hands.car && !hands.lifted.includes(hands.car)) {
    error = words.of("table", "no-act");
  } else {
    held = piece;
    if (where(piece)) move(piece, "off");
  }
  draw();
}

function touch(place) {
  if (held) {
    const fits = place.startsWith("x") !== (held === "car");
    if (fits) move(held, place);
    else error = words.of("table", "no-act");
    if (fits) held = null;
  } else if (!place.startsWith("x")) {
    act(hands.lifted.includes(place) ? "put" : "lift", place);
  }
  draw();
}

// Mouse and touch: a tap, or a piece that is dragged.

let start = null;
let ghost = null;

addEventListener("pointerdown", (event) => {
  if (!hands || event.button !== 0) return;
  const piece = event.target.closest("[data-piece]")?.dataset.piece ?? null;
  const place = event.target.closest("[data-place]")?.dataset.place ?? null;
  if (!piece && !place) return;
  start = { piece, place, x: event.clientX, y: event.clientY, id: event.pointerId };
  if (event.target.hasPointerCapture?.(event.pointerId)) {
    event.target.releasePointerCapture(event.pointerId);
  }
});
addEventListener("pointermove", (event) => {
  if (event.pointerId !== start?.id || !start.piece) return;
  const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_PX;
  if (!ghost && isFar) {
    if (held !== start.piece) take(start.piece);
    if (held !== start.piece) start = null;
    else ghost = document.body.appendChild(icon(start.piece, "ghost"));
  }
  if (!ghost) return;
  ghost.style.left = `${event.clientX}px`;
  ghost.style.top = `${event.clientY}px`;
});
addEventListener("pointerup", (event) => {
  if (event.pointerId !== start?.id) return;
  const { piece, place } = start;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const target = under?.closest("[data-place]")?.dataset.place ?? null;
  const wasDragged = ghost !== null;
  endDrag();
  if (wasDragged) {
    if (target) touch(target);
    held = null;
    draw();
  } else if (piece) {
    if (!under?.closest("#tray")) take(piece); // the tray's buttons are clicked
  } else if (place === target) {
    touch(place);
  }
});
addEventListener("pointercancel", endDrag);

function endDrag() {
  ghost?.remove();
  start = ghost = null;
}

// The keyboard: arrows go from place to place, Enter touches.

element("board").addEventListener("keydown", (event) => {
  if (!hands || !table) return;
  if (places.isStep(event.key)) places.step(event.key);
  else if (event.key !== "Enter" && event.key !== " ") return;
  else if (!event.repeat) touch(places.current);
  event.preventDefault();
});

// Buttons of the board are held as long as a finger or a key holds them.

for (const name of BUTTONS) {
  const button = element(name);
  let downMs = 0;
  const down = () => {
    if (downMs) return;
    downMs = Date.now();
    act("down", name);
  };
  const up = () => {
    if (!downMs) return;
    setTimeout(() => act("up", name), Math.max(0, PRESS_MS - (Date.now() - downMs)));
    downMs = 0;
  };
  button.addEventListener("pointerdown", (event) => event.button === 0 && down());
  for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
    button.addEventListener(end, up);
  }
  button.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && down());
  button.addEventListener("keyup", up);
}
element("cable").addEventListener("click", () => act(hands?.plugged ? "pull" : "plug"));

// What is shown.

function draw() {
  put(element("title"), words.of("page", "hands"));
  document.title = `${words.of("page", "hands")} · Heistboard`;
  for (const id of BUTTONS) put(element(id), words.of("page", id));
  const isPlugged = hands?.plugged ?? true;
  put(element("cable"), words.of("page", isPlugged ? "pull" : "plug"));
  put(element("line"), isUp ? error : words.of("page", "lost"));
  if (table) {
    const { ask, events } = table.said[words.language];
    put(element("ask"), ask);
    put(element("news"), events.at(-1) ?? "");
    board.shape(table.lights);
    for (const id of ["how", "secret"]) put(element(id), words.of("page", id));
  }
  element("tray").setAttribute("aria-label", words.of("page", "beside"));
  board.label(words.of("page", "board"));
  element("board").setAttribute("aria-busy", !hands); // nothing can be moved yet
  if (!hands || !table) return;
  const { lifted, helicopters } = hands;
  const letters = {};
  for (const colour of PIECES.slice(1)) letters[colour] = words.of("letter", colour);
  board.glow(bytes(hands.leds));
  board.pieces({ lifted, helicopters, letters });
  drawCar();
  for (const piece of PIECES) drawTray(piece);
  for (const place of places.names) {
    const building = lifted.includes(place) ? "lifted" : "building";
    const key = place.startsWith("x") ? "crossing" : building;
    places.label(place, words.of("page", key, { place }));
  }
}

function drawCar() {
  car.classList.toggle("away", !hands.car);
  if (!hands.car) return;
  const { x, y } = board.at(hands.car);
  car.style.transform = `translate(${x}px, ${y - 3}px)`;
  car.classList.toggle("covered", !hands.lifted.includes(hands.car));
}

function drawTray(piece) {
  const button = tray.get(piece);
  const place = where(piece);
  const name = piece === "car" ? words.of("page", "car") : words.of("helicopter", piece);
  const at =
    piece === "car"
      ? words.of("page", "car-at", { place })
      : words.of("page", "helicopter", { helicopter: name, place });
  button.classList.toggle("there", place !== null);
  button.setAttribute("aria-pressed", held === piece);
  button.setAttribute("aria-label", place ? at : name);
}

function bytes(hex) {
  return hex.match(/../g).map((each) => parseInt(each, 16));
}

function icon(piece, id) {
  const root = svg("svg", { viewBox: "-15 -15 30 30", ...(id && { id }) });
  const source = piece === "car" ? car : board.helicopters.get(piece);
  const copy = root.appendChild(source.cloneNode(true));
  copy.removeAttribute("style");
  copy.removeAttribute("data-piece");
  copy.classList.remove("away", "covered");
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

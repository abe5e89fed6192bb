// The table's page: what everybody may see, in the language of this device.

import { Board, mark } from "/pages/board.js";
import { Live } from "/pages/live.js";
import { Words } from "/pages/words.js";

const ROUNDS = 11;
const EVENTS = 8;

const element = (id) => document.getElementById(id);

let table = null;
let isUp = true;
const words = new Words();
const layout = await (await fetch("/pages/layout.json")).json();
const board = new Board(element("board"), layout);
await words.begin(element("language"), draw);
draw();
new Live("/live", {
  message: (content) => {
    table = content.table;
    draw();
  },
  line: (is) => {
    if (is !== isUp) {
      isUp = is;
      draw();
    }
  },
  refused: () => {},
});

function draw() {
  element("line").textContent = isUp ? "" : words.of("page", "lost");
  document.body.classList.toggle("down", !isUp);
  element("hands").textContent = words.of("page", "hands");
  element("review").textContent = words.of("page", "review");
  if (!table) {
    put("turn", words.of("page", "wait"));
    return;
  }
  const { view, phase, seat } = table;
  const said = table.said[words.language];
  document.body.dataset.sync = table.sync;
  document.body.dataset.phase = phase;
  put("game", [words.of("table", "game", { number: table.game }), round()].join(" · "));
  put("turn", words.of("table", seat ? `turn-${seat}` : phase));
  put("ask", said.ask);
  element("review").hidden = phase !== "over";
  element("review").href = `/review/${table.game}`;
  put("happened", words.of("table", "happened"));
  const events = said.events.slice(-EVENTS).reverse();
  put("events", events.join("\n"), () => {
    element("events").replaceChildren(
      ...events.map((event) => {
        const item = document.createElement("li");
        item.textContent = event;
        return item;
      }),
    );
  });
  drawBoard(view);
}

// Writes only what has changed: a live region is read out each time it is written.
function put(id, text, write = () => (element(id).textContent = text)) {
  if (element(id).dataset.text === text) return;
  element(id).dataset.text = text;
  write();
}

// The rules count on with the last helicopter; here a round lasts until eyes close.
function round() {
  const hidden = table.view.moves.filter((move) => move.startsWith("hide")).length;
  const number = hidden + (table.phase === "eyes-closed");
  if (!number) return words.of("table", "setup");
  return words.of("table", "round", { round: number, rounds: ROUNDS });
}

function drawBoard(view) {
  const cells = Object.entries(table.wrong).filter(([place]) => !place.startsWith("x"));
  const lifted = cells.filter(([, how]) => how === "missing").map(([place]) => place);
  if (table.ask.id === "police.put-back") lifted.push(table.ask.words.cell);
  const trail = view.trail ?? [];
  const marks = {};
  for (const [cell, colour] of Object.entries(view.roofs)) marks[cell] = mark(colour);
  for (const [place, [colour]] of Object.entries(table.lights)) {
    if (colour === "white" && !table.secret && lifted.includes(place) && !table.wrong[place]) {
      marks[place] = "–";
    }
  }
  trail.forEach((cell, i) => (marks[cell] = String(i + 1)));
  const letters = {};
  for (const colour of Object.keys(view.helicopters)) letters[colour] = words.of("letter", colour);
  const { helicopters } = view;
  board.show(table.lights);
  board.pieces({ lifted, helicopters, letters, marks, wrong: table.wrong, trail });
  board.label(label(lifted, trail));
}

function label(lifted, trail) {
  const parts = [];
  const say = (key, values) => parts.push(words.of("page", key, values));
  for (const [colour, place] of Object.entries(table.view.helicopters)) {
    if (place) say("helicopter", { helicopter: words.of("helicopter", colour), place });
  }
  for (const [place, colour] of Object.entries(table.view.roofs)) {
    say("trace", { colour: words.of("colour", colour), place });
  }
  for (const place of lifted) say("lifted", { place });
  for (const [place, how] of Object.entries(table.wrong)) {
    if (!lifted.includes(place)) say(how === "extra" ? "extra" : "missing", { place });
  }
  trail.forEach((place, i) => say("trail", { round: i + 1, place }));
  return [words.of("page", "board"), ...parts].join(", ");
}

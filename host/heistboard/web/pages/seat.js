// The private page of a seat. Until it is held it looks the same for every seat and every secret.

import { Board, note, turn } from "/pages/car-thief/seat.js";
import { Live } from "/pages/live.js";
import { Reveal } from "/pages/reveal.js";

const OTHER = { en: "ru", ru: "en" };
const NAMES = { en: "English", ru: "Русский" };

const element = (id) => document.getElementById(id);

let language = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
if (!(language in OTHER)) language = "en";
let catalogue = await load(language);
let table = null;
let seat = null;
let isUp = false;
let isSeated = true;
let chosen = null; // the cell that was said, while it may still be another
let asked = null; // the number of the question, and its cell
let refused = null;

const board = new Board(element("board"), words);
const reveal = new Reveal(element("hold"), {
  turn: (isShown) => {
    if (!isShown) {
      refused = null;
      if (element("board").contains(document.activeElement)) element("hold").focus();
    }
    draw();
  },
  aim: (place) => {
    board.aim(place);
    if (place) element("note").textContent = words("note.let-go", { cell: place });
    else draw();
  },
  choose,
  step: (key) => board.step(key),
  enter: () => document.activeElement.dataset.place && choose(document.activeElement.dataset.place),
});
element("language").addEventListener("click", switchLanguage);
draw();
const live = await join();

// Joining.

async function join() {
  const code = location.hash.slice(1);
  if (code) {
    // Out of the address first: whatever comes of it, it is not to be read there.
    history.replaceState(null, "", "/seat/");
    const response = await fetch("/seat/join", { method: "POST", body: code });
    if (response.ok) localStorage.setItem("seat", (await response.json()).seat);
  }
  if (location.pathname === "/seat/" && localStorage.getItem("seat") !== null) {
    history.replaceState(null, "", `/seat/${localStorage.getItem("seat")}/`);
  }
  if (!/^\/seat\/\d\/$/.test(location.pathname)) {
    isSeated = false;
    draw();
    return null;
  }
  return new Live(`${location.pathname}live`, {
    message: take,
    line: (is) => {
      if (is === isUp) return;
      isUp = is;
      draw();
    },
    refused: () => {
      isSeated = false;
      table = seat = null;
      reveal.hide();
      draw();
    },
  });
}

// What comes.

function take(content) {
  if (content.answer !== undefined) {
    if (content.answer === asked?.number) {
      if (content.refused) refused = content.refused;
      else chosen = asked.cell;
      asked = null;
    }
  } else {
    ({ table, seat } = content);
    if (table.phase !== "eyes-closed") chosen = null;
  }
  draw();
}

function choose(cell) {
  if (!seat) return;
  refused = null;
  const number = live?.say(`hide ${cell}`, table);
  if (!number) return;
  asked = { number, cell };
}

// What is shown.

function draw() {
  document.documentElement.lang = language;
  const other = OTHER[language];
  element("language").textContent = other.toUpperCase();
  element("language").setAttribute("aria-label", NAMES[other]);
  element("language").lang = other;
  element("board").setAttribute("aria-label", words("board"));
  element("hold").textContent = words("hold");
  element("help").textContent = words("help");
  element("turn").textContent = table ? turn(table, seat, words) : words(isSeated ? "wait" : "scan");
  element("line").textContent = isUp || !isSeated ? "" : words("lost");
  const isShown = reveal.isShown && seat !== null;
  document.body.dataset.shown = isShown;
  if (isShown) {
    board.draw(seat, chosen);
    element("note").textContent = said();
  } else {
    board.clear();
    element("note").textContent = words("hidden");
  }
}

function said() {
  if (refused) {
    const rule = refused.rule && words(`refused.${refused.rule}`, {}, "");
    return rule || words(`refused.${refused.why}`);
  }
  if (chosen) return words("note.said", { cell: chosen });
  return note(table, seat, words);
}

// Words.

async function load(name) {
  return (await fetch(`/pages/seat.${name}.json`)).json();
}

async function switchLanguage() {
  language = OTHER[language];
  localStorage.setItem("language", language);
  catalogue = await load(language);
  draw();
}

function words(id, values = {}, otherwise = id) {
  const text = catalogue[id] ?? otherwise;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

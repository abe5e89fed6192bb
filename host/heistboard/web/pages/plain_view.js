// A view as text, for games that draw nothing: a list with a term for each key. The words of keys
// are in the game's section "view", those of values in the section named like the key.

import { add, put, text } from "/pages/dom.js";

const ELSEWHERE = ["game", "phase", "moves", "outcome"]; // the page shows them for every game
const NOTHING = "–";
const SHARE_UP = 5; // mm from the middle of a place

// Returns the view as pairs of texts, without what is equal in *other*.
export function facts(view, words, other = {}) {
  const isNews = (key) => JSON.stringify(view[key]) !== JSON.stringify(other[key]);
  const keys = Object.keys(view).filter((key) => !ELSEWHERE.includes(key) && isNews(key));
  return keys.map((key) => [name(key, words), worded([key], view[key], words)]);
}

// Writes such pairs into a definition list, if they have changed.
export function write(list, pairs) {
  const news = JSON.stringify(pairs);
  if (list.dataset.text === news) return;
  list.dataset.text = news;
  list.replaceChildren(...pairs.flatMap(([term, fact]) => [text("dt", term), text("dd", fact)]));
}

// Draws the board: the pieces, what is lifted, what is wrong. A game that uses no place of it has none.
export function drawBoard(board, { pieces, lifted, wrong, lights, prompt }, { kinds }, words) {
  const lit = Object.keys(lights).filter((place) => lights[place][0] !== "off");
  const used = [...lit, ...prompt.moves.flatMap(({ parts }) => Object.values(parts))];
  const isUsed = board.floors.length > 1 || kinds.length > 0 || used.some((place) => board.has(place));
  board.hide(!isUsed);
  if (!isUsed) return;
  board.pieces({ lifted, wrong, pieces });
  const say = (key, place) => words.of("page", key, { place: words.place(place) });
  const parts = lifted.map((place) => say("lifted", place));
  for (const [place, how] of Object.entries(wrong)) parts.push(say(how, place));
  board.label([words.of("page", "board"), ...parts].join(", "));
}

// Makes a section with a title and a list of facts.
export function part(kind) {
  const root = document.createElement("section");
  root.className = kind;
  const title = root.appendChild(document.createElement("h2"));
  const list = root.appendChild(document.createElement("dl"));
  return { root, title, list };
}

// Shows facts in such a section; without facts it is hidden.
export function fill({ root, title, list }, name, pairs) {
  root.hidden = !pairs.length;
  put(title, name);
  write(list, pairs);
}

// Makes a section with a title and a list of sentences: the hints.
export function hintList() {
  const root = document.createElement("section");
  root.className = "hints";
  root.hidden = true;
  const title = root.appendChild(document.createElement("h2"));
  return { root, title, list: root.appendChild(document.createElement("ul")) };
}

// Shows the facts of hints in such a section, and the chance of each place on the board.
export function showHints({ root, title, list }, { facts = [], shares = {} }, board, words) {
  root.hidden = !facts.length;
  put(title, words.of("start", "hints"));
  const said = facts.map((fact) => fact.said[words.language]);
  const news = JSON.stringify([said, shares]);
  if (root.dataset.text === news) return;
  root.dataset.text = news;
  list.replaceChildren(...said.map((each) => text("li", each)));
  for (const { over } of board.floors) over.querySelector(".shares")?.remove();
  for (const [place, share] of Object.entries(shares)) {
    const { x, y, floor } = board.at(place);
    const layer = floor.over.querySelector(".shares") ?? add(floor.over, "g", { class: "shares" });
    add(layer, "text", { x, y: y - SHARE_UP }, words.share(share / 1000));
  }
}

// Returns the phase of the game, or how it ended.
export function progress({ phase, view }, words) {
  if (view.outcome) {
    const { ending, side } = view.outcome;
    const winners = side.split(", ").filter(Boolean).map((each) => words.seat(each));
    const how = words.or("play", `over.${ending}`, ending);
    return [how, ...winners].join(" · ");
  }
  return words.or("phase", phase, words.or("table", phase, phase));
}

function name(key, words) {
  return words.or("view", key, words.seat(key));
}

// *keys* lead to the value, innermost first; one of them may be a section of words.
function worded(keys, value, words) {
  if (value === null || value === "") return NOTHING;
  if (typeof value === "boolean") return words.of("start", value ? "yes" : "no");
  if (Array.isArray(value)) {
    return value.map((each) => worded(keys, each, words)).join(", ") || NOTHING;
  }
  if (typeof value === "object") {
    const parts = Object.entries(value).map(
      ([key, each]) => `${name(key, words)}: ${worded([key, ...keys], each, words)}`,
    );
    return parts.join("; ") || NOTHING;
  }
  const section = keys.find((key) => words.has(key, value));
  return section ? words.of(section, value) : words.seat(String(value));
}

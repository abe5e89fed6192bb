// A view as text, for games that draw nothing: a list with a term for each key. The words of keys
// are in the game's section "view", those of values in the section named like the key.

import { put, text } from "/pages/dom.js";

const ELSEWHERE = ["game", "phase", "moves", "outcome"]; // the page shows them for every game
const NOTHING = "–";

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

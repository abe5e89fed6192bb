// A view as text, for games that draw nothing: a list with a term for each key. The words of keys
// are in the game's section "view", those of values in the section named like the key.

import { text } from "/pages/dom.js";

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

// Draws a board of several floors: what is lifted, what is wrong, and each piece whose place the view
// has under the name of its kind.
export function drawFloors(board, { view, lifted, wrong }, { kinds }, words) {
  if (board.floors.length === 1) return;
  const pieces = {};
  for (const { name: kind, ids: [only = ""] } of kinds) {
    pieces[kind] = typeof view[kind] === "string" ? { [only]: view[kind] } : (view[kind] ?? {});
  }
  board.pieces({ lifted, wrong, pieces });
  const say = (key, place) => words.of("page", key, { place: words.place(place) });
  const parts = lifted.map((place) => say("lifted", place));
  for (const [place, how] of Object.entries(wrong)) parts.push(say(how, place));
  board.label([words.of("page", "board"), ...parts].join(", "));
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

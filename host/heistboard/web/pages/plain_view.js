// A view in words, for games that draw nothing themselves: each of its keys is a term of a list, in
// the words of the game's section "view"; values in those of the section of the key's name.

import { text } from "/pages/dom.js";

const ELSEWHERE = ["game", "phase", "moves", "outcome"]; // told by the page, whatever the game
const NOTHING = "–";

// The facts of a view as pairs of words; only those that *other* does not have, where it is given.
export function facts(view, words, other = {}) {
  const isNews = (key) => JSON.stringify(view[key]) !== JSON.stringify(other[key]);
  const keys = Object.keys(view).filter((key) => !ELSEWHERE.includes(key) && isNews(key));
  return keys.map((key) => [name(key, words), worded([key], view[key], words)]);
}

// Writes facts into a list of definitions, if they have changed.
export function write(list, pairs) {
  const news = JSON.stringify(pairs);
  if (list.dataset.text === news) return;
  list.dataset.text = news;
  list.replaceChildren(...pairs.flatMap(([term, fact]) => [text("dt", term), text("dd", fact)]));
}

// How far the game is, or how it ended.
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

// *keys* lead to the value, the nearest first: one of them may be a section of words.
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

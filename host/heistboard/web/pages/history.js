// What happened: the last events as a list, newest first, and new ones read out.

import { put, text } from "/pages/dom.js";

const EVENTS = 8;

export class History {
  #title;
  #list;
  #news;
  #line;
  #last = null; // the game, and its last event
  #seen = null; // the game, and how many events it had

  // *news* is read out by screen readers; *line*, if there is one, shows the last event.
  constructor({ title, list, news, line = null }) {
    this.#title = title;
    this.#list = list;
    this.#news = news;
    this.#line = line;
  }

  draw(table, words) {
    const { events, count } = table.said[words.language];
    const last = events.at(-1) ?? "";
    put(this.#title, words.of("table", "happened"));
    if (this.#line) put(this.#line, last);
    // The same thing may happen twice, and is then read out twice. What is in no list is not.
    const now = `${table.game} ${count} ${last}`;
    if (this.#last !== now) {
      this.#news.textContent = fresh(table, words, this.#seen);
      this.#seen = { game: table.game, count };
    }
    this.#last = now;
    const shown = events.slice(-EVENTS).reverse();
    if (this.#list.dataset.text === shown.join("\n")) return;
    this.#list.dataset.text = shown.join("\n");
    this.#list.replaceChildren(...shown.map((event) => text("li", event)));
  }
}

// Returns the events since *seen*, a game and how many events it had; at least the last one.
export function fresh({ game, said }, words, seen) {
  const { events, count } = said[words.language];
  const added = seen?.game === game ? count - seen.count : 1;
  return events.slice(-Math.max(added, 1)).join(";\n"); // one after the other, for the ear
}

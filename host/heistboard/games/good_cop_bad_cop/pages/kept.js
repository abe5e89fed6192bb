// What a seat has lawfully seen of others, with whom and when: kept for it, and shown only while
// private things are. The box is as large with many notes as with none.

import { put, text } from "/pages/dom.js";

export class Kept {
  #words;
  #root = text("section", "");
  #title = text("h2", "");
  #list = text("ul", "", "kept");

  constructor(words) {
    this.#words = words;
    this.#list.tabIndex = 0; // it scrolls
    this.#root.append(this.#title, this.#list);
  }

  get root() {
    return this.#root;
  }

  // Shows the notes of a seat's view; none if that is null.
  draw(view) {
    put(this.#title, this.#words.of("page", "seen"));
    this.#list.setAttribute("aria-label", this.#title.textContent);
    const lines = view ? this.#lines(view) : [];
    const news = JSON.stringify([this.#words.language, lines]);
    if (this.#list.dataset.news === news) return;
    this.#list.dataset.news = news;
    this.#list.replaceChildren(...lines.map((line) => text("li", line)));
  }

  #lines({ remembered, mixed, "known-hands": hands }) {
    const say = (key, values) => this.#words.of("page", key, values);
    const kind = (each) => this.#words.of("kind", each);
    const seen = remembered.map(({ at, kind: seenKind, how, from, turn }) => {
      const values = { card: capital(this.#words.of("card", at)), kind: kind(seenKind), how: say(`how.${how}`), turn };
      return at.startsWith(`${from}.`) ? say("seen-at", values) : say("seen-moved", { ...values, from: this.#words.seat(from) });
    });
    const rows = mixed.map(({ player, kinds, turn }) => say("mixed", { player: this.#words.seat(player), kinds: kinds.map(kind).join(", "), turn }));
    const held = Object.entries(hands).map(([player, cards]) =>
      say("known-hand", { player: this.#words.seat(player), cards: cards.map((card) => this.#words.of("equipment", card)).join(", ") }),
    );
    const lines = [...seen, ...rows, ...held];
    return lines.length ? lines : [say("seen-none")];
  }
}

function capital(name) {
  return name[0].toUpperCase() + name.slice(1);
}

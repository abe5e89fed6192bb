// Hints on rooms: the chance that a guard comes there, what a step there costs, and the odds of safes.

import { add } from "/pages/dom.js";

const GOES = /^(move|drop|peek) /;

export class RoomHints {
  #board;
  #layers;
  #words;

  constructor(board, layers, words) {
    this.#board = board;
    this.#layers = layers;
    this.#words = words;
  }

  draw({ hints }) {
    for (const layer of this.#layers) layer.replaceChildren();
    for (const [place, share] of Object.entries(hints.shares ?? {})) {
      const group = this.#on(place, "danger");
      const frame = add(group, "rect", { x: -20.8, y: -20.8, width: 41.6, height: 41.6, rx: 3 });
      frame.style.strokeOpacity = 0.2 + (0.8 * share) / 1000;
      add(group, "text", { y: -15 }, this.#words.share(share / 1000));
    }
    for (const { cell, now } of hints.safes ?? []) {
      if (now !== undefined) add(this.#on(cell, "odds"), "text", { class: "costs", x: 9, y: 6 }, this.#words.share(now / 1000));
    }
    for (const [move, { now, later }] of Object.entries(hints.moves ?? {})) {
      if (!move.startsWith("move ") || !(now + later)) continue;
      add(this.#on(move.slice(5), "odds"), "text", { class: "costs", x: 9, y: 6 }, `−${this.#tokens(now + later)}`);
    }
  }

  // Returns the hints on a room as texts.
  told({ hints }, place) {
    const say = (key, values) => this.#words.of("page", key, values);
    const share = (part) => this.#words.share(part / 1000);
    const parts = hints.shares?.[place] ? [say("danger", { share: share(hints.shares[place]) })] : [];
    const safe = (hints.safes ?? []).find(({ cell, now }) => cell === place && now !== undefined);
    if (safe) parts.push(say("odds", { now: share(safe.now), more: share(safe.more) }));
    for (const [move, { now, later }] of Object.entries(hints.moves ?? {})) {
      if (!GOES.test(move) || move.split(" ")[1] !== place || !(now + later)) continue;
      parts.push(say(`costs-${move.split(" ")[0]}`, { now: this.#tokens(now), later: this.#tokens(later) }));
    }
    return parts;
  }

  // Returns where hints on a room are drawn.
  #on(place, kind) {
    const { x, y, floor } = this.#board.at(place);
    return add(this.#layers[floor.number - 1], "g", { class: kind, transform: `translate(${x} ${y})` });
  }

  #tokens(thousandths) {
    return this.#words.number(Math.round(thousandths / 10) / 100);
  }
}

// Hints on rooms: the chance that a guard steps there in his next movement.

import { add } from "/pages/dom.js";

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
      const { x, y, floor } = this.#board.at(place);
      const group = add(this.#layers[floor.number - 1], "g", { class: "danger", transform: `translate(${x} ${y})` });
      const rect = add(group, "rect", { x: -20, y: -20, width: 40, height: 40, rx: 3 });
      rect.style.fillOpacity = 0.12 + (0.38 * share) / 1000;
      add(group, "text", { x: 0, y: -16 }, this.#words.share(share / 1000));
    }
  }

  // Returns the hints on a room as texts, with the odds of what can be done there.
  told({ hints }, place) {
    const share = hints.shares?.[place];
    return share ? [this.#words.of("page", "danger", { share: this.#words.share(share / 1000) })] : [];
  }
}

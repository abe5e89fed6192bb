// Good Cop Bad Cop on the table's page: the players in a circle, and nothing that is not public.

import { hintList, showHints } from "/pages/plain_view.js";
import { Circle } from "/pages/good-cop-bad-cop/circle.js";
import { CHOICES, progress } from "/pages/good-cop-bad-cop/choices.js";
import { drawSymbol } from "/pages/good-cop-bad-cop/symbols.js";

const MEANINGS = { active: "lead", gun: "gun", wound: "wound", evidence: "evidence", honest: "honest", crooked: "crooked", agent: "agent", kingpin: "kingpin" };
const ICONS = { bomb: "bomb", knife: "knife" };

export class Table {
  static choices = CHOICES;

  #board;
  #words;
  #circle;
  #hints = hintList();
  #hasIcons = false;

  constructor(board, words, root) {
    this.#board = board;
    this.#words = words;
    this.#circle = new Circle(words);
    board.hide();
    root.replaceChildren(this.#circle.root, this.#hints.root);
    root.hidden = false;
  }

  progress(table) {
    return progress(table, this.#words);
  }

  // Returns the entries of the legend.
  meanings() {
    const shown = this.#hasIcons ? { ...MEANINGS, ...ICONS } : MEANINGS;
    return Object.entries(shown).map(([key, sign]) => ({
      kind: "cell",
      draw: (root) => drawSymbol(root, sign),
      text: this.#words.of("legend", key),
    }));
  }

  draw(table) {
    this.#hasIcons = table.view.expansion;
    this.#circle.draw(table);
    showHints(this.#hints, table.hints, this.#board, this.#words);
  }

  // Marks in the circle what can be tapped; the buttons stay.
  cards(offers) {
    this.#circle.offer(offers);
    return offers;
  }

  // Nothing is on the board.
  told() {
    return [];
  }
}

// Good Cop Bad Cop on a seat's page: its own cards and equipment, what it may choose, the players in a
// circle, and what it has seen of others. What is private is there only while private things are shown.

import { text } from "/pages/dom.js";
import { hintList, showHints } from "/pages/plain_view.js";
import { Circle } from "/pages/good-cop-bad-cop/circle.js";
import { CHOICES, progress } from "/pages/good-cop-bad-cop/choices.js";
import { Kept } from "/pages/good-cop-bad-cop/kept.js";
import { OwnRow } from "/pages/good-cop-bad-cop/own_row.js";

const OWN = Number(location.pathname.split("/")[2]); // the seat of this page

export class Seat {
  static choices = CHOICES;

  // Where the frame shows the moves: between the own cards and the circle.
  buttons = text("div", "", "moves");

  #board;
  #words;
  #circle;
  #hints = hintList();
  #row;
  #kept;
  #open = ["?", "?", "?"]; // the own cards as everybody sees them
  #view = null; // the own view while private things are shown

  constructor(board, places, words, root) {
    this.#board = board;
    this.#words = words;
    this.#circle = new Circle(words, `p${OWN + 1}`);
    this.#row = new OwnRow(words);
    this.#kept = new Kept(words);
    board.hide();
    root.replaceChildren(this.#row.root, this.buttons, this.#circle.root, this.#kept.root, this.#hints.root);
    root.hidden = false;
    document.body.classList.add("plain");
    this.clear();
  }

  progress(table) {
    return progress(table, this.#words);
  }

  // Removes what is private.
  clear() {
    this.#view = null;
    this.#row.draw(null, this.#open);
    this.#kept.draw(null);
  }

  draw(table, seat, { isShown }) {
    this.#open = table.view.team[table.names[OWN]].cards;
    this.#view = isShown ? seat.view : null;
    this.#circle.draw(table);
    showHints(this.#hints, table.hints, this.#board, this.#words);
    this.#kept.draw(this.#view);
  }

  // Puts what can be played on the cards, and marks in the circle what can be tapped.
  cards(offers, pick) {
    const rest = this.#row.offer(offers, pick);
    this.#row.draw(this.#view, this.#open);
    this.#circle.offer(rest);
    return rest;
  }

  // Nothing is on the board.
  at() {
    return [];
  }

  // Returns what the last move has shown this seat alone, and what the seat is asked; shown while
  // private things are.
  note(table, { prompt, view }) {
    const [own, open] = [view, table.view].map(({ moves }) => uncovered(moves));
    const ask = prompt.ask[this.#words.language];
    if (!own || own === open) return ask;
    const found = own.split(" ").map((each) => this.#words.of("found", each)).join(", ");
    return `${this.#words.of("page", "you-see", { found })} ${ask}`;
  }
}

// Returns what the last of the told moves has uncovered; passes tell nothing.
function uncovered(moves) {
  return moves.findLast((line) => !line.endsWith(" pass"))?.split(" -> ")[1];
}

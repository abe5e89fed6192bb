// Burgle Bros on the table's page: the building, the team, what was drawn, and the active player's
// cards.

import { Building } from "/pages/burgle-bros/building.js";
import { News, Team } from "/pages/burgle-bros/team.js";
import { KINDS, drawFigure, drawSymbol } from "/pages/burgle-bros/tile_symbols.js";
import { CHOICES, progress } from "/pages/burgle-bros/choices.js";

// What the legend explains besides the rooms, by the key of its text.
const FIGURES = {
  guard: (root) => drawFigure(root, "guard"),
  alarm: (root) => drawFigure(root, "alarm"),
};

export class Table {
  static choices = CHOICES;

  #words;
  #building;
  #news;
  #team;
  #table = null;

  constructor(board, words, root) {
    this.#words = words;
    this.#building = new Building(board, words);
    this.#news = new News(words, board.top);
    this.#team = new Team(words, root);
  }

  progress(table) {
    return progress(table, this.#words);
  }

  // Returns the entries of the legend.
  meanings() {
    const rooms = KINDS.map((kind) => ({
      kind: "cell",
      draw: (root) => drawSymbol(root, kind),
      text: `${this.#words.or("tile", kind, kind)}: ${this.#words.or("tile", `${kind}.tells`, "")}`,
    }));
    const others = Object.entries(FIGURES).map(([name, draw]) => ({ kind: "cell", draw, text: this.#words.of("legend", name) }));
    return [...others, ...rooms];
  }

  draw(table) {
    this.#table = table;
    this.#building.draw(table);
    this.#news.draw(table.view);
  }

  // Puts on cards what can be done with them; returns what else is offered.
  cards(offers, pick) {
    const rest = this.#team.offer(offers, pick);
    this.#team.draw(this.#table, this.#table.turn[0] ?? this.#table.view.active);
    return rest;
  }

  // Returns what everybody may know of a place.
  told(place, table) {
    return this.#building.told(place, table);
  }
}

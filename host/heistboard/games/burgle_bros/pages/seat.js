// Burgle Bros on a seat's page: the same as on the table's, with the seat's own cards and, while
// private things are shown, what the seat has looked at.

import { Building } from "/pages/burgle-bros/building.js";
import { CHOICES, progress } from "/pages/burgle-bros/choices.js";
import { News, Team } from "/pages/burgle-bros/team.js";

const OWN = Number(location.pathname.split("/")[2]); // the seat of this page

export class Seat {
  static choices = CHOICES;

  #words;
  #building;
  #news;
  #team;
  #table = null;

  constructor(board, places, words, root) {
    this.#words = words;
    this.#building = new Building(board, words);
    this.#news = new News(words, board.top);
    this.#team = new Team(words, root);
  }

  progress(table) {
    return progress(table, this.#words);
  }

  // Nothing private is ever drawn, so nothing has to go.
  clear() {}

  draw(table) {
    this.#table = table;
    this.#building.draw(table);
    this.#news.draw(table.view);
  }

  // Puts on cards what can be done with them; returns what else is offered.
  cards(offers, pick) {
    const rest = this.#team.offer(offers, pick);
    this.#team.draw(this.#table, this.#table.names[OWN]);
    return rest;
  }

  // Returns what is in a room.
  at(place, table) {
    return this.#building.told(place, table);
  }

  // Returns what the seat is asked and what it has looked at, shown while private things are.
  note(table, { prompt, view }) {
    const looked = Object.entries(view.looked).map(([deck, cards]) => {
      const said = cards.map((each) => this.#words.or("card", each, this.#words.place(each))).join(", ");
      return this.#words.of("seat", `looked-${deck.split("-")[0]}-${deck.split("-").at(-1)}`, { floor: deck.split("-")[1], cards: said });
    });
    return [prompt.ask[this.#words.language], ...looked].join(" ");
  }
}

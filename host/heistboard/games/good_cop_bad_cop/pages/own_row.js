// A seat's own three cards and equipment. While nothing private is shown there are backs, and the
// same boxes: at a glance no seat differs from another.

import { Hand } from "/pages/cards.js";
import { put, text } from "/pages/dom.js";
import { choiceFor } from "/pages/move_buttons.js";
import { verbWord } from "/pages/prompt.js";
import { drawSymbol } from "/pages/good-cop-bad-cop/symbols.js";

const SLOTS = 2; // for equipment: one in hand, and one more until it is put back
const PLAY = verbWord("play_");
const KINDS = { honest: "blue", crooked: "pink", agent: "blue", kingpin: "amber" };

export class OwnRow {
  #words;
  #root = text("section", "", "own-row");
  #title = text("h2", "");
  #row = new Hand();
  #titleOfEquipment = text("h2", "");
  #equipment = new Hand();
  #offered = new Map(); // the choice of each card of equipment that can be played
  #picked = [];

  constructor(words) {
    this.#words = words;
    const [row, equip] = [text("div", "", "row"), text("div", "", "equip")];
    row.append(this.#row.root);
    equip.append(this.#equipment.root);
    this.#root.append(this.#title, row, this.#titleOfEquipment, equip);
  }

  get root() {
    return this.#root;
  }

  // Takes over what can be played; returns the other offers.
  offer(offers, pick) {
    const isPlay = ({ part, value }) => part === "verb" && value.startsWith(PLAY);
    this.#offered = new Map(offers.words.filter(isPlay).map(({ value }) => [value.slice(PLAY.length), choiceFor(value)]));
    this.#picked = pick.flat();
    return { moves: offers.moves, words: offers.words.filter((word) => !isPlay(word)) };
  }

  // Draws the seat's cards, or backs if *view* is null; *open* says what of them everybody sees.
  draw(view, open) {
    const [own, equipment] = [this.#words.of("page", "own"), this.#words.of("page", "own-equipment")];
    put(this.#title, view?.side ? this.#words.of("page", "own-team", { team: this.#team(view) }) : own);
    put(this.#titleOfEquipment, equipment);
    this.#row.draw(open.map((seen, i) => this.#card(view?.cards[i], seen, i + 1, view)), own);
    this.#equipment.draw(Array.from({ length: SLOTS }, (_, i) => this.#slot(view, i)), equipment);
  }

  // Returns the own team, and the roles beside it.
  #team({ side, roles }) {
    return [`side.${side}`, ...roles.map((role) => `role.${role}`)].map((key) => this.#words.of("page", key)).join(", ");
  }

  #card(kind, seen, number, view) {
    const title = this.#words.of("page", "own-card", { number });
    if (!view) return { back: `${title}, ${this.#words.of("page", "own-hidden")}` };
    if (kind === null) return { name: this.#words.of("page", "card-gone", { number }) };
    const [side, ...icons] = kind.split("_");
    const signs = icons.map((icon) => this.#words.of("page", `icon.${icon}`));
    const tells = [...signs, ...(seen === "?" ? [] : [this.#words.of("page", "face-up")])].join(", ");
    return { kind: KINDS[side], title, name: this.#words.of("kind", side), tells, symbol: (svg) => this.#symbol(svg, side, icons), drawn: kind };
  }

  #symbol(svg, side, icons) {
    drawSymbol(svg, side, icons.length ? { y: -3, scale: 0.8 } : {});
    icons.forEach((icon, i) => drawSymbol(svg, icon, { x: 9 * (i - (icons.length - 1) / 2), y: 8, scale: 0.42 }));
  }

  #slot(view, i) {
    if (!view) return { back: this.#words.of("page", "own-hidden") };
    const id = view.hand[i];
    if (!id) return { name: this.#words.of("page", "own-none") };
    const choice = this.#offered.get(id);
    return {
      kind: "green",
      name: capital(this.#words.of("equipment", id)),
      tells: this.#words.or("equipment", `${id}.tells`, ""),
      symbol: (svg) => drawSymbol(svg, id),
      drawn: id,
      choice,
      isChosen: choice !== undefined && this.#picked.includes(PLAY + id),
      reason: choice ? "" : this.#words.of("page", "why-later"),
    };
  }
}

function capital(name) {
  return name[0].toUpperCase() + name.slice(1);
}

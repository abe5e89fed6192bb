// Beside the building: what was drawn or rolled last, the team, and the tools and loot in a hand.

import { Hand, card } from "/pages/cards.js";
import { put, text } from "/pages/dom.js";
import { choiceFor } from "/pages/move_buttons.js";
import { verbWord } from "/pages/prompt.js";
import { chip } from "/pages/burgle-bros/overview.js";
import { drawCardSymbol } from "/pages/burgle-bros/tile_symbols.js";

const CHANCE = ["character", "tile", "patrol", "lost_visual", "tool", "loot", "event", "roll", "look"];
const DRAWN = { event: ["card", "amber"], tool: ["item", "blue"], loot: ["item", "pink"] };
const STEALTH = 3; // tokens at the beginning

// What came up since somebody decided something.
export class News {
  #words;
  #root = text("div", "", "drawn");
  #cards = text("div", "", "cards");
  #losses = text("p", "", "losses");
  #stealth = null; // of each player, when it was drawn last
  #lost = { since: -1, players: [] }; // who lost stealth since that decision
  #dice = null; // their code is loaded with the first roll

  constructor(words, parent) {
    this.#words = words;
    this.#losses.setAttribute("role", "status");
    this.#root.append(this.#cards, this.#losses);
    parent.append(this.#root);
  }

  draw({ moves, rolled, team }) {
    const decided = moves.findLastIndex((move) => !CHANCE.includes(move.split(" ")[0]));
    const since = moves.slice(decided + 1).map((move) => move.split(" "));
    const isRolled = since.some(([verb]) => verb === "roll") && rolled.length > 0;
    const faces = isRolled ? rolled : [];
    this.#roll(faces, isRolled ? this.#words.of("page", "rolled", { faces: faces.join(", ") }) : "", decided);
    const drawn = since.filter(([verb]) => verb in DRAWN);
    this.#count(team, decided);
    this.#root.hidden = !isRolled && !drawn.length && !this.#lost.players.length;
    const news = JSON.stringify([this.#words.language, decided, drawn]);
    if (this.#cards.dataset.news === news) return;
    this.#cards.dataset.news = news;
    this.#cards.replaceChildren(...drawn.map(([verb, name]) => card(this.#face(verb, name))));
  }

  // Says who has lost stealth tokens since the last decision: what happened does not tell it.
  #count(team, decided) {
    const lost = team.filter(({ stealth }, i) => stealth < this.#stealth?.[i]).map(({ player }) => player);
    this.#stealth = team.map(({ stealth }) => stealth);
    if (lost.length) this.#lost = { since: decided, players: lost };
    else if (this.#lost.since !== decided) this.#lost = { since: decided, players: [] };
    const say = ({ player, stealth }) => this.#words.of("page", "lost", { player: this.#words.seat(player), count: stealth });
    put(this.#losses, team.filter(({ player }) => this.#lost.players.includes(player)).map(say).join(" "));
  }

  async #roll(faces, said, roll) {
    if (!faces.length && !this.#dice) return;
    this.#dice ??= import("/pages/dice.js").then(({ Dice }) => {
      const dice = new Dice();
      this.#root.prepend(dice.root);
      return dice;
    });
    (await this.#dice).draw(faces, said, roll);
  }

  #face(verb, name) {
    const [section, kind] = DRAWN[verb];
    return { ...face(this.#words, section, name), kind, title: this.#words.of("page", `kind-${verb}`), symbol: (svg) => drawCardSymbol(svg, verb) };
  }
}

// The players, and the hand of one of them.
export class Team {
  #words;
  #list = text("ul", "", "team");
  #title = text("h2", "");
  #hand = new Hand();
  #facts = text("ul", "", "facts");
  #offered = new Map(); // the choice of each tool that can be used
  #picked = [];
  #isAsked = false;

  constructor(words, root) {
    this.#words = words;
    this.#list.setAttribute("role", "list");
    root.replaceChildren(this.#list, this.#title, this.#hand.root, this.#facts);
    root.hidden = false;
  }

  // Takes over what can be done with cards of the hand; returns the other offers.
  offer(offers, pick) {
    const isUse = ({ part, value }) => part === "verb" && value.startsWith(verbWord("use_"));
    const plain = offers.moves.filter(({ verb }) => verb.startsWith("use_") && !pick.length);
    this.#offered = new Map([
      ...offers.words.filter(isUse).map(({ value }) => [value.slice(verbWord("use_").length), choiceFor(value)]),
      ...plain.map(({ verb, move }) => [verb.slice("use_".length), move]),
    ]);
    this.#picked = pick.flat();
    this.#isAsked = offers.moves.length + offers.words.length > 0;
    return { moves: offers.moves.filter((move) => !plain.includes(move)), words: offers.words.filter((word) => !isUse(word)) };
  }

  // Draws the team, with the hand of *owner*.
  draw({ view, hints }, owner) {
    this.#drawTeam(view);
    this.#drawFacts((hints.facts ?? []).map(({ said }) => said[this.#words.language]));
    const { items, player, character, side } = view.team.find((each) => each.player === owner) ?? view.team[0];
    const cards = [...(character ? [this.#character(character, side)] : []), ...items.map((item) => this.#card(item, items))];
    this.#title.hidden = !cards.length;
    put(this.#title, cards.length ? this.#words.of("page", "hand", { player: this.#words.seat(player) }) : "");
    this.#hand.draw(cards, this.#title.textContent);
  }

  // The hints that are sentences.
  #drawFacts(said) {
    this.#facts.hidden = !said.length;
    const news = said.join("\n");
    if (this.#facts.dataset.news === news) return;
    this.#facts.dataset.news = news;
    this.#facts.replaceChildren(...said.map((each) => text("li", each)));
  }

  #character(character, side) {
    const title = this.#words.of("page", "kind-character");
    const tells = this.#words.or("character", `${character}.${side ?? "tells"}`, "");
    return { kind: "green", title, name: this.#words.or("character", character, character), tells };
  }

  #card(item, items) {
    const isTool = this.#words.has("page", `verb-use_${item}`);
    const choice = this.#offered.get(item);
    const type = isTool ? "tool" : "loot";
    const kind = { kind: isTool ? "blue" : "pink", title: this.#words.of("page", `kind-${type}`), symbol: (svg) => drawCardSymbol(svg, type) };
    const isChosen = choice !== undefined && this.#picked.includes(verbWord(`use_${item}`));
    const reason = isTool && !choice && this.#isAsked ? this.#why(item, items) : "";
    return { ...face(this.#words, "item", item), ...kind, choice, isChosen, reason };
  }

  #why(item, items) {
    if (items.includes("bust")) return this.#words.of("page", "why-bust");
    return this.#words.or("page", `why-${item}`, this.#words.of("page", "why-later"));
  }

  #drawTeam(view) {
    const say = (key, values) => this.#words.of("page", key, values);
    const rows = view.team.map((each) => {
      const isActive = each.player === view.active && !view.outcome;
      const character = each.character ? this.#words.or("character", each.character, each.character) : "";
      const side = each.side === "advanced" ? ` (${this.#words.or("side", each.side, each.side)})` : "";
      const where = ["outside", "roof"].includes(each.at) ? say(`at-${each.at}`) : this.#words.place(each.at);
      const more = [
        isActive ? say("actions", { count: view.actions }) : "",
        each["loses-turn"] ? say("loses-turn") : "",
        ...each.items.map((item) => this.#words.or("item", item, item)),
      ];
      return { ...each, isActive, who: this.#words.seat(each.player), character: character + side, where, more: more.filter(Boolean).join(" · ") };
    });
    const news = JSON.stringify([this.#words.language, rows]);
    if (this.#list.dataset.news === news) return;
    this.#list.dataset.news = news;
    this.#list.replaceChildren(...rows.map((row) => this.#row(row)));
  }

  #row({ player, who, character, where, stealth, isActive, more }) {
    const item = text("li", "", isActive ? "active" : "");
    const tokens = text("span", "●".repeat(stealth) + "○".repeat(Math.max(0, STEALTH - stealth)), "stealth");
    tokens.setAttribute("role", "img");
    tokens.setAttribute("aria-label", this.#words.of("page", "stealth", { count: stealth }));
    const name = text("span", "", "who");
    name.append(text("strong", who), " ", text("span", character));
    const place = text("span", [where, more].filter(Boolean).join(" · "), "more");
    item.append(chip(player), name, tokens, place);
    return item;
  }
}

// Returns the name of a card, and what it does.
function face(words, section, name) {
  return { name: words.or(section, name, name), tells: words.or(section, `${name}.tells`, "") };
}

// The players in a circle: their cards, guns as arrows to whom they aim, wounds, equipment, and in the
// middle which way play goes. Everything in it is public. Who plays to the left of somebody sits next
// in the direction of a clock.

import { add, put, style, svg, text } from "/pages/dom.js";
import { choiceFor } from "/pages/move_buttons.js";
import { drawSymbol } from "/pages/good-cop-bad-cop/symbols.js";

await style("/pages/good-cop-bad-cop/circle.css");

const WIDE = { width: 330, height: 217, across: 126, down: 80, scale: 1.3 };
const TALL = { width: 200, height: 236, across: 74, down: 95, scale: 1 };
const wide = matchMedia("(min-aspect-ratio: 1/1)");

const PLATE = { width: 46, height: 40 };
const CARD = { width: 12, height: 15.5, gap: 1.5, y: -8 };
const FOOT = 14.5; // where signs stand below the cards
const ASIDE = 3; // an arrow beside the straight line, so that two that point at each other differ
const HEAD = 6; // of an arrow
const LEAST = 14; // the length of an arrow's line
const NEAR = 1; // from an arrow's end to the plate

export class Circle {
  #words;
  #own; // the name of the seat that sits at the bottom, or null
  #root = text("section", "", "circle");
  #said = text("p", "", "declared");
  #picture = svg("svg", { role: "group" });
  #more = text("p", "", "more");
  #table = null;
  #choices = new Map(); // what can be tapped: a player or a position

  constructor(words, own = null) {
    this.#words = words;
    this.#own = own;
    this.#root.append(this.#said, this.#picture, this.#more);
    wide.addEventListener("change", () => this.#table && this.#paint());
  }

  get root() {
    return this.#root;
  }

  draw(table) {
    this.#table = table;
    this.#paint();
  }

  // Marks the players and cards that the offers are about: a tap on one is a shorter way to a button.
  offer({ moves, words }) {
    const values = [...moves.flatMap(({ parts }) => others(parts)), ...words.map(({ value }) => value)];
    this.#choices = new Map(values.filter(isSeen).map((value) => [value, choiceFor(value)]));
    if (this.#table) this.#paint();
  }

  #paint() {
    const { view, names } = this.#table;
    const shape = wide.matches && !this.#own ? WIDE : TALL;
    const news = JSON.stringify([this.#words.language, shape.width, view.team, view.active, view.action, view.guns, view.deck, view.direction, view.smoke, view.coffee, view.seen, [...this.#choices]]);
    if (this.#picture.dataset.news === news) return;
    this.#picture.dataset.news = news;
    put(this.#said, this.#declared(view));
    put(this.#more, this.#told(view));
    this.#picture.setAttribute("viewBox", `0 0 ${shape.width} ${shape.height}`);
    this.#picture.setAttribute("aria-label", this.#words.of("page", "circle"));
    this.#picture.replaceChildren();
    const at = places(names.filter((name) => name in view.team), this.#own, shape);
    this.#middle(view, shape);
    for (const name of at.keys()) this.#player(name, view, at.get(name), shape.scale);
    for (const [name, { gun, aim }] of Object.entries(view.team)) {
      if (gun && aim) arrow(this.#picture, at.get(name), at.get(aim), shape.scale, view.action?.verb === "shoot" && name === view.active);
    }
  }

  #declared({ action, active }) {
    if (!action) return "";
    const player = this.#words.seat(active);
    return this.#words.of("page", `declared.${action.verb}`, { player, target: action.target ? this.#words.seat(action.target) : "" });
  }

  #told({ active, direction, guns, deck, smoke, coffee }) {
    if (!active) return "";
    const say = (key, values) => this.#words.of("page", key, values);
    const parts = [say(`direction-${direction}`), say("middle", { guns, deck })];
    if (smoke) parts.push(say("smoke"));
    if (coffee) parts.push(say("coffee", { player: this.#words.seat(coffee) }));
    return parts.join(" · ");
  }

  // Which way play goes, and the guns that nobody holds.
  #middle({ direction, guns, active }, { width, height, scale }) {
    const group = add(this.#picture, "g", { class: "middle", transform: `translate(${width / 2} ${height / 2}) scale(${scale})`, "aria-hidden": "true" });
    if (active) {
      const way = add(group, "g", direction === "right" ? { transform: "scale(-1 1)" } : {});
      add(way, "path", { class: "way", d: "M-17-15A23 23 0 0 1 17-15M17 15A23 23 0 0 1-17 15" });
      add(way, "path", { class: "tip", d: "M19-12L12-15L18.5-20ZM-19 12L-12 15L-18.5 20Z" });
    }
    for (let i = 0; i < guns; i++) drawSymbol(group, "gun", { x: 11 * (i - (guns - 1) / 2), scale: 0.5 });
  }

  #player(name, view, { x, y }, scale) {
    const seen = view.team[name];
    const isActive = name === view.active && !view.outcome;
    const kinds = ["player", isActive && "active", !seen.living && "out", this.#choices.has(name) && "can"];
    const group = add(this.#picture, "g", { class: kinds.filter(Boolean).join(" "), transform: `translate(${x} ${y}) scale(${scale})`, role: "img", "aria-label": this.#label(name, seen, isActive) });
    if (this.#choices.has(name)) group.dataset.place = this.#choices.get(name);
    const { width, height } = PLATE;
    add(group, "rect", { class: "plate", x: -width / 2, y: -height / 2, width, height, rx: 4 });
    add(group, "text", { class: "name", y: -height / 2 + 8.5 }, this.#words.seat(name));
    if (isActive) badge(group, width / 2 - 1, -height / 2 + 1);
    seen.cards.forEach((card, i) => this.#card(group, `${name}.${i + 1}`, card, i, view));
    const signs = [...Array(seen.equipment).fill("equipment"), ...["wounded", "planted", "gun"].filter((sign) => seen[sign])];
    signs.forEach((sign, i) => this.#sign(group, sign, 9.5 * (i - (signs.length - 1) / 2)));
  }

  #card(parent, position, card, i, view) {
    const { width, height, gap, y } = CARD;
    const x = (i - 1) * (width + gap);
    const kinds = ["card-at", card === null ? "gone" : card === "?" ? "down" : `up ${card.split("_")[0]}`, view.seen.includes(position) && "seen", this.#choices.has(position) && "can"];
    const group = add(parent, "g", { class: kinds.filter(Boolean).join(" "), transform: `translate(${x} ${y + height / 2})` });
    if (this.#choices.has(position)) group.dataset.place = this.#choices.get(position);
    add(group, "rect", { x: -width / 2, y: -height / 2, width, height, rx: 1.5 });
    if (card === null) return;
    if (card === "?") {
      add(group, "text", { class: "number", y: 2.6 }, String(i + 1));
      return;
    }
    const [kind, ...icons] = card.split("_");
    drawSymbol(group, kind, { y: icons.length ? -2 : 0, scale: 0.5 });
    icons.forEach((icon, n) => drawSymbol(group, icon, { x: 5 * (n - (icons.length - 1) / 2), y: 5, scale: 0.25 }));
  }

  #sign(parent, sign, x) {
    if (sign === "equipment") add(parent, "rect", { class: "equipment", x: x - 3, y: FOOT - 4, width: 6, height: 8, rx: 1 });
    else drawSymbol(parent, { wounded: "wound", planted: "evidence", gun: "gun" }[sign], { x, y: FOOT, scale: 0.45 });
  }

  #label(name, seen, isActive) {
    const say = (key, values) => this.#words.of("page", key, values);
    const cards = seen.cards.map((card, i) => {
      const number = i + 1;
      if (card === null) return say("card-gone", { number });
      return card === "?" ? say("card-down", { number }) : say("card-up", { number, kind: this.#words.of("kind", card) });
    });
    const facts = [
      isActive && say("active"),
      !seen.living && say("out"),
      seen.wounded && say("wounded"),
      seen.gun && (seen.aim ? say("gun-at", { player: this.#words.seat(seen.aim) }) : say("gun")),
      seen.planted && say("planted"),
      say("equipment", { count: seen.equipment }),
    ];
    return [this.#words.seat(name), ...facts.filter(Boolean), ...cards].join(", ");
  }
}

// Returns the values of a move's parts without who makes it.
function others(parts) {
  return Object.entries(parts).filter(([part]) => part !== "player").map(([, value]) => value);
}

function isSeen(value) {
  return /^p\d(\.\d)?$/.test(value);
}

// Returns the middle of each player's plate; *own* sits at the bottom.
function places(names, own, { width, height, across, down }) {
  const first = Math.max(0, names.indexOf(own));
  return new Map(
    names.map((name, i) => {
      const turn = ((i - first) / names.length) * 2 * Math.PI;
      return [name, { x: width / 2 - across * Math.sin(turn), y: height / 2 + down * Math.cos(turn) }];
    }),
  );
}

// Draws the sign of the Lead Investigator around a point.
function badge(parent, x, y) {
  const group = add(parent, "g", { class: "badge", transform: `translate(${x} ${y})` });
  add(group, "circle", { r: 5 });
  drawSymbol(group, "lead", { x: 0.5, scale: 0.36 });
}

// Draws an arrow from one plate to another.
function arrow(parent, from, to, scale, isShot) {
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const beside = { x: -dy * ASIDE * scale, y: dx * ASIDE * scale };
  const edge = (HEAD / 2 + NEAR) * scale;
  const free = long - 2 * rim(dx, dy, scale) - edge;
  const over = Math.max(0, LEAST * scale - free) / 2; // neighbours are close: over their plates
  const begin = rim(dx, dy, scale) - over;
  const end = begin + free + 2 * over;
  const point = (length) => ({ x: from.x + dx * length + beside.x, y: from.y + dy * length + beside.y });
  const [tail, tip] = [point(begin), point(end)];
  const group = add(parent, "g", { class: isShot ? "aim-at shot" : "aim-at", "aria-hidden": "true" });
  add(group, "line", { x1: tail.x, y1: tail.y, x2: tip.x, y2: tip.y });
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  add(group, "path", { d: `M${HEAD / 2} 0L${-HEAD / 2}-${HEAD / 2}V${HEAD / 2}Z`, transform: `translate(${tip.x} ${tip.y}) rotate(${angle}) scale(${scale})` });
}

// How far it is from the middle of a plate to its edge, in a direction.
function rim(dx, dy, scale) {
  const { width, height } = PLATE;
  return scale * Math.min(width / 2 / Math.max(Math.abs(dx), 1e-6), height / 2 / Math.max(Math.abs(dy), 1e-6));
}

// The bar of links to the other pages. At the end of a game it offers a review, a rematch and another
// game. What this device may not do is not offered; the reason stands in its place.

import { put, text } from "/pages/dom.js";
import { aside, rulesAt } from "/pages/rules_link.js";

export class Navigation {
  #words;
  #root;
  #list = document.createElement("ul");
  #end = document.createElement("div");
  #line = text("p", "");
  #drawn = "";
  #told = ""; // the key of the line's text
  #page = "";

  // *root* is a nav element, *end* the place of what follows a game; both are empty until show().
  constructor(root, words, end = root) {
    this.#words = words;
    this.#root = root;
    for (const each of [root, end]) each.classList.add("navigation");
    this.#list.setAttribute("role", "list"); // some browsers drop the role of lists without bullets
    this.#end.className = "end";
    this.#line.setAttribute("role", "status");
    root.append(this.#list);
    end.append(this.#end, this.#line);
  }

  // Shows where one can go from *page*: table, seat, start, boards, board, review, rules, statistics
  // or explanation.
  // *table* has the number of the game on the table as "game" and its "phase"; null without a game.
  // *you* is what this device is, null while that is not known. *seats* are the names of all seats.
  // *game* is the number of the game that is reviewed here.
  show({ table = null, you = null, page, seats = [], game = null }) {
    const news = JSON.stringify([
      this.#words.language,
      [table?.game, table?.phase === "over", table?.floors, table?.sync, rulesAt(table)],
      [you?.host, you?.seats],
      [page, seats, game],
    ]);
    if (news === this.#drawn) return;
    if (this.#drawn && table?.phase !== "over") this.#told = "";
    this.#drawn = news;
    this.#page = page;
    this.#root.setAttribute("aria-label", this.#say("label"));
    const focused = document.activeElement?.dataset?.way;
    this.#list.replaceChildren(...this.#ways(table, you, page, seats).map(item));
    this.#drawEnd(table, you, page, game);
    this.#tell(this.#told);
    if (focused) document.querySelector(`.navigation [data-way="${focused}"]`)?.focus();
  }

  #say(key, values) {
    return this.#words.of("navigation", key, values);
  }

  #ways(table, you, page, seats) {
    const ways = [];
    const isShown = page === "table" || page === "start"; // the start page has a larger link
    if (table && !isShown) ways.push(link("table", "/", this.#say("table")));
    const own = (table && you?.seats) || [];
    for (const seat of seats.length ? own : own.slice(0, 1)) { // unnamed they look alike
      if (location.pathname === `/seat/${seat}/`) continue;
      const name = seats[seat] === undefined ? "" : this.#words.seat(seats[seat]);
      const label = name ? this.#say("seat-of", { seat: name }) : this.#say("seat");
      ways.push(link(`seat-${seat}`, `/seat/${seat}/`, label));
    }
    if (page !== "start") ways.push(link("games", "/start", this.#say("games")));
    const isPast = page === "start" || page === "review";
    if (isPast) ways.push(link("statistics", "/statistics", this.#say("statistics")));
    const rules = page === "rules" || page === "start" ? null : rulesAt(table);
    if (rules) ways.push(aside(link("rules", rules, this.#say("rules"))));
    const hasFloors = table?.floors > 1 && !table.carried;
    const needsBoards = hasFloors || table?.sync === "lost" || page === "start";
    if (table && you?.host && needsBoards && page !== "boards") {
      ways.push(link("boards", "/boards", this.#say("boards")));
    }
    return ways;
  }

  #drawEnd(table, you, page, game) {
    const isOver = table?.phase === "over";
    this.#end.hidden = !isOver;
    this.#end.replaceChildren();
    if (!isOver) return;
    const parts = [];
    const isHere = page === "review" && game === table.game;
    if (!isHere) parts.push(link("review", `/review/${table.game}`, this.#say("review")));
    const mayBegin = Boolean(you?.host || you?.seats?.length);
    if (mayBegin) parts.push(this.#again());
    if (page !== "start") parts.push(link("another", "/start", this.#say("another")));
    const isOther = page === "review" && !isHere;
    const over = this.#say(isOther ? "over-number" : "over", { number: table.game });
    const who = mayBegin ? [] : [text("p", this.#say("again-who"), "who")];
    this.#end.append(text("p", over, "over"), ...parts, ...who);
  }

  #again() {
    const button = text("button", this.#say("again"));
    button.type = "button";
    button.dataset.way = "again";
    button.addEventListener("click", () => this.#begin(button));
    return button;
  }

  async #begin(button) {
    button.disabled = true;
    this.#tell("beginning");
    const response = await fetch("/again", { method: "POST" }).catch(() => null);
    const isOurs = response?.headers.get("content-type")?.includes("json");
    const { refused, seat } = isOurs ? await response.json() : { refused: { why: response ? "trouble" : "lost" } };
    const why = refused?.why;
    if (why === undefined || why === "going-on") {
      // Who plays alone against the computer sits down again. The table shows the new game by itself.
      if (seat !== undefined) await fetch(`/seat/${seat}/sit`, { method: "POST" }).catch(() => null);
      if (this.#page !== "table") location.assign(seat === undefined ? "/" : `/seat/${seat}/`);
      return;
    }
    button.disabled = false;
    this.#tell(why === "lost" ? why : why === "host" ? "refused.host" : "refused.trouble");
  }

  #tell(what) {
    this.#told = what;
    put(this.#line, what ? this.#say(what) : "");
  }
}

function link(way, href, label) {
  const made = text("a", label);
  made.href = href;
  made.dataset.way = way;
  return made;
}

function item(way) {
  const made = document.createElement("li");
  made.append(way);
  return made;
}

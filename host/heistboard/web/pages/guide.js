// A guided first game on a page: what the guide says, and an arrow at what to tap next. It is loaded
// with the first advice. The arrow follows from the advised move and from what was tapped so far.

import { add, button, put, style, text } from "/pages/dom.js";
import { NO, YES } from "/pages/move_buttons.js";
import { aside, rulesAt } from "/pages/rules_link.js";

const ARROW = "M0-17L-9-31H-4V-45H4V-31H9Z"; // its tip is beside a place
const LOW = 75; // in mm: above this an arrow stands below its place

await style("/pages/guide.css");

let guide = null;

// Shows *how* the game goes on, on a page: see Guide.
export function draw(page, how) {
  guide ??= new Guide(page);
  guide.draw(how);
}

class Guide {
  #words;
  #board;
  #places;
  #say;
  #root = text("section", "");
  #said = text("p", "", "said");
  #how = text("p", "", "how");
  #next;
  #leave;
  #links = text("p", "", "links");
  #marks = [];
  #pointed = null;
  #seen = ""; // what was pointed at last
  #step = 0;
  #drawn = "";
  #last = null; // what draw() was given

  // *home* is the element that the guide speaks in; *say* sends a command.
  constructor({ words, board, places, home, say }) {
    this.#words = words;
    this.#board = board;
    this.#places = places;
    this.#say = say;
    this.#root.id = "guide";
    this.#said.setAttribute("role", "status");
    this.#next = button("", () => this.#goOn(), "next");
    this.#leave = button("", () => this.#say("guide off"), "leave");
    const acts = text("div", "", "acts");
    acts.append(this.#next, this.#links, this.#leave);
    this.#root.append(this.#said, this.#how, acts);
    home.append(this.#root);
  }

  // Shows *advice*, or nothing. *chosen* is what was picked on this page, *isShown* whether private
  // things are shown, *isSent* whether a move is on its way.
  draw({ advice, table, chosen, isShown = false, isSent = false }) {
    this.#last = { advice, table, chosen, isShown, isSent };
    const news = JSON.stringify(advice ?? null);
    if (news !== this.#drawn) [this.#drawn, this.#step] = [news, 0];
    const isHidden = advice?.private && !isShown;
    this.#root.hidden = !advice;
    document.body.classList.toggle("guided", Boolean(advice));
    this.#unpoint();
    if (!advice) return;
    const isOver = table.phase === "over";
    const step = advice.steps[this.#step];
    const isLast = this.#step === advice.steps.length - 1;
    const at = isHidden || !isLast || isSent || isOver ? null : this.#way(advice, chosen);
    this.#root.setAttribute("aria-label", this.#of("title"));
    put(this.#said, isHidden ? this.#of("private") : step.said[this.#words.language]);
    put(this.#how, at ? this.#of("tap") : "");
    put(this.#next, this.#of("next"));
    put(this.#leave, this.#of("leave"));
    this.#next.hidden = isHidden || isLast;
    this.#leave.hidden = isOver;
    this.#link(advice, table, isOver);
    if (isHidden) this.#point(document.getElementById("hold"));
    else if (!isLast) this.#point(this.#next);
    else if (at) this.#point(at.element ?? this.#board.group(at.place), at.place);
    if (!isHidden) for (const place of step.places) this.#mark(place, "look");
  }

  #goOn() {
    this.#step += 1;
    this.draw(this.#last);
    if (this.#next.hidden) this.#pointed?.focus();
  }

  // Returns the place or the element that leads to what is advised.
  #way({ move, button: pressed }, { prompt, pick, sure }) {
    if (pressed) return { element: document.getElementById(pressed) };
    const wanted = prompt.moves.find((each) => each.move === move);
    if (!wanted) return null;
    const choice = (name) => {
      const element = document.querySelector(`[data-choice="${CSS.escape(name)}"]`);
      return element && !element.closest("[hidden]") ? { element } : null;
    };
    if (sure) return choice(sure.move === move ? YES : NO);
    const values = Object.values(wanted.parts);
    for (const value of values) {
      const place = this.#places.names.find((each) => prompt.on(each).includes(value));
      if (!place || pick.some((each) => each.includes(value))) continue;
      const meant = prompt.tap(prompt.on(place), pick);
      const isIt = (meant.say ?? meant.sure?.move) === move;
      if (isIt || (meant.pick?.length && prompt.left(meant.pick).includes(wanted))) return { place };
    }
    return [move, ...values.map((value) => `? ${value}`)].map(choice).find(Boolean) ?? null;
  }

  #point(element, place = null) {
    if (!element) return;
    const news = place ?? element.textContent;
    if (news !== this.#seen) element.scrollIntoView({ block: "nearest" });
    this.#seen = news;
    this.#pointed = element;
    element.classList.add("pointed");
    element.setAttribute("aria-current", "step");
    if (!place) return;
    this.#places.reach(place);
    this.#mark(place, "point");
  }

  #unpoint() {
    this.#pointed?.classList.remove("pointed");
    this.#pointed?.removeAttribute("aria-current");
    this.#pointed = null;
    for (const mark of this.#marks.splice(0)) mark.remove();
  }

  #mark(place, kind) {
    const { x, y, floor } = this.#board.at(place);
    const mark = add(floor.over, "g", { class: `guide-${kind}`, transform: `translate(${x} ${y})` });
    for (const kind of ["edge", "halo"]) add(mark, "circle", { class: kind, r: 19 });
    if (kind === "point") {
      const turned = y < LOW ? "rotate(180)" : "";
      add(add(mark, "g", { transform: turned }), "path", { class: "arrow", d: ARROW });
    }
    this.#marks.push(mark);
  }

  // After the game: where to go on. Before: what explains this step.
  #link({ rules }, table, isOver) {
    const book = rulesAt(table, rules || undefined);
    const links = isOver
      ? [
          ["navigation", "rules", rulesAt(table, "")],
          ["start", "quick", "/start"],
        ]
      : [["guided", "rules", book]];
    const news = JSON.stringify([this.#words.language, links]);
    if (this.#links.dataset.drawn === news) return;
    this.#links.dataset.drawn = news;
    const made = links.filter(([, , href]) => href).map(([section, key, href]) => {
      const link = Object.assign(text("a", this.#words.of(section, key)), { href });
      return key === "rules" ? aside(link) : link;
    });
    this.#links.replaceChildren(...made);
  }

  #of(key) {
    return this.#words.of("guided", key);
  }
}

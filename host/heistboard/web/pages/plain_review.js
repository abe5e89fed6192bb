// The review of a game without a page of its own for it: what its review says, what decided the
// game, and a list of all its moves, in sentences, with the current step marked. If it was played on
// several floors, they show the places of that step. A game's own page may be made from it, with
// load() and drawFloors() of its own.

import { button, put, text } from "/pages/dom.js";

const HERE = ["white", "bright", "steady", 0];

export class Review {
  #title = text("h2", "");
  #list = document.createElement("ol");
  #facts = document.createElement("ul");
  #turning = text("h2", "");
  #judged = document.createElement("ul");
  #judgement = null;
  board = null; // of several floors
  #go;

  constructor(review, words, { element, go, draw }) {
    this.review = review;
    this.words = words;
    this.#go = go;
    document.body.classList.add("plain");
    this.#list.append(
      ...review.steps.map((_, i) => {
        const item = document.createElement("li");
        const button = item.appendChild(text("button", ""));
        button.type = "button";
        button.addEventListener("click", () => go(i));
        return item;
      }),
    );
    if (review.facts) element("rest").append(this.#facts);
    if (review.judged) element("rest").append(this.#turning, this.#judged);
    element("rest").append(this.#title, this.#list);
    if (review.judged) this.#judge(draw);
    if (review.floors > 1) this.load(element("board")).then(draw);
  }

  async load(root) {
    const [{ Board }, { Pieces }, layout] = await Promise.all([
      import("/pages/board.js"),
      import("/pages/pieces.js"),
      fetch("/pages/layout.json"),
    ]);
    this.board = new Board(root, await layout.json());
    this.board.use(new Pieces(), this.words, this.review.floors);
  }

  async #judge(draw) {
    const answer = await fetch(`${location.pathname}/turning.json`);
    if (!answer.ok) return;
    this.#judgement = await answer.json();
    draw();
  }

  ending() {
    const { ending, winners } = this.review;
    const how = this.words.or("play", `over.${ending}`, ending);
    return [how, ...winners.map((each) => this.words.seat(each))].join(" · ");
  }

  said(at) {
    return this.review.steps[at][this.words.language];
  }

  place() {
    return null; // the default
  }

  caption() {
    return "";
  }

  draw(at) {
    this.#drawFacts();
    if (this.review.judged) this.#drawJudgement();
    put(this.#title, this.words.of("review", "steps"));
    this.drawFloors(at);
    [...this.#list.children].forEach(({ firstChild: button }, i) => {
      put(button, this.said(i));
      if (i === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  #drawFacts() {
    const facts = this.review.facts ?? [];
    this.#fill(this.#facts, facts.map(({ said, step }) => [said[this.words.language], step]));
  }

  #drawJudgement() {
    const say = (key, values) => this.words.of("review", key, values);
    const share = (thousandths) => this.words.share(thousandths / 1000);
    put(this.#turning, say("turning"));
    if (!this.#judgement) return this.#fill(this.#judged, [[say("judging")]]);
    const { points, play_outs, error } = this.#judgement;
    const lines = points.map(({ after_move, to_move, before, after }) => {
      const values = { from: after_move + 1, to: to_move, before: share(before), after: share(after) };
      return [say("turned", values), to_move];
    });
    if (!points.length) lines.push([say("unclear")]);
    this.#fill(this.#judged, [...lines, [say("judged", { count: play_outs, error: share(error) })]]);
  }

  // Fills a list with sentences; one with a step leads there. Who stands on a button stays there.
  #fill(list, lines) {
    const news = JSON.stringify(lines);
    if (list.dataset.text === news) return;
    list.dataset.text = news;
    list.replaceChildren(
      ...lines.map(([said, step]) => {
        const item = document.createElement("li");
        item.append(step ? button(said, () => this.#go(step - 1)) : said);
        return item;
      }),
    );
  }

  drawFloors(at) {
    if (!this.board) return;
    const places = this.review.places[at];
    this.board.caption(this.words);
    this.board.show(Object.fromEntries(places.map((place) => [place, HERE])));
    const named = places.map((place) => this.words.place(place));
    this.board.label([this.words.of("page", "board"), ...named].join(", "));
  }
}

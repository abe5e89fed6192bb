// The review of a game without one of its own: a list of all its moves, in sentences, with the
// current step marked. If it was played on several floors, they show the places of that step.

import { put, text } from "/pages/dom.js";

const HERE = ["white", "bright", "steady", 0];

export class Review {
  #review;
  #words;
  #title = text("h2", "");
  #list = document.createElement("ol");
  #board = null;

  constructor(review, words, { element, go, draw }) {
    this.#review = review;
    this.#words = words;
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
    element("rest").append(this.#title, this.#list);
    if (review.floors > 1) this.#load(element("board")).then(draw);
  }

  async #load(root) {
    const [{ Board }, { Pieces }, layout] = await Promise.all([
      import("/pages/board.js"),
      import("/pages/pieces.js"),
      fetch("/pages/layout.json"),
    ]);
    this.#board = new Board(root, await layout.json());
    this.#board.use(new Pieces(), this.#words, this.#review.floors);
  }

  ending() {
    const { ending, winners } = this.#review;
    const how = this.#words.or("play", `over.${ending}`, ending);
    return [how, ...winners.map((each) => this.#words.seat(each))].join(" · ");
  }

  said(at) {
    return this.#review.steps[at][this.#words.language];
  }

  place() {
    return null; // the default
  }

  caption() {
    return "";
  }

  draw(at) {
    put(this.#title, this.#words.of("review", "steps"));
    this.#drawFloors(at);
    [...this.#list.children].forEach(({ firstChild: button }, i) => {
      put(button, this.said(i));
      if (i === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  #drawFloors(at) {
    if (!this.#board) return;
    const places = this.#review.places[at];
    this.#board.caption(this.#words);
    this.#board.show(Object.fromEntries(places.map((place) => [place, HERE])));
    const named = places.map((place) => this.#words.place(place));
    this.#board.label([this.#words.of("page", "board"), ...named].join(", "));
  }
}

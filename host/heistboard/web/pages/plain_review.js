// The review of a game without one of its own: a list of all its moves, in sentences, with the
// current step marked.

import { put, text } from "/pages/dom.js";

export class Review {
  #review;
  #words;
  #title = text("h2", "");
  #list = document.createElement("ol");

  constructor(review, words, { element, go }) {
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
    [...this.#list.children].forEach(({ firstChild: button }, i) => {
      put(button, this.said(i));
      if (i === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
}

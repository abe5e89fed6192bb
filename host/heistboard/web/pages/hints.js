// How far the table helps to deduce: what everybody has chosen, and a new choice of whoever may.

const GRADES = ["off", "notes", "cells", "odds"];

export class Hints {
  #select;
  #words;
  #shown = "";

  // *trouble* gets words when the choice is refused, and none when it is not.
  constructor(select, words, trouble) {
    this.#select = select;
    this.#words = words;
    select.append(...GRADES.map((grade) => new Option(grade, grade)));
    select.addEventListener("change", async () => {
      const response = await fetch("/hints", { method: "POST", body: select.value }).catch(() => null);
      select.value = this.#shown; // until the table says so
      const why = response?.status === 403 ? "refused.host" : "refused.trouble";
      trouble(response?.ok ? "" : words.of("seats", why));
    });
  }

  draw(grade) {
    this.#select.setAttribute("aria-label", this.#words.of("page", "hints"));
    for (const option of this.#select.options) {
      option.textContent = this.#words.of("table", `hints-${option.value}`);
    }
    if (this.#shown === grade) return;
    this.#shown = grade;
    this.#select.value = grade;
  }
}

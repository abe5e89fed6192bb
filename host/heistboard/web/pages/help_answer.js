// What Help says: what the table waits for, what can be done about it, and how. All of it is public,
// so it is the same on every device.

import { button, text } from "/pages/dom.js";
import { aside, rulesAt } from "/pages/rules_link.js";

const EXAMPLES = 12;

export class HelpAnswer {
  #words;
  #dialog = document.createElement("dialog");
  #table = null;
  #drawn = "";

  constructor(words) {
    this.#words = words;
    this.#dialog.id = "answer";
    document.body.append(this.#dialog);
  }

  open() {
    this.#drawn = "";
    this.#fill();
    this.#dialog.showModal();
  }

  // Shows the answer for this *table*, if it is open.
  draw(table) {
    this.#table = table;
    if (this.#dialog.open) this.#fill();
  }

  #fill() {
    const words = this.#words;
    const { said, prompt } = this.#table ?? { said: null, prompt: { moves: [] } };
    // Made anew only for another answer: a screen reader stays where it reads.
    const news = JSON.stringify([words.language, said, prompt.moves, this.#table?.hints]);
    if (news === this.#drawn) return;
    this.#drawn = news;
    const parts = [text("h2", words.of("page", "help"))];
    this.#dialog.setAttribute("aria-label", parts[0].textContent);
    if (said) parts.push(text("p", said[words.language].turn), text("p", said[words.language].ask, "ask"));
    const rules = rulesAt(this.#table);
    if (rules) parts.push(toRules(rules, words));
    const examples = this.#examples(prompt.moves);
    if (examples.length) {
      const all = examples.length === prompt.moves.length;
      parts.push(text("p", words.of("page-help", all ? "moves" : "examples")));
      const list = document.createElement("ul");
      list.append(...examples.map((move) => text("li", move.said[words.language])));
      parts.push(list);
    }
    for (const key of ["choose", "buttons", "keys"]) parts.push(text("p", words.of("page-help", key)));
    const tells = this.#hints();
    if (tells) parts.push(text("p", tells));
    const close = button(words.of("seats", "close"), () => this.#dialog.close());
    this.#dialog.replaceChildren(...parts, close);
    close.focus();
  }

  // Returns what the hints tell; "" if there are none.
  #hints() {
    const grade = this.#table?.hints.grade ?? "off";
    const tells = grade === "off" ? "" : this.#words.or("start", `hints-${grade}-tells`, "");
    return tells && this.#words.of("page-help", "hints", { tells });
  }

  // Returns all moves, or of many the first of each kind.
  #examples(moves) {
    if (moves.length <= EXAMPLES) return moves;
    return moves.filter(({ verb }, i) => moves.findIndex((other) => other.verb === verb) === i);
  }
}

function toRules(href, words) {
  const made = document.createElement("p");
  const link = aside(text("a", words.of("page-help", "rules")));
  link.href = href;
  made.append(link);
  return made;
}

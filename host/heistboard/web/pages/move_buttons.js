// Moves as buttons with words, and a second, separate control for a move that is asked twice.

import { put, text } from "/pages/dom.js";

export const YES = "✓ "; // the button that confirms a move
export const NO = "✕";
const WORD = "? "; // before the value of a button that only narrows the choice
const SURE_MS = 600; // the second tap of a double tap does not confirm

// Returns the choice of a word.
export function choiceFor(value) {
  return WORD + value;
}

// Returns the value that a choice stands for if it only narrows the choice, or null.
export function wordOf(choice) {
  return choice.startsWith(WORD) ? choice.slice(WORD.length) : null;
}

export class MoveButtons {
  #root;
  #words;
  #choices;
  #sure;
  #askedMs = 0;

  constructor(root, words) {
    this.#root = root;
    this.#words = words;
    this.#choices = part("choices", "ul");
    this.#choices.list.setAttribute("role", "list"); // some browsers drop the role of lists without bullets
    this.#sure = part("sure", "p");
    const [no, yes] = [button(NO), button(YES)];
    this.#sure.root.append(no, yes);
    Object.assign(this.#sure, { no, yes });
    this.#sure.title.remove();
    root.replaceChildren(this.#choices.root, this.#sure.root);
    root.tabIndex = -1; // it gets the focus when the focused choice is removed
    this.draw({ moves: [], words: [] }, null, null);
  }

  // Shows *moves* and *words* as buttons. *sure* is a move to be confirmed, *sent* one that was sent.
  draw({ moves, words }, sure, sent) {
    const had = this.#root.contains(document.activeElement);
    const { root, title, list } = this.#choices;
    root.hidden = !moves.length && !words.length;
    put(title, this.#words.of("seat", "choices"));
    const news = JSON.stringify([this.#words.language, moves, words]);
    if (list.dataset.text !== news) {
      const at = document.activeElement?.dataset.choice;
      list.dataset.text = news;
      const made = [...moves.map((move) => this.#move(move)), ...words.map((word) => this.#word(word))];
      list.replaceChildren(...made);
      list.querySelectorAll("button").forEach((each, i) => (each.tabIndex = i ? -1 : 0));
      this.#go(this.all.find((each) => each.dataset.choice === at));
    }
    for (const each of list.querySelectorAll("button")) {
      each.setAttribute("aria-busy", each.dataset.choice === sent);
    }
    this.#ask(sure);
    if (had && !this.#root.contains(document.activeElement)) this.#root.focus();
  }

  // Whether the move that was asked about has been there long enough to be meant.
  isCertain() {
    return performance.now() - this.#askedMs >= SURE_MS;
  }

  #move(move) {
    const item = document.createElement("li");
    const made = item.appendChild(button(move.move));
    made.textContent = move.said[this.#words.language];
    made.classList.toggle("private", move.private);
    return item;
  }

  #word({ part: name, value, isPicked = false }) {
    const item = document.createElement("li");
    const made = item.appendChild(button(choiceFor(value)));
    made.textContent = `${this.#words.value(name, value)} ${isPicked ? "✕" : "…"}`;
    made.setAttribute("aria-pressed", isPicked);
    return item;
  }

  #ask(move) {
    const { root, list, no, yes } = this.#sure;
    const wasAsked = !root.hidden;
    root.hidden = !move;
    if (!move) {
      put(list, "");
      return;
    }
    put(list, this.#words.of("seat", "sure", { move: move.said[this.#words.language] }));
    put(no, this.#words.of("seat", "sure-no"));
    put(yes, this.#words.of("seat", "sure-yes"));
    if (wasAsked) return;
    this.#askedMs = performance.now();
    root.scrollIntoView({ block: "nearest" });
    no.focus();
  }

  // Arrow keys move the focus from choice to choice.
  step(key) {
    const all = this.all;
    const at = all.indexOf(document.activeElement);
    const to = at + (key === "ArrowDown" || key === "ArrowRight" ? 1 : -1);
    this.#go(all[Math.min(Math.max(to, 0), all.length - 1)]);
  }

  // Marks the choice that a finger rests on.
  aim(choice) {
    for (const each of this.#root.querySelectorAll("[data-choice]")) {
      each.classList.toggle("aimed", each.dataset.choice === choice);
      if (each.dataset.choice === choice) each.scrollIntoView({ block: "nearest" });
    }
  }

  // The buttons that can be pressed.
  get all() {
    return [...this.#root.querySelectorAll("[data-choice]")].filter((each) => each.checkVisibility());
  }

  #go(choice) {
    if (!choice) return;
    for (const each of this.#choices.list.querySelectorAll("button")) {
      each.tabIndex = each === choice ? 0 : -1;
    }
    choice.focus();
  }
}

function part(kind, name) {
  const root = document.createElement("section");
  root.className = kind;
  const title = root.appendChild(document.createElement("h2"));
  const list = root.appendChild(document.createElement(name));
  return { root, title, list };
}

function button(choice) {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset.choice = choice;
  return made;
}

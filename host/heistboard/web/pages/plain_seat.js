// The seat's page of a game that does not draw one: what is asked, what the seat knows, and a
// button for each move of its prompt; several floors are drawn as on the table's page. Private text and buttons exist only while the hold button is
// pressed. A move that has to be confirmed is confirmed with a second button, away from the first.

import { put, text } from "/pages/dom.js";
import { drawFloors, facts, progress, write } from "/pages/plain_view.js";

const YES = "✓ "; // the button that confirms a move
const NO = "✕";
const SURE_MS = 600; // the second tap of a double tap does not confirm

export class Seat {
  #board;
  #words;
  #pieces;
  #root;
  #news;
  #sure;
  #askedMs = 0;
  #own;
  #choices;
  #table;

  constructor(board, places, words, root, pieces) {
    this.#board = board;
    this.#words = words;
    this.#pieces = pieces;
    this.#root = root;
    this.#news = text("p", "", "news");
    this.#news.setAttribute("role", "status");
    this.#sure = part("sure", "p");
    this.#own = part("own", "dl");
    this.#choices = part("choices", "ul");
    this.#choices.list.setAttribute("role", "list"); // some browsers drop the role of lists without bullets
    this.#table = part("known", "dl");
    const no = button(NO);
    const yes = button(YES);
    this.#sure.root.append(no, yes);
    Object.assign(this.#sure, { no, yes });
    const parts = [this.#own, this.#choices, this.#sure, this.#table]; // in an order that never moves a choice
    root.replaceChildren(this.#news, ...parts.map((each) => each.root));
    root.hidden = false;
    root.tabIndex = -1; // it gets the focus when the focused choice is removed
    document.body.classList.add("plain");
    if (board.floors.length === 1) board.hide();
    places.release(); // moves are made with buttons
    this.clear();
  }

  progress(table) {
    return progress(table, this.#words);
  }

  clear() {
    put(this.#news, "");
    for (const { root } of [this.#sure, this.#own, this.#choices, this.#table]) root.hidden = true;
    this.#choices.list.replaceChildren();
    delete this.#choices.list.dataset.text;
    for (const { list } of [this.#own, this.#table]) write(list, []);
  }

  // Draws what everybody may see and, if *isShown*, what only the seat may. *pick* is a move that
  // is waiting to be confirmed, *sent* one that was sent.
  draw(table, seat, { isShown, pick, sent }) {
    drawFloors(this.#board, table, this.#pieces, this.#words);
    const had = this.#root.contains(document.activeElement);
    put(this.#news, table.said[this.#words.language].events.at(-1) ?? "");
    const own = isShown ? facts(seat.view, this.#words, table.view) : [];
    this.#fill(this.#own, "own", own);
    this.#fill(this.#table, "table", facts(table.view, this.#words));
    const moves = seat.prompt.moves.filter((each) => isShown || !each.private);
    this.#offer(moves, sent);
    this.#ask(pick && (isShown || !pick.private) ? pick : null);
    if (had && !this.#root.contains(document.activeElement)) this.#root.focus();
  }

  #fill({ root, title, list }, name, pairs) {
    root.hidden = !pairs.length;
    put(title, this.#words.of("seat", name));
    write(list, pairs);
  }

  #offer(moves, sent) {
    const { root, title, list } = this.#choices;
    root.hidden = !moves.length;
    put(title, this.#words.of("seat", "choices"));
    const news = JSON.stringify([this.#words.language, moves]);
    if (list.dataset.text !== news) {
      const at = document.activeElement?.dataset.choice;
      list.dataset.text = news;
      list.replaceChildren(...moves.map((move) => this.#choice(move)));
      this.#all.forEach((each, i) => (each.tabIndex = i ? -1 : 0));
      this.#go(this.#all.find((each) => each.dataset.choice === at));
    }
    for (const each of list.querySelectorAll("button")) {
      each.setAttribute("aria-busy", each.dataset.choice === sent);
    }
  }

  #choice(move) {
    const item = document.createElement("li");
    const made = item.appendChild(button(move.move));
    made.textContent = move.said[this.#words.language];
    made.classList.toggle("private", move.private);
    return item;
  }

  #ask(pick) {
    const { root, title, list, no, yes } = this.#sure;
    const wasAsked = !root.hidden;
    root.hidden = !pick;
    title.hidden = true;
    if (!pick) {
      put(list, "");
      return;
    }
    put(list, this.#words.of("seat", "sure", { move: pick.said[this.#words.language] }));
    put(no, this.#words.of("seat", "sure-no"));
    put(yes, this.#words.of("seat", "sure-yes"));
    if (wasAsked) return;
    this.#askedMs = performance.now();
    root.scrollIntoView({ block: "nearest" });
    no.focus();
  }

  // Returns what a tap means while the hold button is not pressed: only public moves count.
  touch(choice, table, seat, pick) {
    return this.#means(choice, pick, (move) => !move.private, seat);
  }

  held(choice, seat, pick) {
    const meant = this.#means(choice, pick, () => true, seat);
    return { pick: null, ...meant };
  }

  #means(choice, pick, fits, { prompt }) {
    if (choice === NO) return {};
    if (choice === YES) {
      if (performance.now() - this.#askedMs < SURE_MS) return { pick };
      return pick && fits(pick) ? { say: pick.move } : {};
    }
    const move = prompt.moves.find((each) => each.move === choice);
    if (!move || !fits(move)) return {};
    return move.twice ? { pick: move } : { say: move.move };
  }

  // Arrow keys move the focus from choice to choice.
  step(key) {
    const all = this.#all;
    const at = all.indexOf(document.activeElement);
    const to = at + (key === "ArrowDown" || key === "ArrowRight" ? 1 : -1);
    this.#go(all[Math.min(Math.max(to, 0), all.length - 1)]);
  }

  get current() {
    return document.activeElement?.dataset.choice ?? null;
  }

  get #all() {
    return [...this.#root.querySelectorAll("[data-choice]")].filter((each) => each.checkVisibility());
  }

  #go(choice) {
    if (!choice) return;
    for (const each of this.#choices.list.querySelectorAll("button")) {
      each.tabIndex = each === choice ? 0 : -1;
    }
    choice.focus();
  }

  aim(choice) {
    for (const each of this.#root.querySelectorAll("[data-choice]")) {
      each.classList.toggle("aimed", each.dataset.choice === choice);
      if (each.dataset.choice === choice) each.scrollIntoView({ block: "nearest" });
    }
  }

  aimed(choice, { prompt }) {
    const words = { [NO]: this.#say("sure-no"), [YES]: this.#say("sure-yes") }[choice];
    const move = prompt.moves.find((each) => each.move === choice);
    return this.#say("let-go", { move: words ?? move?.said[this.#words.language] ?? choice });
  }

  picked(pick) {
    return pick.private ? "" : this.#say("sure", { move: pick.said[this.#words.language] });
  }

  told(said, { prompt }) {
    const move = prompt.moves.find((each) => each.move === said);
    return move?.said[this.#words.language] ?? this.#words.or("page", said, said);
  }

  refusal() {
    return null; // the page has words for it
  }

  // Returns what the seat is asked, shown while the hold button is pressed.
  note(table, { prompt }) {
    return prompt.ask[this.#words.language];
  }

  #say(key, values) {
    return this.#words.of("seat", key, values);
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

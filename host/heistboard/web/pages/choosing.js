// Choosing among the moves of a prompt: by places on the board and by buttons. Keeps what was picked
// until a move is complete, and asks again where it must.

import { MoveButtons, NO, YES, wordOf } from "/pages/move_buttons.js";
import { Prompt, chosen } from "/pages/prompt.js";

const NOTHING = { pick: [], sure: null, why: "" };

export class Choosing {
  #board;
  #words;
  #targets;
  #buttons;
  #say;
  #why;
  #most;
  #first;
  #cards;
  #prompt = new Prompt([], []);
  #number = null; // of the prompt
  #now = NOTHING; // what was picked: in public, or while private things were shown
  #isPrivate = false;

  // *say* sends a move, which is private if it was chosen while private things were shown. *script*
  // is the game's: its *choices* may have *most* and *first* of a Prompt; *why* may return its reason
  // why a place cannot be chosen; *cards* may offer on its cards what is not to be listed as buttons.
  constructor({ board, words, targets, buttons, say, script, most, why = () => null }) {
    this.#board = board;
    this.#words = words;
    this.#targets = targets;
    this.#buttons = new MoveButtons(buttons, words);
    this.#say = say;
    this.#why = why;
    const { choices } = script.constructor;
    this.#most = choices?.most ?? most;
    this.#first = choices?.first;
    this.#cards = (offers, pick) => script.cards?.(offers, pick) ?? offers;
  }

  // Shows these moves of the prompt with this number: *moves* may be chosen now, *pieces* stand on
  // the board, *named* are the words of the question. What was picked for another prompt is forgotten.
  draw({ number, moves, pieces, named }, { isShown = false, sent = null } = {}) {
    if (number !== this.#number) this.forget();
    this.#number = number;
    this.#prompt = new Prompt(moves, this.#board.names, pieces, named, this.#first);
    const { pick, sure } = this.#seen(isShown);
    this.#buttons.draw(this.#cards(this.#prompt.offers(pick, this.#most), pick), sure, sent);
    const going = moves.find((each) => each.move === sent);
    const isOn = new Set(this.#board.names);
    this.#targets.draw({
      asked: pick.length ? [...this.#prompt.asked(pick)] : [],
      picked: pick.map(([first]) => first).filter((value) => isOn.has(value)),
      sent: Object.values(going?.parts ?? {}).filter((value) => isOn.has(value)),
    });
  }

  // Forgets what was picked.
  forget() {
    this.#now = NOTHING;
    this.#isPrivate = false;
  }

  // Handles a tap on a place or on a button; returns whether anything here is meant by it.
  touch(choice, { isShown = false } = {}) {
    if (!this.#prompt.moves.length) return false;
    const meant = this.#means(choice, this.#seen(isShown));
    if (!meant) return false;
    this.#now = { ...NOTHING, ...meant, choice };
    this.#isPrivate = isShown;
    if (meant.say) this.#say(meant.say, isShown);
    return true;
  }

  // Returns what letting go on a choice would do, for a finger that rests there.
  aimed(choice, { isShown = false } = {}) {
    const { say, sure } = this.#means(choice, this.#seen(isShown)) ?? {};
    const labels = { [YES]: this.#words.of("seat", "sure-yes"), [NO]: this.#words.of("seat", "sure-no") };
    const move = labels[choice] ?? this.told(say ?? sure?.move) ?? choice;
    return this.#words.of("seat", "let-go", { move });
  }

  // Returns a move of the prompt in words, or null if it has none.
  told(move) {
    return this.#prompt.moves.find((each) => each.move === move)?.said[this.#words.language] ?? null;
  }

  // Returns what to say about what was picked; nothing about what was picked in secret.
  note(isShown = false) {
    const { pick, sure, why, choice } = this.#seen(isShown);
    if (sure) return this.#words.of("seat", "sure", { move: sure.said[this.#words.language] });
    if (why === "not") return this.#why(choice) ?? this.#words.of("choose", "not");
    if (!pick.length) return "";
    const [part, value] = this.#picked(pick);
    const what = this.#words.value(part, value);
    return this.#words.or("choose", `picked-${part}`, this.#words.of("choose", "picked", { what }), { what });
  }

  // Whether a place can be chosen now.
  asks(place, isShown = false) {
    return this.#prompt.asked(this.#seen(isShown).pick).has(place);
  }

  // Returns the prompt, and what was picked for it.
  chosen(isShown = false) {
    return { prompt: this.#prompt, ...this.#seen(isShown) };
  }

  get hasMoves() {
    return this.#prompt.moves.length > 0;
  }

  get buttons() {
    return this.#buttons;
  }

  #seen(isShown) {
    return this.#isPrivate && !isShown ? NOTHING : this.#now;
  }

  #means(choice, { pick, sure }) {
    const prompt = this.#prompt;
    if (choice === NO) return {};
    if (choice === YES) {
      if (!sure || !this.#buttons.isCertain()) return { pick, sure };
      return { say: sure.move };
    }
    const move = prompt.moves.find((each) => each.move === choice);
    if (move) return { pick, ...chosen(move) };
    const value = wordOf(choice);
    if (value === null && !this.#board.names.includes(choice)) return null;
    return prompt.tap(value === null ? prompt.on(choice) : [value], pick);
  }

  // Returns the part of a move that was picked last, and its value.
  #picked(pick) {
    const verb = pick.at(-1).find((value) => value.startsWith("verb "));
    if (verb) return ["verb", verb];
    for (const { parts } of this.#prompt.left(pick)) {
      const found = Object.entries(parts).find(([, value]) => pick.at(-1).includes(value));
      if (found) return found;
    }
    return ["", pick.at(-1)[0]];
  }
}

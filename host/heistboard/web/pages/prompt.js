// What a tap means, from the moves of a prompt. A move has parts. A part whose value is a place, a
// piece on the board or a player can be tapped, whatever the game calls it; the others are words.
//
// A pick is a list of what was tapped so far, each as the values that it stands for: a place stands
// for itself and for the pieces on it.

const MOST_BUTTONS = 12; // with more moves, those that can be tapped on the board are not listed
const FEW_WORDS = 8; // with more moves that cannot be tapped, they are listed by one of their words

export class Prompt {
  #moves;
  #places;
  #standing; // the place of each piece, by id, or by kind where there is only one
  #named; // values that the question names, by part
  #first; // matches the verbs that are chosen before a place

  // *pieces* has the place of each piece by kind and id, *named* the words of the question: a tap on a
  // place is about what the question names, unless something else was picked. *first* matches verbs that a
  // tap on a place alone never means.
  constructor(moves, places, pieces = {}, named = {}, first = null) {
    this.#moves = moves;
    this.#places = new Set(places);
    this.#standing = standing(pieces);
    this.#named = Object.entries(named);
    this.#first = first;
  }

  get moves() {
    return this.#moves;
  }

  // Returns the values that a tap on a place stands for.
  on(place) {
    const here = [...this.#standing].filter(([, at]) => at === place);
    return [place, ...here.map(([piece]) => piece)];
  }

  // Returns the moves that have everything picked so far.
  left(pick) {
    return this.#moves.filter(({ verb, parts }) => {
      const had = new Set([verbWord(verb), ...Object.values(parts)]);
      return pick.every((values) => values.some((value) => had.has(value)));
    });
  }

  // The same, without moves whose verb has to be chosen first.
  #open(pick) {
    const had = new Set(pick.flat());
    return this.left(pick).filter(({ verb }) => !this.#first?.test(verb) || had.has(verbWord(verb)));
  }

  // Returns what a tap means: a move to say, a move to be asked for again, or another pick. *why* is
  // "not" if nothing that is tapped is in any move, "which" if something remains to be asked.
  tap(values, pick) {
    if (pick.length && same(pick.at(-1), values)) return { pick: pick.slice(0, -1) };
    const left = this.#meant(this.#open([...pick, values]), values);
    if (left.length === 1) return chosen(left[0]);
    if (left.length) return { pick: [...pick, values], why: "which" };
    // Another thing than was asked for: it is picked anew, and never played at once.
    const others = this.#open([values]);
    return others.length ? { pick: [values], why: "which" } : { pick, why: "not" };
  }

  // Returns the moves of *left* that the question names, or all of them if it names none.
  #meant(left, [tapped]) {
    if (!this.#places.has(tapped)) return left;
    const isNamed = ({ parts }) => this.#named.some(([part, value]) => parts[part] === value);
    const named = left.filter(isNamed);
    return named.length === 1 ? named : left;
  }

  // Returns the places that say more about the moves that are left, and are not picked yet.
  asked(pick) {
    const left = this.#open(pick);
    const picked = new Set(pick.flat());
    const open = left.flatMap((move) => differing(move, left).filter((value) => !picked.has(value)));
    return new Set(open.map((value) => this.#place(value)).filter(Boolean));
  }

  // Returns the moves to list as buttons, and the words to choose among: what was picked last, verbs
  // that are chosen first and, where there are too many moves, values of one part that is not on the board. Each word has
  // the name of its part.
  offers(pick, most = MOST_BUTTONS) {
    const left = this.#open(pick);
    const verbs = new Set(this.left(pick).filter((move) => !left.includes(move)).map(({ verb }) => verb));
    const { moves, words } = this.#listed(left, most, new Set(pick.flat()));
    const firsts = [...verbs].map((verb) => ({ part: "verb", value: verbWord(verb) }));
    return { moves, words: [...this.#pickedWord(pick), ...firsts, ...words] };
  }

  // Returns the word that was picked last, to change one's mind; none if it was a place.
  #pickedWord(pick) {
    const [value] = pick.at(-1) ?? [];
    const [move] = this.left(pick);
    if (!value || !move || this.#place(value)) return [];
    const [part] = Object.entries(move.parts).find(([, each]) => each === value) ?? ["verb"];
    return [{ part, value, isPicked: true }];
  }

  #listed(left, most, picked) {
    if (left.length <= most) return { moves: left, words: [] };
    const rest = left.filter((move) => !differing(move, left).some((value) => this.#place(value)));
    const part = this.#wordPart(rest.length > most ? rest : left, picked);
    if (!part || (rest.length && rest.length <= Math.max(most, FEW_WORDS))) return { moves: rest, words: [] };
    const isOpen = ({ parts }) => part in parts && !picked.has(parts[part]);
    const values = new Set(left.filter(isOpen).map(({ parts }) => parts[part]));
    // What was picked may be this part of some moves: they have words of another one.
    const more = this.#listed(rest.filter(({ parts }) => picked.has(parts[part])), most, picked);
    return {
      moves: [...rest.filter(({ parts }) => !(part in parts)), ...more.moves],
      words: [...[...values].map((value) => ({ part, value })), ...more.words.filter(({ value }) => !values.has(value))],
    };
  }

  // Returns a part with words that several of the moves share and are not picked, or null.
  #wordPart(moves, picked) {
    for (const part of new Set(moves.flatMap(({ parts }) => Object.keys(parts)))) {
      const values = moves.map(({ parts }) => parts[part]).filter((value) => value !== undefined && !picked.has(value));
      const count = new Set(values).size;
      if (count > 1 && count < values.length && !values.some((value) => this.#place(value))) return part;
    }
    return null;
  }

  // Returns the place of a value, or null for a word.
  #place(value) {
    if (this.#places.has(value)) return value;
    return this.#standing.get(value) ?? null;
  }
}

// Returns the word for a verb that is chosen first; no other word has a space.
export function verbWord(verb) {
  return `verb ${verb}`;
}

// Returns what choosing a move means.
export function chosen(move) {
  return move.twice ? { sure: move } : { say: move.move };
}

// Returns the values of a move that not all others share.
function differing({ parts }, moves) {
  return Object.entries(parts)
    .filter(([name, value]) => moves.length === 1 || moves.some((other) => other.parts[name] !== value))
    .map(([, value]) => value);
}

// Returns the place of each piece. Equal pieces have numbers, which could be anything in a move.
function standing(pieces) {
  const found = new Map();
  for (const [kind, places] of Object.entries(pieces)) {
    for (const [id, place] of Object.entries(places)) {
      if (id === "") found.set(kind, place);
      else if (!/^\d+$/.test(id)) found.set(id, place);
    }
  }
  return found;
}

function same(one, other) {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}

// A board for the keyboard and for who does not see it: its cells and its crossings are buttons,
// one of each in the order of tabs, and arrow keys go from one to the next.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class PlaceButtons {
  #board;
  #at = { cell: "c3", crossing: "x22" }; // where the arrow keys are, by kind
  #kept = null; // where they were

  constructor(board) {
    this.#board = board;
    for (const place of this.names) {
      const group = board.group(place);
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", place); // until a page says more
      group.setAttribute("tabindex", Object.values(this.#at).includes(place) ? 0 : -1);
    }
  }

  get names() {
    return this.#board.names.filter((name) => !name.startsWith("r"));
  }

  // The place that has the focus, if one has.
  get current() {
    return document.activeElement?.dataset?.place ?? null;
  }

  // Goes one step from the place that has the focus, or among the cells.
  step(key) {
    const at = this.current ?? this.#at.cell;
    const [right, down] = STEPS[key];
    const [column, row] = at.slice(-2);
    const to = String.fromCharCode(column.charCodeAt(0) + right) + (Number(row) + down);
    const next = at.startsWith("x") ? `x${to}` : to;
    this.#go(this.names.includes(next) ? next : at).focus();
  }

  // Remembers where the arrow keys are.
  keep() {
    this.#kept = { ...this.#at };
  }

  // Has them where they were then: where they went meanwhile may be private.
  goBack() {
    for (const place of Object.values(this.#kept)) this.#go(place);
  }

  #go(place) {
    const kind = place.startsWith("x") ? "crossing" : "cell";
    this.#board.group(this.#at[kind]).setAttribute("tabindex", -1);
    this.#at[kind] = place;
    const group = this.#board.group(place);
    group.setAttribute("tabindex", 0);
    return group;
  }

  isStep(key) {
    return key in STEPS;
  }

  // Says what a place is.
  label(place, text) {
    const group = this.#board.group(place);
    if (group.getAttribute("aria-label") !== text) group.setAttribute("aria-label", text);
  }
}

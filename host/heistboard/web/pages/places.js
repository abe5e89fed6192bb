// A board for the keyboard and for who does not see it: its cells and its crossings are buttons,
// one of each in the order of tabs, and arrow keys go from one to the next.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const FIRST = { cell: "c3", crossing: "x22" };

export class Places {
  #board;
  #at = { ...FIRST }; // where the arrow keys are, by kind

  constructor(board) {
    this.#board = board;
    for (const place of this.names) {
      const group = board.group(place);
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", place); // until a game says more
      group.setAttribute("tabindex", Object.values(FIRST).includes(place) ? 0 : -1);
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
    const kind = this.current?.startsWith("x") ? "crossing" : "cell";
    const at = this.#at[kind];
    const [right, down] = STEPS[key];
    const [column, row] = at.slice(-2);
    const to = String.fromCharCode(column.charCodeAt(0) + right) + (Number(row) + down);
    const next = kind === "crossing" ? `x${to}` : to;
    if (this.names.includes(next)) this.#at[kind] = next;
    this.#board.group(at).setAttribute("tabindex", -1);
    this.#board.group(this.#at[kind]).setAttribute("tabindex", 0);
    this.#board.group(this.#at[kind]).focus();
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

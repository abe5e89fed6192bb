// Makes a board usable by keyboard and screen reader: its cells and crossings become buttons. Tab
// reaches one cell and one crossing; arrow keys go on from there.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class PlaceButtons {
  #board;
  #at = { cell: "c3", crossing: "x22" }; // the places that Tab reaches
  #kept = null; // what they were at keep()

  constructor(board) {
    this.#board = board;
    for (const place of this.names) {
      const group = board.group(place);
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", place); // until the page says more
      group.setAttribute("tabindex", Object.values(this.#at).includes(place) ? 0 : -1);
    }
  }

  get names() {
    return this.#board.names.filter((name) => !name.startsWith("r"));
  }

  // The focused place, or null.
  get current() {
    return document.activeElement?.dataset?.place ?? null;
  }

  // Moves the focus one step from the focused place, or from the last cell.
  step(key) {
    const at = this.current ?? this.#at.cell;
    const [right, down] = STEPS[key];
    const [column, row] = at.slice(-2);
    const to = String.fromCharCode(column.charCodeAt(0) + right) + (Number(row) + down);
    const next = at.startsWith("x") ? `x${to}` : to;
    this.#go(this.names.includes(next) ? next : at).focus();
  }

  // Remembers which places Tab reaches.
  keep() {
    this.#kept = { ...this.#at };
  }

  // Restores them: where the focus went meanwhile may be private.
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

  // Sets the text that a screen reader reads for a place.
  label(place, text) {
    const group = this.#board.group(place);
    if (group.getAttribute("aria-label") !== text) group.setAttribute("aria-label", text);
  }
}

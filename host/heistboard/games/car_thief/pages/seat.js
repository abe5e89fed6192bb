// Car Thief on a private page: its board, and what the page says about it. Everything is drawn
// from the view of the seat; nothing is drawn while the page is hidden.

const COLUMNS = "abcde";
const SHAPES = { yellow: "●", blue: "■", red: "▲" };
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// The token that is left in a round.
function token(round) {
  return { 1: "yellow", 6: "red" }[round] ?? "blue";
}

export class Board {
  #cells = new Map();
  #words;
  #cursor = "c3";

  constructor(root, words) {
    this.#words = words;
    for (let row = 1; row <= COLUMNS.length; row++) {
      const line = root.appendChild(document.createElement("div"));
      line.setAttribute("role", "row");
      for (const column of COLUMNS) {
        const cell = line.appendChild(document.createElement("div"));
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.dataset.place = cell.textContent = column + row;
        this.#cells.set(cell.dataset.place, cell);
      }
    }
    this.clear();
  }

  // Draws what everybody may see of it: nothing.
  clear() {
    for (const [place, cell] of this.#cells) draw(cell, "", "", "", place);
  }

  draw(seat, chosen) {
    const trail = seat.view.trail ?? [];
    const board = seat.board;
    for (const [place, cell] of this.#cells) {
      const round = trail.indexOf(place) + 1;
      const kinds = [];
      let big = "";
      let small = "";
      if (round) {
        kinds.push("trail", token(round));
        big = String(round);
        small = SHAPES[token(round)];
      }
      if (round && round === trail.length) kinds.push("car");
      if (seat.legal.includes(`hide ${place}`)) {
        kinds.push("legal");
        big = "○";
      }
      if (board.open?.includes(place)) kinds.push("open");
      if (board.cell === place) kinds.push(board.status === "ready" ? "right" : "wrong");
      if (chosen === place) kinds.push("right");
      if (kinds.includes("right")) big = "✓";
      if (kinds.includes("wrong")) [big, small] = kinds.includes("car") ? [big, "✕"] : ["✕", small];
      const said = kinds.map((kind) => this.#words(`cell.${kind}`, { round }));
      draw(cell, kinds.join(" "), big, small, [place, ...said].join(", "));
    }
  }

  aim(place) {
    for (const [name, cell] of this.#cells) cell.toggleAttribute("data-aimed", name === place);
  }

  // Moves the keyboard's cursor and returns where it is.
  step(key) {
    const [right, down] = STEPS[key];
    const column = COLUMNS.indexOf(this.#cursor[0]) + right;
    const row = Number(this.#cursor[1]) + down;
    const cell = this.#cells.get(`${COLUMNS[column]}${row}`);
    if (cell) this.#cursor = cell.dataset.place;
    this.#cells.get(this.#cursor).focus();
    return this.#cursor;
  }
}

function draw(cell, kinds, big, small, label) {
  cell.className = kinds;
  cell.dataset.big = big;
  cell.dataset.small = small;
  cell.setAttribute("aria-label", label);
}

// The sentence for everybody: whose turn it is.
export function turn(table, seat, words) {
  if (table.ask.id === "trouble.journal") return words("turn.trouble");
  if (table.sync !== "synced") return words(`turn.${table.sync}`);
  if (table.phase === "over") return words(`turn.${seat.view.outcome.ending}`);
  return words(`turn.${table.phase}`);
}

// The sentence for this seat.
export function note(table, seat, words) {
  const { view, board } = seat;
  const trail = view.trail ?? [];
  if (table.phase === "over") return words("note.over");
  if (!view.trail) return words("note.nothing");
  if (table.phase === "restore") return words("note.restore", { places: places(board, words) });
  if (!board.status) return words(trail.length ? "note.trail" : "note.nothing");
  const open = board.open.join(", ");
  if (board.status === "not-allowed" && !board.cell) return words("note.must-move");
  return words(`note.${board.status}`, { open, cell: board.cell ?? "" });
}

function places(board, words) {
  const last = board.restore.length;
  return board.restore
    .map((cell, i) => {
      const what = words(`token.${token(i + 1)}`);
      return `${cell} ${SHAPES[token(i + 1)]} ${what}${i + 1 === last ? ` + ${words("car")}` : ""}`;
    })
    .join(" · ");
}

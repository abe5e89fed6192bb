// The symbols of rooms, guards and tokens, drawn here: lines in a box from -9 to 9.

import { add } from "/pages/dom.js";

// As JSON: sheets.py prints the same symbols.
const SYMBOLS = {
  "safe": "M-8-8H8V8H-8ZM4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0ZM0-4V-1.5M0 4V1.5M-4 0H-1.5M4 0H1.5M-5 8V9.5M5 8V9.5",
  "stairs": "M-9 8H-4.5V4H0V0H4.5V-4H9V-8M2-8H-5M-2-5L-5-8L-2-11",
  "atrium": "M-8 8V-2A8 7 0 0 1 8-2V8M-3 8V0A3 3 0 0 1 3 0V8M0-9V-6",
  "camera": "M-9-5H4V3H-9ZM4-3L9-6V4L4 1M-5 3L-7 9M-1 3V9M-6-1H-2",
  "computer_fingerprint": "M-9-8H9V4H-9ZM-4 8H4M0 4V8M-3 1V-2A3 3 0 0 1 3-2V1M0 1V-2",
  "computer_laser": "M-9-8H9V4H-9ZM-4 8H4M0 4V8M-6-5L6 1M-6 1L6-5",
  "computer_motion": "M-9-8H9V4H-9ZM-4 8H4M0 4V8M-5-2H-2L0-5L2 1L3-2H5",
  "deadbolt": "M-7-1H7V9H-7ZM-4-1V-5A4 4 0 0 1 4-5V-1M0 3V6",
  "scanner": "M-8 9V-8H8V9M-8-3H8M-8 2H8M-3 9V6H3V9",
  "fingerprint": "M-6 7C-8 0-7-8 0-8S8 0 6 6M-3 8C-5 1-4-4 0-4S4 0 3 8M0 8C-1 4-1 2 0 0",
  "foyer": "M-6 9V-8H6V9M-9 9H9M6-8L1-5V9M3 1V2",
  "keypad": "M-6-9H6V9H-6ZM-3-5H3M-3 0H-2.9M0 0H.1M3 0H2.9M-3 3H-2.9M0 3H.1M3 3H2.9M-3 6H-2.9M0 6H.1M3 6H2.9",
  "laboratory": "M-3-9H3M-2-9V-3L-7 7Q-7 9-5 9H5Q7 9 7 7L2-3V-9M-5 4H5",
  "laser": "M-8-9V9M8-9V9M-8-5L8-2M-8 3L8-6M-8 7L8 3",
  "lavatory": "M-6-9V-1H7Q7 4 2 5V9H-4V5Q-6 3-6-1M-6-6H-2",
  "motion": "M2-8A1 1 0 1 1 1.9-8M1-5L-3 0L1 3L-1 9M-2-4L4-3L6 0M-3 0L-6 5M-9-6A9 9 0 0 0-9 6",
  "secret_door": "M-8 9V-9H8V9ZM-8-3H8M-8 3H8M-2-9V-3M3-3V3M-2 3V9",
  "service_duct": "M-8-6H8V6H-8ZM-8-2H8M-8 2H8M-6-9H6M-6 9H6",
  "thermo": "M-2-8A2 2 0 0 1 2-8V2A4.5 4.5 0 1 1-2 2ZM0-4V5M5-6H8M5-2H8",
  "walkway": "M-9-6H-4M4-6H9M-4-6V-9M4-6V-9M0-8V7M-4 3L0 7L4 3M-9 9H9"
};

const FIGURES = {
  guard: "M-6-2Q-6-8 0-8T6-2ZM-8-2H8L6 1H-6ZM-5 1V4Q0 9 5 4V1",
  alarm: "M-5 3Q-4 1-4-2A4 4 0 0 1 4-2Q4 1 5 3ZM-1.5 5H1.5",
  crow: "M-6 3Q-4-4 2-4L3-6L5-4L7-3L5-2Q4 3-2 3L-6 5Z",
  cracked: "M-6 0L-2 5L7-6",
};

export const KINDS = Object.keys(SYMBOLS);

// Draws the symbol of a room's kind around (0, 0).
export function drawSymbol(parent, kind) {
  return add(parent, "path", { class: "symbol", d: SYMBOLS[kind] ?? "" });
}

// Draws a figure or a token around (x, y).
export function drawFigure(parent, name, { x = 0, y = 0, scale = 1 } = {}) {
  const at = `translate(${x} ${y}) scale(${scale})`;
  return add(parent, "path", { class: `figure ${name}`, d: FIGURES[name], transform: at });
}

// The symbols of cards, by their kind.
const CARDS = {
  tool: "M-8 8L2-2M-1-5A5 5 0 0 1 6-8L3-5L5-3L8-6A5 5 0 0 1 1 1",
  loot: "M-8-3L-4-8H4L8-3L0 9ZM-8-3H8M-4-8L0 9L4-8",
  event: "M2-10L-6 1H0L-2 10L6-2H0Z",
};

export function drawCardSymbol(svg, kind) {
  add(svg, "path", { d: CARDS[kind] });
}

// The tokens of Car Thief: a circle, a square or a triangle, by their colour.

import { add } from "/pages/dom.js";

const OUTLINES = {
  yellow: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
  blue: "M-.9-.9H.9V.9H-.9Z",
  red: "M0-1.2L1.15.85H-1.15Z",
};

// Draws a token around (x, y) in mm, with a text on it.
export function drawToken(parent, colour, { x = 0, y = 0, size = 6.5, text = "", kind = "" }) {
  const group = add(parent, "g", { class: `token ${colour} ${kind}`, transform: `translate(${x} ${y})` });
  add(group, "path", { class: "shape", d: OUTLINES[colour], transform: `scale(${size})` });
  add(group, "text", { y: colour === "red" ? 1 : 0.3 }, text);
}

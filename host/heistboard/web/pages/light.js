// Light on the board, for games to draw over the cells.

import { add } from "/pages/dom.js";

// Draws a cone of light from a point to a circle, in mm, with an edge of a colour; returns it.
export function beam(layer, from, to, radius, colour) {
  const [along, down] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(along, down);
  const half = Math.asin(Math.min(1, radius / far)); // between the axis of the cone and its edge
  const edge = far * Math.cos(half);
  const [left, right] = [-half, half].map((turn) => {
    const angle = Math.atan2(down, along) + turn;
    return `${(from.x + edge * Math.cos(angle)).toFixed(1)} ${(from.y + edge * Math.sin(angle)).toFixed(1)}`;
  });
  const d = `M${from.x} ${from.y}L${left}A${radius} ${radius} 0 1 1 ${right}Z`;
  const made = add(layer, "path", { class: `beam ${colour}`, d });
  made.style.transformOrigin = `${from.x}px ${from.y}px`;
  return made;
}

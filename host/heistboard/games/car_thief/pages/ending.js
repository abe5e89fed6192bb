// The end of a game: an arrest under the lights of all helicopters, or an escape over the edge of the
// city at dawn. All of it is known to everybody by then.

import { add } from "/pages/dom.js";
import { beam } from "/pages/light.js";
import { moment } from "/pages/moment.js";

const LASTS_MS = 2600;
const CITY = { x: 4, y: 4, width: 260, height: 286, rx: 12 };
const CAR = { href: "/pages/car-thief/car.svg", x: -22, y: -16, width: 44, height: 28 };
const APPEAR = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }];

// Plays it over the board.
export function playEnding(board, { outcome, trail, helicopters }) {
  const layer = add(board.floors[0].above, "g", { class: "ending" });
  const acts = [[add(layer, "rect", { class: outcome.side === "thief" ? "dawn" : "night", ...CITY }), APPEAR]];
  const { x, y } = board.at(trail.at(-1));
  if (outcome.side === "thief") acts.push(drive(layer, trail.slice(-3).map((cell) => board.at(cell))));
  else {
    for (const [colour, at] of Object.entries(helicopters)) {
      const light = beam(layer, board.at(at), { x, y: y - 5 }, 20, colour);
      acts.push([light, APPEAR.map((frame, i) => ({ ...frame, transform: i ? "none" : "scale(0.2)" }))]);
    }
    const car = add(layer, "image", CAR);
    const place = `translate(${x}px, ${y - 3}px)`;
    acts.push([car, APPEAR.map((frame, i) => ({ ...frame, transform: `${place} scale(${i ? 1 : 0.3})` }))]);
  }
  return moment(layer, acts, LASTS_MS);
}

// The car drives through the last of its cells, and over the nearest edge on the left or the right.
function drive(layer, cells) {
  const car = add(layer, "image", CAR);
  const last = cells.at(-1);
  const [edge, turn] = last.x < 134 ? [-40, -1] : [308, 1];
  const way = [...cells, { x: edge, y: last.y }];
  return [car, way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px) scaleX(${turn})`, easing: "ease-in-out" }))];
}

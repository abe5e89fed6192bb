// What Car Thief draws besides shape and colour: the city, and what makes a helicopter of a shape.

import { add, style } from "/pages/dom.js";

export { drawCover, drawGround } from "/pages/car-thief/city.js";

await style("/pages/car-thief/board.css");

// Draws under the shape of a piece.
export function drawUnder(group, kind) {
  if (kind.name !== "heli") return;
  add(group, "ellipse", { class: "shadow", cx: 4, cy: 6, rx: 11, ry: 9 });
  add(group, "path", { class: "tail", d: "M5 5L14 14M11 15.5L15.5 11" });
  const rotor = add(group, "g", { class: "rotor" });
  add(rotor, "circle", { r: 15 });
  add(rotor, "path", { d: "M-15 0H15M0-15V15" });
}

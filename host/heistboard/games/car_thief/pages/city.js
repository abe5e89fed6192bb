// The city of Car Thief: streets and a river, and a building for each cell. Which roof it has, its
// colours and its lit windows follow from the cell's name.

import { add } from "/pages/dom.js";
import { seeded } from "/pages/ground.js";

const STREETS = [59, 109, 159, 209]; // mm, as the crossings
const EDGES = [14, ...STREETS, 254];
const WALL = { x: -16, y: 2.5, width: 32, height: 6 };
const TINTS = 5;
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const box = (x, y, w, h) => `M${x} ${y}h${w}v${h}h${-w}Z`;
const many = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join("");

// What is on each kind of roof, as outlines by their shade; the roof is 32 wide, from -18.5 to 2.5.
const ROOFS = [
  // a gable with a chimney
  { dark: box(-16, -8, 32, 10.5), line: "M-16-8H16", block: box(8, -16, 4.5, 5) },
  // hipped
  { dark: "M-16 2.5L-7-8H7L16 2.5Z", sunny: "M-16-18.5L-7-8H7L16-18.5Z", line: "M-16 2.5L-7-8L-16-18.5M16-18.5L7-8L16 2.5M-7-8H7" },
  // flat, with a tank and vents
  { line: box(-13.5, -16, 27, 16), block: box(6, -13, 5.5, 4) + box(7.5, -6, 4, 3.5), sunny: disc(-6, -8, 5), dark: disc(-6, -8, 2) },
  // a garden
  { grass: box(-13, -15.5, 26, 15), sunny: "M-13-9.5H13v2.5H-13Z", leaf: disc(-9, -12.5, 2.4) + disc(8, -12.8, 2) + disc(-3, -3.4, 2.2) + disc(9, -3, 2.5) },
  // skylights
  { line: box(-13.5, -16, 27, 16), glass: box(-11, -14, 9.5, 5) + box(1.5, -14, 9.5, 5) + box(-11, -7, 9.5, 5) + box(1.5, -7, 9.5, 5) },
  // a dome
  { line: box(-13.5, -16, 27, 16), sunny: disc(0, -8, 8.5), dark: "M0-16.5a8.5 8.5 0 0 1 0 17a13 13 0 0 0 0-17Z", block: disc(0, -8, 1.8) },
  // saw teeth
  { dark: many(4, (i) => box(-16 + 8 * i, -18.5, 4, 21)), glass: many(4, (i) => box(-12 + 8 * i, -17, 1.6, 18)) },
  // a yard
  { block: box(-8, -13.5, 16, 11), leaf: disc(-3.5, -9.5, 2.6) + disc(3.5, -6.4, 2.6), line: box(-8, -13.5, 16, 11) },
  // solar panels
  { line: box(-13.5, -16, 27, 16), panel: many(6, (i) => box(-11.5 + 8 * (i % 3), -14 + 6.5 * (i > 2), 7, 5)), sunny: many(6, (i) => `M${-11.5 + 8 * (i % 3)} ${-11.6 + 6.5 * (i > 2)}h7v.5h-7Z`) },
];

// Draws the streets with their lanes and crossings, and the river along the round track.
export function drawGround(group) {
  const lanes = EDGES.slice(1).flatMap((to, i) =>
    STREETS.map((at) => `M${at} ${EDGES[i] + 11 * (i > 0)}V${to - 11 * (i < 4)}M${EDGES[i] + 11 * (i > 0)} ${at}H${to - 11 * (i < 4)}`),
  );
  const stripes = STREETS.flatMap((x) =>
    STREETS.map((y) => `M${x - 4} ${y - 8}h8M${x - 4} ${y + 8}h8M${x - 8} ${y - 4}v8M${x + 8} ${y - 4}v8`),
  );
  add(group, "path", { class: "water", d: "M4 260H264V278a12 12 0 0 1-12 12H16a12 12 0 0 1-12-12Z" });
  add(group, "path", { class: "wave", d: many(7, (i) => `M${14 + 36 * i} ${284 - 20 * (i % 2)}q4-2.4 8 0t8 0`) });
  add(group, "path", { class: "lane", d: lanes.join("") });
  add(group, "path", { class: "stripe", d: stripes.join("") });
}

// Draws the building of a cell.
export function drawCover(group, cell) {
  const random = seeded(cell);
  const [column, row] = [cell.charCodeAt(0) - 97, Number(cell[1])];
  const building = add(group, "g", { class: `building tint${(column + 2 * row) % TINTS}` });
  add(building, "path", { class: "shadow", d: "M16-16l3 3V11.5H-13l-3-3H16Z" });
  add(building, "rect", { class: "roof", ...WALL });
  add(building, "rect", { class: "dark wall", ...WALL });
  const lit = [[], []];
  for (let i = 0; i < 6; i++) lit[Number(random() < 0.5)].push(box(-14 + 5 * i, 4, 3, 3));
  add(building, "path", { class: "pane", d: lit[0].join("") });
  add(building, "path", { class: "pane lit", d: lit[1].join("") });
  const roof = add(building, "g", random() < 0.5 ? { transform: "scale(-1 1)" } : {});
  add(roof, "rect", { class: "roof", x: -16, y: -18.5, width: 32, height: 21 });
  const shapes = ROOFS[(2 * column + 5 * row) % ROOFS.length];
  for (const [shade, d] of Object.entries(shapes)) add(roof, "path", { class: shade, d });
  if (random() < 0.6) add(group, "path", { class: "leaf", d: disc(random() < 0.5 ? -15 : 15, 15, 2.6) });
}

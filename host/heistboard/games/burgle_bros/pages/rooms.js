// The rooms of the building: what lies on each cell, and the walls and ways between them.

import { add } from "/pages/dom.js";
import { splitFloor } from "/pages/floor.js";
import { drawFigure, drawSymbol } from "/pages/burgle-bros/tile_symbols.js";

const PITCH = 50; // mm between the middles of cells
const HALF = 20; // of a room
const FAMILIES = {
  safe: "goal",
  stairs: "way",
  walkway: "way",
  service_duct: "way",
  secret_door: "way",
  foyer: "calm",
  atrium: "calm",
  laboratory: "calm",
  lavatory: "calm",
  computer_fingerprint: "hack",
  computer_laser: "hack",
  computer_motion: "hack",
};
const LINE = 11; // letters that fit beside each other
const WIDTH = 37; // mm for a line

// Returns the places of a building that has so many floors of size by size cells.
export function placesOf({ floors, size }) {
  const cells = Array.from({ length: size * size }, (_, i) => "abcde"[i % size] + (Math.floor(i / size) + 1));
  return Array.from({ length: floors }, (_, i) => cells.map((cell) => (i ? `${i + 1}:${cell}` : cell))).flat();
}

// Draws a face-down tile or a revealed one, *tile* being its kind and digit.
export function drawRoom(group, place, { tile, view, name }) {
  const [kind, digit] = (tile ?? "").split(" ");
  group.replaceChildren();
  const family = tile ? (FAMILIES[kind] ?? "sensor") : "hidden";
  add(group, "rect", { class: `room ${family}`, x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 3 });
  if (tile) drawSymbol(add(group, "g", { transform: "translate(1 -5.5) scale(0.85)" }), kind);
  else add(group, "path", { class: "hatch", d: "M-14-8L-8-14M-14 4L4-14M-10 12L12-10M2 12L14 0" });
  add(group, "text", { class: "cell-name", x: -18, y: -15.5 }, splitFloor(place)[1]);
  if (tile) label(group, name);
  if (digit) drawDigit(group, digit, view.marks.includes(place));
  drawTokens(group, place, kind, view);
}

function label(group, name) {
  const words = name.split(" ");
  const half = words.length > 1 && name.length > LINE ? Math.ceil(words.length / 2) : words.length;
  const lines = [words.slice(0, half), words.slice(half)].filter((each) => each.length).map((each) => each.join(" "));
  const size = Math.min(half < words.length ? 5.4 : 6.6, ...lines.map((line) => WIDTH / (0.58 * line.length)));
  lines.forEach((line, i) => {
    const y = 16 - (lines.length - 1 - i) * size * 0.98;
    add(group, "text", { class: "room-name", y, "font-size": size }, line).style.fontSize = `${size}px`;
  });
}

function drawDigit(group, digit, isMarked) {
  if (isMarked) add(group, "circle", { class: "marked", cx: 14.5, cy: -14, r: 5 });
  add(group, "text", { class: "digit", x: 14.5, y: -13.7 }, digit);
}

// What lies in a room, from the left edge downwards.
function drawTokens(group, place, kind, view) {
  const found = [];
  if (view.alarms.includes(place)) found.push({ kind: "alarm" });
  if (view.cracked.includes(place)) found.push({ kind: "cracked" });
  const counts = [
    ["dice", view.dice[place]],
    ["hacks", view.hacks[kind]],
    ["stealth", view["room-stealth"][place]],
    ["items", view.lying.filter(([at]) => at === place).length],
  ];
  for (const [name, count] of counts) if (count) found.push({ kind: name, count });
  if (view.opened.includes(place)) found.push({ kind: "open", text: "✓" });
  if (view.crowbarred.includes(place)) found.push({ kind: "open", text: "╳" });
  if (view.crow === place) found.push({ kind: "crow" });
  found.forEach((each, i) => drawToken(group, each, -14.5 + 9.5 * Math.floor(i / 2), -7.5 + 9 * (i % 2)));
}

function drawToken(group, { kind, count, text = count }, x, y) {
  const token = add(group, "g", { class: `token ${kind}`, transform: `translate(${x} ${y})` });
  if (["alarm", "crow", "cracked"].includes(kind)) {
    add(token, "circle", { r: 5 });
    drawFigure(token, kind, { scale: 0.62 });
    return;
  }
  if (kind === "dice") add(token, "rect", { x: -4.5, y: -4.5, width: 9, height: 9, rx: 2 });
  else if (kind === "hacks") add(token, "path", { d: "M-5.4 0L-2.7-4.8H2.7L5.4 0L2.7 4.8H-2.7Z" });
  else if (kind === "items") add(token, "path", { d: "M0-5.5L5.5 0L0 5.5L-5.5 0Z" });
  else add(token, "circle", { r: 4.6 });
  add(token, "text", {}, text);
}

// Draws the walls of all floors, and what joins rooms of one floor or leads up and down.
export function drawWays(layers, board, view, { floors, size }) {
  const plans = view.plan.split("/");
  for (let number = 1; number <= floors; number++) {
    const layer = layers[number - 1];
    const at = (cell) => board.at(number === 1 ? cell : `${number}:${cell}`);
    const first = at("a1");
    const side = size * PITCH;
    add(layer, "rect", { class: "outer", x: first.x - PITCH / 2, y: first.y - PITCH / 2, width: side, height: side, rx: 4 });
    const lines = plans[number - 1].split(",").filter(Boolean).map((wall) => wallLine(...wall.split("|").map(at)));
    add(layer, "path", { class: "walls", d: lines.join("") });
  }
  const ducts = Object.keys(view.tiles).filter((place) => view.tiles[place].startsWith("service_duct"));
  const [one, other] = ducts.map((place) => board.at(place));
  if (other && one.floor === other.floor) {
    const layer = layers[one.floor.number - 1];
    add(layer, "path", { class: "duct", d: `M${one.x} ${one.y}L${other.x} ${other.y}` });
  }
  for (const place of view.stairs) {
    const [floor, cell] = splitFloor(place);
    drawArrow(layers[floor - 1], board.at(place), "▲");
    if (floor < floors) drawArrow(layers[floor], board.at(`${floor + 1}:${cell}`), "▼");
  }
}

// The line between two neighbouring cells.
function wallLine(one, other) {
  const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
  return one.x === other.x ? `M${x - PITCH / 2} ${y}H${x + PITCH / 2}` : `M${x} ${y - PITCH / 2}V${y + PITCH / 2}`;
}

function drawArrow(layer, { x, y }, sign) {
  const group = add(layer, "g", { class: "stair", transform: `translate(${x + 15} ${y + (sign === "▲" ? -4 : 4)})` });
  add(group, "rect", { x: -4, y: -4, width: 8, height: 8, rx: 2 });
  add(group, "text", {}, sign);
}

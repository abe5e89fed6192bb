// The players, and the guards with the way that each of them has to go.

import { add } from "/pages/dom.js";
import { drawFigure } from "/pages/burgle-bros/tile_symbols.js";

export const COLOURS = { p1: "blue", p2: "yellow", p3: "pink", p4: "green" };

// Draws the figures of all who are in the building; who moved since the last time glides there.
export class Figures {
  #board;
  #layers;
  #drawn = new Map(); // the elements by name

  constructor(board, layers) {
    this.#board = board;
    this.#layers = layers;
  }

  draw({ team, guards, active }) {
    team.forEach(({ player, at }, i) => {
      const found = this.#at(player, at, { x: 8.3 * i - 12.4, y: 2.2 }, (group) => drawPlayer(group, player));
      found?.classList.toggle("active", player === active);
    });
    for (const { floor, at, donuts } of guards) {
      const found = this.#at(`guard ${floor}`, at, { x: 10.5, y: -4.5 }, (group) => {
        add(group, "circle", { r: 7.5, class: "disc" });
        drawFigure(group, "guard", { scale: 0.72 });
      });
      found?.classList.toggle("sleeps", donuts);
    }
  }

  #at(name, place, { x, y }, make) {
    const at = place && this.#board.at(place);
    let group = this.#drawn.get(name);
    if (!at) {
      group?.remove();
      this.#drawn.delete(name);
      return null;
    }
    const layer = this.#layers[at.floor.number - 1];
    if (group?.parentNode !== layer) {
      group?.remove();
      group = add(layer, "g", { class: `person ${name.split(" ")[0]}` });
      make(group);
      this.#drawn.set(name, group);
    }
    group.style.transform = `translate(${at.x + x}px, ${at.y + y}px)`;
    return group;
  }
}

// Draws the figure of a player around (0, 0): a colour and a number.
export function drawPlayer(group, player) {
  add(group, "circle", { class: `disc ${COLOURS[player]}`, r: 5.4 });
  add(group, "text", {}, player.slice(1));
}

// Draws where each guard goes, with the number of each step; those of his next movement are filled.
export function drawPaths(layers, board, { guards }) {
  for (const { floor, at, target, path, speed } of guards) {
    if (!target) continue;
    const layer = layers[floor - 1];
    const points = [at, ...path].filter(Boolean).map((place) => board.at(place));
    const line = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x + 10.5} ${y - 4.5}`).join("");
    add(layer, "path", { class: "guard-path", d: line });
    const { x, y } = board.at(target);
    add(layer, "rect", { class: "target", x: x - 22.8, y: y - 22.8, width: 45.6, height: 45.6, rx: 4 });
    path.forEach((place, i) => {
      const step = board.at(place);
      const is = i < speed ? "soon" : "later";
      const group = add(layer, "g", { class: `step ${is}`, transform: `translate(${step.x + 10.5} ${step.y - 4.5})` });
      add(group, "circle", { r: 4.6 });
      add(group, "text", {}, i + 1);
    });
  }
}

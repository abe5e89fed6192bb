// The floors at a glance, where only one of them has room: who is on which floor, guards and alarms.
// A tap shows that floor.

import { put, svg, text } from "/pages/dom.js";
import { splitFloor } from "/pages/floor.js";
import { still } from "/pages/motion.js";
import { drawPlayer } from "/pages/burgle-bros/figures.js";

export class Overview {
  #board;
  #words;
  #root = text("div", "", "overview");
  #buttons = [];
  #at = 0; // the floor that was shown by itself

  constructor(board, words) {
    this.#board = board;
    this.#words = words;
    this.#root.setAttribute("role", "group");
    this.#buttons = board.floors.map((floor) => {
      const made = this.#root.appendChild(text("button", "", "to-floor"));
      made.type = "button";
      made.append(text("span", ""), text("span", "", "who"), text("span", "", "signs"));
      made.addEventListener("click", () => this.#show(floor.number));
      return made;
    });
    board.top.append(this.#root);
    for (const { root, number } of board.floors) {
      root.addEventListener("focusin", () => this.#root.isConnected && this.#show(number)); // by arrow keys
    }
  }

  draw(view) {
    this.#root.setAttribute("aria-label", this.#words.of("page", "floors"));
    const floorOf = (place) => (/\d$/.test(place ?? "") ? splitFloor(place)[0] : 0);
    this.#buttons.forEach((button, i) => {
      const number = i + 1;
      const [name, who, signs] = button.children;
      put(name, this.#words.of("page", "floor", { floor: number }));
      const here = view.team.filter(({ at }) => floorOf(at) === number).map(({ player }) => player);
      if (who.dataset.here !== String(here)) {
        who.dataset.here = here;
        who.replaceChildren(...here.map(chip));
      }
      const alarms = view.alarms.filter((place) => floorOf(place) === number).length;
      const { speed } = view.guards[i];
      const alarmed = alarms ? ` · ${this.#words.of("page", "alarms", { count: alarms })}` : "";
      put(signs, this.#words.of("page", "guard-speed", { speed }) + alarmed);
    });
    const active = view.team.find(({ player }) => player === view.active);
    const floor = floorOf(active?.at) || 1;
    if (floor === this.#at) return;
    this.#at = floor;
    this.#show(floor);
  }

  #show(number) {
    const { root } = this.#board.floors[number - 1];
    const row = root.parentElement;
    if (row.scrollWidth <= row.clientWidth) return;
    row.scrollTo({ left: root.offsetLeft - row.offsetLeft, behavior: still.matches ? "instant" : "smooth" });
  }
}

// Returns a player's figure as a picture.
export function chip(player) {
  const made = svg("svg", { viewBox: "-6 -6 12 12", class: "chip person", role: "img", "aria-label": player.slice(1) });
  drawPlayer(made, player);
  return made;
}

// The building as all pages of Burgle Bros draw it: its floors, and everything that is in the rooms.

import { add, style } from "/pages/dom.js";
import { showOnly } from "/pages/floor_part.js";
import { Figures, drawPaths } from "/pages/burgle-bros/figures.js";
import { Overview } from "/pages/burgle-bros/overview.js";
import { drawRoom, drawWays, placesOf } from "/pages/burgle-bros/rooms.js";

await style("/pages/burgle-bros/board.css");

const SIZES = { office: 4, bank: 4, fort_knox: 5 };

export class Building {
  #board;
  #words;
  #ways; // layers, by floor
  #figures;
  #overview;
  #hintLayers;
  #hints = null; // their code is loaded with the first ones
  #calls = {}; // by room, the way that an alarm there would draw the guard
  #drawCall = null;
  #drawn = new Map(); // what each room showed last
  #shown = ""; // the building that is drawn

  constructor(board, words) {
    this.#board = board;
    this.#words = words;
    const layers = () => board.floors.map(({ over }) => add(over, "g"));
    this.#ways = layers();
    this.#hintLayers = layers();
    this.#figures = new Figures(board, layers());
    this.#overview = new Overview(board, words);
  }

  draw(table) {
    const { view, floors } = table;
    const shape = { floors, size: SIZES[view.scenario] };
    const places = placesOf(shape).filter((place) => place in view.tiles || view["face-down"].includes(place));
    if (this.#shown !== `${shape.size} ${places.length}`) showOnly(this.#board, places);
    this.#shown = `${shape.size} ${places.length}`;
    for (const place of places) this.#drawRoom(place, view);
    for (const layer of this.#ways) layer.replaceChildren();
    drawWays(this.#ways, this.#board, view, shape);
    drawPaths(this.#ways, this.#board, view);
    this.#mark(table.ask.words.cell);
    this.#drawHints(table);
    this.#figures.draw(view);
    this.#overview.draw(view);
    this.#board.label(this.#words.of("page", "board"));
  }

  async #drawHints(table) {
    this.#calls = table.hints.calls ?? {};
    if (!table.hints.facts && !this.#hints) return;
    this.#hints ??= await import("/pages/burgle-bros/room_hints.js");
    this.#hints.drawHints(this.#board, this.#hintLayers, table, this.#words);
    this.#drawCall ??= this.#hints.followAlarms(this.#board, this.#hintLayers, (place) => this.#calls[place]);
    this.#drawCall();
  }

  // Marks the room that a question is about.
  #mark(place) {
    const at = place && this.#board.at(place);
    if (!at) return;
    const { x, y, floor } = at;
    add(this.#ways[floor.number - 1], "rect", { class: "about", x: x - 21.5, y: y - 21.5, width: 43, height: 43, rx: 4 });
  }

  #drawRoom(place, view) {
    const tile = view.tiles[place];
    const kind = tile?.split(" ")[0];
    const { marks, alarms, cracked, dice, hacks, lying, opened, crowbarred, crow } = view;
    const has = [marks, alarms, cracked, opened, crowbarred].map((all) => all.includes(place));
    const lies = lying.filter(([at]) => at === place).length;
    const news = [this.#words.language, tile, ...has, dice[place], hacks[kind], view["room-stealth"][place], lies, crow === place].join();
    if (this.#drawn.get(place) === news) return;
    this.#drawn.set(place, news);
    const name = tile ? this.#words.or("tile", kind, kind) : "";
    drawRoom(this.#board.plot(place), place, { tile, view, name });
  }

  // Returns what everybody may know of a room, as texts.
  told(place, table) {
    const { view } = table;
    const say = (key, values) => this.#words.of("page", key, values);
    const [kind, digit] = (view.tiles[place] ?? "").split(" ");
    const parts = [kind ? this.#words.or("tile", kind, kind) : say("face-down")];
    if (digit) parts.push(say(view.marks.includes(place) ? "digit-open" : "digit", { digit }));
    for (const { player, at } of view.team) if (at === place) parts.push(this.#words.seat(player));
    for (const { at, target, path, speed } of view.guards) {
      if (at === place) parts.push(say("guard-here"));
      if (target === place) parts.push(say("target"));
      const step = path.indexOf(place) + 1;
      if (step) parts.push(say(step > speed ? "guard-later" : "guard-step", { step }));
    }
    for (const key of ["alarms", "cracked", "opened", "crowbarred", "stairs"]) {
      if (view[key].includes(place)) parts.push(say(`room-${key}`));
    }
    if (view.crow === place) parts.push(say("room-crow"));
    const counts = { dice: view.dice[place], hacks: view.hacks[kind], stealth: view["room-stealth"][place] };
    for (const [key, count] of Object.entries(counts)) if (count) parts.push(say(`room-${key}`, { count }));
    for (const [at, item] of view.lying) if (at === place) parts.push(this.#words.or("item", item, item));
    return [...parts, ...(this.#hints?.toldHints(place, table, this.#words) ?? [])];
  }
}

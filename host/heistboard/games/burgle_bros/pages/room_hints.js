// Hints on rooms: the chance that a guard comes there, what a step there costs, the odds of safes, and
// the way that an alarm would draw a guard.

import { add } from "/pages/dom.js";

const GOES = /^(move|drop|peek) /;

// Draws the hints on the layers of the floors.
export function drawHints(board, layers, { hints, view }, words) {
  const on = (place, kind) => {
    const { x, y, floor } = board.at(place);
    return add(layers[floor.number - 1], "g", { class: kind, transform: `translate(${x} ${y})` });
  };
  const cost = (place, said, y = 7) => add(on(place, "odds"), "text", { class: "costs", x: 9, y }, said);
  for (const layer of layers) layer.replaceChildren();
  if (view.outcome) return;
  for (const [place, share] of Object.entries(hints.shares ?? {})) {
    const group = on(place, "danger");
    const frame = add(group, "rect", { x: -20.8, y: -20.8, width: 41.6, height: 41.6, rx: 3 });
    frame.style.strokeOpacity = 0.2 + (0.8 * share) / 1000;
    add(group, "text", { y: -15 }, words.share(share / 1000));
  }
  for (const { cell, now } of hints.safes ?? []) {
    if (now !== undefined) cost(cell, words.share(now / 1000), 1);
  }
  for (const [move, { now, later }] of Object.entries(hints.moves ?? {})) {
    if (move.startsWith("move ") && now + later) cost(move.slice("move ".length), `−${tokens(now + later, words)}`);
  }
}

// Draws the way of an alarm in the room under the pointer or with the focus; *way* gives its rooms.
// Returns what draws it again.
export function followAlarms(board, layers, way) {
  let last = document.activeElement;
  const draw = () => {
    for (const layer of layers) layer.querySelector(".call")?.remove();
    const points = (way(last.closest("[data-place]")?.dataset.place) ?? []).map((place) => board.at(place));
    if (!points.length) return;
    const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y + 4}`).join("");
    add(layers[points[0].floor.number - 1], "path", { class: "call", d });
  };
  const root = layers[0].closest("[data-floors]");
  for (const kind of ["pointerover", "pointerleave", "focusin"]) {
    root.addEventListener(kind, ({ target }) => {
      last = target;
      draw();
    });
  }
  return draw;
}

// Returns the hints on a room as texts.
export function toldHints(place, { hints }, words) {
  const say = (key, values) => words.of("page", key, values);
  const share = (part) => words.share(part / 1000);
  const parts = hints.shares?.[place] ? [say("danger", { share: share(hints.shares[place]) })] : [];
  const call = hints.calls?.[place];
  if (call) parts.push(say("call", { steps: call.length - 1 }));
  const safe = (hints.safes ?? []).find(({ cell, now }) => cell === place && now !== undefined);
  if (safe) parts.push(say("odds", { now: share(safe.now), more: share(safe.more) }));
  for (const [move, { now, later }] of Object.entries(hints.moves ?? {})) {
    if (!GOES.test(move) || move.split(" ")[1] !== place || !(now + later)) continue;
    parts.push(say(`costs-${move.split(" ")[0]}`, { now: tokens(now, words), later: tokens(later, words) }));
  }
  return parts;
}

function tokens(thousandths, words) {
  return words.number(Math.round(thousandths / 10) / 100);
}

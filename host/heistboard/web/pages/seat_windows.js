// Windows on a seat's page: the beat, Stop, and when the seat wants to be asked.

import { BeatPanel } from "/pages/beat.js";
import { Wishes } from "/pages/wishes.js";

const own = Number(location.pathname.split("/")[2]);

let content = null; // the last message
let beat = null;
let wishes = null;

// Draws the last *message* of this seat on a device of *you*; *live* is its socket. This seat is the
// first that may say Stop. Whether it has passed is told only while private things are shown.
export function draw(message, { words, live, you, isShown }) {
  const isNew = message !== content;
  content = message;
  const { table, seat } = content;
  if (!seat) return;
  if (!beat) begin(words, live);
  if (isNew) beat.take(content);
  const seats = [own, ...(you?.seats ?? []).filter((each) => each !== own)];
  const state = (seat.passed && "passed") || (seat.quiet && "quiet");
  beat.draw(seats, { isQuiet: seat.quiet, own: isShown && state ? words.of("beat", state) : "" });
  const kinds = Object.keys(table.windows).filter((each) => each.startsWith("beat-"));
  wishes.draw(seat.wish ?? "always", kinds.map((each) => each.slice("beat-".length)));
}

function begin(words, live) {
  const say = (text) => live.say(text, { game: content.table.game, at: content.seat.prompt.number });
  beat = new BeatPanel(document.getElementById("say"), words, say);
  wishes = new Wishes(document.querySelector("main"), words, say);
}

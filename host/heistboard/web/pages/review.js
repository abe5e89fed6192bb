// The review of a finished game: a slider through its steps. The game's own script, or the plain
// one, draws a step and describes it.

import { asShown, followGame } from "/pages/current_game.js";
import { Navigation } from "/pages/navigation.js";
import { Words } from "/pages/words.js";

const STEP_MS = 1100; // between steps while it plays

const element = (id) => document.getElementById(id);

const { number, game, review, open } = await (await fetch(`${location.pathname}.json`)).json();
const { Review } = await import(`/pages/${game}/review.js`);
const last = review.steps.length - 1;
let at = begin();
let playing = 0;
let now = null; // which game is on the table

const words = new Words();
await words.begin(element("language"), draw);
await words.play(game);
const say = (id, values) => words.of("review", id, values);
// The game adds its own elements; *go* goes to a step, *draw* redraws the page.
const own = new Review(review, words, { element, go, draw });
element("slider").max = last;
element("slider").addEventListener("input", () => go(Number(element("slider").value)));
element("back").addEventListener("click", () => go(at - 1));
element("on").addEventListener("click", () => go(at + 1));
element("play").addEventListener("click", () => (playing ? stop() : play()));
addEventListener("keydown", press);
const navigation = new Navigation(element("ways"), words, element("after"));
draw();
await followGame((fresh) => {
  now = fresh ?? now;
  draw();
});

// Moving.

function begin() {
  const wanted = location.hash ? Number(location.hash.slice(1)) - 1 : last;
  return Number.isInteger(wanted) ? Math.min(Math.max(wanted, 0), last) : last;
}

function go(to) {
  stop();
  show(to);
}

function show(to) {
  at = Math.min(Math.max(to, 0), last);
  history.replaceState(null, "", `#${at + 1}`);
  draw();
}

function play() {
  if (at === last) show(0);
  playing = setInterval(() => {
    show(at + 1);
    if (at === last) stop();
  }, STEP_MS);
  draw();
}

function stop() {
  if (!playing) return;
  clearInterval(playing);
  playing = 0;
  draw();
}

function press(event) {
  if (event.target === element("slider") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
}

// Drawing.

function drawWays() {
  navigation.show({ ...asShown(now), page: "review", game: number });
}

function draw() {
  drawWays();
  element("title").textContent = say("title", { game: number, ending: own.ending() });
  document.title = `Heistboard: ${element("title").textContent}`;
  own.draw(at);
  element("said").textContent = own.said(at);
  element("slider").value = at;
  element("slider").setAttribute("aria-label", say("slider"));
  const place = own.place(at) ?? say("step", { step: at + 1, of: last + 1 });
  element("slider").setAttribute("aria-valuetext", place);
  element("caption").textContent = [place, own.caption()].filter(Boolean).join(" · ");
  element("back").setAttribute("aria-label", say("back"));
  element("on").setAttribute("aria-label", say("on"));
  element("back").disabled = at === 0;
  element("on").disabled = at === last;
  element("share").hidden = !open && !now?.you?.host;
  element("share").href = `/share/${number}`;
  element("share").textContent = say("share");
  element("share").title = say("shared");
  element("play").textContent = playing ? say("stop") : say("play");
  element("now").setAttribute("aria-label", say("now"));
}

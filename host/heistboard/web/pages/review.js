// The review of a finished game: a slider through its steps, and jumps to the best and the worst.

import { add } from "/pages/dom.js";
import { Words } from "/pages/words.js";

const STEP_MS = 1100; // while it plays by itself

const element = (id) => document.getElementById(id);

const { number, game, review } = await (await fetch(`${location.pathname}.json`)).json();
const { Board, clues, facts, rated, sure, thief, told } = await import(`/pages/${game}/review.js`);
const last = review.steps.length - 1;
let at = begin();
let playing = 0;

const words = new Words();
await words.begin(element("language"), draw);
await words.play(game);
const say = (id, values) => words.of("review", id, values);
const board = new Board(element("board"), review);
element("slider").max = last;
element("slider").addEventListener("input", () => go(Number(element("slider").value)));
element("back").addEventListener("click", () => go(at - 1));
element("on").addEventListener("click", () => go(at + 1));
element("play").addEventListener("click", () => (playing ? stop() : play()));
element("secret").addEventListener("change", draw);
addEventListener("keydown", press);
drawCurve();
draw();

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

// What is shown.

function draw() {
  const step = review.steps[at];
  const isOpen = element("secret").checked;
  const ending = say(`over.${review.outcome.ending}`, { round: review.rounds.length });
  element("title").textContent = say("title", { game: number, ending });
  document.title = `Heistboard: ${element("title").textContent}`;
  board.draw(at, isOpen, words);
  element("said").textContent = told(step, isOpen, words);
  element("odds").textContent = clues(step, words);
  element("known").textContent = facts(review, step, isOpen, words);
  element("slider").value = at;
  element("slider").setAttribute("aria-label", say("slider"));
  const numbers = { round: step.round, step: at + 1, of: last + 1 };
  const place = say(step.round ? "place" : "place.setup", numbers);
  element("slider").setAttribute("aria-valuetext", place);
  element("caption").textContent = `${place} · ${say("curve")}`;
  element("back").setAttribute("aria-label", say("back"));
  element("on").setAttribute("aria-label", say("on"));
  element("back").disabled = at === 0;
  element("on").disabled = at === last;
  element("play").textContent = playing ? say("stop") : say("play");
  element("secret").nextElementSibling.textContent = say("secret");
  for (const title of document.querySelectorAll("[data-say]")) {
    title.textContent = say(title.dataset.say);
  }
  element("now").setAttribute("aria-label", say("now"));
  const here = element("here");
  for (const end of ["x1", "x2"]) here.setAttribute(end, at);
  for (const kind of ["best", "worst"]) drawRated(kind);
  element("thief").textContent = thief(review, words);
}

function drawRated(kind) {
  const list = element(kind);
  if (!list.children.length) {
    for (const step of review[kind]) {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => {
        go(step);
        scrollTo(0, 0); // to the board
      });
      list.appendChild(document.createElement("li")).append(button);
    }
    if (!review[kind].length) list.appendChild(document.createElement("li"));
  }
  review[kind].forEach((step, i) => {
    const button = list.children[i].firstChild;
    button.textContent = rated(review.steps[step], words);
    if (step === at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  if (!review[kind].length) list.firstChild.textContent = say("none");
}

// How sure the seekers were, step by step, over the slider.
function drawCurve() {
  const curve = element("curve");
  curve.setAttribute("viewBox", `0 0 ${Math.max(last, 1)} 100`);
  const points = review.steps.map((step, i) => `${i},${100 - 96 * Math.sqrt(sure(review, step))}`);
  review.steps.forEach(({ move }, i) => {
    if (!move.startsWith("hide")) return;
    add(curve, "line", { class: "round", x1: i, x2: i, y1: 0, y2: 100 });
  });
  add(curve, "polygon", { class: "sure", points: `0,100 ${points.join(" ")} ${last},100` });
  review.steps.forEach(({ search }, i) => {
    if (!search) return;
    const kind = ["best", "worst"].find((each) => review[each].includes(i)) ?? "search";
    add(curve, "line", { class: kind, x1: i, x2: i, y1: kind === "search" ? 86 : 70, y2: 100 });
  });
  add(curve, "line", { id: "here", y1: 0, y2: 100 });
}

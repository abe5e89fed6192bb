// The review of Car Thief: a step as a picture and in words, how sure the police were, and the best
// and worst searches.

import { ReviewBoard } from "/pages/car-thief/review_board.js";
import { add, style, svg, text } from "/pages/dom.js";
import { Pieces } from "/pages/pieces.js";

await style("/pages/car-thief/review.css");

const layout = await (await fetch("/pages/layout.json")).json();
const pieces = await Pieces.of("car-thief");

export class Review {
  #review;
  #words;
  #go;
  #board;
  #odds = text("p", "");
  #known = text("p", "");
  #secret = document.createElement("input");
  #show = document.createElement("span");
  #curve = svg("svg", { id: "curve", preserveAspectRatio: "none", "aria-hidden": "true" });
  #here;
  #rated = {};
  #titles = {};
  #thief = text("p", "");

  constructor(review, words, { element, go, draw }) {
    this.#review = review;
    this.#words = words;
    this.#go = go;
    this.#board = new ReviewBoard(element("board"), layout, pieces, words, review);
    this.#odds.id = "odds";
    this.#known.id = "known";
    element("now").append(this.#odds, this.#known);
    this.#drawCurve();
    element("slider").before(this.#curve);
    Object.assign(this.#secret, { id: "secret", type: "checkbox", checked: true });
    this.#secret.addEventListener("change", draw);
    const label = document.createElement("label");
    label.append(this.#secret, " ", this.#show);
    element("buttons").append(label);
    for (const name of ["best", "worst", "thief"]) {
      this.#titles[name] = element("rest").appendChild(text("h2", ""));
      if (name === "thief") continue;
      this.#rated[name] = element("rest").appendChild(document.createElement("ol"));
      this.#rated[name].id = name;
      this.#fill(name);
    }
    this.#thief.id = "thief";
    element("rest").append(this.#thief);
  }

  ending() {
    const { outcome, rounds } = this.#review;
    return this.#say(`over.${outcome.ending}`, { round: rounds.length });
  }

  said(at) {
    return told(this.#review.steps[at], this.#secret.checked, this.#words);
  }

  place(at) {
    const { steps } = this.#review;
    const { round } = steps[at];
    const numbers = { round, step: at + 1, of: steps.length };
    return this.#say(round ? "place" : "place.setup", numbers);
  }

  caption() {
    return this.#say("curve");
  }

  // Draws everything after step *at*.
  draw(at) {
    const step = this.#review.steps[at];
    const isOpen = this.#secret.checked;
    this.#board.draw(at, isOpen, this.#words, label(step, this.#words));
    this.#odds.textContent = clues(step, this.#words);
    this.#known.textContent = facts(this.#review, step, isOpen, this.#words);
    this.#show.textContent = this.#say("secret");
    for (const [name, title] of Object.entries(this.#titles)) title.textContent = this.#say(name);
    for (const end of ["x1", "x2"]) this.#here.setAttribute(end, at);
    for (const kind of ["best", "worst"]) this.#drawRated(kind, at);
    this.#thief.textContent = thief(this.#review, this.#words);
  }

  #fill(kind) {
    for (const step of this.#review[kind]) {
      const button = text("button", "");
      button.type = "button";
      button.addEventListener("click", () => {
        this.#go(step);
        scrollTo(0, 0); // to the board
      });
      this.#rated[kind].appendChild(document.createElement("li")).append(button);
    }
    if (!this.#review[kind].length) this.#rated[kind].append(document.createElement("li"));
  }

  #drawRated(kind, at) {
    const items = this.#rated[kind].children;
    this.#review[kind].forEach((step, i) => {
      const button = items[i].firstChild;
      button.textContent = rated(this.#review.steps[step], this.#words);
      if (step === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    if (!this.#review[kind].length) items[0].textContent = this.#say("none");
  }

  // Draws over the slider how sure the police were at each step.
  #drawCurve() {
    const { steps } = this.#review;
    const last = steps.length - 1;
    const curve = this.#curve;
    curve.setAttribute("viewBox", `0 0 ${Math.max(last, 1)} 100`);
    const points = steps.map((step, i) => `${i},${100 - 96 * Math.sqrt(sure(this.#review, step))}`);
    steps.forEach(({ move }, i) => {
      if (!move.startsWith("hide")) return;
      add(curve, "line", { class: "round", x1: i, x2: i, y1: 0, y2: 100 });
    });
    add(curve, "polygon", { class: "sure", points: `0,100 ${points.join(" ")} ${last},100` });
    steps.forEach(({ search }, i) => {
      if (!search) return;
      const kind = ["best", "worst"].find((each) => this.#review[each].includes(i)) ?? "search";
      add(curve, "line", { class: kind, x1: i, x2: i, y1: kind === "search" ? 86 : 70, y2: 100 });
    });
    this.#here = add(curve, "line", { id: "here", y1: 0, y2: 100 });
  }

  #say(key, values) {
    return this.#words.of("review", key, values);
  }
}

function label({ known }, words) {
  const { say, share } = speak(words);
  const likeliest = Object.entries(known.cells).sort(([, one], [, other]) => other - one);
  const odds = likeliest.map(([cell, count]) => `${cell} ${share(count / known.trails)}`);
  return [say("board"), ...odds].join(", ");
}

// Returns a step in words.
function told(step, isOpen, words) {
  const { say } = speak(words);
  const [verb, first, place] = step.move.split(" ");
  if (verb === "surrounded") return say("step.surrounded");
  const round = step.round;
  if (verb === "hide") return say(isOpen ? "step.hide" : "step.hidden", { round, cell: first });
  const helicopter = say(`helicopter.${first}`);
  if (verb === "search") return say(`step.${step.search.found}`, { helicopter, cell: place });
  return say(`step.${verb}`, { helicopter, place });
}

// Returns how good a search was.
function clues({ search }, words) {
  const { say, share } = speak(words);
  if (!search) return "";
  const { chance, best, better, trails } = search;
  const car = share(chance.car / trails);
  const trace = share(chance.trace / trails);
  const said = [chance.trace ? say("odds.both", { car, trace }) : say("odds.car", { car })];
  if (better) said.push(missed(search, words));
  else if (best.car === chance.car) said.push(say("odds.best"));
  else said.push(say("odds.next", { cell: best.cell, car: share(best.car / trails) }));
  said.push(say("odds.driven", { cell: chance.cell, car: share(search.driven / 1000) }));
  return said.join(" ");
}

// Returns the text of one of the best or worst searches.
function rated({ round, move, search }, words) {
  const { say, share } = speak(words);
  const [, first, cell] = move.split(" ");
  const car = share(search.chance.car / search.trails);
  const driven = share(search.driven / 1000);
  const made = { round, helicopter: say(`helicopter.${first}`), cell, car, driven };
  return [say("rated", made), missed(search, words)].join(" ");
}

function missed({ better, trails }, words) {
  const { say, share } = speak(words);
  if (!better) return "";
  const helicopter = say(`helicopter.${better.helicopter}`);
  return say("odds.better", { helicopter, cell: better.cell, car: share(better.car / trails) });
}

// Returns what the police knew after a step.
function facts(review, { known, round }, isOpen, words) {
  const { say, share, number } = speak(words);
  if (!round) return say("known.none");
  const cells = number(Object.keys(known.cells).length);
  const said = [say("known", { trails: number(known.trails), cells })];
  const { cell } = review.rounds[round - 1];
  if (isOpen) said.push(say("known.car", { cell, share: share(sure(review, { known, round })) }));
  return said.join(" ");
}

// Returns the probability of the car's building, to the police, after a step: 0..1.
function sure(review, { known, round }) {
  return round ? (known.cells[review.rounds[round - 1].cell] ?? 0) / known.trails : 0;
}

// Returns how close the police came in the whole game.
function thief(review, words) {
  const { say, share } = speak(words);
  const { rounds, steps, closest } = review;
  const said = [];
  if (closest) {
    const { cell, known } = rounds[closest - 1];
    const part = share(known.cells[cell] / known.trails);
    said.push(say("thief.closest", { round: closest, cell, share: part }));
  }
  const beside = rounds.filter((round) => round.beside.length).length;
  said.push(say("thief.beside", { count: beside, of: rounds.length }));
  const searches = steps.filter((step) => step.search).map((step) => step.search);
  const sum = (kind) => searches.reduce((all, each) => all + each[kind].car / each.trails, 0);
  if (searches.length) said.push(say("thief.score", { share: share(sum("chance") / sum("best")) }));
  return said.join(" ");
}

function speak(words) {
  return {
    say: (key, values) => words.of("review", key, values),
    share: (part) => words.share(part),
    number: (count) => words.number(count),
  };
}

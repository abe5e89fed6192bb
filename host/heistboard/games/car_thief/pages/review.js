// The review of Car Thief: a step as a picture and in words, how sure the police were, and the best
// and worst searches.

import { add, style, svg, text } from "/pages/dom.js";

await style("/pages/car-thief/review.css");

const COLUMNS = "abcde";
const LEFT = 1; // from the edge of the picture to the buildings
const PITCH = 20;
const HOUSE = 16.4;
const BRIGHT = 0.55; // from this heat on, text is dark in the dark theme, too
const ROTORS = "M-5.6 0H5.6M0 -5.6V5.6";
const BODIES = {
  green: "M3.5 0A3.5 3.5 0 1 1-3.5 0A3.5 3.5 0 1 1 3.5 0Z",
  yellow: "M0-4.5L4.5 0L0 4.5L-4.5 0Z",
  pink: "M-3.3-3.3H3.3V3.3H-3.3Z",
};

function middle(place) {
  if (place[0] === "x") return [LEFT + PITCH * Number(place[1]), LEFT + PITCH * Number(place[2])];
  return [
    LEFT + PITCH * (COLUMNS.indexOf(place[0]) + 0.5),
    LEFT + PITCH * (Number(place[1]) - 0.5),
  ];
}

class Board {
  #root;
  #review;
  #houses = new Map();
  #under; // things on the ground
  #over; // things on roofs, and helicopters

  constructor(root, review) {
    this.#root = root;
    this.#review = review;
    root.setAttribute("viewBox", "0 0 102 102");
    add(root, "rect", { class: "ground", width: 102, height: 102, rx: 3 });
    for (let road = 1; road < COLUMNS.length; road++) {
      const way = LEFT + PITCH * road;
      add(root, "path", { class: "road", d: `M${way} 2V100M2 ${way}H100` });
    }
    for (let row = 1; row <= COLUMNS.length; row++) {
      for (const column of COLUMNS) this.#houses.set(column + row, this.#house(root, column + row));
    }
    this.#under = add(root, "g");
    this.#over = add(root, "g");
  }

  #house(root, place) {
    const [x, y] = middle(place);
    const corner = { x: x - HOUSE / 2, y: y - HOUSE / 2, width: HOUSE, height: HOUSE, rx: 2 };
    const group = add(root, "g", { "data-place": place });
    add(group, "rect", { class: "house", ...corner });
    const heat = add(group, "rect", { class: "heat", ...corner });
    add(group, "text", { class: "name", x: x - 5.2, y: y - 4 }, place);
    const odds = add(group, "text", { class: "odds", x: x - 1, y: y + 1.6 });
    return { group, heat, odds };
  }

  // Draws the board after step *at*; the thief's secrets only if *isOpen*.
  draw(at, isOpen, words) {
    const step = this.#review.steps[at];
    for (const [place, { group, heat, odds }] of this.#houses) {
      const part = (step.known.cells[place] ?? 0) / (step.known.trails || 1);
      const warmth = Math.min(1, 1.25 * Math.sqrt(part));
      heat.setAttribute("fill-opacity", warmth.toFixed(3));
      group.classList.toggle("bright", warmth > BRIGHT);
      odds.textContent = part ? words.share(part) : "";
    }
    this.#root.setAttribute("aria-label", label(step, words));
    this.#under.replaceChildren();
    this.#over.replaceChildren();
    if (isOpen) this.#drawTrail(step);
    if (step.search) this.#drawSearch(step, words);
    for (const [place, colour] of Object.entries(step.roofs)) {
      const round = this.#review.rounds.findIndex(({ cell }) => cell === place) + 1;
      const tells = isOpen || colour !== "blue";
      drawToken(this.#over, place, colour, tells ? round : "", "found");
    }
    const car = this.#review.rounds[step.round - 1]?.cell;
    if (car && (isOpen || step.search?.found === "car")) {
      const [x, y] = middle(car);
      const box = { x: x - 5.6, y: y + 2.3, width: 9.1, height: 5.7 };
      add(this.#over, "image", { href: "/pages/car-thief/car.svg", ...box });
    }
    this.#drawHelicopters(at, words);
  }

  #drawTrail({ round }) {
    const rounds = this.#review.rounds.slice(0, round);
    const points = rounds.map(({ cell }) => middle(cell)).map(([x, y]) => `${x + 6.4},${y + 5.8}`);
    add(this.#under, "polyline", { class: "trail", points: points.join(" ") });
    rounds.forEach(({ cell, token }, i) => drawToken(this.#under, cell, token, i + 1, "secret"));
  }

  #drawSearch(step, words) {
    const { chance, better, found, trails } = step.search;
    const [x, y] = middle(chance.cell);
    const [fromX, fromY] = middle(step.helicopters[chance.helicopter]);
    const [along, down] = [Math.sign(x - fromX), Math.sign(y - fromY)];
    const far = `${x + 7 * along},${y - 5 * down} ${x + 7 * along},${y + 7 * down}`;
    const points = `${fromX},${fromY} ${far} ${x - 5 * along},${y + 7 * down}`;
    add(this.#under, "polygon", { class: `beam ${chance.helicopter}`, points });
    const ring = { x: x - 8.9, y: y - 8.9, width: 17.8, height: 17.8, rx: 2.6 };
    add(this.#over, "rect", { class: `ring ${found}`, ...ring });
    if (found === "nothing") {
      add(this.#over, "path", { class: "miss", d: `M${x - 2} ${y - 1.5}l4 4m0 -4l-4 4` });
    }
    if (better) {
      const [betterX, betterY] = middle(better.cell);
      const box = { x: betterX - 8.9, y: betterY - 8.9, width: 17.8, height: 17.8, rx: 2.6 };
      add(this.#over, "rect", { class: "better", ...box });
      const text = words.share(better.car / trails);
      add(this.#over, "text", { class: "star", x: betterX, y: betterY + 7.2 }, `★ ${text}`);
    }
  }

  #drawHelicopters(at, words) {
    const step = this.#review.steps[at];
    const [verb, colour] = step.move.split(" ");
    const from = this.#review.steps[at - 1]?.helicopters[colour];
    if (verb === "fly") {
      const [[x1, y1], [x2, y2]] = [middle(from), middle(step.helicopters[colour])];
      add(this.#over, "line", { class: `flight ${colour}`, x1, y1, x2, y2 });
    }
    for (const [name, place] of Object.entries(step.helicopters)) {
      if (!place) continue;
      const [x, y] = middle(place);
      const acts = name === colour && verb !== "hide" ? "acts" : "";
      const group = add(this.#over, "g", {
        class: `helicopter ${name} ${acts}`,
        transform: `translate(${x} ${y})`,
      });
      add(add(group, "g", { class: "rotor" }), "path", { d: ROTORS });
      add(group, "path", { class: "body", d: BODIES[name] });
      add(group, "text", { y: 1.5 }, speak(words).say(`letter.${name}`));
    }
  }
}

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
    this.#board = new Board(element("board"), review);
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
    this.#board.draw(at, isOpen, this.#words);
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

function drawToken(parent, cell, colour, text, kind) {
  const [x, y] = middle(cell);
  const group = add(parent, "g", {
    class: `token ${colour} ${kind}`,
    transform: `translate(${x + 4.7} ${y - 4.6})`,
  });
  if (colour === "yellow") add(group, "circle", { r: 2.7 });
  else if (colour === "blue") add(group, "rect", { x: -2.4, y: -2.4, width: 4.8, height: 4.8 });
  else add(group, "path", { d: "M0 -3.3L3.1 2.3H-3.1Z" });
  add(group, "text", { y: colour === "red" ? 1.9 : 1.2 }, String(text));
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
  const made = { round, helicopter: say(`helicopter.${first}`), cell, car };
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

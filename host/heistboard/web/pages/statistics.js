// The statistics over all finished games: for each game, those of people among themselves, and those
// with the computer.

import { asShown, followGame } from "/pages/current_game.js";
import { put, text } from "/pages/dom.js";
import { Navigation } from "/pages/navigation.js";
import { Words } from "/pages/words.js";

const element = (id) => document.getElementById(id);

let data = null;
let now = null; // which game is on the table
let finished = null; // the number of the game on the table, if it is over
let plays = {}; // the words of each game, in the language *heard*
let heard = "";
const words = new Words();
await words.begin(element("language"), async () => {
  await loadPlays();
  draw();
});
const navigation = new Navigation(element("ways"), words, element("after"));
await look();
await followGame(async (fresh) => {
  now = fresh ?? now;
  const over = now?.running?.over ? now.running.number : null;
  if (over !== finished) await look();
  finished = over;
  drawWays();
});

// Data.

async function look() {
  try {
    const response = await fetch("/statistics.json");
    if (response.ok) data = await response.json();
  } catch {
    // the status line says so
  }
  await loadPlays();
  draw();
}

async function loadPlays() {
  if (!data) return;
  if (heard !== words.language) plays = {};
  heard = words.language;
  await Promise.all(data.games.filter(({ game }) => !plays[game]).map(async ({ game }) => {
    const response = await fetch(`/pages/${game}/words.${heard}.json`);
    plays[game] = response.ok ? await response.json() : {};
  }));
}

function say(key, values) {
  return words.of("statistics", key, values);
}

function won({ won, played, percent }) {
  return say("won", { won, played, percent });
}

// Returns the name of a side in a game, which may be a seat's.
function named(game, side) {
  const play = plays[game]?.play;
  return play?.[`side.${side}`] ?? play?.[`seat.${side}`] ?? side;
}

// Drawing.

function drawWays() {
  navigation.show({ ...asShown(now), page: "statistics" });
}

function draw() {
  drawWays();
  put(element("title"), say("title"));
  document.title = `Heistboard: ${say("title")}`;
  put(element("line"), data ? (data.games.length ? "" : say("none")) : say("lost"));
  if (!data) return;
  element("games").replaceChildren(...data.games.map(drawGame));
  put(element("left-out"), data.left_out ? say("left-out", { count: data.left_out }) : "");
}

function drawGame({ game, played, people, computer }) {
  const section = document.createElement("section");
  const title = text("h2", plays[game]?.play?.title ?? game);
  title.id = `game-${game}`;
  section.setAttribute("aria-labelledby", title.id);
  section.append(title, text("p", say("played", { count: played }), "count"));
  const groups = document.createElement("div");
  groups.className = "groups";
  if (people) groups.append(drawGroup(game, "people", people));
  if (computer) groups.append(drawGroup(game, "computer", computer));
  section.append(groups);
  return section;
}

function drawGroup(game, kind, group) {
  const made = document.createElement("div");
  made.className = "card";
  const title = text("h3", say(kind));
  title.append(text("span", say("played", { count: group.played }), "count"));
  made.append(title, text("h4", say("sides")), drawSides(game, group.sides));
  if (kind === "computer") {
    const total = { won: group.people_won, played: group.played, percent: group.people_percent };
    made.append(text("p", say("people-won", { won: won(total) }), "more"));
  }
  if (group.nobody) made.append(text("p", say("nobody", { count: group.nobody }), "more"));
  const unit = plays[game]?.statistics?.length ?? say("length");
  made.append(text("h4", unit), text("p", say("lengths", group.length)));
  if (group.best) made.append(text("h4", say("best")), drawBest(group.best));
  if (group.people.length) made.append(text("h4", say("names")), drawPeople(game, group.people));
  return made;
}

function drawSides(game, sides) {
  const list = document.createElement("ul");
  list.className = "sides";
  list.append(...sides.map((total) => {
    const item = document.createElement("li");
    const bar = text("span", "", "bar");
    bar.style.setProperty("--share", `${total.percent}%`);
    item.append(text("b", named(game, total.side)), text("span", won(total)), bar);
    return item;
  }));
  return list;
}

function drawBest({ game, step, text: told }) {
  const made = text("p", `${told[words.language]} `);
  const link = text("a", say("game", { number: game }));
  link.href = `/review/${game}#${step}`;
  link.setAttribute("aria-label", say("review", { number: game }));
  made.append(link);
  return made;
}

function drawPeople(game, people) {
  const list = document.createElement("ul");
  list.className = "people";
  list.append(...people.map((person) => {
    const item = document.createElement("li");
    const sides = person.sides.map((total) => say("side", { ...total, side: named(game, total.side) }));
    item.append(text("b", person.nickname), text("span", won(person)), text("small", sides.join(" · ")));
    return item;
  }));
  return list;
}

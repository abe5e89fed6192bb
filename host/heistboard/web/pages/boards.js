// The page that assigns floors: each floor with the boards that were found. A board is chosen with a
// click, or by pressing Done on it. Only a host can do this.

import { asShown, followGame } from "/pages/current_game.js";
import { enter } from "/pages/device.js";
import { button, put, text } from "/pages/dom.js";
import { Navigation } from "/pages/navigation.js";
import { Words } from "/pages/words.js";

const LOOK_MS = 1000;
const DONE_S = 60; // how long the table waits for Done
const BLINK_S = 10; // how long the boards blink
const MOST_FLOORS = 3;

const element = (id) => document.getElementById(id);

let data = null;
let posts = 0; // requests begun and answered; data from before the last one is old
let told = null; // what the status line says: a key and values
let waiting = null; // the floor that waits for Done, its board when that began, and the end if known
let blinkEndMs = 0;
let cards = []; // of the floors
let now = null; // which game is on the table
const words = new Words();
await enter();
await words.begin(element("language"), draw);
const navigation = new Navigation(element("ways"), words);
element("identify").addEventListener("click", identify);
document.addEventListener("visibilitychange", () => document.hidden || look());
setInterval(() => document.hidden || look(), LOOK_MS);
await look();
await followGame((fresh) => {
  if (fresh && !fresh.running) location.replace("/"); // without a game there are no floors
  now = fresh ?? now;
  draw();
});

// Data.

async function look() {
  const before = posts;
  const fresh = await get();
  if (posts !== before) return; // whoever posted looks again
  if (fresh) {
    if (told?.key === "lost") told = null;
    data = fresh;
    follow();
  } else {
    told = { key: "lost" };
  }
  draw();
}

async function get() {
  try {
    const response = await fetch("/boards.json");
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

// Begins the wait for Done, or ends it and says what came of it.
function follow() {
  const floor = data.waits_for;
  if (waiting && waiting.floor !== floor) {
    const { floor: last, serial } = waiting;
    const board = boardOf(last)?.serial;
    const key = !board ? "late" : board === serial ? "kept" : "assigned";
    told = { key, floor: last, board };
    waiting = null;
  }
  if (floor && !waiting) waiting = { floor, serial: boardOf(floor)?.serial, endMs: null };
}

function boardOf(floor) {
  return data.boards.find((board) => board.floor === floor);
}

// Actions.

async function post(path, body) {
  posts += 1;
  try {
    const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
    posts += 1;
    if (response.ok) return true;
    const isOurs = response.headers.get("content-type")?.includes("json");
    told = { key: `refused.${isOurs ? (await response.json()).refused.why : "trouble"}` };
  } catch {
    told = { key: "lost" };
  }
  draw();
  return false;
}

async function identify() {
  const isOn = Date.now() < blinkEndMs;
  if (!(await post("/boards/identify", isOn ? { stop: true } : { serial: null }))) return;
  blinkEndMs = isOn ? 0 : Date.now() + BLINK_S * 1000;
  told = null;
  draw();
}

async function assign(floor, serial) {
  const before = boardOf(floor)?.serial;
  if (!(await post("/boards/assign", { floor, serial }))) return;
  waiting = serial ? null : { floor, serial: before, endMs: Date.now() + DONE_S * 1000 };
  told = serial ? { key: "assigned", floor, board: serial } : null;
  await look();
}

// Drawing.

function draw() {
  const say = (key, values) => words.of("boards", key, values);
  put(element("title"), say("title"));
  document.title = `Heistboard: ${say("title")}`;
  navigation.show({ ...asShown(now), page: "boards" });
  const isRefused = data && !data.may_host;
  put(element("line"), isRefused ? say("only-here") : told ? say(told.key, told) : "");
  document.querySelector("main").hidden = !data?.may_host;
  if (!data?.may_host) return;
  put(element("how"), data.boards.length ? say("how") : say("none"));
  element("identify").hidden = !data.boards.some((board) => board.is_there);
  put(element("identify"), say(Date.now() < blinkEndMs ? "stop" : "identify"));
  const most = Math.max(data.floors, data.boards.length, ...data.boards.map(({ floor }) => floor ?? 0));
  const count = Math.min(most, MOST_FLOORS);
  while (cards.length > count) cards.pop().root.remove();
  while (cards.length < count) cards.push(makeCard(cards.length + 1));
  for (const card of cards) drawCard(card, say);
}

function makeCard(floor) {
  const root = element("floors").appendChild(text("section", "", "card"));
  const title = root.appendChild(text("h2", ""));
  const state = root.appendChild(text("p", ""));
  const list = root.appendChild(text("ul", ""));
  list.setAttribute("role", "list"); // some browsers drop the role of lists without bullets
  const done = root.appendChild(button("", () => assign(floor, null), "done"));
  title.id = `floor-${floor}`;
  root.setAttribute("aria-labelledby", title.id);
  return { floor, root, title, state, list, done, boards: new Map() };
}

function drawCard({ floor, root, title, state, list, done, boards }, say) {
  const own = boardOf(floor);
  const isWaiting = waiting?.floor === floor;
  put(title, words.of("page", "floor", { floor }));
  root.classList.toggle("waiting", isWaiting);
  root.classList.toggle("lacking", floor <= data.floors && !own?.is_there);
  const leftMs = isWaiting && waiting.endMs ? Math.max(0, waiting.endMs - Date.now()) : null;
  const seconds = leftMs === null ? "…" : Math.ceil(leftMs / 1000);
  const isNeeded = floor <= data.floors;
  const how = !own ? (isNeeded ? "nobody" : "not-needed") : own.is_there ? "there" : "away";
  put(state, isWaiting ? say("press") : say(how));
  put(done, isWaiting ? say("left", { seconds }) : say("done"));
  done.setAttribute("aria-label", `${title.textContent}: ${say("done")}`);
  done.disabled = isWaiting;
  for (const [serial, { item }] of boards) {
    if (data.boards.some((board) => board.serial === serial)) continue;
    item.remove();
    boards.delete(serial);
  }
  for (const board of data.boards) {
    if (!boards.has(board.serial)) {
      const item = list.appendChild(text("li", ""));
      const choice = item.appendChild(button("", () => assign(floor, board.serial), "choice"));
      boards.set(board.serial, { item, choice });
    }
    drawChoice(boards.get(board.serial).choice, board, floor, say);
  }
}

function drawChoice(choice, board, floor, say) {
  const facts = [];
  if (!board.is_there) {
    facts.push(say("away"));
    if (board.floor && board.floor !== floor) facts.push(say("is-floor", board));
  } else facts.push(board.number ? say("blinks", board) : say("blinks-edge"));
  const news = JSON.stringify([words.language, board, floor]);
  choice.setAttribute("aria-pressed", board.floor === floor);
  if (choice.dataset.text === news) return;
  choice.dataset.text = news;
  choice.classList.toggle("away", !board.is_there);
  const line = facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ");
  choice.replaceChildren(text("b", board.serial), text("span", line));
}

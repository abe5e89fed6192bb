// The rulebook of a game, with pictures that the game's own script draws as on the table's page. The
// part of the address after # opens it at a section, at the one for a rule, or for a prompt.

import { Board } from "/pages/board.js";
import { asShown, followGame } from "/pages/current_game.js";
import { put, text } from "/pages/dom.js";
import { splitFloor } from "/pages/floor.js";
import { Navigation } from "/pages/navigation.js";
import { Pieces } from "/pages/pieces.js";
import { Prompt } from "/pages/prompt.js";
import { Targets } from "/pages/targets.js";
import { Words } from "/pages/words.js";

const element = (id) => document.getElementById(id);
const name = decodeURIComponent(location.pathname.split("/")[2]);

let content = null;
let now = null; // which game is on the table
const words = new Words();
const get = async (path) => (await fetch(path)).json();
await words.begin(element("language"), draw);
const navigation = new Navigation(element("ways"), words, element("after"));
const script = await load();
draw();
addEventListener("hashchange", open);
await followGame((fresh) => {
  now = fresh ?? now;
  navigation.show({ ...asShown(now), page: "rules" });
});

async function load() {
  try {
    const [layout, { Table }] = await Promise.all([
      get("/pages/layout.json"),
      import(`/pages/${name}/table.js`),
      words.play(name),
    ]);
    content = await get(`/rules/${name}.json`);
    return { layout, Table };
  } catch {
    return null;
  }
}

function draw() {
  const say = (key, values) => words.of("rules", key, values);
  if (navigation) navigation.show({ ...asShown(now), page: "rules" });
  put(element("line"), content ? "" : say("missing"));
  element("contents").hidden = !content;
  if (!content) return;
  const { title, sections } = content.books[words.language];
  put(element("title"), say("title", { game: title }));
  document.title = `Heistboard: ${element("title").textContent}`;
  put(element("contents-title"), say("contents"));
  const links = sections.map((section) => {
    const item = document.createElement("li");
    item.append(link(section.title, section.id));
    return item;
  });
  element("contents").querySelector("ol").replaceChildren(...links);
  element("book").replaceChildren(...sections.map(drawSection));
  drawPictures();
  open();
}

function drawSection({ id, title, blocks, rules }) {
  const section = document.createElement("section");
  const heading = text("h2", title);
  Object.assign(heading, { id, tabIndex: -1 });
  section.setAttribute("aria-labelledby", id);
  section.append(heading, ...blocks.map(drawBlock));
  if (rules.length) section.append(text("p", words.of("rules", "ids", { rules: rules.join(", ").replaceAll("-", "\u2011") }), "ids"));
  const up = document.createElement("p");
  up.className = "up";
  up.append(link(words.of("rules", "contents"), "contents"));
  section.append(up);
  return section;
}

function drawBlock({ kind, lines, picture }) {
  if (kind === "picture") return drawFigure(lines[0], picture);
  if (kind === "p") return filled("p", lines[0]);
  const list = document.createElement(kind);
  list.append(...lines.map((line) => filled("li", line)));
  return list;
}

function filled(tag, line) {
  const made = document.createElement(tag);
  made.append(...line.map(([said, kind, to]) => {
    if (kind === "link") return link(said, to);
    return kind ? text(kind, said) : said;
  }));
  return made;
}

function link(said, to) {
  const made = text("a", said);
  made.href = `#${to}`;
  return made;
}

// Pictures.

function drawFigure(caption, picture) {
  const figure = document.createElement("figure");
  const board = document.createElement("div");
  board.dataset.picture = picture;
  board.setAttribute("role", "img");
  figure.append(board, filled("figcaption", caption));
  return figure;
}

// Draws each picture in its place. The pieces of a game depend on how many floors it has.
async function drawPictures() {
  const roots = [...document.querySelectorAll("[data-picture]")];
  await Promise.all(roots.map(async (root) => {
    const { table, seat, pick, floor } = content.pictures[root.dataset.picture];
    const pieces = await Pieces.of(name, table.floors);
    const board = new Board(root, script.layout);
    board.use(pieces, words, table.floors);
    board.floors.forEach(({ root: each }, index) => { each.hidden = floor > 0 && floor !== index + 1; });
    const drawn = new script.Table(board, words, document.createElement("div"), pieces);
    const targets = new Targets(board);
    board.show(lit(table));
    drawn.draw({ ...table, lifted: [] });
    board.caption(words);
    if (seat) mark(board, targets, table, pick);
    board.label(`${words.of("page", "board")}. ${root.nextSibling.textContent}`);
  }));
}

// Returns the lights. While eyes are closed and after the end, those of places are all alike.
function lit({ lights, phase, secret }) {
  const isTrack = ([led]) => splitFloor(led)[1].startsWith("r");
  return secret || phase === "over" ? Object.fromEntries(Object.entries(lights).filter(isTrack)) : lights;
}

// Marks what the seat that looks can choose, with what it has picked.
function mark(board, targets, table, pick) {
  const prompt = new Prompt(table.prompt.moves, board.names, table.pieces, table.ask.words);
  const picks = pick ? [prompt.on(pick)] : [];
  targets.draw({ asked: prompt.asked(picks), picked: picks.map(([place]) => place), sent: [] });
}

// The place that was asked for.

function open() {
  if (!content) return;
  for (const each of document.querySelectorAll(".asked")) each.classList.remove("asked");
  const asked = decodeURIComponent(location.hash.slice(1));
  const id = asked && find(asked);
  if (!id) {
    element(asked)?.scrollIntoView(); // the contents
    return;
  }
  const heading = element(id);
  heading.parentElement.classList.add("asked");
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

// Returns the section with that id, or the one for a rule or a prompt.
function find(asked) {
  const { sections } = content.books[words.language];
  const named = sections.find(({ id, rules }) => id === asked || rules.includes(asked));
  if (named) return named.id;
  for (let parts = asked.split("."); parts.length; parts.pop()) {
    const found = sections.find(({ prompts }) => prompts.includes(parts.join(".")));
    if (found) return found.id;
  }
  return null;
}

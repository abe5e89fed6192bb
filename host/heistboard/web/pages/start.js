// The start page: choose a game to begin, to resume or to review. Everything it shows is data of
// the server; titles and endings are in the game's own words.

import { enter } from "/pages/device.js";
import { text } from "/pages/dom.js";
import { Words } from "/pages/words.js";

const FEW = 6; // up to so many values are shown as buttons, more as a list
const LOOK_MS = 2000; // between requests while there is no table
const SET_MS = 250; // between requests while a table starts
const SET_MOST_MS = 30000;

const element = (id) => document.getElementById(id);

let data = null;
let plays = {}; // the words of each game, in the language *heard*
let heard = "";
let told = ""; // the key of the text in the status line
let bad = null; // the option that was refused, and the reason
let chosen = null; // the game to begin, and its options
let sure = () => {};
const words = new Words();
await enter();
await words.begin(element("language"), async () => {
  await loadPlays();
  draw();
});
element("new").addEventListener("submit", (event) => {
  event.preventDefault();
  begin(chosen);
});
element("stay").addEventListener("click", () => element("sure").close());
element("leave").addEventListener("click", () => {
  element("sure").close();
  sure();
});
addEventListener("pageshow", look);
document.addEventListener("visibilitychange", () => document.hidden || look());
setInterval(() => !document.hidden && !data?.running && look(), LOOK_MS);
await look();

// Data.

async function look() {
  const fresh = await get();
  if (!fresh) {
    tell("lost");
    return;
  }
  if (told === "lost") told = "";
  const wasLobby = data && !data.running;
  data = fresh;
  if (wasLobby && data.running) {
    location.replace("/"); // somebody has chosen a game elsewhere
    return;
  }
  await loadPlays();
  chosen ??= data.games.length ? choose(data.games[0]) : null;
  draw();
}

async function get() {
  try {
    const response = await fetch("/start.json");
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function loadPlays() {
  if (!data || heard === words.language) return;
  const files = data.games.map(async ({ name }) => {
    const response = await fetch(`/pages/${name}/words.${words.language}.json`);
    return [name, response.ok ? await response.json() : {}];
  });
  plays = Object.fromEntries(await Promise.all(files));
  heard = words.language;
}

function choose(game) {
  const defaults = (options) => Object.fromEntries(options.map((each) => [each.name, each.default]));
  const table_options = defaults(game.table_options);
  const deal = Object.fromEntries(game.decks.map(({ name }) => [name, "host"]));
  const hints = game.grades.includes(data.hints) ? data.hints : game.grades[0];
  return { game: game.name, options: defaults(game.options), table_options, deal, hints };
}

// Actions.

// Begins or resumes a game; asks first if another one is under way.
function begin(wanted) {
  const { running } = data;
  const isLeft = running?.moves && !running.over && wanted.resume !== running.number;
  if (!isLeft) {
    post(wanted);
    return;
  }
  sure = () => post({ ...wanted, leaves: running.number });
  element("sure-text").textContent = words.of("start", "leave", { number: running.number });
  element("sure").showModal();
}

async function post(wanted) {
  tell("beginning");
  bad = null;
  setBusy(true);
  try {
    const response = await fetch("/start", { method: "POST", body: JSON.stringify(wanted) });
    if (response.ok) {
      await arrive();
      return;
    }
    const isOurs = response.headers.get("content-type")?.includes("json");
    const { why, option, text: sentence } = isOurs ? (await response.json()).refused : { why: "trouble" };
    if (option) bad = { option, sentence };
    tell(`refused.${why}`);
  } catch {
    tell("lost");
  }
  setBusy(false);
  data = (await get()) ?? data;
  draw();
}

// Goes to the table. In a lobby it is served at this address a moment later.
async function arrive() {
  const until = Date.now() + SET_MOST_MS;
  while (Date.now() < until) {
    if (data.running || (await get())?.running) {
      location.assign("/");
      return;
    }
    await new Promise((done) => setTimeout(done, SET_MS));
  }
  setBusy(false);
  tell("late");
}

function setBusy(is) {
  document.body.setAttribute("aria-busy", is);
  for (const button of document.querySelectorAll("main button")) button.disabled = is;
}

function tell(what) {
  told = what;
  element("line").textContent = what ? words.of("start", what) : "";
}

// Drawing.

function draw() {
  const say = (key, values) => words.of("start", key, values);
  element("title").textContent = say("title");
  document.title = `Heistboard: ${say("title")}`;
  tell(told);
  element("stay").textContent = say("stay");
  element("leave").textContent = say("leave-it");
  if (!data) return;
  const { running, may_host, earlier } = data;
  element("now").hidden = !running;
  element("now-title").textContent = say("running");
  if (running) element("running").replaceChildren(...about(running), text("b", say("table")));
  element("boards").textContent = words.of("boards", "link");
  element("boards").hidden = !running || !may_host;
  element("new-title").textContent = say("new");
  element("begin").textContent = say("begin");
  drawNew(say);
  element("past-title").textContent = say("earlier");
  element("none").textContent = earlier.length ? "" : say("none");
  element("earlier").replaceChildren(...earlier.map((game) => drawEarlier(game, say)));
  if (!may_host && !told) element("line").textContent = say("only-here");
  setBusy(!may_host);
  document.body.setAttribute("aria-busy", "false");
}

function drawNew(say) {
  element("new").hidden = !chosen;
  if (!chosen) return;
  const names = data.games.map((game) => game.name);
  const game = data.games.find((each) => each.name === chosen.game);
  const pick = (name) => {
    chosen = choose(data.games.find((each) => each.name === name));
    bad = null;
    drawNew(say);
  };
  replace("games", [choice("game", say("choose"), names, chosen.game, title, pick)]);
  const options = game.options.map((option) => offer(option, chosen.options, say));
  if (game.grades.length > 1) {
    const grade = (each) => plays[game.name]?.start?.[`hints-${each}`] ?? words.or("start", `hints-${each}`, each);
    const help = (each) => (chosen.hints = each);
    options.push(choice("hints", say("hints"), game.grades, chosen.hints, grade, help));
  }
  for (const { name, help } of game.decks) {
    const label = plays[game.name]?.deck?.[name] ?? help;
    const show = (how) => say(`deal-${how}`);
    const set = (how) => (chosen.deal[name] = how);
    options.push(choice(`deck-${name}`, label, ["host", "hands"], chosen.deal[name], show, set));
  }
  options.push(...game.table_options.map((option) => offer(option, chosen.table_options, say)));
  replace("options", options);
}

// Returns the control of one option, which sets it in *into*.
function offer({ name, values, help, is_text }, into, say) {
  const show = (value) => {
    if (typeof value === "boolean") return say(value ? "yes" : "no");
    const any = of(chosen.game, `option.${name}.*`)?.replace("{value}", value);
    return of(chosen.game, `option.${name}.${value}`) ?? any ?? String(value);
  };
  const label = of(chosen.game, `option.${name}`) ?? (words.has("start", name) ? say(name) : help);
  const set = (value) => (into[name] = value);
  const made = is_text
    ? written(name, label, values, into[name], show, set)
    : choice(name, label, values, into[name], show, set);
  if (bad?.option !== name) return made;
  const why = text("p", of(chosen.game, `option.${name}.refused`) ?? bad.sentence, "refused");
  why.setAttribute("role", "alert");
  made.append(why);
  return made;
}

// Returns a text of a game's section "play", or undefined.
function of(game, key) {
  return plays[game]?.play?.[key];
}

// Replaces the children of an element and keeps the focus.
function replace(id, parts) {
  const focused = element(id).contains(document.activeElement) ? document.activeElement.id : "";
  element(id).replaceChildren(...parts);
  if (focused) element(focused)?.focus();
}

function drawEarlier(game, say) {
  const item = document.createElement("li");
  const facts = document.createElement("div");
  const ending = of(game.game, `over.${game.outcome?.ending}`) ?? game.outcome?.ending;
  facts.append(...about(game), text("p", when(game.ended ?? game.at)));
  facts.append(text("p", ending ?? say("unfinished"), ending ? "over" : "open"));
  item.className = "card";
  item.append(facts);
  const { number } = game;
  if (game.outcome) {
    const link = text("a", say("review"));
    link.href = `/review/${number}`;
    link.setAttribute("aria-label", say("review-game", { number }));
    item.append(link);
  } else {
    const button = text("button", say("resume"));
    button.type = "button";
    button.setAttribute("aria-label", say("resume-game", { number }));
    button.addEventListener("click", () => begin({ resume: number }));
    item.append(button);
  }
  return item;
}

function about({ number, game, players, moves }) {
  const say = (key, values) => words.of("start", key, values);
  const facts = [say("moves", { count: moves })];
  if (players) facts.unshift(say("how-many", { count: players }));
  const line = facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ");
  return [text("strong", say("game", { number, title: title(game) })), text("p", line)];
}

function title(name) {
  return of(name, "title") ?? data.games.find((game) => game.name === name)?.title ?? name;
}

function when(at) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  const format = { dateStyle: "medium", timeStyle: "short" };
  const own = navigator.languages.find((each) => each.startsWith(words.language));
  return new Intl.DateTimeFormat(own ?? words.language, format).format(time);
}

// Returns radio buttons for few values, a list for many.
function choice(name, label, values, value, show, set) {
  if (values.length > FEW) return list(name, label, values, value, show, set);
  const group = document.createElement("fieldset");
  group.append(text("legend", label));
  values.forEach((each, i) => {
    const input = document.createElement("input");
    const part = document.createElement("label");
    Object.assign(input, { type: "radio", name, id: `${name}-${i}`, checked: each === value });
    input.addEventListener("change", () => set(each));
    part.append(input, text("span", show(each)));
    group.append(part);
  });
  return group;
}

// Returns a list of examples with a text field for another value.
function written(name, label, examples, value, show, set) {
  const input = document.createElement("input");
  const known = [...new Set(bad?.option === name ? examples : [...examples, value])];
  const isOther = !known.includes(value);
  const shown = (each) => (each === null ? words.of("start", "other") : show(each));
  const part = list(name, label, [...known, null], isOther ? null : value, shown, (each) => {
    input.hidden = each !== null;
    if (each === null) input.focus();
    else set(each);
  });
  Object.assign(input, { type: "text", id: `${name}-other`, value, hidden: !isOther, maxLength: 200 });
  input.setAttribute("aria-label", label);
  if (isOther) input.setAttribute("aria-invalid", true);
  input.addEventListener("input", () => set(input.value));
  part.append(input);
  return part;
}

function list(name, label, values, value, show, set) {
  const part = text("label", label, "list");
  const select = document.createElement("select");
  select.id = name;
  values.forEach((each) => {
    const option = text("option", show(each));
    option.selected = each === value;
    select.append(option);
  });
  select.addEventListener("change", () => set(values[select.selectedIndex]));
  part.append(select);
  return part;
}

// The start page: a host chooses a game to begin or to resume, others wait for that; everybody can
// review what was played. Everything it shows is data of the server; titles and endings are in the
// game's own words.

import { asShown, followGame } from "/pages/current_game.js";
import { enter, post as ask } from "/pages/device.js";
import { put, text } from "/pages/dom.js";
import { EarlierGames } from "/pages/earlier_games.js";
import { Navigation } from "/pages/navigation.js";
import { Players } from "/pages/players.js";
import { Question } from "/pages/question.js";
import { Words } from "/pages/words.js";

const FEW = 6; // up to so many values are shown as buttons, more as a list
const MORE = 6; // up to so many options beside players and hints are shown at once
const SET_MS = 250; // between requests while a table starts
const SET_MOST_MS = 30000;

const element = (id) => document.getElementById(id);

let data = null;
let plays = {}; // the words of each game, in the language *heard*
let heard = "";
let told = ""; // the key of the text in the status line
let bad = null; // the option that was refused, and the reason
let chosen = null; // the game to begin, and its options
let now = null; // which game is on the table, and whether this device may choose another one
let isLeaving = false;
let installing = null; // the offer to install the pages as an app
const words = new Words();
addEventListener("beforeinstallprompt", async (event) => {
  event.preventDefault(); // offered on the page instead
  const { Installing } = await import("/pages/install.js");
  installing ??= new Installing(event, words, element("ways"));
});
const players = new Players(words, (game, section, key) => plays[game]?.[section]?.[key]);
if ((await enter()).refused) told = "old-host";
await words.begin(element("language"), async () => {
  await loadPlays();
  draw();
});
const navigation = new Navigation(element("ways"), words, element("after"));
const question = new Question(element("sure"), words);
const earlier = new EarlierGames(element("past"), words, {
  about,
  begin,
  end: (game, { ending, side }) => ({
    how: of(game, `over.${ending}`) ?? ending,
    who: side ? side.split(", ").map((seat) => of(game, `seat.${seat}`) ?? seat) : [],
  }),
  look,
  question,
});
element("new").addEventListener("submit", (event) => {
  event.preventDefault();
  begin({ ...chosen, bots: players.bots });
});
addEventListener("pageshow", (event) => event.persisted && look());
document.addEventListener("visibilitychange", () => document.hidden || look());
await followGame(hear);

// Data.

// Goes to the table when a game begins that was not there before; else shows what is new.
async function hear(fresh) {
  if (isLeaving || told === "beginning") return; // arrive() goes there
  if (!fresh) {
    tell("lost");
    return;
  }
  if (told === "lost") told = "";
  const before = now;
  now = fresh;
  const { running, you } = now;
  if (before && running && running.number !== before.running?.number) leave();
  else if (data?.running?.number === running?.number && running?.over === data?.running?.over && you.host === data?.may_host) {
    data.running = running; // only its moves are more
    drawNow();
  } else await look();
}

function leave() {
  isLeaving = true;
  location.replace("/");
}

async function look() {
  const fresh = await get();
  if (!fresh) {
    tell("lost");
    return;
  }
  data = fresh;
  await loadPlays();
  const last = data.running?.game ?? data.earlier[0]?.game;
  const first = data.games.find(({ name }) => name === last) ?? data.games[0];
  chosen ??= first ? choose(first) : null;
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

// Begins or resumes a game; asks first if another one is under way. Who plays it sits down in *seat*.
async function begin(wanted, seat = wanted.bots ? players.alone(wanted.bots, wanted.options.players) : null) {
  const { running } = data;
  const isLeft = running?.moves && !running.over && wanted.resume !== running.number;
  if (!isLeft) {
    await post(wanted, seat);
    return;
  }
  const { number } = running;
  const isSure = await question.ask(words.of("start", "leave", { number }), "stay", "leave-it");
  if (isSure) await post({ ...wanted, leaves: number }, seat);
}

async function post(wanted, seat) {
  tell("beginning");
  bad = null;
  setBusy(true);
  try {
    const response = await fetch("/start", { method: "POST", body: JSON.stringify(wanted) });
    if (response.ok) {
      await arrive(seat);
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

// Goes to the table. In a lobby it is served at this address a moment later. Who plays
// alone sits down in *seat*.
async function arrive(seat) {
  const until = Date.now() + SET_MOST_MS;
  while (Date.now() < until) {
    if (data.running || (await get())?.running) {
      isLeaving = true;
      const answer = seat === null ? { waits: true } : await ask(`/seat/${seat}/sit`);
      location.assign(answer.waits || answer.refused ? "/" : `/seat/${seat}/`);
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
  installing?.draw();
  drawNow();
  if (!data) return;
  const { running, may_host } = data;
  element("wait").hidden = may_host;
  put(element("waiting"), say(running && !running.over ? "wait-playing" : "wait"));
  put(element("who"), say("wait-who"));
  element("new-title").textContent = say("new");
  element("begin").textContent = say("begin");
  drawNew(say, may_host);
  earlier.draw(data);
  setBusy(told === "beginning");
}

// Draws what changes while a game goes on.
function drawNow() {
  navigation.show({ ...asShown(now), page: "start" });
  const running = data?.running;
  element("now").hidden = !running;
  element("now-title").textContent = words.of("start", "running");
  if (running) element("running").replaceChildren(...about(running), text("b", words.of("start", "table")));
}

function drawNew(say, mayHost) {
  element("new").hidden = !chosen || !mayHost;
  if (!chosen || !mayHost) return;
  const names = data.games.map((game) => game.name);
  const game = data.games.find((each) => each.name === chosen.game);
  const pick = (name) => {
    chosen = choose(data.games.find((each) => each.name === name));
    bad = null;
    drawNew(say, mayHost);
  };
  const picked = choice("game", say("choose"), names, chosen.game, title, pick);
  if (game.rules) picked.append(rulesOf(game.name, say("how")));
  players.take(game, chosen.options.players);
  const together = (bots, count) => begin({ ...chosen, options: { ...chosen.options, players: count }, bots });
  const quick = players.quick(together);
  const isGuided = game.guide !== null;
  const learn = isGuided ? [players.learn(() => begin({ guide: game.name }, game.guide))] : [];
  const rest = players.isOffered ? [quick, text("h3", say("own-way"))] : [];
  replace("games", [picked, ...learn, ...rest]);
  const [howMany, ...more] = game.options.map((option) => offer(option, chosen.options, say));
  const options = howMany ? [howMany] : [];
  if (players.isOffered) options.push(players.seats(bad?.option === "bots" && say("refused.bots")));
  if (game.grades.length > 1) {
    const grade = (each) => plays[game.name]?.start?.[`hints-${each}`] ?? words.or("start", `hints-${each}`, each);
    const tells = text("p", "", "tells");
    tells.setAttribute("role", "status");
    const help = (each) => {
      chosen.hints = each;
      put(tells, plays[game.name]?.start?.[`hints-${each}-tells`] ?? words.or("start", `hints-${each}-tells`, ""));
    };
    const grades = choice("hints", say("hints"), game.grades, chosen.hints, grade, help);
    grades.append(tells);
    help(chosen.hints);
    options.push(grades);
  }
  for (const { name, help } of game.decks) {
    const label = plays[game.name]?.deck?.[name] ?? help;
    const show = (how) => say(`deal-${how}`);
    const set = (how) => (chosen.deal[name] = how);
    more.push(choice(`deck-${name}`, label, ["host", "hands"], chosen.deal[name], show, set));
  }
  const offers = (options) => options.map((option) => offer(option, chosen.table_options, say));
  const isOfWindows = ({ name }) => name === "stops" || name.startsWith("beat-");
  more.push(...offers(game.table_options.filter((option) => !isOfWindows(option))));
  if (more.length > MORE) options.push(folded("more", more, say("more-options")));
  else options.push(...more);
  const times = offers(game.table_options.filter(isOfWindows));
  if (times.length) options.push(folded("times", times, plays[game.name]?.beat?.settings ?? ""));
  replace("options", options);
}

// Returns options that few people change, behind a title. They are shown if one of them was refused.
function folded(id, parts, title) {
  const made = text("details", "");
  made.id = id;
  made.open = element(id)?.open || parts.some((part) => part.querySelector(".refused"));
  made.append(text("summary", title), ...parts);
  return made;
}

// Returns the control of one option, which sets it in *into*.
function offer({ name, values, help, is_text }, into, say) {
  const show = (value) => {
    if (typeof value === "boolean") return say(value ? "yes" : "no");
    const any = of(chosen.game, `option.${name}.*`)?.replace("{value}", value);
    return of(chosen.game, `option.${name}.${value}`) ?? any ?? String(value);
  };
  const label = of(chosen.game, `option.${name}`) ?? (words.has("start", name) ? say(name) : help);
  const set = (value) => {
    into[name] = value;
    if (name === "players") drawNew(say, true); // there may be other seats
  };
  const made = is_text
    ? written(name, label, values, into[name], show, set)
    : choice(name, label, values, into[name], show, set);
  if (bad?.option !== name) return made;
  const why = text("p", of(chosen.game, `option.${name}.refused`) ?? bad.sentence, "refused");
  why.setAttribute("role", "alert");
  made.append(why);
  return made;
}

function rulesOf(name, label) {
  const link = text("a", label, "rules");
  link.href = `/rules/${name}`;
  return link;
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

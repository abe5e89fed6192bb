// The table's page: what everybody may see, in the language of this device, and the public moves that
// this device may make. The game's own script, or the plain one, draws the board and describes
// the progress of the game.

import { Board, sample } from "/pages/board.js";
import { Choosing } from "/pages/choosing.js";
import { ClosedEyes } from "/pages/closed_eyes.js";
import { enter } from "/pages/device.js";
import { put } from "/pages/dom.js";
import { EventSounds } from "/pages/event_sounds.js";
import { GamePage } from "/pages/game_page.js";
import { HandOver } from "/pages/hand_over.js";
import { HelpPanel } from "/pages/help_panel.js";
import { History } from "/pages/history.js";
import { choiceOf } from "/pages/hold_to_look.js";
import { LiveSocket } from "/pages/live_socket.js";
import { Navigation } from "/pages/navigation.js";
import { Phones } from "/pages/phones.js";
import { PlaceButtons } from "/pages/place_buttons.js";
import { labelPlaces } from "/pages/place_labels.js";
import { refusal } from "/pages/refusals.js";
import { putNote } from "/pages/rules_link.js";
import { SeatList } from "/pages/seat_list.js";
import { SoundButton } from "/pages/sound_button.js";
import { TableSetting } from "/pages/table_setting.js";
import { Targets } from "/pages/targets.js";
import { give, waiting, wasGiven } from "/pages/turns.js";
import { Words } from "/pages/words.js";

const BRIGHTNESS = ["full", "evening", "night"];
const BUTTONS = ["undo", "done"];

const element = (id) => document.getElementById(id);

let table = null;
let you = null; // what this device may do
let newest = null; // the last message, whose game's script may still be loading
let game = null; // the game's script
let isUp = true;
let isTrouble = false; // the server could not make the last message
let isOpen = false; // the network is served
let sent = null; // the command that was sent, until it is answered
let notice = ""; // the result of the last tap
let broken = null; // the rule against it
let guide = null; // the code of a guided game
let windows = null; // the code of windows, in a game that has some
let downAt = null; // the prompt on which a finger or the mouse went down
const words = new Words();
const layout = await (await fetch("/pages/layout.json")).json();
const board = new Board(element("board"), layout);
const places = new PlaceButtons(board);
const choose = (name) => new TableSetting(element(name), words, (text) => put(element("chosen"), text));
const hints = choose("hints");
const brightness = choose("brightness");
const seats = new SeatList(element("seats"), words);
await words.begin(element("language"), draw);
const eyes = new ClosedEyes(element("eyes"), words);
const sound = new SoundButton(element("sound"), element("loud"), words);
const effects = new EventSounds(element("event-sounds"), words);
const ways = new Navigation(element("ways"), words);
const phones = new Phones(element("phones"), words);
const cover = new HandOver(words);
const help = new HelpPanel(element("help"), words, () => mayAct() && say("help"));
const events = new History({ title: element("happened"), list: element("events"), news: element("news") });
const code = new GamePage("table", words, begin);
you = await enter();
seats.take({ you });
draw();
const live = new LiveSocket("/live", {
  message: take,
  line: (is) => {
    if (is) sound.alive();
    if (is === isUp) return;
    isUp = is;
    if (!is) sent = null; // the table's next message shows whether it arrived
    if (is && code.isMissing) location.reload(); // loading its code failed with the connection
    draw();
  },
  refused: () => {},
});

// Messages.

async function take(content) {
  if (content.you) {
    ({ you } = content);
    cover.seated(you.seats);
    seats.take(content);
  } else if (content.answer !== undefined) answered(content);
  else if (content.trouble) [newest, isTrouble] = [content, true];
  else await show(content);
  draw();
}

async function show(content) {
  sound.take(content);
  eyes.take(content);
  newest = content;
  const isLoaded = await code.load(content.table);
  if (content !== newest) return; // a newer message came meanwhile
  isTrouble = !isLoaded;
  if (isTrouble) return;
  if (table?.prompt.number !== content.table.prompt.number) notice = "";
  effects.take(content.table, you?.seats);
  ({ table, lan: isOpen } = content);
  seats.take(content);
  const stop = (text) => live.say(text, { game: table.game, at: table.prompt.number });
  if (Object.keys(table.windows).length) windows ??= import("/pages/table_windows.js").then(({ TableWindows }) => new TableWindows(words, stop, draw));
  windows?.then((each) => each.take(content));
}

function begin({ Table }, pieces, floors) {
  board.use(pieces, words, floors);
  places.renew();
  const script = new Table(board, words, element("plain"), pieces);
  const targets = new Targets(board);
  const why = (place) => script.why?.(place, table);
  const choosing = new Choosing({ board, words, targets, buttons: element("choices"), say, script, why });
  game = { table: script, pieces, choosing };
}

function answered({ answer, refused }) {
  if (answer !== sent?.number) return;
  const { said } = sent;
  sent = null;
  notice = refused ? refusal(refused, said, table, words) : "";
  broken = refused?.rule;
}

// Taps, keys and commands.

for (const id of ["board", "plain", "choices"]) {
  element(id).addEventListener("pointerdown", () => (downAt = table?.prompt.number));
  element(id).addEventListener("click", (event) => {
    const choice = choiceOf(event.target);
    if (choice) touch(choice, event.detail ? downAt : table?.prompt.number);
  });
  element(id).addEventListener("keydown", (event) => {
    if (!places.isStep(event.key) || id === "plain") return;
    if (id === "board") places.step(event.key);
    else game?.choosing.buttons.step(event.key);
    event.preventDefault();
  });
}
element("board").addEventListener("keydown", (event) => {
  if (!["Enter", " "].includes(event.key) || !places.current) return;
  touch(places.current, table?.prompt.number);
  event.preventDefault();
});
for (const id of BUTTONS) element(id).addEventListener("click", () => say(id));

function touch(choice, at) {
  if (!table || !you?.acts.length) return;
  [notice, broken] = ["", null];
  if (at !== table.prompt.number) notice = refusal({ why: "stale" }, "", table, words); // under the finger
  else if (!game.choosing.touch(choice)) notice = words.of("choose", "nothing");
  draw();
}

function say(text) {
  const said = BUTTONS.includes(text) ? words.of("page", text) : (game?.choosing.told(text) ?? "");
  const number = live.say(text, { game: table.game, at: table.prompt.number });
  [notice, broken] = [number ? "" : words.of("seat", "down"), null];
  sent = number ? { number, text, said } : null;
  draw();
}

// Whether this device may act for the seat whose turn it is. If it is nobody's, all may who act at all.
function mayAct() {
  if (!table || !you?.acts.length || table.phase === "over") return false;
  const seats = turn();
  return seats.length <= 1 && seats.every((seat) => you.acts.includes(seat));
}

function turn() {
  return table.turn.map((name) => table.names.indexOf(name));
}

// Drawing.

function draw() {
  put(element("line"), isUp && !isTrouble ? "" : words.of("page", isUp ? "trouble" : "lost"));
  document.body.classList.toggle("down", !isUp);
  sound.draw();
  effects.draw();
  eyes.draw();
  help.draw(table);
  for (const id of BUTTONS) put(element(id), words.of("page", id));
  put(element("hands"), words.of("page", "hands"));
  phones.show({ lan: isOpen, host: you?.host ?? false });
  ways.show({ table, you, page: "table", seats: table?.names });
  put(element("legend"), words.of("page", "legend"));
  element("acts").hidden = !mayAct() || table.secret;
  if (!table) {
    put(element("turn"), words.of("page", "wait"));
    return;
  }
  drawTable();
  drawChoices();
  drawCover();
  windows?.then((each) => each.draw(table, you));
}

function drawTable() {
  const { phase } = table;
  const said = table.said[words.language];
  document.body.dataset.sync = table.sync;
  document.body.dataset.phase = phase;
  const number = words.of("table", "game", { number: table.game });
  const { grade } = table.hints;
  const hinted = grade === "off" ? [] : [words.or("table", `hints-${grade}`, grade)];
  put(element("game"), [number, game.table.progress(table), ...hinted].join(" · "));
  document.title = `${element("game").textContent} · Heistboard`;
  put(element("turn"), said.turn);
  put(element("ask"), said.ask);
  hints.draw(grade, table.grades);
  element("hints").hidden = element("tells").hidden = table.grades.length < 2;
  put(element("tells"), words.or("start", `hints-${grade}-tells`, ""));
  brightness.draw(table.brightness, BRIGHTNESS);
  board.caption(words);
  board.show(table.lights);
  game.table.draw(table);
  seats.draw();
  events.draw(table, words);
  drawMeanings();
}

function drawChoices() {
  const { number, moves } = table.prompt;
  const { choosing } = game;
  const offered = mayAct() ? moves : [];
  const asked = { number, moves: offered, pieces: table.pieces, named: table.ask.words };
  choosing.draw(asked, { sent: sent?.text });
  const told = (place) => game.table.told(place, table);
  labelPlaces(places, words, { told, asks: (place) => choosing.asks(place) });
  const said = notice || (sent?.said ? words.of("seat", "sent", { move: sent.said }) : choosing.note());
  putNote(element("note"), said, { table, rule: notice ? broken : null, words });
  const isOwn = table.advice && you?.acts.includes(table.advice.seat);
  drawGuide({ advice: isOwn ? table.advice : null, chosen: choosing.chosen(), isSent: Boolean(sent) });
}

// A guided game: its code is loaded with the first advice.
function drawGuide(how) {
  guide ??= how.advice && import("/pages/guide.js");
  const page = { words, board, places, home: element("say"), say: say };
  guide?.then(({ draw }) => draw(page, { table, ...how }));
}

// Where a beat runs, nobody is handed the device but who has said Stop, and only on wish.
function asked() {
  return table.beat ? table.beat.stopped.map((name) => table.names.indexOf(name)) : turn();
}

// Seats that have something private are asked on their own pages. With a board and eyes closed their
// hands move the pieces; then the page only offers it.
function drawCover() {
  const [seat = null] = you ? waiting(table, asked(), you.private) : [];
  element("give").hidden = seat === null;
  put(element("give"), seat === null ? "" : handed("button", seat));
  if (seat === null) {
    cover.hide();
    return;
  }
  const texts = {
    title: handed("title", seat),
    why: words.of("cover", "why"),
    go: handed("button", seat),
    stay: words.of("cover", "stay"),
  };
  const isByHand = table.secret && !table.carried;
  const isDue = !isByHand && !table.beat && !wasGiven(table, seat);
  cover.show(`${table.prompt.number} ${seat}`, texts, () => handOver(seat), isDue);
}

element("give").addEventListener("click", () => {
  const [seat] = waiting(table, asked(), you.private);
  if (seat !== undefined) handOver(seat);
});

function handOver(seat) {
  cover.sit(seat, you.seats.includes(seat), () => give(table, seat));
}

function handed(key, seat) {
  return words.of("cover", key, { seat: words.seat(table.names[seat]) });
}

function drawMeanings() {
  const meanings = game.table.meanings();
  element("legend").parentElement.hidden = !meanings.length;
  const news = meanings.map(({ text }) => text).join("\n");
  if (element("meanings").dataset.text === news) return;
  element("meanings").dataset.text = news;
  element("meanings").replaceChildren(
    ...meanings.map(({ text, ...drawn }) => {
      const item = document.createElement("li");
      item.append(sample(drawn, game.pieces, words), text);
      return item;
    }),
  );
}

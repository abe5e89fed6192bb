// A seat's page: what everybody may see, and while the hold button shows it, what only this seat may
// see. The game's script draws both.

import { Board } from "/pages/board.js";
import { Choosing } from "/pages/choosing.js";
import { put } from "/pages/dom.js";
import { EventSounds } from "/pages/event_sounds.js";
import { GamePage } from "/pages/game_page.js";
import { HandOver } from "/pages/hand_over.js";
import { HelpPanel } from "/pages/help_panel.js";
import { History } from "/pages/history.js";
import { HoldToLook, choiceOf } from "/pages/hold_to_look.js";
import { LiveSocket } from "/pages/live_socket.js";
import { Navigation } from "/pages/navigation.js";
import { PlaceButtons } from "/pages/place_buttons.js";
import { labelPlaces } from "/pages/place_labels.js";
import { Prompt } from "/pages/prompt.js";
import { refusal, ruled } from "/pages/refusals.js";
import { putNote } from "/pages/rules_link.js";
import { Targets } from "/pages/targets.js";
import { isShared, keep } from "/pages/turns.js";
import { Words } from "/pages/words.js";

const element = (id) => document.getElementById(id);
const BUTTONS = ["undo", "done"];
const OWN = Number(location.pathname.split("/")[2]); // the seat of this page

let table = null;
let seat = null;
let you = null; // what this device may do
let newest = null; // the last message; its script may still be loading
let game = null; // the game's script
let isUp = false;
let isTrouble = false; // the server could not make the last message
let isSeated = true;
let wasAsked = false; // since the page was opened
let sent = null; // the command sent, until it is answered
let said = null; // the last private command accepted in this phase
let notices = null; // about seats; loaded when there is something to notice
let notice = null; // the last tap's result: a text, and whether it is private
let guide = null; // the code of a guided game
let windows = null; // likewise
let aimedAt = null; // the choice a finger rests on
let downAt = null; // the prompt where a finger or the mouse went down

const words = new Words();
const layout = await (await fetch("/pages/layout.json")).json();
const board = new Board(element("board"), layout);
const places = new PlaceButtons(board);
await words.begin(element("language"), draw);
const effects = new EventSounds(element("event-sounds"), words);
const ways = new Navigation(element("ways"), words);
const cover = new HandOver(words);
const help = new HelpPanel(element("ask-help"), words);
const events = new History({
  title: element("happened"),
  list: element("events"),
  news: element("news"),
  line: element("last"),
});
const code = new GamePage("seat", words, begin);

const reveal = new HoldToLook(element("hold"), {
  turn: (isShown) => {
    if (!isShown || !notice?.isPrivate) notice = null; // a private refusal is kept until it is looked at
    if (isShown) places.keep();
    else {
      places.goBack();
      if (isOnBoard(document.activeElement)) element("hold").focus();
    }
    draw();
  },
  aim: (choice) => {
    game?.targets.aim(choice);
    game?.choosing.buttons.aim(choice);
    aimedAt = choice;
    draw();
  },
  choose: (choice) => touch(choice, seat?.prompt.number, true),
  step,
  enter: () => touch(choiceOf(document.activeElement), seat?.prompt.number, true),
  tick: draw,
});
for (const id of ["board", "plain", "choices"]) {
  element(id).addEventListener("pointerdown", () => (downAt = seat?.prompt.number));
  element(id).addEventListener("click", (event) => {
    const choice = choiceOf(event.target);
    if (choice && !reveal.isShown) touch(choice, event.detail ? downAt : seat?.prompt.number, false);
  });
  element(id).addEventListener("keydown", (event) => {
    if (reveal.isShown || !places.isStep(event.key)) return;
    step(event.key);
    event.preventDefault();
  });
}
element("board").addEventListener("keydown", (event) => {
  if (reveal.isShown || !["Enter", " "].includes(event.key)) return;
  touch(places.current, seat?.prompt.number, false);
  event.preventDefault();
});
for (const id of BUTTONS) element(id).addEventListener("click", () => say(id, false));
draw();
const live = join();

function join() {
  return new LiveSocket(`${location.pathname}live`, {
    message: take,
    line: (is) => {
      if (is === isUp) return;
      isUp = is;
      if (is && code.isMissing) location.reload(); // loading its script failed with the connection
      if (!is) sent = null; // the table's next message shows whether it arrived
      draw();
    },
    refused: () => {
      isSeated = false;
      table = seat = sent = said = notice = null;
      game?.choosing.forget();
      reveal.hide();
      draw();
    },
  });
}

function isOnBoard(each) {
  return ["board", "plain", "choices"].some((id) => element(id).contains(each));
}

// Messages.

async function take(content) {
  if (content.you) {
    ({ you } = content);
    await noticed(content);
  } else if (content.answer !== undefined) answered(content);
  else if (content.trouble) [newest, isTrouble] = [content, true];
  else {
    newest = content;
    const isLoaded = await code.load(content.table);
    if (content !== newest) return; // a newer message came meanwhile
    isTrouble = !isLoaded;
    if (!isTrouble) show(content);
  }
  draw();
}

function show(content) {
  const isOther =
    content.table.game !== table?.game ||
    content.table.at !== table?.at ||
    content.seat.prompt.number !== seat?.prompt.number;
  if (isOther && !notice?.isPrivate) notice = null;
  if (content.table.phase !== table?.phase) said = null;
  if (isOther && content.table.phase === "over") scrollTo(0, 0);
  if (content.seat.prompt.moves.length) wasAsked = true;
  ({ table, seat } = content);
  effects.take(table, seat.quiet ? [] : [OWN]);
}

// Shows who asks for this seat, what the host has announced, and asks for a missing name.
async function noticed(content) {
  const { you, seats, seating } = content;
  const isAsked = you.seats.some((seat) => seats[seat]?.asks.length);
  if (!notices && !isAsked && !seating.acts.length && you.nickname) return;
  notices ??= import("/pages/seat_notices.js").then(({ SeatNotices }) => new SeatNotices(words));
  (await notices).take(content);
}

function begin({ Seat }, pieces, floors) {
  board.use(pieces, words, floors);
  places.renew();
  const script = new Seat(board, places, words, element("plain"), pieces);
  const targets = new Targets(board);
  const buttons = script.buttons ?? element("choices"); // the plain page has a place of its own
  const why = (place) => script.why?.(place, table);
  const most = script.buttons ? undefined : 0;
  const choosing = new Choosing({ board, words, targets, buttons, say, script, most, why });
  game = { seat: script, targets, choosing };
}

function answered({ answer, refused }) {
  if (answer !== sent?.number) return;
  const { text, isPrivate, told } = sent;
  sent = null;
  if (refused) notice = { text: refusal(refused, told, table, words), isPrivate, rule: refused.rule };
  else if (isPrivate) said = text;
}

// Taps and commands.

function touch(choice, at, isShown) {
  if (!seat || !choice) return;
  notice = null;
  const own = isShown ? game.seat.held?.(choice, seat) : undefined; // null if it means nothing
  if (at !== seat.prompt.number) {
    notice = { text: refusal({ why: "stale" }, "", table, words), isPrivate: isShown };
  } else if (own) say(own, true);
  else if (own === undefined && !game.choosing.touch(choice, { isShown })) {
    notice = { text: words.of("choose", "nothing"), isPrivate: isShown };
  }
  draw();
}

// Returns what letting go on a choice would do.
function aimed(choice) {
  return game.seat.aimed?.(choice, seat) ?? game.choosing.aimed(choice, { isShown: true });
}

function step(key) {
  if (places.current) places.step(key);
  else if (game?.choosing.buttons.all.length) game.choosing.buttons.step(key);
  else if (!element("board").classList.contains("away")) places.step(key);
}

function say(text, isPrivate) {
  if (!text || !table || !seat) return;
  const number = live?.say(text, { game: table.game, at: seat.prompt.number });
  notice = number ? null : { text: words.of("seat", "down"), isPrivate };
  const isButton = BUTTONS.includes(text);
  const told = isButton ? words.of("page", text) : (game.choosing.told(text) ?? game.seat.told?.(text));
  sent = number ? { number, text, isPrivate, told: told ?? text } : null;
  draw();
}

// Drawing.

function draw() {
  const leftS = reveal.leftS;
  put(element("hold"), leftS ? words.of("seat", "shown", { seconds: leftS }) : words.of("seat", "hold"));
  put(element("help"), words.of("seat", "help"));
  ways.show({ table, you, page: "seat", seats: table?.names });
  for (const id of BUTTONS) put(element(id), words.of("page", id));
  help.draw(table);
  effects.draw();
  notices?.then((found) => found.draw()); // in another language, or with the game's words
  element("back").hidden = isSeated;
  document.body.classList.toggle("unseated", !isSeated);
  // Shown in everybody's turn: at a glance, no seat's page differs from another one's.
  document.body.classList.toggle("resting", !table?.turn.length);
  put(element("back"), words.of("seat", "back"));
  const isDown = isSeated && !isUp;
  put(element("line"), isDown ? words.of("page", "lost") : isTrouble ? words.of("page", "trouble") : "");
  const isShown = reveal.isShown && seat !== null;
  document.body.dataset.shown = isShown;
  document.body.classList.toggle("down", isDown);
  if (!table) {
    game?.seat.clear();
    put(element("turn"), isSeated ? words.of("page", "wait") : words.of("seat", "scan"));
    for (const id of ["ask", "progress", "hints", "last", "news"]) put(element(id), "");
    putNote(element("note"), words.of("seat", "hidden"), {});
    return;
  }
  drawSeat(isShown);
  drawCover();
  if (seat.wish) windows ??= import("/pages/seat_windows.js");
  windows?.then(({ draw }) => draw(newest, { words, live, you, isShown }));
}

function drawSeat(isShown) {
  document.body.dataset.sync = table.sync;
  document.body.dataset.phase = table.phase;
  put(element("turn"), table.said[words.language].turn);
  put(element("ask"), table.said[words.language].ask);
  const { grade } = table.hints;
  const hasHints = table.grades.length > 1;
  put(element("progress"), game.seat.progress(table) + (hasHints ? " ·" : ""));
  put(element("hints"), hasHints ? words.or("table", `hints-${grade}`, grade) : "");
  board.caption(words);
  board.show(table.lights);
  const onItsWay = sent && (isShown || !sent.isPrivate) ? sent : null;
  game.seat.draw(table, seat, { isShown, said });
  const moves = seat.prompt.moves.filter((each) => isShown || !each.private);
  const how = { isShown, sent: onItsWay?.text };
  const { number } = seat.prompt;
  game.choosing.draw({ number, moves, pieces: table.pieces, named: table.ask.words }, how);
  drawPlaces(isShown);
  const chosen = game.choosing.chosen(isShown);
  drawGuide({ advice: seat.advice, chosen, isShown, isSent: Boolean(sent) });
  events.draw(table, words);
  const [note, rule] = noted(isShown, onItsWay);
  putNote(element("note"), note, { table, rule, words });
}

function drawGuide(how) {
  guide ??= how.advice && import("/pages/guide.js");
  const page = { words, board, places, home: element("say"), say: (text) => say(text, false) };
  guide?.then(({ draw }) => draw(page, { table, ...how }));
}

// While nothing private is shown, every seat's page names what the table waits for.
function drawPlaces(isShown) {
  const open = new Prompt(table.prompt.moves, board.names, table.pieces).asked([]);
  const { choosing } = game;
  const asks = (place) => (choosing.hasMoves ? choosing.asks(place, isShown) : open.has(place));
  labelPlaces(places, words, { told: (place) => game.seat.at(place, table, seat, isShown), asks });
}

// Returns what to note, and the rule that forbids something.
function noted(isShown, onItsWay) {
  if (isShown && aimedAt) return [aimed(aimedAt)];
  if (notice && (isShown || !notice.isPrivate)) return [notice.text, notice.rule];
  if (onItsWay) return [words.of("seat", "sent", { move: onItsWay.told })];
  if (isShown && seat.trouble) return [words.of("page", "trouble")];
  if (isShown && seat.umpire) {
    const { rule } = seat.umpire;
    return [ruled(rule, words) ?? words.of("seat", "umpire"), rule];
  }
  const picked = game.choosing.note(isShown);
  if (isShown) return [picked || game.seat.note(table, seat, said)];
  return [picked || words.of("seat", "hidden")];
}

// A shared device goes back to the table once this seat is asked nothing more.
function drawCover() {
  const isAsked = table.turn.length === 1 && table.turn[0] === table.names[OWN];
  const isDone = wasAsked && !isAsked && !seat.prompt.moves.length && !reveal.isShown;
  const isOwn = !you?.host && you?.seats.length === 1;
  if (isOwn || !isShared(OWN) || !isDone || table.phase === "over") {
    cover.hide();
    return;
  }
  const texts = {
    title: words.of("cover", "back-title"),
    why: words.of("cover", "back-why"),
    go: words.of("start", "table"),
    stay: words.of("cover", "stay-here"),
  };
  cover.show("back", texts, () => location.assign("/"), true, keep);
}

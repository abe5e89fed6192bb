// A seat's page. It shows what everybody may see, the same for every seat; while the hold button is
// pressed, it adds what only this seat may see. The game's own script, or the plain one, draws both
// and knows which move a tap means.

import { Board } from "/pages/board.js";
import { LiveSocket } from "/pages/live_socket.js";
import { Pieces } from "/pages/pieces.js";
import { PlaceButtons } from "/pages/place_buttons.js";
import { HoldToLook, choiceOf } from "/pages/hold_to_look.js";
import { Words } from "/pages/words.js";

const element = (id) => document.getElementById(id);

let table = null;
let seat = null;
let newest = null; // the last message, whose game's script may still be loading
let loading = null;
let game = null; // the game's script
let isUp = false;
let isTrouble = false; // the server could not make the last message
let isSeated = true;
let pick = null; // what was tapped before, as the game's script understands it
let sent = null; // the command that was sent, until it is answered
let said = null; // the last private command that was accepted in this phase
let notice = null; // the result of the last tap: a text, and whether it is private

const words = new Words();
const layout = await (await fetch("/pages/layout.json")).json();
const board = new Board(element("board"), layout);
const places = new PlaceButtons(board);
await words.begin(element("language"), draw);

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
    game?.seat.aim(choice);
    if (choice && game && seat) put("note", game.seat.aimed(choice, seat));
    else draw();
  },
  choose: (choice) => hold(choice),
  step: (key) => game?.seat.step(key),
  enter: () => hold(game?.seat.current),
});
for (const id of ["board", "plain"]) {
  element(id).addEventListener("click", (event) => {
    const choice = choiceOf(event.target);
    if (choice && !reveal.isShown) touch(choice);
  });
}
element("board").addEventListener("keydown", (event) => {
  if (reveal.isShown || (event.key !== "Enter" && event.key !== " ")) return;
  touch(places.current);
  event.preventDefault();
});
for (const id of ["board", "plain"]) {
  element(id).addEventListener("keydown", (event) => {
    if (reveal.isShown || !places.isStep(event.key)) return;
    game?.seat.step(event.key);
    event.preventDefault();
  });
}
for (const id of ["undo", "done"]) element(id).addEventListener("click", () => say(id, false));
draw();
let notices = null; // their code is loaded when there is something to notice
const live = join();

function join() {
  return new LiveSocket(`${location.pathname}live`, {
    message: take,
    line: (is) => {
      if (is === isUp) return;
      isUp = is;
      if (is && loading && !game) location.reload(); // loading its script failed with the connection
      if (!is) sent = null; // the table's next message shows whether it arrived
      draw();
    },
    refused: () => {
      isSeated = false;
      table = seat = pick = sent = said = notice = null;
      reveal.hide();
      draw();
    },
  });
}

function isOnBoard(each) {
  return element("board").contains(each) || element("plain").contains(each);
}

// Messages.

async function take(content) {
  if (content.you) {
    await noticed(content);
    return;
  }
  if (content.answer !== undefined) answered(content);
  else if (content.trouble) [newest, isTrouble] = [content, true];
  else {
    newest = content;
    const isLoaded = await load(content.table);
    if (content !== newest) return; // a newer message came meanwhile
    isTrouble = !isLoaded;
    if (isTrouble) {
      draw();
      return;
    }
    const isOther =
      content.table.game !== table?.game ||
      content.table.at !== table?.at ||
      content.seat.prompt.number !== seat?.prompt.number;
    if (isOther) pick = null;
    if (isOther && !notice?.isPrivate) notice = null;
    if (content.table.phase !== table?.phase) said = null;
    ({ table, seat } = content);
  }
  draw();
}

// Shows who asks for this seat and what the host has announced, and asks for a missing name.
async function noticed(content) {
  const { you, seats, seating } = content;
  const isAsked = you.seats.some((seat) => seats[seat]?.asks.length);
  if (!notices && !isAsked && !seating.acts.length && you.nickname) return;
  notices ??= import("/pages/seat_notices.js").then(({ SeatNotices }) => new SeatNotices(words));
  (await notices).take(content);
}

function answered({ answer, refused }) {
  if (answer !== sent?.number) return;
  const { text, isPrivate } = sent;
  sent = null;
  if (!refused) {
    if (isPrivate) said = text;
    return;
  }
  const why = game.seat.refusal(refused) ?? words.of("seat", `refused-${refused.why}`);
  notice = { text: why, isPrivate };
}

// Loads the game's script; the promise says whether that worked.
function load({ view: { game: name }, floors }) {
  if (loading?.name !== name || loading.floors !== floors) {
    loading = { name, floors, end: begin(name, floors).then(() => true, () => false) };
  }
  return loading.end;
}

async function begin(name, floors) {
  const parts = [import(`/pages/${name}/seat.js`), Pieces.of(name, floors)];
  const [{ Seat }, pieces] = await Promise.all(parts);
  await words.play(name);
  element("plain").replaceChildren(); // of the game before
  element("plain").hidden = true;
  document.body.classList.remove("plain");
  board.use(pieces, words, floors);
  places.renew();
  game = { seat: new Seat(board, places, words, element("plain"), pieces) };
}

// Commands.

function touch(choice) {
  if (!seat || !choice) return;
  means(game.seat.touch(choice, table, seat, pick), false);
}

function hold(choice) {
  if (!seat || !choice) return;
  means(game.seat.held(choice, seat, pick), true);
}

// Acts on what a choice means: a command, a pick that the next choice completes, or a note.
function means(meant, isPrivate) {
  if (!isPrivate || "pick" in meant) pick = meant.pick ?? null;
  notice = meant.note ? { text: meant.note, isPrivate } : null;
  if (meant.say) say(meant.say, isPrivate);
  else draw();
}

function say(text, isPrivate) {
  if (!text || !table || !seat) return;
  const number = live?.say(text, { game: table.game, at: seat.prompt.number });
  notice = number ? null : { text: words.of("seat", "down"), isPrivate };
  if (number) sent = { number, text, isPrivate };
  draw();
}

// Drawing.

function draw() {
  element("hold").textContent = words.of("seat", "hold");
  element("help").textContent = words.of("seat", "help");
  for (const id of ["undo", "done"]) element(id).textContent = words.of("page", id);
  element("back").hidden = isSeated;
  element("back").textContent = words.of("seat", "back");
  const isDown = isSeated && !isUp;
  put("line", isDown ? words.of("page", "lost") : isTrouble ? words.of("page", "trouble") : "");
  const isShown = reveal.isShown && seat !== null;
  document.body.dataset.shown = isShown;
  document.body.classList.toggle("down", isDown);
  if (!table) {
    game?.seat.clear();
    put("turn", isSeated ? words.of("page", "wait") : words.of("seat", "scan"));
    for (const id of ["ask", "progress", "hints"]) put(id, "");
    put("note", words.of("seat", "hidden"));
    return;
  }
  document.body.dataset.sync = table.sync;
  put("turn", table.said[words.language].turn);
  put("ask", table.said[words.language].ask);
  const { grade } = table.hints;
  const hasHints = table.grades.length > 1;
  put("progress", game.seat.progress(table) + (hasHints ? " ·" : ""));
  put("hints", hasHints ? words.or("table", `hints-${grade}`, grade) : "");
  board.caption(words);
  board.show(table.lights);
  const onItsWay = sent && (isShown || !sent.isPrivate) ? sent.text : null;
  game.seat.draw(table, seat, { isShown, pick, said, sent: onItsWay });
  put("note", noted(isShown, onItsWay));
}

function noted(isShown, onItsWay) {
  if (notice && (isShown || !notice.isPrivate)) return notice.text;
  if (onItsWay) return words.of("seat", "sent", { move: game.seat.told(onItsWay, seat) });
  if (isShown && seat.trouble) return words.of("page", "trouble");
  if (isShown && seat.umpire) {
    return game.seat.refusal(seat.umpire) ?? words.of("seat", "umpire");
  }
  if (isShown) return game.seat.note(table, seat, said);
  return (pick && game.seat.picked(pick)) || words.of("seat", "hidden");
}

// Sets the text only if it changes: a live region is read out each time it is written.
function put(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

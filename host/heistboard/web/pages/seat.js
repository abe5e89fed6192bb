// The private page of a seat. Until it is held it shows what everybody may see, the same for every
// seat; holding adds what is this seat's alone. What is on the board, what is private there, and
// which moves a touch means, the game's own page code knows.

import { Board } from "/pages/board.js";
import { Live } from "/pages/live.js";
import { Places } from "/pages/places.js";
import { Reveal } from "/pages/reveal.js";
import { Words } from "/pages/words.js";

const element = (id) => document.getElementById(id);

let table = null;
let seat = null;
let newest = null; // that came, while the game's code may still be on its way
let loading = null;
let game = null; // how it is drawn and touched
let isUp = false;
let isSeated = true;
let pick = null; // a piece that was touched, for the game to say what that means
let sent = null; // what is on its way, and its number
let said = null; // what was accepted of what was said while holding, until the phase ends
let notice = null; // what the last touch came to: words, and whether they are private

const words = new Words();
const layout = await (await fetch("/pages/layout.json")).json();
const board = new Board(element("board"), layout);
const places = new Places(board);
await words.begin(element("language"), draw);

const reveal = new Reveal(element("hold"), {
  turn: (isShown) => {
    if (!isShown || !notice?.isPrivate) notice = null; // a refusal may wait to be looked at
    if (isShown) places.keep();
    else {
      places.goBack();
      if (element("board").contains(document.activeElement)) element("hold").focus();
    }
    draw();
  },
  aim: (place) => {
    game?.seat.aim(place);
    if (place && game) put("note", game.seat.aimed(place, seat));
    else draw();
  },
  choose: (place) => {
    if (seat) say(game.seat.held(place, seat), true);
  },
  step: (key) => places.step(key),
  enter: () => places.current && seat && say(game.seat.held(places.current, seat), true),
});
element("board").addEventListener("click", (event) => {
  const place = event.target.closest("[data-place]")?.dataset.place;
  if (place && !reveal.isShown) touch(place);
});
element("board").addEventListener("keydown", (event) => {
  if (reveal.isShown) return;
  if (places.isStep(event.key)) places.step(event.key);
  else if (event.key === "Enter" || event.key === " ") touch(places.current);
  else return;
  event.preventDefault();
});
for (const id of ["undo", "done"]) element(id).addEventListener("click", () => say(id, false));
draw();
const live = await join();

// Joining.

async function join() {
  const code = location.hash.slice(1);
  if (code) {
    // Out of the address first: whatever comes of it, it is not to be read there.
    history.replaceState(null, "", "/seat/");
    const response = await fetch("/seat/join", { method: "POST", body: code });
    if (response.ok) localStorage.setItem("seat", (await response.json()).seat);
  }
  if (location.pathname === "/seat/" && localStorage.getItem("seat") !== null) {
    history.replaceState(null, "", `/seat/${localStorage.getItem("seat")}/`);
  }
  if (!/^\/seat\/\d\/$/.test(location.pathname)) {
    isSeated = false;
    draw();
    return null;
  }
  return new Live(`${location.pathname}live`, {
    message: take,
    line: (is) => {
      if (is === isUp) return;
      isUp = is;
      if (is && loading && !game) location.reload(); // its code was lost with the line
      if (!is) sent = null; // whether it came there, the table will show
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

// What comes.

async function take(content) {
  if (content.answer !== undefined) answered(content);
  else {
    newest = content;
    await load(content.table.view.game);
    if (content !== newest) return; // more came meanwhile
    const isOther = content.table.game !== table?.game || content.table.at !== table?.at;
    if (isOther) pick = null;
    if (isOther && !notice?.isPrivate) notice = null;
    if (content.table.phase !== table?.phase) said = null;
    ({ table, seat } = content);
  }
  draw();
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

function load(name) {
  if (loading?.name !== name) loading = { name, end: begin(name) };
  return loading.end;
}

async function begin(name) {
  const { Seat } = await import(`/pages/${name}/seat.js`);
  await words.play(name);
  game = { seat: new Seat(board, places, words) };
}

// What is said.

function touch(place) {
  if (!seat) return;
  const meant = game.seat.touch(place, table, seat, pick);
  pick = meant.pick ?? null;
  notice = meant.note ? { text: meant.note, isPrivate: false } : null;
  if (meant.say) say(meant.say, false);
  else draw();
}

function say(text, isPrivate) {
  if (!text || !table) return;
  const number = live?.say(text, { game: table.game, at: seat.prompt.number });
  notice = number ? null : { text: words.of("seat", "down"), isPrivate };
  if (number) sent = { number, text, isPrivate };
  draw();
}

// What is shown.

function draw() {
  element("hold").textContent = words.of("seat", "hold");
  element("help").textContent = words.of("seat", "help");
  for (const id of ["undo", "done"]) element(id).textContent = words.of("page", id);
  put("line", isUp || !isSeated ? "" : words.of("page", "lost"));
  const isShown = reveal.isShown && seat !== null;
  document.body.dataset.shown = isShown;
  document.body.classList.toggle("down", isSeated && !isUp);
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
  put("progress", `${game.seat.progress(table)} ·`);
  put("hints", words.of("table", `hints-${table.hints.grade}`));
  board.show(table.lights);
  const onItsWay = sent && (isShown || !sent.isPrivate) ? sent.text : null;
  game.seat.draw(table, seat, { isShown, pick, said, sent: onItsWay });
  put("note", noted(isShown, onItsWay));
}

function noted(isShown, onItsWay) {
  if (notice && (isShown || !notice.isPrivate)) return notice.text;
  if (onItsWay) return words.of("seat", "sent", { move: game.seat.told(onItsWay) });
  if (isShown) return game.seat.note(table, seat, said);
  return pick ? game.seat.picked(pick) : words.of("seat", "hidden");
}

// Writes only what has changed: a live region is read out each time it is written.
function put(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

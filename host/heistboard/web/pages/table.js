// The table's page: what everybody may see, in the language of this device. The game's own script,
// or the plain one, draws the board and describes the progress of the game.

import { Board, sample } from "/pages/board.js";
import { TableSetting } from "/pages/table_setting.js";
import { ClosedEyes } from "/pages/closed_eyes.js";
import { enter } from "/pages/device.js";
import { LiveSocket } from "/pages/live_socket.js";
import { Pieces } from "/pages/pieces.js";
import { SeatList } from "/pages/seat_list.js";
import { SoundButton } from "/pages/sound_button.js";
import { Words } from "/pages/words.js";

const EVENTS = 8;
const BRIGHTNESS = ["full", "evening", "night"];

const element = (id) => document.getElementById(id);

let table = null;
let newest = null; // the last message, whose game's script may still be loading
let loading = null;
let game = null; // the game's script
let isUp = true;
let isTrouble = false; // the server could not make the last message
const words = new Words();
const layout = await (await fetch("/pages/layout.json")).json();
const board = new Board(element("board"), layout);
const choose = (name) => new TableSetting(element(name), words, (text) => put("chosen", text));
const hints = choose("hints");
const brightness = choose("brightness");
const seats = new SeatList(element("seats"), words);
await words.begin(element("language"), draw);
const eyes = new ClosedEyes(element("eyes"), words);
const sound = new SoundButton(element("sound"), element("loud"), words);
seats.take({ you: await enter() });
draw();
new LiveSocket("/live", {
  message: async (content) => {
    if (content.you) {
      seats.take(content);
      return;
    }
    isTrouble = content.trouble === true;
    if (isTrouble) {
      newest = content;
      draw();
      return;
    }
    sound.take(content);
    eyes.take(content);
    newest = content;
    const isLoaded = await load(content.table);
    if (content !== newest) return; // a newer message came meanwhile
    isTrouble = !isLoaded;
    if (isTrouble) {
      draw();
      return;
    }
    table = content.table;
    seats.take(content);
    draw();
  },
  line: (is) => {
    if (is) sound.alive();
    if (is !== isUp) {
      isUp = is;
      if (is && loading && !game) location.reload(); // loading its code failed with the connection
      draw();
    }
  },
  refused: () => {},
});

// Loads the game's code; the promise says whether that worked.
function load({ view: { game: name }, floors }) {
  if (loading?.name !== name || loading.floors !== floors) {
    loading = { name, floors, end: begin(name, floors).then(() => true, () => false) };
  }
  return loading.end;
}

async function begin(name, floors) {
  const parts = [import(`/pages/${name}/table.js`), Pieces.of(name, floors)];
  const [{ Table }, pieces] = await Promise.all(parts);
  await words.play(name);
  element("plain").replaceChildren(); // of the game before
  element("plain").hidden = true;
  document.body.classList.remove("plain");
  board.use(pieces, words, floors);
  game = { table: new Table(board, words, element("plain"), pieces), pieces };
}

function draw() {
  element("line").textContent = isUp && !isTrouble ? "" : words.of("page", isUp ? "trouble" : "lost");
  document.body.classList.toggle("down", !isUp);
  sound.draw();
  eyes.draw();
  element("hands").textContent = words.of("page", "hands");
  element("games").textContent = words.of("start", "games");
  element("boards").textContent = words.of("boards", "link");
  element("review").textContent = words.of("page", "review");
  element("legend").textContent = words.of("page", "legend");
  if (!table) {
    put("turn", words.of("page", "wait"));
    return;
  }
  const { phase } = table;
  const said = table.said[words.language];
  document.body.dataset.sync = table.sync;
  document.body.dataset.phase = phase;
  element("boards").hidden = table.sync !== "lost" && table.floors === 1;
  const number = words.of("table", "game", { number: table.game });
  const { grade } = table.hints;
  const hinted = grade === "off" ? [] : [words.or("table", `hints-${grade}`, grade)];
  put("game", [number, game.table.progress(table), ...hinted].join(" · "));
  document.title = `${element("game").textContent} · Heistboard`;
  put("turn", said.turn);
  put("news", said.events.at(-1) ?? "");
  put("ask", said.ask);
  hints.draw(grade, table.grades);
  element("hints").hidden = table.grades.length < 2;
  brightness.draw(table.brightness, BRIGHTNESS);
  element("review").hidden = phase !== "over";
  element("review").href = `/review/${table.game}`;
  put("happened", words.of("table", "happened"));
  const events = said.events.slice(-EVENTS).reverse();
  put("events", events.join("\n"), () => {
    element("events").replaceChildren(
      ...events.map((event) => {
        const item = document.createElement("li");
        item.textContent = event;
        return item;
      }),
    );
  });
  board.caption(words);
  board.show(table.lights);
  game.table.draw(table);
  seats.draw();
  drawMeanings();
}

function drawMeanings() {
  const meanings = game.table.meanings();
  element("legend").parentElement.hidden = !meanings.length;
  put("meanings", meanings.map(({ text }) => text).join("\n"), () => {
    element("meanings").replaceChildren(
      ...meanings.map(({ text, ...drawn }) => {
        const item = document.createElement("li");
        item.append(sample(drawn, game.pieces, words), text);
        return item;
      }),
    );
  });
}

// Writes only if the text changes: a live region is read out each time it is written.
function put(id, text, write = () => (element(id).textContent = text)) {
  if (element(id).dataset.text === text) return;
  element(id).dataset.text = text;
  write();
}

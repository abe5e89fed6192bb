// Explains what cannot be shown at this address, and leads on. When a game begins that somebody may
// have waited for, it goes to the table.

import { asShown, followGame } from "/pages/current_game.js";
import { put } from "/pages/dom.js";
import { Navigation } from "/pages/navigation.js";
import { Words } from "/pages/words.js";

const TITLED = ["403", "404", "429"];
const NEED_A_GAME = ["/board", "/boards"];

const element = (id) => document.getElementById(id);
const { code } = document.body.dataset;
const path = location.pathname;

let content = null;
const words = new Words();
await words.begin(element("language"), draw);
const navigation = new Navigation(element("ways"), words, element("after"));
await followGame((fresh) => {
  const wasLobby = content && !content.running;
  content = fresh ?? content;
  const isSeatGone = content && !content.running && path.startsWith("/seat/");
  if ((wasLobby && content.running) || isSeatGone) location.replace("/");
  else draw();
});

function draw() {
  const title = titled();
  put(element("title"), title);
  document.title = `Heistboard: ${title}`;
  put(element("why"), why());
  navigation.show({ ...asShown(content), page: "explanation" });
}

function titled() {
  if (code === "404" && path === "/board") return words.of("page", "hands");
  if (code === "404" && path === "/boards") return words.of("boards", "title");
  return words.of("explanation", TITLED.includes(code) ? `title-${code}` : "title");
}

function why() {
  const say = (key, values) => words.of("explanation", key, values);
  const running = content?.running;
  const number = /^\/review\/(\d{1,18})$/.exec(path)?.[1];
  if (code === "429") return say("often");
  if (code === "403") return say(path.startsWith("/export/") ? "export" : "refused");
  if (code !== "404") return say("other", { code });
  if (number) {
    const goesOn = running && String(running.number) === number && !running.over;
    return say(goesOn ? "goes-on" : "review", { number });
  }
  if (/^\/(export|share)\//.test(path)) return say("no-file");
  if (NEED_A_GAME.includes(path)) return say(running ? "not-here" : `no-game-${path.slice(1)}`);
  return say("nothing");
}

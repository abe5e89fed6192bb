// A web socket that reconnects by itself. It tells the page its messages, whether it is connected,
// and when the server refuses it. Where there is no game any more, it goes to the start page.

import { followGame } from "/pages/current_game.js";
import { keepScreenOn } from "/pages/wake_lock.js";

const FRESH_MS = 2500; // since the last message; the server sends one every 2 s
const SILENT_MS = 5000; // then the socket is given up
const FIRST_MS = 250; // before the first retry; doubled for each further one
const MOST_MS = 1500;
const TICK_MS = 1000;
const SLEPT_MS = 3000; // without a tick: the computer slept
const NOT_SEATED = 4003;
const NO_GAME = 4004;
const PADDED_TO = 512; // characters of an encrypted command: its length must not tell the move

export class LiveSocket {
  #url;
  #on;
  #socket = null;
  #waitMs = FIRST_MS;
  #retry = 0;
  #silence = 0;
  #heardMs = 0;
  #tickMs = Date.now();
  #number = 0;
  #news = "";

  // *on* has message(content), line(isUp), which is called at every message too, and refused().
  constructor(path, on) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#url = `${scheme}://${location.host}${path}`;
    this.#on = on;
    // After sleep the socket may be dead without having been closed.
    const again = () => {
      this.#waitMs = FIRST_MS;
      this.#open();
    };
    const wake = () => document.hidden || this.#isFresh() || again();
    document.addEventListener("visibilitychange", wake);
    document.addEventListener("resume", again);
    addEventListener("pageshow", (event) => event.persisted && again());
    addEventListener("online", again);
    addEventListener("device", again); // this browser has become one
    navigator.connection?.addEventListener("change", wake);
    setInterval(() => this.#tick(wake), TICK_MS);
    this.#open();
  }

  // Sends a command; in a game, with the number of the prompt that the page shows. Returns the
  // number that its answer will have, or null while disconnected.
  say(move, { game, at } = {}) {
    if (!this.#hasLine()) return null;
    this.#number += 1;
    const command = JSON.stringify({ number: this.#number, game, at, say: move });
    const isEncrypted = this.#url.startsWith("wss:");
    this.#socket.send(isEncrypted ? command.padEnd(PADDED_TO) : command);
    return this.#number;
  }

  #hasLine() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #isFresh() {
    return this.#hasLine() && Date.now() - this.#heardMs < FRESH_MS;
  }

  // A computer may sleep without telling its pages; a late tick shows that it did.
  #tick(wake) {
    const nowMs = Date.now();
    if (nowMs - this.#tickMs > SLEPT_MS) wake();
    this.#tickMs = nowMs;
  }

  #open() {
    clearTimeout(this.#retry);
    this.#drop();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#listen();
    socket.onmessage = (event) => {
      this.#listen();
      this.#waitMs = FIRST_MS;
      this.#on.line(true);
      const content = JSON.parse(event.data);
      if (content.table) this.#look(content.table);
      if (Object.keys(content).length) this.#on.message(content);
    };
    socket.onclose = (event) => {
      clearTimeout(this.#silence);
      if (event.code === NO_GAME) location.replace("/"); // where the next game is chosen
      else if (event.code === NOT_SEATED) this.#refused();
      else this.#lost();
    };
  }

  // Keeps the screen on while something happens in a game.
  #look(table) {
    const news = JSON.stringify(table);
    if (news !== this.#news && table.phase !== "over") keepScreenOn();
    this.#news = news;
  }

  #listen() {
    this.#heardMs = Date.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#drop();
      this.#lost();
    }, SILENT_MS);
  }

  // The server is not asked for this socket again, but the page still learns that the game is gone.
  #refused() {
    this.#on.refused();
    followGame((now) => now && !now.running && location.replace("/"));
  }

  #lost() {
    this.#on.line(false);
    this.#retry = setTimeout(() => this.#open(), this.#waitMs);
    this.#waitMs = Math.min(2 * this.#waitMs, MOST_MS);
  }

  #drop() {
    if (!this.#socket) return;
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }
}

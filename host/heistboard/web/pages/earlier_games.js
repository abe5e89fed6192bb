// The games that were played, on the start page: who won and when. Everybody can review a finished
// one; a host can share it, resume the others, save any as a file, add one from a file, and forget one.

import { put, text } from "/pages/dom.js";

const MOST_BYTES = 1_000_000; // of a game's file; the server takes no more

export class EarlierGames {
  #root;
  #words;
  #on;
  #told = null; // the key and values of what came of the last file
  #games = [];
  #open = new Set(); // the numbers of games whose further buttons are shown

  // *on* has about(game), which returns what is said of every game; end(name, outcome), which
  // returns who won and how; begin(wanted); look(), which asks the server again; and a *question*.
  constructor(root, words, on) {
    this.#root = root;
    this.#words = words;
    this.#on = on;
    const input = this.#part("import");
    input.addEventListener("change", async () => {
      const [file] = input.files;
      if (file) await this.#add(file);
      input.value = ""; // so that the same file can be chosen again
    });
  }

  draw({ earlier, may_host }) {
    this.#games = earlier;
    const part = (id, key) => put(this.#part(id), this.#say(key));
    part("past-title", "earlier");
    part("import-label", "import");
    part("statistics", "statistics");
    this.#part("statistics").hidden = !earlier.some(({ outcome }) => outcome);
    put(this.#part("none"), earlier.length ? "" : this.#say("none"));
    this.#part("file").hidden = !may_host;
    this.#tell(this.#told);
    const focused = document.activeElement?.id;
    const items = earlier.map((game) => this.#item(game, may_host));
    this.#part("earlier").replaceChildren(...items);
    if (focused) document.getElementById(focused)?.focus();
  }

  #part(id) {
    return this.#root.querySelector(`#${id}`);
  }

  #say(key, values) {
    return this.#words.of("start", key, values);
  }

  #item(game, mayHost) {
    const { number, outcome } = game;
    const made = document.createElement("li");
    const facts = document.createElement("div");
    made.className = "card";
    facts.append(...this.#on.about(game));
    facts.append(outcome ? this.#ending(game) : text("p", this.#say("unfinished"), "open"));
    facts.append(text("p", this.#when(game.ended ?? game.at)));
    made.append(facts);
    if (outcome) {
      const label = this.#say("review-game", { number });
      made.append(link(`review-${number}`, this.#say("review"), `/review/${number}`, label));
      if (mayHost) made.append(file("share", this.#say("share"), number, this.#say("share-game", { number })));
    } else if (mayHost) {
      const label = this.#say("resume-game", { number });
      const resume = () => this.#on.begin({ resume: number });
      made.append(button(`resume-${number}`, this.#say("resume"), label, resume));
    }
    if (mayHost) made.append(this.#more(game));
    return made;
  }

  // Returns who won, and how.
  #ending({ game, outcome }) {
    const { who, how } = this.#on.end(game, outcome);
    const won = who.length ? this.#say("won", { who: who.join(", ") }) : this.#say("nobody-won");
    const line = text("p", "", "over");
    line.append(text("b", won), ` · ${how}`);
    return line;
  }

  // Returns what is needed seldom.
  #more({ number }) {
    const made = document.createElement("details");
    const title = text("summary", this.#say("more"));
    title.id = `more-${number}`;
    title.setAttribute("aria-label", this.#say("more-game", { number }));
    made.open = this.#open.has(number);
    made.addEventListener("toggle", () => {
      if (made.open) this.#open.add(number);
      else this.#open.delete(number);
    });
    const label = (key) => this.#say(key, { number });
    const save = file("export", this.#say("export"), number, label("export-game"));
    const forget = () => this.#forget(number);
    const other = button(`forget-${number}`, this.#say("forget"), label("forget-game"), forget);
    const parts = document.createElement("div");
    parts.className = "files";
    parts.append(save, other);
    made.append(title, parts);
    return made;
  }

  // Forgets a game, after asking twice.
  async #forget(number) {
    const { question } = this.#on;
    if (!(await question.ask(this.#say("forget-ask", { number }), "forget-not", "forget"))) return;
    if (!(await question.ask(this.#say("forget-sure", { number }), "forget-not", "forget-yes"))) return;
    const body = JSON.stringify({ game: number });
    const refused = await post("/forget", body);
    this.#tell(refused ? { key: `refused.${refused.why}` } : { key: "forgotten", number });
    await this.#on.look();
    this.#part("import").focus();
  }

  async #add(file) {
    if (file.size > MOST_BYTES) {
      this.#tell({ key: "refused.file-long" });
      return;
    }
    this.#tell({ key: "adding" });
    const headers = typeof CompressionStream === "undefined" ? {} : { "Content-Encoding": "gzip" };
    let refused = null;
    let added = {};
    try {
      const packed = headers["Content-Encoding"]
        ? file.stream().pipeThrough(new CompressionStream("gzip"))
        : file;
      const body = await new Response(packed).arrayBuffer();
      refused = await post("/import", body, headers, (content) => (added = content));
    } catch {
      refused = { why: "file-unread" };
    }
    const { why, text: reason } = refused ?? {};
    this.#tell(why ? { key: `refused.${why}`, reason } : { key: "added", number: added.game });
    await this.#on.look();
  }

  #tell(told) {
    this.#told = told;
    const line = this.#part("filed");
    put(line, told ? this.#say(told.key, told) : "");
    line.classList.toggle("refused", Boolean(told?.key.startsWith("refused.")));
    if (!told?.reason) return;
    const reason = text("span", ` (${told.reason})`);
    reason.lang = "en"; // the journal's own sentence
    line.append(reason);
  }

  #when(at) {
    const hasTime = at.includes("T"); // a shared file has the day alone
    const time = new Date(hasTime ? at : `${at}T00:00`);
    if (Number.isNaN(time.getTime())) return at;
    const format = { dateStyle: "medium", timeStyle: hasTime ? "short" : undefined };
    const own = navigator.languages.find((each) => each.startsWith(this.#words.language));
    return new Intl.DateTimeFormat(own ?? this.#words.language, format).format(time);
  }
}

// Returns why the server refuses, or null if it does what is asked.
async function post(path, body, headers = {}, done = () => {}) {
  const response = await fetch(path, { method: "POST", body, headers }).catch(() => null);
  if (!response) return { why: "lost" };
  if (response.status === 413) return { why: "file-long" };
  const isOurs = response.headers.get("content-type")?.includes("json");
  const content = isOurs ? await response.json() : {};
  if (response.ok) done(content);
  return response.ok ? null : (content.refused ?? { why: "trouble" });
}

function link(id, content, href, label) {
  const made = text("a", content);
  Object.assign(made, { id, href });
  made.setAttribute("aria-label", label);
  return made;
}

// Returns a link to a file of a game; *what* is its address.
function file(what, content, number, label) {
  const made = link(`${what}-${number}`, content, `/${what}/${number}`, label);
  made.download = ""; // the server names the file
  return made;
}

function button(id, content, label, act) {
  const made = text("button", content);
  Object.assign(made, { id, type: "button" });
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

// How long windows stay open, and how often Stop may be said: a host chooses while a game runs.

import { put, text } from "/pages/dom.js";

export class BeatSettings {
  #words;
  #trouble;
  #root = text("details", "");
  #summary = text("summary", "");
  #lists = new Map(); // the select elements, by the name of their option
  #game = "";

  // *trouble* is called with a text when a choice is refused, with "" when it is accepted.
  constructor(home, words, trouble) {
    this.#words = words;
    this.#trouble = trouble;
    this.#root.id = "windows";
    this.#root.append(this.#summary);
    this.#root.addEventListener("toggle", () => this.#root.open && this.#fill());
    home.append(this.#root);
  }

  // Shows the options of *table* to a host.
  draw(table, isHost) {
    this.#root.hidden = !isHost || !Object.keys(table.windows).length;
    put(this.#summary, this.#words.of("beat", "settings"));
    this.#game = table.view.game;
    for (const [name, { label, select }] of this.#lists) {
      put(label, this.#words.or("play", `option.${name}`, name));
      for (const option of select.options) put(option, this.#value(name, option.value));
      select.value = table.windows[name];
      select.dataset.shown = table.windows[name];
    }
  }

  #value(name, value) {
    const any = this.#words.or("play", `option.${name}.*`, value, { value });
    return this.#words.or("play", `option.${name}.${value}`, any);
  }

  async #fill() {
    if (this.#lists.size) return;
    const response = await fetch("/start.json").catch(() => null);
    const games = response?.ok ? (await response.json()).games : [];
    const options = games.find(({ name }) => name === this.#game)?.table_options ?? [];
    for (const { name, values } of options.filter(({ name }) => name === "stops" || name.startsWith("beat-"))) {
      const select = document.createElement("select");
      select.replaceChildren(...values.map((each) => new Option(each, each)));
      select.addEventListener("change", () => this.#set(name, select));
      const part = text("label", "", "list");
      const label = text("span", "");
      part.append(label, select);
      this.#root.append(part);
      this.#lists.set(name, { label, select });
    }
    this.#root.dispatchEvent(new Event("filled", { bubbles: true }));
  }

  async #set(name, select) {
    const response = await fetch("/windows", { method: "POST", body: `${name} ${select.value}` }).catch(() => null);
    select.value = select.dataset.shown; // until the table confirms it
    const why = response?.status === 403 ? "refused.host" : "refused.trouble";
    this.#trouble(response?.ok ? "" : this.#words.of("seats", why));
  }
}

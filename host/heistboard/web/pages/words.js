// Words in the language of this device, from the catalogues of the program and of the game.

const OTHER = { en: "ru", ru: "en" };
const NAMES = { en: "English", ru: "Русский" };

export class Words {
  language = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  #files = new Map();
  #catalogue = {};
  #game = null;

  // Loads the words. *button* switches to the other language, and *changed* is called then.
  async begin(button, changed) {
    if (!(this.language in OTHER)) this.language = "en";
    const use = async () => {
      await this.#load();
      const other = OTHER[this.language];
      document.documentElement.lang = this.language;
      button.textContent = other.toUpperCase();
      button.setAttribute("aria-label", NAMES[other]);
      button.lang = other;
    };
    button.addEventListener("click", async () => {
      this.language = OTHER[this.language];
      localStorage.setItem("language", this.language);
      await use();
      changed();
    });
    await use();
  }

  // Adds the words of a game's pages.
  async play(game) {
    this.#game = game;
    await this.#load();
  }

  of(section, key, values = {}) {
    const text = this.#catalogue[section][key];
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  has(section, key) {
    return key in (this.#catalogue[section] ?? {});
  }

  // The same as of(), or *otherwise* if the catalogue lacks the text.
  or(section, key, otherwise, values) {
    return this.has(section, key) ? this.of(section, key, values) : otherwise;
  }

  seat(name) {
    return this.or("play", `seat.${name}`, name);
  }

  // Returns a place for a screen reader: on a floor other than the first, the floor is named.
  place(name) {
    const [own, floor] = name.split(":").reverse();
    return floor ? `${this.of("page", "floor", { floor })}, ${own}` : own;
  }

  // Returns a value of a part of a move: a card, a player, a place, or the verb.
  value(part, value) {
    if (part === "verb") return this.of("page", value.replace(" ", "-"));
    if (this.has(part, value)) return this.of(part, value);
    const name = this.seat(value);
    return name === value ? this.place(value) : name;
  }

  number(count) {
    return new Intl.NumberFormat(this.language).format(count);
  }

  share(part) {
    if (part > 0 && part < 0.001) return `<${this.share(0.001)}`;
    const format = { style: "percent", maximumFractionDigits: part < 0.1 ? 1 : 0 };
    return new Intl.NumberFormat(this.language, format).format(part).replace(/\s/g, "\u202f");
  }

  // Fetches each file once.
  async #file(folder) {
    const path = `/pages/${folder}words.${this.language}.json`;
    if (!this.#files.has(path)) this.#files.set(path, await (await fetch(path)).json());
    return this.#files.get(path);
  }

  async #load() {
    const folders = ["", ...(this.#game ? [`${this.#game}/`] : [])];
    const catalogues = await Promise.all(folders.map((folder) => this.#file(folder)));
    this.#catalogue = {};
    for (const catalogue of catalogues) {
      for (const [section, texts] of Object.entries(catalogue)) {
        this.#catalogue[section] = { ...this.#catalogue[section], ...texts };
      }
    }
  }
}

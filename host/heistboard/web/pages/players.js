// Who plays in a new game: one tap begins it against the computer; or each seat has a person or a
// computer player.

import { text } from "/pages/dom.js";

export class Players {
  #words;
  #of; // a text of a game's own, by section and key
  #bots = {}; // the computer players, by seat
  #game = null;
  #seats = [];
  #together = []; // those of the game that one tap begins, at least two
  #players = 0; // of that game
  #level = "medium"; // that was chosen last

  constructor(words, of) {
    this.#words = words;
    this.#of = of;
  }

  // Takes the game, as the server offers it, and how many play; the seats keep their players.
  take(game, players) {
    if (this.#game?.name !== game.name) this.#bots = {};
    this.#game = game;
    this.#seats = game.seats[players] ?? Object.values(game.seats)[0];
    const fewest = Object.entries(game.seats).find(([, seats]) => seats.length > 1);
    [this.#players, this.#together] = this.#seats.length > 1 || !fewest ? [players, this.#seats] : fewest;
  }

  // The computer players that were chosen, by seat.
  get bots() {
    const chosen = this.#seats.map(({ name }) => [name, this.#bots[name]]);
    return Object.fromEntries(chosen.filter(([, bot]) => bot));
  }

  // The number of the only seat that is left to a person among so many players, or null.
  alone(bots, players) {
    const seats = this.#game.seats[players] ?? this.#seats;
    const free = seats.flatMap(({ name }, seat) => (bots[name] ? [] : [seat]));
    return free.length === 1 ? free[0] : null;
  }

  get isOffered() {
    return this.#seats.every(({ bots }) => bots.length);
  }

  // Returns a button for each side; *begin* is called with the computer players of the others, and
  // the number of players.
  quick(begin) {
    const part = document.createElement("section");
    part.id = "quick";
    const title = text("h3", this.#say("quick"));
    title.id = "quick-title";
    part.setAttribute("aria-labelledby", title.id);
    const sides = text("div", "", "sides");
    this.#together.forEach(({ name }, seat) => {
      const button = text("button", this.#seat(name));
      Object.assign(button, { type: "button", id: `quick-${seat}` });
      button.setAttribute("aria-label", this.#say("quick-as", { seat: this.#seat(name) }));
      button.addEventListener("click", () => begin(this.#against(name), Number(this.#players)));
      sides.append(button);
    });
    part.append(title, text("p", this.#say("quick-side")), sides, this.#levels());
    return part;
  }

  // Returns a button for the guided first game.
  learn(begin) {
    const part = document.createElement("section");
    part.id = "learn";
    const button = text("button", this.#say("guide"));
    button.type = "button";
    button.addEventListener("click", begin);
    part.append(button, text("p", this.#say("guide-tells"), "tells"));
    return part;
  }

  // The levels that this game has, and the one that is chosen of them.
  get #offered() {
    const most = Math.max(...this.#together.map(({ bots }) => bots.length));
    return most > 2 ? ["easy", "medium", "strong"] : most > 1 ? ["easy", "strong"] : ["strong"];
  }

  get #chosen() {
    return this.#offered.includes(this.#level) ? this.#level : "strong";
  }

  // How strong the computer is, and who that is for each side.
  #levels() {
    const group = document.createElement("fieldset");
    const tells = text("p", "", "tells");
    tells.setAttribute("role", "status");
    group.append(text("legend", this.#say("level")));
    const levels = this.#offered;
    const chosen = this.#chosen;
    const show = () => {
      const sides = new Map();
      for (const { name, bots } of this.#together) {
        const bot = this.#leveled(bots);
        sides.set(bot, [...(sides.get(bot) ?? []), this.#seat(name)]);
      }
      const lines = [...sides].map(([bot, seats]) => {
        const who = { bot: this.#bot(bot), tells: this.#tells(bot) };
        return this.#say(sides.size > 1 ? "quick-seat" : "quick-who", { ...who, seat: seats.join(", ") });
      });
      tells.textContent = lines.join("\n");
    };
    for (const level of levels) {
      const input = document.createElement("input");
      const label = document.createElement("label");
      Object.assign(input, { type: "radio", name: "level", id: `level-${level}`, checked: level === chosen });
      input.addEventListener("change", () => {
        this.#level = level;
        show();
      });
      label.append(input, text("span", this.#say(`level-${level}`)));
      group.append(label);
    }
    show();
    group.append(tells);
    return group;
  }

  // The computer player of the chosen level, of those in *bots*, the weakest first.
  #leveled(bots) {
    const part = { easy: 0, medium: 0.5, strong: 1 }[this.#chosen];
    return bots[Math.round(part * (bots.length - 1))];
  }

  // Returns a list for each seat.
  seats(refused) {
    const group = document.createElement("fieldset");
    group.id = "seats";
    group.append(text("legend", this.#say("who")), ...this.#seats.map((seat, i) => this.#one(seat, i)));
    if (refused) {
      const why = text("p", refused, "refused");
      why.setAttribute("role", "alert");
      group.append(why);
    }
    return group;
  }

  #one({ name, bots }, number) {
    const part = text("label", this.#seat(name), "list");
    const select = document.createElement("select");
    const tells = text("p", "", "tells");
    Object.assign(select, { id: `seat-${number}` });
    Object.assign(tells, { id: `seat-${number}-tells` });
    select.setAttribute("aria-describedby", tells.id);
    for (const bot of ["", ...bots]) {
      const label = bot ? this.#say("computer", { bot: this.#bot(bot) }) : this.#say("person");
      const option = text("option", label);
      option.selected = bot === (this.#bots[name] ?? "");
      select.append(option);
    }
    const show = () => (tells.textContent = this.#tells(this.#bots[name]));
    select.addEventListener("change", () => {
      this.#bots[name] = ["", ...bots][select.selectedIndex];
      show();
    });
    show();
    part.append(select);
    const both = text("div", "", "seat");
    both.append(part, tells);
    return both;
  }

  // Those of the chosen level, for all seats but *own*.
  #against(own) {
    const others = this.#together.filter(({ name }) => name !== own);
    return Object.fromEntries(others.map(({ name, bots }) => [name, this.#leveled(bots)]));
  }

  #seat(name) {
    return this.#of(this.#game.name, "play", `seat.${name}`) ?? name;
  }

  #bot(name) {
    return this.#of(this.#game.name, "start", `bot-${name}`) ?? this.#words.or("start", `bot-${name}`, name);
  }

  #tells(name) {
    const key = `bot-${name}-tells`;
    return name ? (this.#of(this.#game.name, "start", key) ?? this.#words.or("start", key, "")) : "";
  }

  // A text of the game, or of all games.
  #say(key, values = {}) {
    const own = this.#of(this.#game.name, "start", key);
    return own?.replace(/\{(\w+)\}/g, (_, name) => values[name]) ?? this.#words.of("start", key, values);
  }
}

"""What a monkey runs on a page: listening, reading what is offered, finding where to tap."""

__all__ = ["FOCUS", "LISTEN", "REACH", "READ", "WHERE"]

# Keeps what comes and goes on the sockets of a page.
LISTEN = """(() => {
  const Real = WebSocket;
  const heard = (window.heard = { table: null, seat: null, you: null, said: [], answers: [] });
  window.WebSocket = class extends Real {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        const content = JSON.parse(data);
        if (content.answer !== undefined) heard.answers.push(content);
        else Object.assign(heard, content);
      });
    }
    send(text) {
      heard.said.push(JSON.parse(text));
      super.send(text);
    }
  };
})()"""

# Returns what the page shows and offers as soon as it shows the last message; null if that takes
# long.
READ = """async () => {
  const isDrawn = ({ table, you, said, answers }) => {
    if (!table || !you || said.length > answers.length) return false;
    if (document.body.dataset.phase !== table.phase) return false;
    const turn = document.getElementById("turn").textContent;
    return Object.values(table.said).some((each) => each.turn === turn);
  };
  const endMs = performance.now() + 1000;
  do {
    await new Promise((next) => setTimeout(next));
    if (performance.now() > endMs) return null;
  } while (!window.heard || !isDrawn(window.heard));
  const { table, seat, you, said, answers } = window.heard;
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled;
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const dialog = document.querySelector("dialog[open]");
  return {
    path: location.pathname, game: table.game, at: table.at, phase: table.phase,
    window: table.beat && [table.beat.window, table.beat.part],
    public: table.prompt.number, own: seat?.prompt.number ?? null,
    turn: table.turn.map((name) => table.names.indexOf(name)), acts: you.acts,
    answers: said.map(({ say }, i) => ({ say, refused: answers[i].refused ?? null })),
    dialog: dialog?.id ?? "",
    isShown: document.body.dataset.shown === "true",
    hasMoves: Boolean(!seat || seat.prompt.moves.length),
    hasPrivate: Boolean(seat?.prompt.moves.some((move) => move.private)),
    stops: all("#beat .stops [aria-disabled=false]")
      .map((each) => [...each.parentNode.children].indexOf(each) + 1),
    wishes: all("#wishes summary").length,
    drawn: all("#plain [data-place]").map((each) => each.dataset.place),
    places: all("#board .can").map((each) => each.dataset.place),
    choices: all("[data-choice]").map((each) => each.dataset.choice),
    picked: all("[data-choice][aria-pressed=true]").map((each) => each.dataset.choice),
    buttons: all("#done, #undo, #give, #hold").map((each) => each.id),
    ways: all("[data-way]").map((each) => each.dataset.way),
    note: document.getElementById("note").textContent,
  };
}"""

# Returns the moves that the page's prompt has, those that can be reached by taps on what is lit or
# listed, and whether the page offers what the first of these taps can be.
REACH = """async (isSeat) => {
  const { Prompt } = await import("/pages/prompt.js");
  const { table, seat, you } = window.heard;
  const isShown = document.body.dataset.shown === "true";
  const mayAct = isSeat || (table.turn.length <= 1 &&
    table.turn.every((name) => you.acts.includes(table.names.indexOf(name))));
  const all = isSeat ? seat.prompt.moves : mayAct ? table.prompt.moves : [];
  const moves = all.filter((each) => !isSeat || isShown || !each.private);
  const lit = (which, key) => [...document.querySelectorAll(which)]
    .filter((each) => each.checkVisibility()).map((each) => each.dataset[key]);
  const places = lit("#board [data-place][role=button]", "place");
  const isPlain = document.body.classList.contains("plain");
  const page = isSeat ? "seat" : "table";
  const { Seat, Table } = await import(`/pages/${table.view.game}/${page}.js`);
  const choices = (isSeat ? Seat : Table).choices ?? {};
  const { most = isSeat && !isPlain ? 0 : undefined, first } = choices;
  const prompt = new Prompt(moves, places, table.pieces, table.ask.words, first);
  const reached = new Set();
  const known = new Set();
  const waiting = [[]];
  while (waiting.length) {
    const pick = waiting.pop();
    const key = JSON.stringify([...pick].sort()); // in any order
    if (known.has(key) || pick.length > 5) continue;
    known.add(key);
    const offers = prompt.offers(pick, most);
    for (const each of offers.moves) reached.add(each.move);
    const taps = [...prompt.asked(pick)].map((place) => prompt.on(place));
    for (const values of [...taps, ...offers.words.map(({ value }) => [value])]) {
      const meant = prompt.tap(values, pick);
      if (meant.say) reached.add(meant.say);
      else if (meant.sure) reached.add(meant.sure.move);
      else waiting.push(meant.pick);
    }
  }
  const offers = prompt.offers([], most);
  // The page of a seat that is not asked names what the table waits for.
  const open = new Prompt(isSeat ? table.prompt.moves : [], places, table.pieces);
  return {
    mayAct, moves: moves.map((each) => each.move), reached: [...reached],
    lit: [lit("#board .can", "place"), [...(moves.length ? prompt : open).asked([])]],
    listed: [lit("[data-choice]", "choice"), [
      ...offers.moves.map((each) => each.move), ...offers.words.map(({ value }) => `? ${value}`),
    ]],
  };
}"""

# Returns the middle of what is to be tapped, and whether a finger there meets it.
WHERE = """async (which) => {
  const found = [...document.querySelectorAll(which)].find((each) => each.checkVisibility());
  if (!found) return null;
  const spot = found.querySelector(".spot, .name") ?? found;
  spot.scrollIntoView({ block: "center", inline: "center" });
  await new Promise((next) => requestAnimationFrame(next));
  const { x, y, width, height } = spot.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  return { at, isMet: found.contains(document.elementFromPoint(...at)) };
}"""

FOCUS = """(which) => {
  [...document.querySelectorAll(which)].find((each) => each.checkVisibility()).focus();
}"""

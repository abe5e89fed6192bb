"""A monkey that plays random games on one device, by what its pages offer and nothing else.

It reads what can be tapped, taps at random and, after each tap, looks at what the program would
not forgive: a page error, a refusal of what was offered, a move that cannot be reached, a
dead end.
"""

import contextlib
import time
from collections import Counter
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import pytest
from heistboard.app import Status
from playwright.sync_api import Error, Page, ViewportSize

from tests.support import screens
from tests.support.pages import PHONE, TABLET

__all__ = ["KNOWN", "Monkey", "Played", "Trouble"]

KNOWN = "WebSocket|status of 40[39]"  # what browsers log of sockets that close, and of what waits
ANNOUNCED_MS = 20  # for acts of the host

YES = "✓ "
WITHIN_S = 15.0  # a wait must end by then
DRAWN_S = 3.0  # what is offered must be where a finger meets it by then
SURE_MS = 70  # an answer at once may be a double tap; quick pages wait 50 ms
MOST_TAPS = 1_500  # in one game
SIZES: tuple[ViewportSize, ...] = (TABLET, PHONE, {"width": 740, "height": 360})
BUTTONS = ("done", "undo")
ODDITIES = ("reload", "language", "help", "games", "other")  # what people also do

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

# Returns what the page shows and offers; null while it does not show the last message.
READ = """async () => {
  await new Promise((next) => setTimeout(next));
  const { table, seat, you, said, answers } = window.heard ?? {};
  if (!table || !you || said.length > answers.length) return null;
  if (document.body.dataset.phase !== table.phase) return null;
  const turn = document.getElementById("turn").textContent;
  if (!Object.values(table.said).some((each) => each.turn === turn)) return null;
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled;
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const dialog = document.querySelector("dialog[open]");
  return {
    path: location.pathname, game: table.game, at: table.at, phase: table.phase,
    public: table.prompt.number, own: seat?.prompt.number ?? null,
    turn: table.turn.map((name) => table.names.indexOf(name)), acts: you.acts,
    answers: said.map(({ say }, i) => ({ say, refused: answers[i].refused ?? null })),
    dialog: dialog?.id ?? "",
    isShown: document.body.dataset.shown === "true",
    hasMoves: Boolean(!seat || seat.prompt.moves.length),
    hasPrivate: Boolean(seat?.prompt.moves.some((move) => move.private)),
    places: all("#board .can").map((each) => each.dataset.place),
    choices: all("[data-choice]").map((each) => each.dataset.choice),
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
    const key = JSON.stringify(pick);
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
    moves: moves.map((each) => each.move), reached: [...reached],
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


class Trouble(AssertionError):
    """Something that no page may do; the text says what, and how to see it again."""


class Played(NamedTuple):
    """What a monkey's games had."""

    games: int = 0
    taps: int = 0
    prompts: int = 0  # whose moves could all be reached
    moves: int = 0  # that everybody knows of
    longest: int = 0  # list of a prompt

    def plus(self, other: "Played") -> "Played":
        """Returns the sums, and the longest list of both."""
        return Played(
            self.games + other.games,
            self.taps + other.taps,
            self.prompts + other.prompts,
            self.moves + other.moves,
            max(self.longest, other.longest),
        )


def _settings_of(seed: int, names: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """Returns the game that a seed stands for: its name, and the other settings."""
    random = Random(f"monkey {seed}")
    name = names[seed % len(names)]
    if name == "lanterns":
        options = {
            "turns": random.choice((2, 3)),
            "carrier-joins": random.random() < 0.5,
            "tower": random.random() < 0.5,
        }
        return name, {"players": random.randint(3, 4), "options": options, "seed": seed}
    if name == "burgle-bros":
        scenario = random.choice(("office", "bank", "fort_knox"))
        walls = "fort_knox_a" if scenario == "fort_knox" else "printed"
        building = {"scenario": scenario, "advanced": random.random() < 0.5, "walls": walls}
        return name, {"players": random.randint(1, 4), "options": building, "seed": seed}
    return name, {"seed": seed}


class Monkey:
    """Plays the games of one table. Use it in a ``with`` statement.

    *page* must be fresh: its scripts are listened to from the start.
    """

    def __init__(
        self,
        page: Page,
        folder: Path,
        seed: int,
        names: tuple[str, ...],
        *,
        has_boards: bool = False,
    ) -> None:
        name, settings = _settings_of(seed, names)
        self._how = f"monkey {seed} at {name} {settings}"
        self._random = Random(f"taps {seed}")
        self._page = page
        self._patch = pytest.MonkeyPatch()
        self._screens = screens.Screens(folder, name, has_boards=has_boards, **settings)
        self._errors: list[str] = []
        self._checked: set[object] = set()  # the prompts whose moves can all be reached
        self._last: list[str] = []  # the last taps
        self._counts: Counter[str] = Counter()
        self._longest = 0

    def __enter__(self) -> Self:
        self._patch.setattr(screens, "ANNOUNCED_MS", ANNOUNCED_MS)
        self._screens.__enter__()
        page = self._page
        page.add_init_script(LISTEN)
        page.on("pageerror", lambda error: self._errors.append(str(error)))
        page.set_viewport_size(self._random.choice(SIZES))
        page.goto(self._screens.server.host_address)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._page.goto("about:blank")
        self._screens.__exit__(kind, error, trace)
        self._patch.undo()

    @property
    def played(self) -> Played:
        """What there was so far."""
        counts = self._counts
        return Played(
            counts["games"], counts["taps"], counts["prompts"], counts["moves"], self._longest
        )

    def play(self) -> None:
        """Plays until the game is over; then looks at what is offered."""
        for _ in range(MOST_TAPS):
            seen = self._look()
            if seen["phase"] == "over":
                break
            self._check_reach(seen)
            self._act(seen)
        else:
            self._fail("the game does not come to its end", {})
        self._counts["games"] += 1
        self._counts["moves"] += len(self._screens.moves)
        if missing := {"review", "again", "another"} - set(seen["ways"]):
            self._fail(f"the end does not offer {missing}", seen)

    def again(self) -> None:
        """Begins a rematch, on the page where the game ended."""
        game = self._screens.daemon.status().game
        self._page.locator("[data-way=again]").click()
        self._screens.until(lambda status: status.game != game)
        self._checked.clear()

    # Looking.

    def _look(self) -> Any:  # noqa: ANN401 (whatever the page returns)
        """Returns what the page offers as soon as it shows what the table has."""
        end_s = time.monotonic() + WITHIN_S
        seen: Any = None
        while time.monotonic() < end_s:
            if self._errors:
                self._fail(f"page errors: {self._errors}", {})
            seen = self._read()
            status = self._screens.daemon.status()  # after it: a move that was answered is in it
            if seen is not None:
                self._check_answers(seen)
                if self._is_settled(seen, status) and self._offered(seen):
                    return seen
        self._fail("a dead end: nothing is offered", seen)
        raise AssertionError

    def _read(self) -> Any:  # noqa: ANN401
        with contextlib.suppress(Error):  # on its way to another page
            return self._page.evaluate(READ)
        return None

    def _is_settled(self, seen: Any, status: Status) -> bool:  # noqa: ANN401
        if (seen["game"], seen["public"], seen["at"]) != (status.game, status.prompt, status.at):
            return False
        if seen["own"] is None:
            return set(seen["turn"]) <= set(seen["acts"])
        prompt: Any = self._screens.daemon.seat_view(_seat(seen))["prompt"]
        return bool(seen["own"] == prompt["number"])

    def _check_answers(self, seen: Any) -> None:  # noqa: ANN401
        for each in seen["answers"]:
            if each["refused"] is None:
                continue
            # The buttons of a seat's page are always there, so that all pages look alike.
            if each["say"] not in BUTTONS or each["refused"]["why"] not in ("not-now", "turn"):
                self._fail(f"refused: {each}", seen)

    def _check_reach(self, seen: Any) -> None:  # noqa: ANN401
        key = seen["path"], seen["game"], seen["public"], seen["own"], seen["isShown"]
        if key in self._checked or seen["dialog"]:
            return
        self._checked.add(key)
        self._counts["prompts"] += 1
        found: Any = self._page.evaluate(REACH, seen["own"] is not None)
        self._longest = max(self._longest, len(found["moves"]))
        if missing := set(found["moves"]) - set(found["reached"]):
            self._fail(f"no taps make {missing}", seen)
        for which in ("lit", "listed"):
            shown, due = found[which]
            if sorted(shown) != sorted(due):
                self._fail(f"{which}: the page has {shown}, the prompt {due}", seen)
        if seen["own"] is None:
            offered = {str(move) for move in self._screens.daemon.status().moves}
        else:
            prompt: Any = self._screens.daemon.seat_view(_seat(seen))["prompt"]
            offered = {each["move"] for each in prompt["moves"]}
        is_all = seen["own"] is None or seen["isShown"]
        if is_all and offered != set(found["moves"]):
            self._fail(f"the page has {found['moves']}, the table offers {offered}", seen)

    # Acting.

    def _offered(self, seen: Any) -> list[tuple[str, str]]:  # noqa: ANN401
        """What can be done to go on."""
        if seen["dialog"] == "cover":
            return [("css", "#cover .go")] * 6 + [("css", "#cover .stay")]
        if seen["dialog"] == "name":
            return [("name", "")]
        if seen["dialog"] == "answer":
            return [("css", "#answer button"), ("key", "Escape")]
        if seen["phase"] == "over":
            return [("way", each) for each in seen["ways"]]
        offers = [("place", each) for each in seen["places"] if seen["hasMoves"]]
        offers += [("choice", each) for each in seen["choices"]]
        offers += [("css", f"#{each}") for each in seen["buttons"] if each == "give"]
        if seen["hasPrivate"]:
            offers += [("look", "")] * 4
        if offers or seen["own"] is None:
            offers += [("css", f"#{each}") for each in seen["buttons"] if each == "done"]
        if seen["own"] is not None and not offers:
            offers += [("way", "table")] if "table" in seen["ways"] else []
        if self._random.random() < 0.03:
            offers += [("css", f"#{each}") for each in seen["buttons"] if each == "undo"]
        return offers

    def _act(self, seen: Any) -> None:  # noqa: ANN401
        if not seen["dialog"] and self._random.random() < 0.02:
            self._odd(seen)
            return
        kind, name = self._random.choice(self._offered(seen))
        self._note(f"{seen['path']} {kind} {name}")
        self._counts["taps"] += 1
        if kind == "look":
            self._look_and_choose(seen)
        elif kind == "name":
            self._page.get_by_role("textbox").fill("Monkey")
            self._page.keyboard.press("Enter")
            self._page.locator("dialog#name").wait_for(state="detached")
        elif kind == "key":
            self._page.keyboard.press(name)
        else:
            if name == YES:
                self._page.wait_for_timeout(SURE_MS)
            which = _element(kind, name)
            if (at := self._where(which, seen)) is None:
                return
            self._page.mouse.click(*at)
            is_table = seen["own"] is None
            if is_table and which in ("#cover .go", "#give") and self._random.random() < 0.3:
                self._page.mouse.click(*at)  # people are impatient
            if which in ('[data-way="table"]', "#cover .go", "#give"):
                self._leave(seen)

    def _leave(self, seen: Any) -> None:  # noqa: ANN401
        end_s = time.monotonic() + WITHIN_S
        while urlsplit(self._page.url).path == seen["path"]:
            self._page.wait_for_timeout(5)  # hears of what the browser does
            if time.monotonic() > end_s:
                self._fail("a dead end: the page is not left", seen)

    def _odd(self, seen: Any) -> None:  # noqa: ANN401
        what = self._random.choice(ODDITIES)
        self._note(f"{seen['path']} {what}")
        if what == "reload":
            self._page.reload()
        elif what == "language":
            self._page.locator("#language").click()
        elif what == "help":
            if seen["own"] is None:
                self._page.locator("#help").click()
        elif what == "games":
            self._page.locator("[data-way=games]").click()
            self._page.locator("a[href='/']").first.click()
            self._page.wait_for_url("**/")
        elif seats := [each for each in seen["ways"] if each.startswith("seat-")]:
            self._page.locator(f"[data-way={self._random.choice(seats)}]").click()
            self._page.wait_for_url("**/seat/**")

    def _look_and_choose(self, seen: Any) -> None:  # noqa: ANN401
        """Holds the button, by mouse or by key, and makes a choice that is shown then."""
        page = self._page
        is_key = self._random.random() < 0.5
        if is_key:
            page.locator("#hold").focus()
            page.keyboard.down("Space")
        else:
            page.locator("#hold").hover()
            page.mouse.down()
        shown = self._look()
        if not shown["isShown"]:
            self._fail("the hold button shows nothing", shown)
        self._check_reach(shown)
        offers = [each for each in self._offered(shown) if each[0] in ("place", "choice")]
        if not offers:
            self._fail("a dead end: nothing private is offered", shown)
        kind, name = self._random.choice(offers)
        self._note(f"  {'key' if is_key else 'slide'} {kind} {name}")
        if name == YES:
            page.wait_for_timeout(SURE_MS)
        which = _element(kind, name)
        if is_key:
            page.evaluate(FOCUS, which)
            page.keyboard.press("Enter")
            page.keyboard.up("Space")
        elif at := self._where(which, shown):
            page.mouse.move(*at)
            page.mouse.move(at[0] + 1, at[1])
            page.wait_for_timeout(SURE_MS)
            page.mouse.up()

    def _where(self, which: str, seen: Any) -> tuple[float, float] | None:  # noqa: ANN401
        """Where to touch an element; None if the page has just changed."""
        end_s = time.monotonic() + DRAWN_S
        while time.monotonic() < end_s:
            with contextlib.suppress(Error):
                found = self._page.evaluate(WHERE, which)
                if found and found["isMet"]:
                    x, y = found["at"]
                    return x, y
            if self._look() != seen:
                return None
        self._fail(f"{which} cannot be touched", seen)
        return None

    def _note(self, what: str) -> None:
        self._last = [*self._last[-11:], what]

    def _fail(self, what: str, seen: Any) -> None:  # noqa: ANN401
        taps = "\n  ".join(self._last)
        text = self._page.locator("body").inner_text()
        raise Trouble(f"{self._how}: {what}\nafter\n  {taps}\nthe page offers {seen}\n{text}")


def _seat(seen: Any) -> int:  # noqa: ANN401
    return int(str(seen["path"]).split("/")[2])


def _element(kind: str, name: str) -> str:
    if kind == "css":
        return name
    where = "#board " if kind == "place" else ""
    return f'{where}[data-{kind}="{name}"]'

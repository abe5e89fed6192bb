"""One device on which a monkey plays: a page of the table or of a seat, by what it offers.

It reads what can be tapped, taps at random and, after each tap, looks at what the program would
not forgive: a page error, a refusal of what was offered, a move that cannot be reached, a
dead end.
"""

import contextlib
import re
import time
from collections import Counter
from random import Random
from typing import Any, NoReturn
from urllib.parse import urlsplit

from heistboard.app import Status
from playwright.sync_api import Error, Page

from tests.support.monkey_likes import NOTHING
from tests.support.monkey_scripts import FOCUS, LISTEN, REACH, READ, WHERE
from tests.support.screens import Screens

__all__ = ["Diary", "MonkeyDevice", "Trouble"]

YES = "✓ "
WITHIN_S = 15.0  # a wait must end by then
DRAWN_S = 3.0  # what is offered must be where a finger meets it by then
SURE_MS = 70  # an answer at once may be a double tap; quick pages wait 50 ms
BUTTONS = ("done", "undo")
ODDITIES = ("reload", "language", "help", "games", "other")  # what people also do
LIKED = 0.6  # how often a move that is liked is chosen at once
LAST = 12  # taps that a trouble tells


class Trouble(AssertionError):
    """Something that no page may do; the text says what, and how to see it again."""


class Diary:
    """What was tapped and seen in one game; *how* says how to see it again."""

    def __init__(self, how: str) -> None:
        self._how = how
        self._last: list[str] = []
        self.counts: Counter[str] = Counter()
        self.longest = 0  # list of a prompt

    def note(self, what: str) -> None:
        """Notes a tap."""
        self._last = [*self._last[1 - LAST :], what]

    def fail(self, what: str, seen: object = None, text: str = "") -> NoReturn:
        """Raises :exc:`Trouble`."""
        taps = "\n  ".join(self._last)
        raise Trouble(f"{self._how}: {what}\nafter\n  {taps}\nthe page offers {seen}\n{text}")


class MonkeyDevice:
    """Taps on *page*, which must be fresh: its scripts are listened to from the start.

    *is_alone*: it acts for everybody, so it is also right when it may act for who is asked. Moves
    that *likes* matches are chosen more often, so that a game ends.
    """

    def __init__(
        self,
        page: Page,
        screens: Screens,
        random: Random,
        diary: Diary,
        *,
        is_alone: bool = True,
        likes: str = NOTHING,
    ) -> None:
        self.page = page
        self._screens = screens
        self._random = random
        self._diary = diary
        self._is_alone = is_alone
        self._likes = re.compile(likes)
        self._errors: list[str] = []
        self._checked: set[object] = set()  # the prompts whose moves can all be reached
        page.add_init_script(LISTEN)
        page.on("pageerror", lambda error: self._errors.append(str(error)))

    # Looking.

    def look(self) -> Any:  # noqa: ANN401 (whatever the page returns)
        """Returns what the page offers as soon as it shows what the table has."""
        end_s = time.monotonic() + WITHIN_S
        seen: Any = None
        while time.monotonic() < end_s:
            if self._errors:
                self._fail(f"page errors: {self._errors}")
            seen = self._read()
            status = self._screens.daemon.status()  # after it: a move that was answered is in it
            if seen is not None:
                self._check_answers(seen)
                if self._is_settled(seen, status) and (self.offers(seen) or not self._is_alone):
                    return seen
        self._fail("a dead end: nothing is offered", seen)

    def _read(self) -> Any:  # noqa: ANN401
        with contextlib.suppress(Error):  # on its way to another page
            return self.page.evaluate(READ)
        return None

    def _is_settled(self, seen: Any, status: Status) -> bool:  # noqa: ANN401
        if (seen["game"], seen["public"], seen["at"]) != (status.game, status.prompt, status.at):
            return False
        if seen["window"] != (status.beat and [status.beat.window, status.beat.part]):
            return False
        if seen["own"] is None:
            return not self._is_alone or set(seen["turn"]) <= set(seen["acts"])
        prompt: Any = self._screens.daemon.seat_view(_seat(seen))["prompt"]
        return bool(seen["own"] == prompt["number"])

    def _check_answers(self, seen: Any) -> None:  # noqa: ANN401
        for each in seen["answers"]:
            if each["refused"] is None:
                continue
            # The buttons of a seat's page are always there, so that all pages look alike.
            if each["say"] not in BUTTONS or each["refused"]["why"] not in ("not-now", "turn"):
                self._fail(f"refused: {each}", seen)

    def check_reach(self, seen: Any) -> None:  # noqa: ANN401
        """Checks, once for each prompt, that taps make each of its moves and no other."""
        key = seen["path"], seen["game"], seen["public"], seen["own"], seen["isShown"]
        if key in self._checked or seen["dialog"]:
            return
        self._checked.add(key)
        self._diary.counts["prompts"] += 1
        found: Any = self.page.evaluate(REACH, seen["own"] is not None)
        self._diary.longest = max(self._diary.longest, len(found["moves"]))
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
        is_all = found["mayAct"] if seen["own"] is None else seen["isShown"]
        if is_all and offered != set(found["moves"]):
            self._fail(f"the page has {found['moves']}, the table offers {offered}", seen)

    def forget(self) -> None:
        """Forgets which prompts were checked: another game has begun."""
        self._checked.clear()

    # Acting.

    def offers(self, seen: Any) -> list[tuple[str, str]]:  # noqa: ANN401
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
        offers += [("drawn", each) for each in seen["drawn"]]
        offers += [("choice", each) for each in seen["choices"]]
        offers += [("css", f"#{each}") for each in seen["buttons"] if each == "give"]
        if seen["hasPrivate"]:
            offers += [("look", "")] * 4
        if offers or seen["own"] is None:
            offers += [("css", f"#{each}") for each in seen["buttons"] if each == "done"]
        if seen["own"] is not None and not offers:
            offers += [("way", "table")] if "table" in seen["ways"] else []
        return offers

    def act(self, seen: Any) -> None:  # noqa: ANN401
        """Does something of what the page offers, or sometimes something odd."""
        if not seen["dialog"] and self._random.random() < 0.02:
            self.odd(seen)
            return
        offers = self.offers(seen)
        if not seen["dialog"] and self._random.random() < 0.03:
            offers += [("css", f"#{each}") for each in seen["buttons"] if each == "undo"]
        self._do(seen, *self._choose(offers, seen))

    def _choose(self, offers: list[tuple[str, str]], seen: Any) -> tuple[str, str]:  # noqa: ANN401
        liked = [each for each in offers if each[1] == YES] or [
            each
            for each in offers
            if self._likes.search(each[1]) and each[1] not in seen["picked"]
        ]
        is_liked = liked and self._random.random() < LIKED
        return self._random.choice(liked if is_liked else offers)

    def act_for(self, seat: int, likes: str) -> None:
        """Does something to go on for *seat*: there, or on the way to its page."""
        self._likes = re.compile(likes)
        seen = self.look()
        self.check_reach(seen)
        is_there = seen["own"] is None or _seat(seen) == seat
        if seen["dialog"] or (is_there and set(self.offers(seen)) - {("css", "#done")}):
            self.act(seen)
            return
        ways = [each for each in (f"seat-{seat}", "table") if each in seen["ways"]]
        if not ways:
            self._fail(f"a dead end: nothing is offered to seat {seat}", seen)
        self._do(seen, "way", ways[0])

    def say_stop(self) -> bool:
        """Says Stop for one of the seats of this device; returns whether that is offered."""
        seen = self.look()
        if not seen["stops"] or seen["dialog"]:
            return False
        self._do(seen, "css", f"#beat .stops :nth-child({self._random.choice(seen['stops'])})")
        self.look()
        return True

    def wish(self) -> bool:
        """Changes when this seat wants to be asked; returns whether that is offered."""
        seen = self.look()
        if not seen["wishes"] or seen["dialog"]:
            return False
        self._do(seen, "css", "#wishes summary")
        boxes = self.page.locator("#wishes input")
        if boxes.first.is_visible():
            number = self._random.randrange(boxes.count())
            self._do(seen, "css", f"#wishes label:nth-of-type({number + 1}) input")
        self.look()
        return True

    def _do(self, seen: Any, kind: str, name: str) -> None:  # noqa: ANN401
        self._diary.note(f"{seen['path']} {kind} {name}")
        self._diary.counts["taps"] += 1
        if kind == "look":
            self._look_and_choose(seen)
        elif kind == "name":
            self.page.get_by_role("textbox").fill("Monkey")
            self.page.keyboard.press("Enter")
            self.page.locator("dialog#name").wait_for(state="detached")
        elif kind == "key":
            self.page.keyboard.press(name)
        else:
            if name == YES:
                self.page.wait_for_timeout(SURE_MS)
            which = _element(kind, name)
            if (at := self._where(which, seen)) is None:
                return
            self.page.mouse.click(*at)
            is_table = seen["own"] is None
            if is_table and which in ("#cover .go", "#give") and self._random.random() < 0.3:
                self.page.mouse.click(*at)  # people are impatient
            if (kind == "way" and seen["phase"] != "over") or which in ("#cover .go", "#give"):
                self._leave(seen)

    def _leave(self, seen: Any) -> None:  # noqa: ANN401
        end_s = time.monotonic() + WITHIN_S
        while urlsplit(self.page.url).path == seen["path"]:
            self.page.wait_for_timeout(5)  # hears of what the browser does
            if time.monotonic() > end_s:
                self._fail("a dead end: the page is not left", seen)

    def odd(self, seen: Any) -> None:  # noqa: ANN401
        """Does what people also do."""
        what = self._random.choice(ODDITIES)
        self._diary.note(f"{seen['path']} {what}")
        if what == "reload":
            self.page.reload()
        elif what == "language":
            self.page.locator("#language").click()
        elif what == "help":
            if seen["own"] is None:
                self.page.locator("#help").click()
        elif what == "games":
            self.page.locator("[data-way=games]").click()
            self.page.locator("a[href='/']").first.click()
            self.page.wait_for_url("**/")
        elif seats := [each for each in seen["ways"] if each.startswith("seat-")]:
            self.page.locator(f"[data-way={self._random.choice(seats)}]").click()
            self.page.wait_for_url("**/seat/**")

    def _look_and_choose(self, seen: Any) -> None:  # noqa: ANN401
        """Holds the button, by mouse or by key, and makes a choice that is shown then."""
        page = self.page
        is_key = self._random.random() < 0.5
        if is_key:
            page.locator("#hold").focus()
            page.keyboard.down("Space")
        else:
            page.locator("#hold").hover()
            page.mouse.down()
        shown = self.look()
        if not shown["isShown"]:
            self._fail("the hold button shows nothing", shown)
        self.check_reach(shown)
        offers = [each for each in self.offers(shown) if each[0] in ("place", "drawn", "choice")]
        if not offers:
            self._fail("a dead end: nothing private is offered", shown)
        # A card that is drawn gets no focus: a button has the same choice.
        offers = [each for each in offers if not is_key or each[0] != "drawn"]
        kind, name = self._choose(offers, shown)
        self._diary.note(f"  {'key' if is_key else 'slide'} {kind} {name}")
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
                found = self.page.evaluate(WHERE, which)
                if found and found["isMet"]:
                    x, y = found["at"]
                    return x, y
            if self.look() != seen:
                return None
        self._fail(f"{which} cannot be touched", seen)

    def _fail(self, what: str, seen: Any = None) -> NoReturn:  # noqa: ANN401
        self._diary.fail(what, seen, self.page.locator("body").inner_text())


def _seat(seen: Any) -> int:  # noqa: ANN401
    return int(str(seen["path"]).split("/")[2])


def _element(kind: str, name: str) -> str:
    if kind == "css":
        return name
    where = {"place": "#board ", "drawn": "#plain "}.get(kind, "")
    return f'{where}[data-{"place" if kind == "drawn" else kind}="{name}"]'

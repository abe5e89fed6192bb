"""A monkey that plays random games on one device, by what its pages offer and nothing else."""

from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, NamedTuple, Self

import pytest
from heistboard.games import load
from heistboard.games.window_options import ALL, beat_option
from playwright.sync_api import Page, ViewportSize

from tests.support import screens
from tests.support.monkey_device import Diary, MonkeyDevice, Trouble
from tests.support.monkey_likes import LIKES, NOTHING
from tests.support.monkey_scripts import LISTEN
from tests.support.pages import PHONE, TABLET

__all__ = ["ANNOUNCED_MS", "KNOWN", "LISTEN", "Monkey", "Played", "Trouble"]

KNOWN = "WebSocket|status of 40[39]"  # what browsers log of sockets that close, and of what waits
ANNOUNCED_MS = 20  # for acts of the host
MOST_TAPS = 1_500  # in one game
SIZES: tuple[ViewportSize, ...] = (TABLET, PHONE, {"width": 740, "height": 360})


class Played(NamedTuple):
    """What a monkey's games had."""

    games: int = 0
    taps: int = 0
    prompts: int = 0  # whose moves could all be reached
    moves: int = 0  # that everybody knows of
    longest: int = 0  # list of a prompt

    @classmethod
    def of(cls, diary: Diary) -> Self:
        """Returns what a diary has noted."""
        counts = diary.counts
        return cls(
            counts["games"], counts["taps"], counts["prompts"], counts["moves"], diary.longest
        )

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
    if name == "good-cop-bad-cop":
        # Nobody waits for a beat here: a window closes at once, or all are handed the device.
        kinds = load(name).windows
        beats = {beat_option(kind): random.choice(("0", "0", ALL)) for kind in kinds}
        options = {"bombers": random.random() < 0.5}
        players = random.randint(3, 5)
        return name, {"players": players, "options": options, "table_options": beats, "seed": seed}
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
        self._diary = Diary(f"monkey {seed} at {name} {settings}")
        self._random = Random(f"taps {seed}")
        self._page = page
        self._patch = pytest.MonkeyPatch()
        self._screens = screens.Screens(folder, name, has_boards=has_boards, **settings)
        likes = LIKES.get(name, NOTHING)
        self._device = MonkeyDevice(page, self._screens, self._random, self._diary, likes=likes)

    def __enter__(self) -> Self:
        self._patch.setattr(screens, "ANNOUNCED_MS", ANNOUNCED_MS)
        self._screens.__enter__()
        self._page.set_viewport_size(self._random.choice(SIZES))
        self._page.goto(self._screens.server.host_address)
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
        return Played.of(self._diary)

    def play(self) -> None:
        """Plays until the game is over; then looks at what is offered."""
        for _ in range(MOST_TAPS):
            seen = self._device.look()
            if seen["phase"] == "over":
                break
            self._device.check_reach(seen)
            self._device.act(seen)
        else:
            self._diary.fail("the game does not come to its end")
        self._diary.counts["games"] += 1
        self._diary.counts["moves"] += len(self._screens.moves)
        if missing := {"review", "again", "another"} - set(seen["ways"]):
            self._diary.fail(f"the end does not offer {missing}", seen)

    def again(self) -> None:
        """Begins a rematch, on the page where the game ended."""
        game = self._screens.daemon.status().game
        self._page.locator("[data-way=again]").click()
        self._screens.until(lambda status: status.game != game)
        self._device.forget()

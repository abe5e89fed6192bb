"""Monkeys that play one game together, each on its own device; beats run in virtual time.

Eight devices of several sizes, in two languages: the host's, which lies on the table, and phones.
Some are shared by two players; who has no seat looks on. Nothing but the clock differs from what
people have: while a beat runs a monkey may look, play, pass, say Stop or change when it wants to
be asked, and at some time nobody does, and the beat ends.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import pytest
from heistboard.app import Status
from heistboard.games.window_options import ALL, beat_option
from playwright.sync_api import ViewportSize

from tests.support import screens
from tests.support.chromium import Devices
from tests.support.daemon_clock import DaemonClock
from tests.support.monkey import ANNOUNCED_MS, Played
from tests.support.monkey_device import Diary, MonkeyDevice
from tests.support.monkey_likes import Likes
from tests.support.pages import PHONE, TABLET
from tests.support.seats import a_device, a_host, carry, sits_too

__all__ = ["DEVICES", "Monkeys", "settings_of"]

DEVICES = 8
MOST_STEPS = 5_000  # in one game; most of them let time pass
SIZES: tuple[ViewportSize, ...] = (
    TABLET,
    PHONE,
    {"width": 360, "height": 740},
    {"width": 412, "height": 915},
    {"width": 740, "height": 360},
    {"width": 320, "height": 568},
    {"width": 820, "height": 1180},
    PHONE,
)
LANGUAGES = ("en-GB", "ru-RU")
LOOKS = {"review"}  # what each device offers at the end; who plays may also play again
PLAYS = {"review", "again"}


def settings_of(seed: int, kinds: tuple[str, ...]) -> dict[str, Any]:
    """Returns the settings that a seed stands for, for a game with windows of these *kinds*."""
    random = Random(f"monkeys {seed}")
    beats = {
        beat_option(kind): random.choice(("0", ALL)) for kind in kinds if random.random() < 0.2
    }
    options = {"bombers": random.random() < 0.5}
    players = 3 + seed % 6
    return {"players": players, "options": options, "seed": seed, "table_options": beats}


class Monkeys:
    """Plays one game. Use it in a ``with`` statement.

    *made* has how often players made each verb in games before this one.
    """

    def __init__(
        self,
        devices: Devices,
        folder: Path,
        game: str,
        seed: int,
        settings: Mapping[str, Any],
        made: Mapping[str, int] | None = None,
    ) -> None:
        self._diary = Diary(f"monkeys {seed} at {game} {dict(settings)}")
        self._random = Random(f"taps {seed}")
        self._clock = DaemonClock()
        self._patch = pytest.MonkeyPatch()
        self._screens = screens.Screens(folder, game, **settings)
        self._likes = Likes(game, Counter(made or {}))
        self._devices = [self._device(devices, number) for number in range(DEVICES)]
        self._last: int | None = None  # the seat that did something last
        self._sitters: dict[int, MonkeyDevice] = {}

    def _device(self, devices: Devices, number: int) -> MonkeyDevice:
        language = LANGUAGES[number % len(LANGUAGES)]
        page = devices.page(is_fresh=True, viewport=SIZES[number], locale=language)
        return MonkeyDevice(page, self._screens, self._random, self._diary, is_alone=False)

    def __enter__(self) -> Self:
        self._patch.setattr(screens, "ANNOUNCED_MS", ANNOUNCED_MS)
        self._clock.__enter__()
        self._screens.__enter__()
        self._sit_down()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for device in self._devices:
            device.page.goto("about:blank")
        self._screens.__exit__(kind, error, trace)
        self._clock.__exit__(kind, error, trace)
        self._patch.undo()

    def _sit_down(self) -> None:
        # The host and one phone have two players where there are enough.
        server, seats = self._screens.server, len(self._screens.daemon.seats())
        shares = (
            [0, 0, 1, 1, *range(2, DEVICES)] if self._random.random() < 0.7 else range(DEVICES)
        )
        cookies = [a_host(server), *(a_device(server)[1] for _ in self._devices[1:])]
        for device, cookie in zip(self._devices, cookies, strict=True):
            carry(device.page, server, cookie)
        for seat, number in zip(range(seats), shares, strict=False):
            self._sitters[seat] = self._devices[number]
            sits_too(server, cookies[number], seat)
        for device in self._devices:
            device.page.goto(server.address + self._begins_at(device))

    def _begins_at(self, device: MonkeyDevice) -> str:
        seats = [seat for seat, each in self._sitters.items() if each is device]
        return f"seat/{seats[0]}/" if seats and device is not self._devices[0] else ""

    @property
    def played(self) -> Played:
        """What there was so far."""
        return Played.of(self._diary)

    @property
    def counts(self) -> Mapping[str, int]:
        """How often there were ``cards``, ``beats``, ``stops``, ``wishes``, ``ends`` of games."""
        return self._diary.counts

    @property
    def made(self) -> Counter[str]:
        """How often players made each verb, with the games before this one."""
        return self._likes.made

    def play(self, moves: int | None = None) -> None:
        """Plays until the game is over, or until everybody knows of so many *moves*."""
        for _ in range(MOST_STEPS):
            status = self._screens.daemon.status()
            told: Any = status.view["moves"]
            count = len(told)
            self._likes.take(told)
            if status.phase == "over" or (moves is not None and count >= moves):
                self._diary.counts["games"] += 1
                self._diary.counts["moves"] += count
                self._diary.counts["cards"] += sum(" play " in each for each in told)
                if status.phase == "over":
                    self._end()
                return
            self._step(status)
        self._diary.fail("the game does not come to its end")

    def _step(self, status: Status) -> None:
        moves, chance = self._asked(status), self._random.random()
        # Who has begun to choose often goes on: a card, then its targets.
        is_choosing = self._last in moves
        seldom = [seat for seat, each in moves.items() if self._likes.seldom(each)]
        has_more = is_choosing or bool(seldom)
        if status.beat is not None and (not moves or chance < (0.2 if has_more else 0.5)):
            self._diary.counts["beats"] += 1
            self._last = None
            self._clock.go_on(self._screens.daemon)
        elif chance > 0.98:
            self._diary.counts["wishes"] += self._random.choice(self._devices).wish()
        elif chance > 0.96:
            device = self._random.choice(self._devices)
            seen = device.look()
            if not seen["dialog"]:
                device.odd(seen)
        elif status.beat is not None and chance > 0.85:
            self._diary.counts["stops"] += self._random.choice(self._devices).say_stop()
        else:
            is_same = is_choosing and self._random.random() < 0.8
            is_sought = seldom and self._random.random() < 0.8
            others = seldom if is_sought else [*moves]
            seat = self._last if is_same else self._random.choice(others)
            assert seat is not None
            self._last = seat
            likes = self._likes.of(self._screens.daemon, status, seat, moves[seat])
            self._sitters[seat].act_for(seat, likes)
            self._sitters[seat].look()  # it has been answered

    def _asked(self, status: Status) -> dict[int, list[str]]:
        """The seats that may still answer, and how; while a beat runs, who holds cards."""
        table, asked = self._screens.daemon, {}
        for seat in map(status.seats.index, status.turn):
            view: Any = table.seat_view(seat)
            if moves := [each["move"] for each in view["prompt"]["moves"]]:
                asked[seat] = moves
        return asked

    def _end(self) -> None:
        self._diary.counts["ends"] += 1
        for device in self._devices:
            seen = device.look()
            due = PLAYS if device in self._sitters.values() else LOOKS
            if missing := due - set(seen["ways"]):
                self._diary.fail(f"the end does not offer {missing}", seen)

"""Walks a simulated board in place of a person: reads the screen, watches the lights."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from heistboard.places import layout
from heistboard.selftest.plan import SWEEP
from heistboard.selftest.walk import Key, WalkPrompt, WalkState

__all__ = ["Robot", "RobotTable"]

STEP_MS = 40  # from place to place; debouncing reports an opening after 20 ms
LOOK_MS = 40  # time to notice a light
BOUNCE_MOST_MS = 4
TRIES = 2  # presses of a button before it uses the keyboard
_BY_KEY = {Key.YES: "done", Key.NO: "undo", Key.SKIP: "help"}


class RobotTable(Protocol):
    """The part of a board that the robot uses."""

    @property
    def leds(self) -> dict[str, tuple[int, int, int]]:
        """The colour of each LED."""

    def set_reed(self, name: str, *, is_closed: bool, after_ms: int = 0) -> None:
        """Puts a magnet on a reed or takes it away."""


class Robot:
    """A person at the simulated board; *seed* decides how contacts bounce.

    It uses only what a person sees: the LEDs, and the :class:`WalkPrompt` except for facts that
    only lights may tell.
    """

    def __init__(
        self,
        table: RobotTable,
        press: Callable[[Key], None],
        seed: int = 0,
        *,
        climb_ms: int = 250,
        press_ms: int = 150,
        step_ms: int = STEP_MS,
        look_ms: int = LOOK_MS,
    ) -> None:
        """*press* presses a key, for questions that the buttons do not answer."""
        self._table = table
        self._press = press
        self._random = Random(seed)
        self._climb_ms = climb_ms
        self._press_ms = press_ms
        self._step_ms = step_ms
        self._look_ms = look_ms
        self._hand: str | None = None  # the reed at the moving magnet
        self._left: set[str] = set()  # reeds with a standing magnet
        self._number = -1
        self._since_ms = 0
        self._next_ms = 0
        self._tries = 0
        self._seen: list[set[str]] = []

    def act(self, prompt: WalkPrompt, now_ms: int) -> None:
        """Makes the next move, if it is due."""
        if prompt.number != self._number:
            self._number = prompt.number
            self._since_ms = now_ms
            self._tries = 0
            self._seen = []
        if now_ms < self._next_ms:
            return
        state = prompt.state
        if prompt.lifts:
            self._move(None, now_ms)
        elif state in (WalkState.SWEEP, WalkState.AGAIN):
            self._move(prompt.asked, now_ms)
        elif state is WalkState.ANCHORS:
            self._stand(prompt, now_ms)
        elif state is WalkState.DIODES:
            if prompt.missing:
                self._stand(prompt, now_ms)
            else:
                self._move(prompt.asked, now_ms)
        elif state is WalkState.TRACK:
            self._watch(now_ms)
        elif state in (WalkState.OVER, WalkState.ABANDONED):
            self._move(None, now_ms)
        elif now_ms - self._since_ms >= self._look_ms:
            self._look(prompt, now_ms)

    def _look(self, prompt: WalkPrompt, now_ms: int) -> None:
        lit = self._lit()
        if prompt.state is WalkState.LIGHTS:
            places = [led for led in lit if f"{led}.occupant" in SWEEP]
            if len(lit) == len(places) == 1:
                self._move(f"{places[0]}.occupant", now_ms)
            else:
                self._answer(Key.SKIP, now_ms)
        elif prompt.state in (WalkState.DARK, WalkState.ELSEWHERE):
            self._answer(Key.YES if lit else Key.NO, now_ms)
        elif prompt.state is WalkState.EACH:
            self._answer(Key.YES if lit == {prompt.asked} else Key.NO, now_ms)

    def _watch(self, now_ms: int) -> None:
        # Watches for a little more than one whole climb, wherever in the climb it started.
        lit = self._lit() & set(layout.ROUND_TRACK)
        if now_ms - self._since_ms >= self._look_ms:
            self._seen.append(lit)
        if now_ms - self._since_ms >= 15 * self._climb_ms + self._look_ms:
            track = layout.ROUND_TRACK
            is_right = all(lit == set(track[: len(lit)]) for lit in self._seen)
            is_whole = max(len(lit) for lit in self._seen) == len(track)
            self._answer(Key.YES if is_right and is_whole else Key.NO, now_ms)

    def _answer(self, key: Key, now_ms: int) -> None:
        self._move(None, now_ms)
        self._tries += 1
        if self._tries > TRIES:
            self._press(key)
        else:
            button = _BY_KEY[key]
            self._table.set_reed(button, is_closed=True)
            self._table.set_reed(button, is_closed=False, after_ms=self._press_ms)
        self._next_ms = now_ms + 2 * self._press_ms

    def _lit(self) -> set[str]:
        return {name for name, led in self._table.leds.items() if any(led)}

    def _stand(self, prompt: WalkPrompt, now_ms: int) -> None:
        self._move(None, now_ms)
        reed = next((reed for reed in prompt.missing if reed not in self._left), None)
        if reed is not None:
            self._left.add(reed)
            self._set(reed, is_closed=True)
            self._next_ms = now_ms + self._step_ms

    def _move(self, reed: str | None, now_ms: int) -> None:
        if reed == self._hand or reed == "":
            return
        if self._hand is not None:
            self._set(self._hand, is_closed=False)
            self._hand = None
            self._next_ms = now_ms + self._step_ms * 2 // 3  # moving to the next place
            return
        if reed is not None:
            self._set(reed, is_closed=True)
        self._hand = reed
        self._next_ms = now_ms + self._step_ms // 3

    def _set(self, reed: str, *, is_closed: bool) -> None:
        after_ms = 0
        for _ in range(self._random.randrange(3)):
            self._table.set_reed(reed, is_closed=is_closed, after_ms=after_ms)
            after_ms += self._random.randrange(1, BOUNCE_MOST_MS // 2 + 1)
            self._table.set_reed(reed, is_closed=not is_closed, after_ms=after_ms)
        self._table.set_reed(reed, is_closed=is_closed, after_ms=after_ms)

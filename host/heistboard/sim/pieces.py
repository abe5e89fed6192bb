"""Hands at a simulated board that know what they hold: the car, and helicopters by colour.

| Act | Does |
|---|---|
| ``lift b3`` ``put b3`` | a building |
| ``car b3`` ``car off`` | the car; only where the building is lifted |
| ``heli green x22`` ``heli green off`` | a helicopter, from wherever it is |
| ``press done`` | a button, shortly |
| ``down done`` ``up done`` | the same, for as long as it is held |
| ``pull`` ``plug`` | the cable |
"""

import threading
from typing import NamedTuple

from heistboard import layout
from heistboard.sim.board import SimBoard
from heistboard.sim.hands import Hands

__all__ = ["VERBS", "Seen", "SimHands"]

COLOURS = ("green", "yellow", "pink")
_ACTS = {
    "lift": 1,
    "put": 1,
    "car": 1,
    "heli": 2,
    "press": 1,
    "down": 1,
    "up": 1,
    "pull": 0,
    "plug": 0,
}
VERBS = frozenset(_ACTS)


class Seen(NamedTuple):
    """What is seen of the board by whoever may see all of it."""

    lifted: tuple[str, ...]
    car: str | None
    helicopters: dict[str, str]
    is_plugged: bool
    leds: bytes  # red, green, blue of each, in the order of the chain


class SimHands:
    """All hands at one board; they may be moved from any thread, one act at a time."""

    def __init__(self, board: SimBoard) -> None:
        self._board = board
        self._hands = Hands(board)
        self._car: str | None = None
        self._helicopters: dict[str, str] = {}
        self._lock = threading.Lock()

    def do(self, line: str) -> None:
        """Does what a *line* says; the same as :meth:`act`."""
        self.act(*(line.split() or [""]))

    def act(self, verb: str, *words: str) -> None:
        """Does one thing; raises :exc:`ValueError` for what hands cannot do."""
        if _ACTS.get(verb) != len(words):
            raise ValueError(f"{verb!r} with {len(words)} words is nothing that hands do")
        with self._lock:
            self._act(verb, *words)

    def let_go(self) -> None:
        """Takes the hands off all buttons."""
        with self._lock:
            for button in layout.BUTTONS:
                self._hands.hold(button, is_down=False)

    def look(self) -> Seen:
        """Returns how the board looks."""
        with self._lock:
            lifted = (cell for cell in layout.CELLS if not self._board.is_closed(f"{cell}.cover"))
            leds = self._board.leds
            return Seen(
                tuple(lifted),
                self._car,
                dict(self._helicopters),
                bool(self._board.ports()),
                bytes(part for name in layout.LEDS for part in leds[name]),
            )

    def _act(self, verb: str, *words: str) -> None:
        if verb == "lift":
            self._hands.lift_building(*words)
        elif verb == "put":
            self._hands.put_building(*words)
        elif verb == "press":
            self._hands.press(words[0])
        elif verb in ("down", "up"):
            self._hands.hold(*words, is_down=verb == "down")
        elif verb == "car":
            self._move_car(*words)
        elif verb == "heli":
            self._move_helicopter(*words)
        elif verb == "pull":
            self._board.pull()
        elif not self._board.ports():
            self._board.plug()

    def _move_car(self, to: str) -> None:
        places = [place for place in (self._car, to) if place not in (None, "off")]
        if any(self._board.is_closed(f"{place}.cover") for place in places):
            raise ValueError("the car can be reached only where the building is lifted")
        if self._car is not None:
            self._hands.take_car(self._car)
            self._car = None
        if to != "off":
            self._hands.put_car(to)
            self._car = to

    def _move_helicopter(self, colour: str, to: str) -> None:
        if colour not in COLOURS:
            raise ValueError(f"no helicopter is {colour!r}, expected {', '.join(COLOURS)}")
        if to != "off" and (to not in layout.CROSSINGS or to in self._helicopters.values()):
            raise ValueError(f"no helicopter can stand on {to!r}")
        if colour in self._helicopters:
            self._hands.take_helicopter(self._helicopters.pop(colour))
        if to != "off":
            self._hands.put_helicopter(to)
            self._helicopters[colour] = to

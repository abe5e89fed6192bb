"""The checks of ``expect``.

Moves and outcome are read from the journal file, so they can be checked even after a kill. A
light passes if the scene that the boards have confirmed has it and the LED shows no other
colour; if no table is connected to the LED's board, it passes if the LED shows it. ``saw`` passes
if the LED showed the colour or a scene had it: at the speed of a rehearsal, a brief light may
never reach the LED.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from heistboard import games
from heistboard.places import layout
from heistboard.places.place import at_floor, split_floor
from heistboard.rehearse.clock import Clock
from heistboard.rehearse.light_watcher import LightWatcher, colour_of, fits
from heistboard.rehearse.rehearsed_table import RehearsedTable
from heistboard.rehearse.script import Script, ScriptAct
from heistboard.rehearse.script_hands import Unplayable

__all__ = ["CheckFailed", "Checks"]

SHOWN_WITHIN_S = 0.5  # from LIT to the simulated board's LEDs
LIT_WITHIN_S = 5.0
_OFF = ["off", "normal", "steady", 0]


class CheckFailed(Exception):
    """A check of the script has failed."""

    def __init__(self, file: str, act: ScriptAct, expected: str, seen: str) -> None:
        super().__init__(f"{file}:{act.line}: expected {expected}, seen {seen}")
        self.line = act.line
        self.expected = expected
        self.seen = seen


class Checks:
    """Runs the checks of *script* on *table* and on the lights that *watcher* sees."""

    def __init__(
        self, script: Script, table: RehearsedTable, watcher: LightWatcher, clock: Clock
    ) -> None:
        self._clock = clock
        self._script = script
        self._package = games.package(script.game.name)
        self._table = table
        self._watcher = watcher
        self._checks: dict[str, Callable[..., tuple[bool, str]]] = {
            "seat": self._seat,
            "phase": self._phase,
            "move": self._move,
            "moves": lambda count: _compared(str(len(self._table.state().moves)), count),
            "light": self._light,
            "dark": lambda led: self._light(led, "off"),
            "all": self._all,
            "only": self._only,
            "lit": self._count,
            "saw": self._saw,
            "ask": lambda ask: _compared(self._table_status()["ask"]["id"], ask),
            "prompt": lambda seat, ask: _compared(self._seen_by(seat)["prompt"]["ask"]["id"], ask),
            "legal": self._legal,
            "view": self._view,
            "outcome": self._outcome,
            "desync": lambda: self._compare_status("sync", "desync"),
            "synced": lambda: self._compare_status("sync", "synced"),
            "lost": lambda: self._compare_status("sync", "lost"),
            "problem": self._problem,
        }

    def check(self, act: ScriptAct) -> None:
        """Runs the check of *act*; raises :exc:`CheckFailed`."""
        what = act.do.removeprefix("expect ")
        holds, seen = self._checks[what](*act.words)
        if not holds:
            raise CheckFailed(self._script.file, act, " ".join((what, *act.words)), seen)

    def _table_status(self) -> dict[str, Any]:
        if not self._table.is_running:
            raise Unplayable("the daemon was killed; start it first")
        return self._table.status()

    def _seen_by(self, seat: str) -> dict[str, Any]:
        self._table_status()
        found: dict[str, Any] = self._table.ask("seat", seat=seat)
        return found

    def _compare_status(self, key: str, expected: str) -> tuple[bool, str]:
        return _compared(self._table_status()[key], expected)

    def _problem(self, text: str) -> tuple[bool, str]:
        self._table_status()
        problems: list[str] = self._table.ask("there")["problems"]
        return any(text in each for each in problems), "; ".join(problems) or "none"

    def _seat(self, expected: str) -> tuple[bool, str]:
        turn = self._table_status()["turn"]
        return expected in turn, ", ".join(turn) or "nobody"

    def _phase(self, expected: str) -> tuple[bool, str]:
        phase = self._table_status()["phase"]
        return expected in (phase, self._package.table_phases.get(phase)), phase

    def _legal(self, seat: str, expected: str) -> tuple[bool, str]:
        legal = self._seen_by(seat)["legal"]
        return expected in legal, ", ".join(legal) or "none"

    def _view(self, seat: str, key: str, expected: str) -> tuple[bool, str]:
        view = self._seen_by(seat)["view"]
        if key not in view:
            return False, f"only {', '.join(sorted(view))}"
        value = view[key]
        return value == _parsed(expected) or value == expected, json.dumps(
            value, ensure_ascii=False
        )

    def _move(self, expected: str) -> tuple[bool, str]:
        moves = self._table.state().moves
        return _compared(moves[-1] if moves else "none", expected)

    def _outcome(self, expected: str) -> tuple[bool, str]:
        outcome = self._table.state().outcome
        if outcome is None:
            return False, "none"
        return expected in outcome.winners, outcome.side or "nobody"

    # Lights.

    def _light(
        self, led: str, colour: str, pattern: str | None = None, level: str | None = None
    ) -> tuple[bool, str]:
        holds, seen = self._lights([led], colour, pattern)
        if not holds or level is None:
            return holds, seen
        _, meant, moves, *_ = (self._lit() or {}).get(led, _OFF)
        return meant == level, f"{colour} {moves} {meant}"

    def _only(self, *words: str) -> tuple[bool, str]:
        light, places = words, list[str]()
        for number, word in enumerate(words):
            if word in layout.LEDS or ":" in word:
                light, places = words[:number], list(words[number:])
                break
        shown = [place for place, lit in self._shown().items() if _is_like(lit, light)]
        if sorted(shown) != sorted(places):
            return False, f"{' '.join(light)} {' '.join(shown) or 'nowhere'}"
        return self._lights(places, light[0], None)

    def _count(self, number: str) -> tuple[bool, str]:
        shown = self._shown()
        return str(len(shown)) == number, f"{len(shown)}: {' '.join(shown)}"

    def _shown(self) -> dict[str, list[Any]]:
        # What each lit cell and crossing shows.
        there, lit = self._there(), self._lit()
        if lit is None or len(there) < self._script.floors:
            raise Unplayable("this can be checked only while the table has all its boards")
        places = (
            at_floor(floor, name) for floor in there for name in (*layout.CELLS, *layout.CROSSINGS)
        )
        found = {place: lit.get(place, _OFF) for place in places}
        return {place: light for place, light in found.items() if light[0] != _OFF[0]}

    def _all(self, colour: str) -> tuple[bool, str]:
        traces = (
            self._table_status()["view"].get(self._package.traces)
            if self._table.is_running
            else None
        )
        cells = (
            at_floor(floor, cell)
            for floor in range(1, self._script.floors + 1)
            for cell in layout.CELLS
        )
        return self._lights([cell for cell in cells if cell not in (traces or {})], colour, None)

    def _lights(self, leds: list[str], colour: str, pattern: str | None) -> tuple[bool, str]:
        there, lit = self._there(), self._lit()
        for led in leds:
            shown = lit if split_floor(led)[0] in there else None
            if shown is None and pattern is not None:
                raise Unplayable("a pattern can be checked only while the table has its board")
            holds, seen = self._one(led, colour, pattern, shown)
            if not holds:
                return False, seen if len(leds) == 1 else f"{led} {seen}"
        return True, colour

    def _one(
        self, led: str, colour: str, pattern: str | None, lit: dict[str, list[Any]] | None
    ) -> tuple[bool, str]:
        if lit is not None:
            meant, _, moves, *_ = lit.get(led, _OFF)
            if meant != colour or pattern not in (None, moves):
                return False, f"{meant} {moves}"
        due = self._clock.seconds() + SHOWN_WITHIN_S * self._clock.patience
        while True:
            light = self._watcher.now(led)
            if fits(light, colour, "steady" if lit is None else moves):
                return True, colour
            if self._clock.seconds() > due:
                seen = colour_of(light)
                return False, "something dim" if seen is None else seen.name.lower()
            self._clock.sleep(0.005)

    def _saw(self, led: str, colour: str) -> tuple[bool, str]:
        if self._table.is_running:
            self._table.busy()
        if self._watcher.has_seen(led, colour) or (led, colour) in self._table.shown:
            return True, colour
        return False, " ".join(self._watcher.seen(led)) or "only lights too dim to tell"

    def _there(self) -> list[int]:
        # The floors whose board the table has.
        if not self._table.is_running:
            return []
        floors: list[int] = self._table.ask("there")["floors"]
        return floors

    def _lit(self) -> dict[str, list[Any]] | None:
        # Returns the scene that the boards have confirmed; None if the table has none of them.
        due = self._clock.seconds() + LIT_WITHIN_S * self._clock.patience
        while self._there():
            lit: dict[str, list[Any]] | None = self._table.busy()["lit"]
            if lit is not None or self._clock.seconds() > due:
                return lit
            self._clock.sleep(0.003)
        return None


def _is_like(lit: Sequence[Any], light: Sequence[str]) -> bool:
    # Whether a light of the scene has that colour and, if they are named, pattern and level.
    colour, level, pattern, *_ = lit
    return (colour, pattern, level)[: len(light)] == tuple(light)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _compared(seen: str, expected: str) -> tuple[bool, str]:
    return seen == expected, seen

"""What ``expect`` looks at.

Moves and outcome are read from the journal file, so they hold of a daemon that was killed too. A
light is right when the scene that the board has said is lit means it so, and the LED shows
nothing else; without a table, when the LED shows it. ``saw`` is what the LED has shown or the
board was told to show: what is short at the table may lie between two flashes of a rehearsal.
"""

import json
from collections.abc import Callable
from typing import Any

from heistboard import games
from heistboard.places import layout
from heistboard.rehearse.clock import Clock
from heistboard.rehearse.light_watcher import Eyes, colour_of, fits
from heistboard.rehearse.rehearsed_table import RehearsedTable
from heistboard.rehearse.script import Act, Script
from heistboard.rehearse.script_hands import Unplayable

__all__ = ["CheckFailed", "Checks"]

COMES_WITHIN_S = 0.5  # from LIT to what the simulated board's LEDs tell
LIT_WITHIN_S = 5.0
_OFF = ["off", "normal", "steady"]


class CheckFailed(Exception):
    """Something is not as the script expects."""

    def __init__(self, file: str, act: Act, expected: str, seen: str) -> None:
        super().__init__(f"{file}:{act.line}: expected {expected}, seen {seen}")
        self.line = act.line
        self.expected = expected
        self.seen = seen


class Checks:
    """Checks acts of *script* at *table*, with *eyes* on the lights; waits by *clock*."""

    def __init__(self, script: Script, table: RehearsedTable, eyes: Eyes, clock: Clock) -> None:
        self._clock = clock
        self._script = script
        self._package = games.package(script.game.name)
        self._table = table
        self._eyes = eyes
        self._see: dict[str, Callable[..., tuple[bool, str]]] = {
            "seat": self._seat,
            "phase": self._phase,
            "move": self._move,
            "moves": lambda count: _same(str(len(self._table.state().moves)), count),
            "light": self._light,
            "dark": lambda led: self._light(led, "off"),
            "all": self._all,
            "saw": self._saw,
            "ask": lambda ask: _same(self._now()["ask"]["id"], ask),
            "prompt": lambda seat, ask: _same(self._look(seat)["prompt"]["ask"]["id"], ask),
            "legal": self._legal,
            "view": self._view,
            "outcome": self._outcome,
            "desync": lambda: self._status("sync", "desync"),
            "synced": lambda: self._status("sync", "synced"),
            "lost": lambda: self._status("sync", "lost"),
        }

    def check(self, act: Act) -> None:
        """Checks once; raises :exc:`CheckFailed`."""
        what = act.do.removeprefix("expect ")
        is_so, seen = self._see[what](*act.words)
        if not is_so:
            raise CheckFailed(self._script.file, act, " ".join((what, *act.words)), seen)

    def _now(self) -> dict[str, Any]:
        if not self._table.is_running:
            raise Unplayable("the daemon was killed; start it first")
        return self._table.status()

    def _look(self, seat: str) -> dict[str, Any]:
        self._now()
        found: dict[str, Any] = self._table.ask("seat", seat=seat)
        return found

    def _status(self, key: str, expected: str) -> tuple[bool, str]:
        return _same(self._now()[key], expected)

    def _seat(self, expected: str) -> tuple[bool, str]:
        turn = self._now()["turn"]
        return expected in turn, ", ".join(turn) or "nobody"

    def _phase(self, expected: str) -> tuple[bool, str]:
        phase = self._now()["phase"]
        return expected in (phase, self._package.table_phases.get(phase)), phase

    def _legal(self, seat: str, expected: str) -> tuple[bool, str]:
        legal = self._look(seat)["legal"]
        return expected in legal, ", ".join(legal) or "none"

    def _view(self, seat: str, key: str, expected: str) -> tuple[bool, str]:
        view = self._look(seat)["view"]
        if key not in view:
            return False, f"only {', '.join(sorted(view))}"
        value = view[key]
        return value == _read(expected) or value == expected, json.dumps(value, ensure_ascii=False)

    def _move(self, expected: str) -> tuple[bool, str]:
        moves = self._table.state().moves
        return _same(moves[-1] if moves else "none", expected)

    def _outcome(self, expected: str) -> tuple[bool, str]:
        outcome = self._table.state().outcome
        if outcome is None:
            return False, "none"
        return expected in outcome.winners, outcome.side or "nobody"

    # Lights.

    def _light(self, led: str, colour: str, pattern: str | None = None) -> tuple[bool, str]:
        return self._lights([led], colour, pattern)

    def _all(self, colour: str) -> tuple[bool, str]:
        traces = self._now()["view"].get(self._package.traces) if self._table.is_running else None
        cells = [cell for cell in layout.CELLS if cell not in (traces or {})]
        return self._lights(cells, colour, None)

    def _lights(self, leds: list[str], colour: str, pattern: str | None) -> tuple[bool, str]:
        lit = self._lit()
        if lit is None and pattern is not None:
            raise Unplayable("a pattern can only be told while the table has its board")
        for led in leds:
            is_so, seen = self._one(led, colour, pattern, lit)
            if not is_so:
                return False, seen if len(leds) == 1 else f"{led} {seen}"
        return True, colour

    def _one(
        self, led: str, colour: str, pattern: str | None, lit: dict[str, list[str]] | None
    ) -> tuple[bool, str]:
        if lit is not None:
            meant, _, moves = lit.get(led, _OFF)
            if meant != colour or pattern not in (None, moves):
                return False, f"{meant} {moves}"
        due = self._clock.seconds() + COMES_WITHIN_S
        while True:
            light = self._eyes.now(led)
            if fits(light, colour, "steady" if lit is None else moves):
                return True, colour
            if self._clock.seconds() > due:
                seen = colour_of(light)
                return False, "something dim" if seen is None else seen.name.lower()
            self._clock.sleep(0.005)

    def _saw(self, led: str, colour: str) -> tuple[bool, str]:
        if self._table.is_running:
            self._table.busy()
        if self._eyes.has_seen(led, colour) or (led, colour) in self._table.shown:
            return True, colour
        return False, " ".join(self._eyes.seen(led)) or "nothing but something dim"

    def _lit(self) -> dict[str, list[str]] | None:
        # What the board has said is lit; None where no table speaks to it.
        due = self._clock.seconds() + LIT_WITHIN_S
        while self._table.is_running and self._now()["sync"] != "lost":
            lit: dict[str, list[str]] | None = self._table.busy()["lit"]
            if lit is not None or self._clock.seconds() > due:
                return lit
            self._clock.sleep(0.003)
        return None


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _same(seen: str, expected: str) -> tuple[bool, str]:
    return seen == expected, seen

"""Plays a script on the whole system, from firmware to journal file, in virtual or real time.

In virtual time the firmware's core runs in this process, with the link and the table; a second
takes milliseconds. In real time the firmware runs on MicroPython, the line is a pseudo-terminal,
and the daemon is a process that is killed with SIGKILL. The table's clock then runs ``speed``
times faster than real time, but board and line do not, so their latencies weigh more than at a
real table. Only ``frozen`` is measured by the board's clock.
"""

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from heistboard import games
from heistboard.app.control import Refused
from heistboard.games.pieces import pieces_of
from heistboard.places import layout
from heistboard.places.place import at_floor
from heistboard.rehearse.checks import Checks
from heistboard.rehearse.clock import Clock, RealTime
from heistboard.rehearse.light_watcher import LightWatcher
from heistboard.rehearse.rehearsed_boards import (
    CLONE,
    STRANGER,
    RehearsedBoards,
    Stranger,
    real_boards,
    virtual_boards,
)
from heistboard.rehearse.rehearsed_table import RehearsedTable, TableError, VirtualTable
from heistboard.rehearse.script import Script, ScriptAct, ScriptError
from heistboard.rehearse.script_faults import ScriptFaults
from heistboard.rehearse.script_hands import ScriptHands, Unplayable
from heistboard.rehearse.table_process import TableProcess
from heistboard.sim.board_model import BoardModel
from heistboard.sim.standing_pieces import ImpossibleAct, verbs
from heistboard.sim.virtual_time import VirtualTime

__all__ = ["PlayedAct", "play"]

SPEED = 4  # in real time, unless the script says otherwise
HAND_MS = 300  # between two moves of a hand, in table time
PRESS_MS = 150
PRESS_HOLD_MS = 3_200
TAP_MS = 250
TAP_HOLD_MS = 1_500
SETTLES_WITHIN_MS = 4_000  # in table time; chatter never settles
LIT_WITHIN_S = 2.0
ARRIVES_WITHIN_S = 15.0  # a board is ready within 2 s of being plugged in
NOTICED_S = 0.5  # what happens to another device concerns no table


class PlayedAct(NamedTuple):
    """An act that was played, and a note on its result."""

    act: ScriptAct
    note: str


def play(script: Script, tell: Callable[[PlayedAct], object], *, is_real: bool = False) -> None:
    """Plays *script* and calls *tell* after each act.

    Raises :exc:`~heistboard.rehearse.checks.CheckFailed`, :exc:`TableError` or, for an act that
    is impossible, :exc:`ScriptError`.
    """
    others = {word for act in script.acts if act.do in ("plug", "pull") for word in act.words}
    with tempfile.TemporaryDirectory(prefix="heistboard-rehearsal-") as name:
        folder = Path(name)
        if not is_real:
            time = VirtualTime()
            settings = _settings(script, script.speed or 1)
            boards, devices = virtual_boards(time, script.floors, others)
            table = VirtualTable(time, devices, boards.floors, folder, settings, _works(script))
            _play(script, tell, boards, table, time)
            return
        with real_boards(script.floors, others) as (boards, ports):
            settings = _settings(script, script.speed or SPEED)
            process = TableProcess(ports, boards.floors, folder, settings, _works(script))
            _play(script, tell, boards, process, RealTime())


def _play(
    script: Script,
    tell: Callable[[PlayedAct], object],
    boards: RehearsedBoards,
    table: RehearsedTable,
    clock: Clock,
) -> None:
    runner = _ScriptRunner(script, boards, table, clock)
    try:
        for act in (script.first, *script.acts):
            tell(PlayedAct(act, runner.do(act)))
    finally:
        table.close()


def _settings(script: Script, speed: int) -> dict[str, Any]:
    package = games.package(script.game.name)
    return {
        "game": script.game.name,
        "options": dict(script.options),
        "table_options": {**package.rehearsal, **script.table_options},
        "deal": dict(script.deal),
        "bots": dict(script.bots),
        "speed": speed,
        "seed": script.seed,
    }


class _ScriptRunner:
    def __init__(
        self, script: Script, boards: RehearsedBoards, table: RehearsedTable, clock: Clock
    ) -> None:
        self._script = script
        self._boards = boards
        self._table = table
        self._clock = clock
        pieces = pieces_of(script.game.name, script.floors)
        self._hands = ScriptHands(boards.boards, pieces)
        self._lights = LightWatcher(boards.boards)
        self._speed = table.speed
        self._checks = Checks(script, table, self._lights, clock)
        self._plugged = set(range(1, script.floors + 1))  # the floors whose cable is plugged in
        self._faults = ScriptFaults(boards, self._plugged, clock, self._wait)
        self._last_ask = ""
        self._acts: Mapping[str, Callable[..., str | None]] = {
            **{verb: partial(self._move, verb) for verb in verbs(pieces)},
            "lift": partial(self._move_each, "lift"),
            "put": partial(self._move_each, "put"),
            "game": lambda *_: self._table.start(),
            "kill": self._kill,
            "start": self._start,
            "pull": self._pull,
            "plug": self._plug,
            "wait": lambda ms: self._sleep(int(ms)),
            "press": self._press,
            "tap": self._tap,
            "knock": self._knock,
            "stuck": lambda reed, how: self._hands.set_stuck(reed, how),
            "reed": lambda reed, _: self._hands.set_stuck(reed, None),
            "frozen": self._freeze,
            "reset": self._reset,
            "safe-mode": self._enter_safe_mode,
            "cut": self._faults.cut,
            "lose": self._faults.lose,
            "mute": self._faults.mute,
            "unmute": self._faults.unmute,
            "flood": self._faults.flood,
            "say": self._say,
            "draw": lambda text: self._ask("draw", text=text),
            "umpire set-aside": lambda reed: self._ask("set-aside", reed=reed),
            "umpire restore": lambda reed: self._ask("restore", reed=reed),
            "umpire correct": lambda text: self._ask("correct", text=text),
        }

    def do(self, act: ScriptAct) -> str:
        try:
            if act.do.startswith("expect "):
                self._checks.check(act)
                return "ok"
            self._lights.forget()
            self._table.shown.clear()
            refusal = self._acts[act.do](*act.words)
            if act.do in ("start", "plug", "reset", "unmute"):
                self._pause()  # a person would pause too
            self._wait_until_quiet()
            if act.do == "flood":
                self._table.spoken.clear()  # how often the board was right meanwhile is chance
        except (Unplayable, ImpossibleAct) as error:
            raise ScriptError(self._script.file, act.line, f"{act.text}: {error}") from None
        except TableError as error:
            raise TableError(f"{self._script.file}:{act.line}: {act.text}: {error}") from None
        return refusal or self._note()

    # Acts. Each returns why it was refused, or None.

    def _kill(self) -> None:
        self._check_running()
        self._table.kill()

    def _start(self) -> None:
        if self._table.is_running:
            raise Unplayable("the daemon is running; kill it first")
        self._table.start()

    def _pull(self, which: str = "1") -> None:
        if which in (STRANGER, CLONE):
            self._disturber(which).pull()
            self._clock.sleep(NOTICED_S)
            return
        if int(which) not in self._plugged:
            raise Unplayable("the cable is already pulled")
        self._board(which).pull()
        self._plugged.discard(int(which))

    def _plug(self, *words: str) -> None:
        if words in ((STRANGER,), (CLONE,)):
            self._disturber(words[0]).plug()
            self._wait_for_disturbance()
            return
        which = words[0] if words and words[0].isdecimal() else "1"
        if int(which) in self._plugged:
            raise Unplayable("the cable is already plugged in")
        self._board(which).plug(same_name=words[-1:] != ("other",))
        self._plugged.add(int(which))

    def _board(self, floor: str) -> BoardModel:
        return self._boards.boards[int(floor) - 1]

    def _disturber(self, which: str) -> BoardModel | Stranger:
        found = self._boards.stranger if which == STRANGER else self._boards.clone
        assert found is not None
        return found

    def _move(self, verb: str, *words: str) -> None:
        for number, change in enumerate(self._hands.plan(verb, *words)):
            if number:
                self._wait_until_quiet()
            self._hands.move(change)
            self._pause()

    def _move_each(self, verb: str, *cells: str) -> None:
        for number, cell in enumerate(cells):
            if number:
                self._wait_until_quiet()
            self._move(verb, cell)

    def _press(self, button: str, hold: str = "") -> None:
        self._hands.button(button, is_down=True)
        self._wait_for_reeds()
        self._sleep(PRESS_HOLD_MS if hold else PRESS_MS)
        self._hands.button(button, is_down=False)
        self._pause()

    def _tap(self, place: str, hold: str = "") -> None:
        ms = TAP_HOLD_MS if hold else TAP_MS
        self._hands.tap(place, round(ms / self._speed))  # by the board's clock
        self._sleep(ms)
        self._pause()

    def _knock(self, place: str, ms: str) -> None:
        self._hands.knock(place, round(int(ms) / self._speed))
        self._sleep(int(ms))
        self._pause()

    def _freeze(self, ms: str, floor: str = "1") -> None:
        self._board(floor).freeze()
        self._clock.sleep(int(ms) / 1000)
        self._board(floor).thaw()

    def _reset(self, floor: str = "1") -> None:
        was_plugged = int(floor) in self._plugged
        if was_plugged:
            self._pull(floor)
            self._wait_until_quiet()
        self._board(floor).reset(leaves_port=False)
        self._faults.reset(floor)
        if was_plugged:
            self._plug(floor)

    def _enter_safe_mode(self, floor: str = "1") -> None:
        self._faults.enter_safe_mode(floor)
        if self._table.is_running:
            self._wait(
                lambda: self._has_problem("safe mode"), "the table did not refuse the board"
            )

    def _say(self, seat: str, text: str) -> str | None:
        return self._ask("say", seat=self._script.seats.index(seat), text=text)

    def _ask(self, do: str, **words: int | str) -> str | None:
        self._check_running()
        try:
            self._table.ask(do, **words)
        except Refused as error:
            return f"refused: {error}"
        return None

    def _check_running(self) -> None:
        if not self._table.is_running:
            raise Unplayable("the daemon was killed; start it first")

    # Time.

    def _sleep(self, ms: int) -> None:
        self._clock.sleep(ms / 1000 / self._speed)

    def _pause(self) -> None:
        self._wait_for_reeds()
        self._sleep(HAND_MS)

    def _wait_for_reeds(self) -> None:
        # Waits until the table knows which boards are connected, and the state of their reeds.
        if not self._table.is_running:
            self._clock.sleep(0.1)  # time for the board's debouncing
            return
        self._wait(self._have_reeds_arrived, "the table did not get the reeds")

    def _have_reeds_arrived(self) -> bool:
        there = set(self._table.ask("there")["floors"])
        if there != self._there:
            return False
        if not self._hands.matches(set(self._table.ask("picture")), there):
            return False
        is_lost = self._table.status()["sync"] == "lost"
        return is_lost is (len(self._there) < self._script.floors)

    @property
    def _there(self) -> set[int]:
        # The floors whose board the table must have.
        return self._plugged - self._faults.unreachable

    def _has_problem(self, text: str = "") -> bool:
        return any(text in each for each in self._table.ask("there")["problems"])

    def _wait_for_disturbance(self) -> None:
        # Waits until the other device has been greeted, or the clone has been refused.
        if not self._table.is_running:
            return
        stranger = self._boards.stranger
        self._wait(
            lambda: (stranger is not None and stranger.is_greeted) or self._has_problem(),
            "the table did not look at the other device",
        )

    def _wait(self, done: Callable[[], bool], failure: str) -> None:
        due = self._clock.seconds() + ARRIVES_WITHIN_S
        while not done():
            if self._clock.seconds() > due:
                raise TableError(f"{failure} in {ARRIVES_WITHIN_S:.0f} s")
            self._clock.sleep(0.003)

    def _wait_until_quiet(self) -> None:
        self._wait_for_reeds()
        if not self._table.is_running:
            return
        began = self._clock.seconds()
        settled = began + SETTLES_WITHIN_MS / 1000 / self._speed
        end = began + LIT_WITHIN_S * self._clock.patience
        while (now := self._clock.seconds()) < end:
            busy = self._table.busy()
            is_still = not busy["busy"] or now > settled
            if is_still and (busy["lit"] is not None or not self._there):
                return
            self._clock.sleep(0.003)

    # Notes.

    def _note(self) -> str:
        if not self._table.is_running:
            return ""
        status: dict[str, Any] = self._table.status()
        ask = " ".join((status["ask"]["id"], *status["ask"]["words"].values()))
        notes = [] if ask == self._last_ask else [ask]
        notes += [f'"{said}"' for said in self._table.spoken]
        self._last_ask = ask
        self._table.spoken.clear()
        return ", ".join(notes)


def _works(script: Script) -> list[str]:
    # As if the self test had found exactly the reeds that the script breaks.
    broken = {act.words[0] for act in script.acts if act.do == "stuck"}
    reeds = [
        at_floor(floor, reed) for floor in range(1, script.floors + 1) for reed in layout.REEDS
    ]
    return [reed for reed in reeds if script.has_tested_all or reed not in broken]

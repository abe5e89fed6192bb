"""Random hands at three boards, while cables, boards and the table itself fail at random."""

import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from heistboard.journal.store import Store
from heistboard.places import layout
from heistboard.places.place import at_floor
from heistboard.rehearse.rehearsed_boards import real_boards
from heistboard.rehearse.rehearsed_table import JOURNAL
from heistboard.rehearse.table_process import TableProcess
from heistboard.sim import SimBoard

from tests.support import patrol
from tests.support.patrol import Patrol, neighbours

__all__ = ["play_three_boards"]

FLOORS: Final = (1, 2, 3)
SPEED: Final = 12
SETTLE_S: Final = 0.9 / SPEED
READY_WITHIN_S: Final = 30.0
ACTS: Final = {
    **{"walk": 40, "tile": 15, "nonsense": 6, "press": 6},
    **{"pull": 5, "reset": 3, "freeze": 3, "power": 1, "kill": 3},
}


def play_three_boards(folder: Path, seconds: float, seed: int) -> Counter[str]:
    """Plays for that long; returns how often each thing happened.

    After each fault the picture, the lights and the journal must be right; and at the end.
    """
    with patrol.installed(folder), real_boards(3, ()) as (boards, ports):
        settings = {"game": "patrol", "speed": SPEED}
        game = folder / "game"
        game.mkdir()
        table = TableProcess(ports, boards.floors, game, settings, ())
        table.start()
        try:
            sims = [board for board in boards.boards if isinstance(board, SimBoard)]
            hands = _RandomHands(table, sims, Random(seed))
            hands.run(seconds)
            return hands.counts
        finally:
            table.close()
            _check_replay(game / JOURNAL)


class _RandomHands:
    def __init__(self, table: TableProcess, boards: list[SimBoard], random: Random) -> None:
        self.counts: Counter[str] = Counter()
        self._table = table
        self._boards = dict(zip(FLOORS, boards, strict=True))
        self._random = random
        self._told: list[str] = []  # the moves that were surely made
        self._acts = {
            "walk": self._walk,
            "tile": self._tile,
            "nonsense": self._nonsense,
            "press": self._press,
            "pull": self._pull,
            "reset": self._reset,
            "freeze": self._freeze,
            "power": self._lose_power,
            "kill": self._kill,
        }

    def run(self, seconds: float) -> None:
        self._put_right()
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            (act,) = self._random.choices(list(ACTS), list(ACTS.values()))
            self._acts[act]()
            self.counts[act] += 1
            if act not in ("walk", "tile"):
                self._put_right()
        self._put_right()
        self.counts["moves"] = len(self._told)

    # Hands.

    def _walk(self) -> None:
        floor = self._random.choice(FLOORS)
        self._move_guard(floor, self._random.choice(neighbours(self._state().guards[floor - 1])))
        self._pause(self._random.uniform(0.7, 1.6) * SETTLE_S)

    def _nonsense(self) -> None:
        for floor in self._random.sample(FLOORS, 2):
            self._set(floor, f"{self._random.choice(layout.CELLS)}.occupant", is_closed=True)
        self._pause(self._random.random() * SETTLE_S)

    def _tile(self) -> None:
        floor = self._random.choice(FLOORS)
        reed = f"{self._random.choice(layout.CELLS)}.cover"
        self._set(floor, reed, is_closed=not self._boards[floor].is_closed(reed))

    def _press(self) -> None:
        floor, button = self._random.choice(FLOORS), self._random.choice(("undo", "help"))
        if button == "undo" and self._told:
            self._told.pop()
        self._set(floor, button, is_closed=True)
        self._pause(0.05)
        self._set(floor, button, is_closed=False)
        self._pause(0.05)
        self._told = self._told[: len(self._state().moves)]

    def _move_guard(self, floor: int, to: str) -> None:
        for cell in layout.CELLS:
            if cell != to and self._boards[floor].is_closed(f"{cell}.occupant"):
                self._set(floor, f"{cell}.occupant", is_closed=False)
        self._pause(0.03)
        self._set(floor, f"{to}.occupant", is_closed=True)

    def _set(self, floor: int, reed: str, *, is_closed: bool) -> None:
        self._boards[floor].set_reed(reed, is_closed=is_closed)

    def _pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def _play_on(self, seconds: float) -> None:
        # Hands go on at all boards while one of them has a fault.
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            self._random.choice((self._walk, self._tile))()

    # Faults.

    def _pull(self) -> None:
        board = self._boards[self._random.choice(FLOORS)]
        board.pull()
        self._play_on(self._random.choice((0.02, 0.3, 2.0)))
        board.plug(same_name=self._random.random() < 0.5)

    def _reset(self) -> None:
        self._boards[self._random.choice(FLOORS)].reset(leaves_port=self._random.random() < 0.7)
        self._play_on(0.3)

    def _freeze(self) -> None:
        board = self._boards[self._random.choice(FLOORS)]
        board.freeze()
        self._play_on(self._random.choice((0.1, 1.0, 4.0)))
        board.thaw()

    def _lose_power(self) -> None:
        for board in self._boards.values():
            board.pull()
        for board in self._random.sample([*self._boards.values()], 3):
            board.reset(leaves_port=False)
            board.plug()

    def _kill(self) -> None:
        self._walk()
        self._table.kill()
        after = [*self._state().moves]
        assert after[: len(self._told)] == self._told, (self._told[-5:], after[-5:])
        if self._random.random() < 0.5:
            self._tile()
        self._table.start()
        assert self._table.status()["view"]["moves"] == after

    # Checks.

    def _state(self) -> Patrol:
        state = self._table.state()
        assert isinstance(state, Patrol)
        return state

    def _put_right(self) -> None:
        # Puts every guard where the game has it, and waits until all is well.
        end_s = time.monotonic() + READY_WITHIN_S
        while True:
            guards = self._state().guards
            for floor, at in zip(FLOORS, guards, strict=True):
                self._move_guard(floor, at)
            self._pause(2 * SETTLE_S)
            if self._is_well():
                self._told = [*self._state().moves]
                return
            assert time.monotonic() < end_s, self._what_is_wrong()

    def _is_well(self) -> bool:
        if self._table.status()["sync"] != "synced" or self._table.busy()["lit"] is None:
            return False
        return set(self._table.ask("picture")) == self._truth() and not self._unlit()

    def _truth(self) -> set[str]:
        return {
            at_floor(floor, reed)
            for floor, board in self._boards.items()
            for reed in layout.REEDS
            if board.is_closed(reed)
        }

    def _unlit(self) -> list[str]:
        # Guards whose light is not blue.
        return [
            at_floor(floor, at)
            for floor, at in zip(FLOORS, self._state().guards, strict=True)
            if self._boards[floor].leds[at][2] < 100
        ]

    def _what_is_wrong(self) -> str:
        status = self._table.status()
        picture = set(self._table.ask("picture"))
        return (
            f"{status['sync']} {status['ask']} {self._table.ask('there')}, picture off by "
            f"{sorted(picture ^ self._truth())}, not lit: {self._unlit()}"
        )


def _check_replay(journal: Path) -> None:
    with Store(journal) as store:
        for game in store.games():
            state = store.get(game.id).state
            again = state.game.new(**state.options)
            for move in state.moves:
                again.push(move)
            assert again.view(0) == state.view(0)

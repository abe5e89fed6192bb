"""Burgle Bros at virtual boards, the firmware's core, with a table that keeps a journal."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final, Self

from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.places.place import at_floor, split_floor
from heistboard.places.scene import Scene, unpack
from heistboard.rehearse.rehearsed_boards import virtual_boards
from heistboard.rehearse.rehearsed_table import JOURNAL, VirtualTable
from heistboard.rules import Choice
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_time import VirtualTime
from heistboard.table.table import Table

from tests.support.burgle_acts import BurgleActs

__all__ = ["FLOORS", "READY_MS", "BurgleBoards"]

FLOORS: Final[Mapping[str, int]] = {"office": 2, "bank": 3, "fort_knox": 2}
READY_MS: Final = 3_000  # boards that were plugged in are there
ARRIVES_MS: Final = 40  # debouncing, and the line


class BurgleBoards(BurgleActs):
    """A game, its boards, and hands. Use it in a ``with`` statement.

    *on_status* hears what the table tells everybody.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        on_status: Callable[[Status], None] = lambda status: None,
        **options: Choice,
    ) -> None:
        self.time = VirtualTime()
        self.closed: set[str] = set()
        self.pulled: set[int] = set()
        floors = FLOORS[str(options.get("scenario", "office"))]
        boards, devices = virtual_boards(self.time, floors, ())
        self.boards: dict[int, VirtualBoard] = {}
        for floor, board in enumerate(boards.boards, 1):
            assert isinstance(board, VirtualBoard)
            self.boards[floor] = board
        settings: dict[str, Any] = {"game": "burgle-bros", "options": options, "seed": seed}
        self.process = VirtualTable(self.time, devices, boards.floors, folder, settings, ())
        self._folder = folder
        self._on_status = on_status
        self._random = Random(seed)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.close()

    @property
    def table(self) -> Table:
        """The table."""
        return self.process._table._table

    @property
    def scene(self) -> Scene:
        """What the boards have been told to show and have confirmed."""
        lit = {}
        for floor, board in self.boards.items():
            shown = board._board.lights.intents
            codes = b"".join(code.to_bytes(2, "little") for code in shown)
            for led, intent in unpack(codes).items():
                lit[at_floor(floor, led)] = intent
        return lit

    def reed(self, name: str, *, is_closed: bool, for_ms: int = 0) -> Self:
        """Closes or opens a reed, then waits."""
        (self.closed.add if is_closed else self.closed.discard)(name)
        floor, reed = split_floor(name)
        self.boards[floor].set_reed(reed, is_closed=is_closed)
        return self.wait(for_ms)

    def wait(self, for_ms: int) -> Self:
        """Lets time go by at the boards and the table."""
        self.time.run(for_ms)
        return self

    # Faults.

    def pull(self, floor: int | None = None) -> Self:
        """Pulls the cable of a floor, or of one at random."""
        floor = floor or self._random.choice([*self.boards])
        self.boards[floor].pull()
        self.pulled.add(floor)
        return self.wait(ARRIVES_MS)

    def plug(self) -> Self:
        """Plugs all cables in."""
        for floor in sorted(self.pulled):
            self.boards[floor].plug(same_name=self._random.random() < 0.5)
        self.pulled.clear()
        return self.until_there()

    def restart(self) -> Self:
        """Kills the table and starts it again with the same game."""
        self.process.kill()
        return self.start()

    def until_there(self) -> Self:
        """Waits until the table has all boards."""
        there = self.time.run_until(lambda: self.sync != "lost", READY_MS)
        assert there, self.process.ask("there")
        return self.wait(ARRIVES_MS)

    def start(self) -> Self:
        """Starts the table, with the game that it had."""
        self.process.start()
        self.process._table.listeners.append(self._on_status)
        return self.until_there()

    # The journal.

    def check_replay(self) -> None:
        """Plays the journal's moves again."""
        with Store(self._folder / JOURNAL) as store:
            state = store.get(self.process.status()["game"]).state
        again = state.game.new(**state.options)
        for move in state.moves:
            again.push(str(move))
        assert again.known(-1) == state.known(-1) == self.state.known(-1)

"""An evening of Lanterns on the whole system: simulated boards, the daemon, pages."""

import contextlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

from heistboard.app import Daemon, Settings, Status
from heistboard.games.pieces import pieces_of
from heistboard.link.floors import Modules
from heistboard.rules import Choice, View
from heistboard.sim import SimHands
from heistboard.sim.board_model import BoardModel
from heistboard.sim.simulated_boards import SimulatedBoards
from heistboard.web import Server

__all__ = ["LanternEvening"]

WITHIN_S = 10.0
SPEED = 20


class LanternEvening:
    """Use it in a ``with`` statement; the lantern stands on x22, and p1 is to carry it.

    With *has_hands* nothing stands on the boards yet; their page moves the pieces. With a tower
    there are two boards.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 1,
        has_pages: bool = False,
        has_hands: bool = False,
        speed: int = SPEED,
        **options: Choice,
    ) -> None:
        given: Mapping[str, Choice] = {name.replace("_", "-"): v for name, v in options.items()}
        self._settings = Settings("lanterns", options=given, seed=seed, speed=speed)
        self._folder = folder
        self._has_pages = has_pages
        self._has_hands = has_hands
        self._floors = 2 if options.get("tower") else 1
        self._ends = contextlib.ExitStack()
        self.board: BoardModel
        self.daemon: Daemon
        self.server: Server

    def __enter__(self) -> Self:
        self._folder.mkdir(exist_ok=True)
        boards = self._ends.enter_context(SimulatedBoards(range(1, self._floors + 1)))
        self.board = boards.boards[0]
        journal = self._folder / "journal.sqlite"
        modules = Modules(boards.floors)
        self.daemon = self._ends.enter_context(
            Daemon(journal, self._settings, boards.ports, modules)
        )
        hands = None
        if self._has_hands:
            hands = SimHands(boards.boards, pieces_of("lanterns", self._floors))
        if self._has_pages:
            server = Server(self.daemon, self._folder, port=0, hands=hands)
            self.server = self._ends.enter_context(server)
        if hands is None:
            self.lantern("x22")
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    def lantern(self, crossing: str, off: str = "") -> None:
        """Hands put the lantern there, and take it *off* where it was."""
        if off:
            self.board.set_reed(f"{off}.occupant", is_closed=False)
            self.until(lambda _: f"{off}.occupant" not in self.daemon.picture())
        self.board.set_reed(f"{crossing}.occupant", is_closed=True)
        self.until(lambda status: (status.sync, status.view["lantern"]) == ("synced", crossing))

    def until(self, wanted: Callable[[Status], bool]) -> Status:
        """Waits until things stand as *wanted*."""
        end_s = time.monotonic() + WITHIN_S
        while not wanted(status := self.daemon.status()):
            assert time.monotonic() < end_s, status
            time.sleep(0.002)
        return status

    def say(self, *moves: str) -> None:
        """Says moves that name their seats."""
        for move in moves:
            self.daemon.say(int(move[1]) - 1, move)

    def seen(self, seat: int) -> View:
        """What a seat sees of the game."""
        view = self.daemon.seat_view(seat)["view"]
        assert isinstance(view, dict)
        return view

"""Starts as many simulated boards as a game wants, on MicroPython or, without it, on CPython."""

from collections.abc import Collection
from types import TracebackType

from heistboard.link.port import Port
from heistboard.places.place import split_floor
from heistboard.sim.board_model import SERIALS, BoardModel
from heistboard.sim.cpython_board import CPythonBoard

__all__ = ["SimulatedBoards"]


class SimulatedBoards:
    """Simulated boards of *floors*. Use it in a ``with`` statement.

    They start with the reeds *closed*, named with their floors. Starting a board may raise
    :exc:`OSError`.
    """

    def __init__(self, floors: Collection[int], closed: Collection[str] = ()) -> None:
        self.has_micropython = True
        self._boards: dict[int, BoardModel] = {}
        try:
            for floor in floors:
                own = [reed for at, reed in map(split_floor, closed) if at == floor]
                self._boards[floor] = self._started(SERIALS[floor - 1], own)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "SimulatedBoards":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends all boards."""
        for board in self._boards.values():
            board.close()

    @property
    def boards(self) -> tuple[BoardModel, ...]:
        """The boards, by floor."""
        return tuple(self._boards[floor] for floor in sorted(self._boards))

    @property
    def floors(self) -> dict[str, int]:
        """The floor of each board, by serial number."""
        return {board.serial: floor for floor, board in self._boards.items()}

    def ports(self) -> list[Port]:
        """Returns the ports of all boards, as discovery would find them."""
        return [port for board in list(self._boards.values()) for port in board.ports()]

    def of(self, floors: int) -> tuple[BoardModel, ...]:
        """Returns the boards of floors 1 to *floors*; starts those that are missing."""
        for floor in range(1, floors + 1):
            if floor not in self._boards:
                self._boards[floor] = self._started(SERIALS[floor - 1], ())
        return tuple(self._boards[floor] for floor in range(1, floors + 1))

    def _started(self, serial: str, closed: Collection[str]) -> BoardModel:
        if self.has_micropython:
            try:
                # Only here: it needs what Windows does not have.
                from heistboard.sim.board import SimBoard
                from heistboard.sim.board_process import SimUnavailable
            except ImportError:
                self.has_micropython = False
            else:
                try:
                    return SimBoard(serial, closed=closed)
                except SimUnavailable:
                    self.has_micropython = False
        return CPythonBoard(serial, closed=closed)

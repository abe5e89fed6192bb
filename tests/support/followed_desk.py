"""Simulated boards in virtual time, on which hands follow the game, as without a board."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from heistboard.app import Settings
from heistboard.app.carried_reeds import TableHands
from heistboard.games.pieces import Pieces
from heistboard.sim import SimHands
from heistboard.sim.following_hands import FollowingHands
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.table.table import NotNow, NotYourTurn

from tests.support.virtual_desk import SERIALS, VirtualDesk

__all__ = ["FollowedDesk"]

READY_MS = 5_000


class FollowedDesk(VirtualDesk):
    """Use it in a ``with`` statement; it is entered once the table is ready."""

    def __init__(
        self, folder: Path, settings: Settings, floors: int = 1, *, boards: int | None = None
    ) -> None:
        self.hands: SimHands
        boards = floors if boards is None else boards

        def follow(there: Sequence[VirtualBoard]) -> TableHands:
            self.hands = SimHands(there[:floors], Pieces({}))
            return FollowingHands(self.hands, lambda count: there[:count])

        assigned = {serial: floor for floor, serial in enumerate(SERIALS[:boards], 1)}
        super().__init__(folder, settings, assigned, boards=boards, follow=follow)

    def __enter__(self) -> "FollowedDesk":
        super().__enter__()
        self.until(lambda status: status.sync != "lost", READY_MS)
        self.ready = len(self.statuses) - 1  # the number of the first status with a board
        return self

    @property
    def expected(self) -> Mapping[str, bool]:
        """What the game expects of the public reeds."""
        return self.table._table.gestures.expected()

    def late(self) -> dict[str, bool]:
        """Returns the public reeds that the boards do not report as the game expects them."""
        seen = self.table.picture()
        return {reed: must for reed, must in self.expected.items() if must is not (reed in seen)}

    def say(self, text: str) -> None:
        """Says a move for the seat that may make it; or ``done``, ``undo``."""
        status = self.status
        for seat in range(len(status.seats)):
            try:
                if text in ("done", "undo"):
                    self.table.press_for(seat, text)
                else:
                    self.table.say(seat, text)
            except (NotYourTurn, NotNow):
                continue
            return
        raise AssertionError(f"nobody may say {text!r} in {status.phase}")

    def offered(self) -> list[str]:
        """Returns the moves that some seat may say now."""
        moves = []
        for seat in range(len(self.status.seats)):
            prompt = self.table.seat_view(seat)["prompt"]
            assert isinstance(prompt, dict) and isinstance(prompt["moves"], list)
            moves += [str(each["move"]) for each in prompt["moves"] if isinstance(each, dict)]
        return moves

    def act(self, random: Random) -> str:
        """Says a random move, or ``done`` if there is none; returns it."""
        moves = self.offered()
        said = random.choice(moves) if moves else "done"
        self.say(said)
        return said

    def do(self, *acts: str) -> None:
        """A person's hands do these acts at the boards' page."""
        for act in acts:
            self.hands.do(act)

    def run(self, ms: int) -> None:
        """Lets time pass."""
        self.time.run(ms)

    def settle(self, within_ms: int) -> None:
        """Lets time pass until the boards report every public reed as the game expects it."""
        assert self.time.run_until(lambda: not self.late(), within_ms), self.late()

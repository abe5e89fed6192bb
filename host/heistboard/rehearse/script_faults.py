"""The faults of a rehearsal that leave the cable where it is: of lines, and of firmware."""

from collections.abc import Callable, Mapping, Set

from heistboard.places import layout
from heistboard.rehearse.clock import Clock
from heistboard.rehearse.rehearsed_boards import STRANGER, RehearsedBoards
from heistboard.rehearse.script_hands import Unplayable
from heistboard.sim.board_model import BoardModel
from heistboard.sim.line_losses import LineLosses

__all__ = ["ScriptFaults"]

FLOOD_EVERY_S = 0.03  # longer than debouncing takes
NOISE = bytes(range(256)) * 4  # in a millisecond
_PUBLIC = [reed for reed in layout.REEDS if reed not in layout.BUTTONS]


class ScriptFaults:
    """Spoils the lines of *boards* and fails their firmware.

    *plugged* are the floors whose cable is plugged in; *wait* waits until something is true, or
    raises with the text beside it.
    """

    def __init__(
        self,
        boards: RehearsedBoards,
        plugged: Set[int],
        clock: Clock,
        wait: Callable[[Callable[[], bool], str], None],
    ) -> None:
        self._boards = boards
        self._plugged = plugged
        self._clock = clock
        self._wait = wait
        self._safe: set[int] = set()
        self._losses: Mapping[int, Mapping[str, LineLosses]] = {
            floor: {"up": LineLosses(), "down": LineLosses()}
            for floor in range(1, len(boards.boards) + 1)
        }

    @property
    def unreachable(self) -> frozenset[int]:
        """The floors that the table cannot have, although their cables may be plugged in."""
        mute = {
            floor
            for floor, losses in self._losses.items()
            if any(each.is_mute for each in losses.values())
        }
        return frozenset(mute | self._safe)

    def cut(self, way: str, floor: str = "1") -> None:
        """Loses half of the next message, and waits for that."""
        losses = self._spoilt(floor, way)
        losses.cuts_next = True
        self._wait(lambda: not losses.cuts_next, "no message was cut")

    def lose(self, count: str, way: str, floor: str = "1") -> None:
        """Loses the next bytes; does not wait for them."""
        self._spoilt(floor, way).loses = int(count)

    def mute(self, way: str, floor: str = "1") -> None:
        """Loses everything."""
        self._spoilt(floor, way).is_mute = True

    def unmute(self, floor: str = "1") -> None:
        """Lets everything pass again."""
        losses = self._losses[int(floor)].values()
        if not any(each.is_mute for each in losses):
            raise Unplayable("the line is not mute")
        for each in losses:
            each.is_mute = False

    def enter_safe_mode(self, floor: str = "1") -> None:
        """Restarts a board in safe mode."""
        self._board(floor).enter_safe_mode()
        self._safe.add(int(floor))

    def reset(self, floor: str) -> None:
        """Notes that a board was restarted as usual."""
        self._safe.discard(int(floor))

    def flood(self, ms: str, which: str = "1") -> None:
        """Changes all reeds of a board for a while, or lets the stranger send noise."""
        ends = self._clock.seconds() + int(ms) / 1000
        if which == STRANGER:
            stranger = self._boards.stranger
            if stranger is None or not stranger.ports():
                raise Unplayable("no stranger is plugged in")
            while self._clock.seconds() < ends:
                stranger.say(NOISE)
                self._clock.sleep(len(NOISE) / 1e6)
            return
        board = self._board(which)
        before = {reed: board.is_closed(reed) for reed in _PUBLIC}
        while self._clock.seconds() < ends:
            for is_changed in (True, False):
                for reed, was_closed in before.items():
                    board.set_reed(reed, is_closed=was_closed is not is_changed)
                self._clock.sleep(FLOOD_EVERY_S)

    def _board(self, floor: str) -> BoardModel:
        if int(floor) not in self._plugged:
            raise Unplayable("the cable is pulled")
        return self._boards.boards[int(floor) - 1]

    def _spoilt(self, floor: str, way: str) -> LineLosses:
        if int(floor) in self.unreachable:
            raise Unplayable("the table does not have that board")
        losses = self._losses[int(floor)]
        self._board(floor).spoil(losses["up"], losses["down"])
        return losses[way]

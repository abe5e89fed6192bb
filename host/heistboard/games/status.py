"""The table's public status: the only way from the table to screens, voice and logs.

Everything here is public. What only one seat may know comes from ``Daemon.seat_view``.
"""

from collections.abc import Mapping
from typing import NamedTuple

from heistboard.games.gestures import Ask, Span
from heistboard.games.hint_grades import OFF
from heistboard.places.scene import Scene
from heistboard.rules import Move, View
from heistboard.rules.contract import Json

__all__ = ["Status"]


class Status(NamedTuple):
    """How things stand, for everybody."""

    number: int  # counts up with every change
    game: int  # its number in the journal
    at: int  # counts up when what everybody knows of the moves changes
    phase: str
    seat: str | None  # whose phase it is, if it is one seat's
    sync: str  # synced, desync or lost
    ask: Ask  # what is waited for
    wrong: dict[str, str]  # missing or extra, by place
    lifted: tuple[str, ...]  # cells without the piece that covers them
    is_secret: bool  # eyes are closed
    scene: Scene
    view: View  # of the table
    spoken: tuple[Ask, ...]  # what is to be said aloud because of this change
    eyes_closed: Span | None = None  # by the clock of this machine, whatever the table's speed
    hints: Mapping[str, Json] = {"grade": OFF}  # and what that grade tells
    brightness: str = "full"  # of the lights
    turn: tuple[str, ...] = ()  # the seats whose phase it is
    seats: tuple[str, ...] = ()  # the names of all seats
    moves: tuple[Move, ...] = ()  # of the one seat that is asked, as far as everybody may know

    @property
    def is_going_on(self) -> bool:
        """Whether a move was made, and the game is not over."""
        return self.phase != "over" and bool(self.view["moves"])

"""The table's public status, which screens, voice and logs are made from.

Everything here is public. What only one seat may know comes from ``Daemon.seat_view``.
"""

from collections.abc import Mapping
from typing import NamedTuple

from heistboard.games.gestures import Ask, Span
from heistboard.games.hint_grades import OFF
from heistboard.places.scene import Scene
from heistboard.rules import Move, View
from heistboard.rules.contract import Json

__all__ = ["ShownBeat", "Status"]


class ShownBeat(NamedTuple):
    """The beat of the window that is open, as everybody knows it."""

    window: int  # its number; Stop names it
    part: int  # how often it was begun anew, by Stop for instance
    kind: str  # of the window
    span: Span  # since when this part runs, and for how long
    stopped: tuple[str, ...] = ()  # the seats that have said Stop, in order
    stops_left: tuple[int, ...] = ()  # by seat: how often it may still say Stop in this game

    def document(self) -> dict[str, Json]:
        """Returns it for pages, without a time of the clock: they count from when they hear it."""
        return {
            "window": self.window,
            "part": self.part,
            "kind": self.kind,
            "ms": self.span.least_ms,
            "stopped": list(self.stopped),
            "left": list(self.stops_left),
        }


class Status(NamedTuple):
    """The public state of the table."""

    number: int  # increases with every change
    game: int  # its number in the journal
    at: int  # increases when the public moves change
    phase: str
    seat: str | None  # the seat that acts, if it is only one
    sync: str  # synced, desync or lost
    ask: Ask  # the public prompt
    wrong: dict[str, str]  # "missing" or "extra", by place
    lifted: tuple[str, ...]  # cells whose cover reed is open
    is_secret: bool  # whether eyes are closed
    scene: Scene
    view: View  # the table's view
    spoken: tuple[Ask, ...]  # what to say aloud about this change
    eyes_closed: Span | None = None  # in real time, whatever the table's speed
    hints: Mapping[str, Json] = {"grade": OFF}  # the grade and its hints
    brightness: str = "full"  # of the lights
    turn: tuple[str, ...] = ()  # the seats that act
    seats: tuple[str, ...] = ()  # the names of all seats
    moves: tuple[Move, ...] = ()  # the public moves of the seat that acts
    floors: int = 1  # how many the game is played on
    prompt: int = 0  # the number of TABLE's prompt: what ``ask`` and ``moves`` answer to
    pieces: Mapping[str, Mapping[str, str]] = {}  # where the game has the public pieces
    advice: Mapping[str, Json] | None = None  # what the guide says to everybody
    beat: ShownBeat | None = None  # of the open window; in real time, as ``eyes_closed``
    windows: Mapping[str, str] = {}  # the table's options for windows, by name
    is_carried: bool = False  # whether they go there by themselves: nobody needs to carry them

    @property
    def is_going_on(self) -> bool:
        """Whether the game has begun and is not over."""
        return self.phase != "over" and bool(self.view["moves"])

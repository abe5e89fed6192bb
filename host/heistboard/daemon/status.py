"""What the daemon says to the room: the only way from the table to screens, voice and logs.

Everything here may be known by everybody. What a seat may know beside it goes by
``Daemon.seat_view``, to whoever has shown to sit there.
"""

from collections.abc import Mapping
from typing import NamedTuple

from heistboard.hints import OFF
from heistboard.rules import Move, View
from heistboard.rules.contract import Json
from heistboard.scene import Scene
from heistboard.table.contract import Ask, Prompt, Span
from heistboard.table.table import Table

__all__ = ["Status", "status_of"]


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


def status_of(
    table: Table,
    game: int,
    at: int,
    view: View,
    prompt: Prompt,
    scene: Scene,
    spoken: tuple[Ask, ...],
    eyes_closed: Span | None = None,
) -> Status:
    """Returns the status of a *table*, built from what is public: TABLE's *view* and *prompt*."""
    state = table.state
    turn = tuple(state.seats[seat] for seat in table.gestures.turn)
    return Status(
        number=0,
        game=game,
        at=at,
        phase=table.gestures.phase,
        seat=turn[0] if len(turn) == 1 else None,
        sync=table.sync.value,
        ask=prompt.ask,
        wrong={place: how.value for place, how in table.wrong.items()},
        lifted=table.lifted,
        is_secret=table.gestures.is_secret,
        scene=scene,
        view=view,
        spoken=spoken,
        eyes_closed=eyes_closed,
        turn=turn,
        seats=state.seats,
        moves=prompt.moves,
    )

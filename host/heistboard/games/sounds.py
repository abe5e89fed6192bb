"""Which sound each event of a game has on pages, and its ending.

A game names them in ``Package.sounds``; pages make them. Everybody hears the same: a sound tells
nothing that the history of the page does not show.
"""

from typing import Final, NamedTuple

from heistboard.games.package import Package
from heistboard.games.status import Status
from heistboard.words.told_moves import event_keys, read_told

__all__ = ["NONE", "SOUNDS", "Sounds", "sounds_of"]

SOUNDS: Final = ("move", "card", "chime", "nothing", "find", "caught", "free")
NONE: Final = ""
_USUAL: Final = "move"  # for events that a game does not name


class Sounds(NamedTuple):
    """The sounds of the newest event and of the ending; ``NONE`` where there is none."""

    event: str
    ending: str


def sounds_of(package: Package, status: Status) -> Sounds:
    """Returns what pages play when they are told of *status*."""
    moves = status.view["moves"]
    assert isinstance(moves, list)
    event = NONE
    if moves:
        keys = event_keys(read_told(package.game.name, str(moves[-1])))
        event = next((package.sounds[key] for key in keys if key in package.sounds), _USUAL)
    is_ending = status.phase == "over" and status.ask.id.startswith("over.")
    return Sounds(event, package.sounds.get(status.ask.id, NONE) if is_ending else NONE)

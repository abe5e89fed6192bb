"""The file of the data folder that says who sits in which game.

A game is known by its number and the time when it was made, so that no other game inherits its
seats. Announced acts, questions and invitations are not kept: they end with the program.
"""

import json
import logging
from collections.abc import Collection
from pathlib import Path
from typing import TypeAlias

from heistboard.app.seat_calls import SeatFacts
from heistboard.web.devices import Device
from heistboard.web.private_file import write_private
from heistboard.web.seating import WHATS, Event, Seating

__all__ = ["MAX_GAMES", "SeatingFile"]

FILE = "seats.json"
MAX_GAMES = 50  # the game that was changed longest ago is dropped for the next

_Game: TypeAlias = dict[str, object]

_log = logging.getLogger(__name__)


class SeatingFile:
    """The seats in the data *folder*.

    All methods raise :exc:`OSError`. The file is read each time: a command may have forgotten a
    game meanwhile.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        _read(self._path)

    def find(self, facts: SeatFacts) -> Seating | None:
        """Returns who sits in that game, or ``None`` if it is not known."""
        for game in _read(self._path):
            if _is_of(game, facts):
                seating = _seating(game)
                return seating if len(seating.sitters) == len(facts.seats) else None
        return None

    def last(self, facts: SeatFacts) -> list[list[Device]]:
        """Returns who sat in the last other game of this kind with as many seats."""
        for game in reversed(_read(self._path)):
            if game["kind"] == facts.kind and not _is_of(game, facts):
                sitters = _seating(game).sitters
                if len(sitters) == len(facts.seats):
                    return sitters
        return []

    def save(self, facts: SeatFacts, seating: Seating) -> None:
        """Saves who sits in that game."""
        games = [game for game in _read(self._path) if not _is_of(game, facts)]
        games.append(
            {
                "game": facts.game,
                "created": facts.created,
                "kind": facts.kind,
                "sitters": [[list(each) for each in devices] for devices in seating.sitters],
                "before": [[list(each) for each in devices] for devices in seating.before],
                "events": [list(each) for each in seating.events],
                "begun": seating.begun,
            }
        )
        self._write(games[-MAX_GAMES:])

    def forget(self, numbers: Collection[int]) -> None:
        """Deletes who sat in the games with these numbers."""
        games = _read(self._path)
        left = [game for game in games if game["game"] not in numbers]
        if len(left) < len(games):
            self._write(left)

    def _write(self, games: list[_Game]) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(self._path, json.dumps({"games": games}))


def _is_of(game: _Game, facts: SeatFacts) -> bool:
    return (game["game"], game["created"], game["kind"]) == (
        facts.game,
        facts.created,
        facts.kind,
    )


def _read(path: Path) -> list[_Game]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if "games" not in data:
            return []  # of a release in which seats had tokens: everybody sits down anew
        games: list[_Game] = [dict(game) for game in data["games"]]
        for game in games:
            if not {"game", "created", "kind"} <= game.keys():
                raise ValueError("a game has no number")
            _seating(game)
    except FileNotFoundError:
        return []
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        _log.warning("%s is damaged: everybody has to sit down again", path)
        return []
    return games


def _seating(game: _Game) -> Seating:
    sitters, before = _devices(game["sitters"]), _devices(game["before"])
    events, begun = _list(game["events"]), game["begun"]
    if len(before) != len(sitters) or not isinstance(begun, int | None):
        raise ValueError("seats do not fit")
    return Seating(sitters, before, [_event(each, len(sitters)) for each in events], begun)


def _devices(seats: object) -> list[list[Device]]:
    return [[Device(*_texts(each, 2)) for each in _list(devices)] for devices in _list(seats)]


def _event(values: object, seats: int) -> Event:
    at, seat, device, nickname, what, other = _list(values)
    if not (isinstance(at, int) and isinstance(seat, int) and 0 <= seat < seats):
        raise ValueError("an event does not fit")
    device, nickname, what, other = _texts([device, nickname, what, other], 4)
    for known in WHATS:
        if known == what:
            return Event(at, seat, device, nickname, known, other)
    raise ValueError("an event does not fit")


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("expected a list")
    return value


def _texts(values: object, count: int) -> list[str]:
    texts = [each for each in _list(values) if isinstance(each, str)]
    if len(texts) != count:
        raise ValueError(f"expected {count} texts")
    return texts

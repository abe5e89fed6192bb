"""Everything that leaves the web server about a game, and the only way out.

A :data:`Message` is made here and nowhere else, from the status, which is public, from the view
of one seat, and from games that are finished. Rooms take nothing but messages. What is not named
here stays.
"""

import json
from typing import NewType

from heistboard import games
from heistboard.daemon.status import Status
from heistboard.rules import IllegalMove, State, View
from heistboard.rules.contract import Json
from heistboard.sim.pieces import Seen
from heistboard.words import LANGUAGES, Words

__all__ = ["BEAT", "Message", "answer", "hands", "review", "seat", "table"]

EVENTS_MOST = 12  # that are told in words

Message = NewType("Message", str)


def table(status: Status) -> Message:
    """Returns how things stand, for everybody."""
    lights: dict[str, Json] = {
        led: [intent.colour.name.lower(), intent.level.name.lower(), intent.pattern.name.lower()]
        for led, intent in status.scene.items()
    }
    public = {**_public(status), "view": status.view, "lights": lights, "said": _said(status)}
    return _message({"table": public})


def seat(status: Status, view: View) -> Message:
    """Returns how things stand, for the seat that *view* was made for."""
    return _message({"table": _public(status), "seat": view})


def hands(seen: Seen) -> Message:
    """Returns what lies where on the simulated board, and its light: for its own page only."""
    return _message(
        {
            "hands": {
                "lifted": list(seen.lifted),
                "car": seen.car,
                "helicopters": dict(seen.helicopters),
                "plugged": seen.is_plugged,
                "leds": seen.leds.hex(),
            }
        }
    )


def review(number: int, state: State) -> Message | None:
    """Returns the review of game *number*, for everybody; None if it is not finished."""
    if state.outcome is None:
        return None
    return _message({"number": number, "game": state.game.name, "review": games.review(state)})


def answer(number: int, error: Exception | None) -> Message:
    """Returns what became of request *number* of a seat, for that seat.

    The words of an error stay here: the page has its own, by kind and rule.
    """
    if error is None:
        return _message({"answer": number})
    refused: dict[str, Json] = {"why": _KINDS.get(type(error).__name__, "trouble")}
    if isinstance(error, IllegalMove):
        refused["rule"] = error.rule
    return _message({"answer": number, "refused": refused})


_KINDS = {
    "NotYourTurn": "turn",
    "IllegalMove": "illegal",
    "InvalidMove": "invalid",
    "AmbiguousMove": "ambiguous",
}


def _public(status: Status) -> dict[str, Json]:
    return {
        "game": status.game,
        "phase": status.phase,
        "seat": status.seat,
        "sync": status.sync,
        "ask": {"id": status.ask.id, "words": dict(status.ask.words)},
        "wrong": dict(status.wrong),
        "lifted": list(status.lifted),
        "secret": status.is_secret,
    }


def _said(status: Status) -> dict[str, Json]:
    # In every language: which one it is shown in is the device's choice.
    moves = status.view["moves"]
    assert isinstance(moves, list)
    told = [str(move) for move in moves]
    return {
        words.language: {
            "ask": words.shown(status.ask, status.view),
            "events": list(words.events(told)[-EVENTS_MOST:]),
        }
        for words in map(Words, LANGUAGES)
    }


def _message(content: dict[str, Json]) -> Message:
    return Message(json.dumps(content, separators=(",", ":"), sort_keys=True))


BEAT = _message({})
"""Says nothing but that the line is alive."""

"""Everything that leaves the web server about a game, and the only way out.

A :data:`Message` is made here and nowhere else, from the status, which is public, from the view
of one seat, and from games that are finished. Rooms take nothing but messages. What is not named
here stays. Texts come in every language: which one is shown is the device's choice.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, NewType

from heistboard import games
from heistboard.games import Package
from heistboard.games.hint_grades import OFF, grades_of
from heistboard.games.pieces import PieceKind, pieces_of
from heistboard.games.status import Status
from heistboard.journal.entries import Summary
from heistboard.rules import TABLE, Choice, IllegalMove, Option, State, View
from heistboard.rules.contract import Json
from heistboard.rules.options import fitting
from heistboard.sim.piece_hands import Seen
from heistboard.voice.announcer import DROPS
from heistboard.web import game_texts, qr
from heistboard.web.announcements import Numbered
from heistboard.web.refusals import BadOption

__all__ = [
    "BEAT",
    "TROUBLE",
    "Message",
    "SeatTaken",
    "answer",
    "entered",
    "hands",
    "invitation",
    "pieces",
    "refused",
    "review",
    "seat",
    "start",
    "table",
]

EVENTS_MOST = 12  # that are told in words
EARLIER_MOST = 100  # games that are listed

Message = NewType("Message", str)


class SeatTaken(NamedTuple):
    """Who sits in a seat, as everybody may know."""

    name: str
    devices: int
    is_taken: bool  # one has joined, and may be back


def table(
    status: Status, taken: Sequence[SeatTaken] = (), spoken: Sequence[Numbered] = ()
) -> Message:
    """Returns how things stand, who sits where, and what was *spoken* last, for everybody."""
    span = status.eyes_closed
    public = {
        **_public(status),
        "spoken": [_spoken(each) for each in spoken],
        "least_ms": span and span.least_ms,
    }
    seats: list[Json] = [
        {"name": each.name, "devices": each.devices, "taken": each.is_taken} for each in taken
    ]
    return _message({"table": public, "seats": seats})


def entered(message: Message, run: str, left_ms: int | None) -> Message:
    """Returns the *message* that a page gets first, with what it has not been there for.

    *run* is another one when the server began again, and the numbers of texts with it.
    *left_ms* is how long eyes still stay closed at least.
    """
    return _message({**json.loads(message), "entered": {"run": run, "left_ms": left_ms}})


def seat(status: Status, view: View) -> Message:
    """Returns how things stand, for the seat of *view*, with its prompt in words."""
    return _message({"table": _public(status), "seat": {**view, "prompt": _prompt(status, view)}})


def hands(seen: Seen) -> Message:
    """Returns what lies where on the simulated board, and its light: for its own page only."""
    return _message(
        {
            "hands": {
                "lifted": list(seen.lifted),
                "pieces": {kind: dict(at) for kind, at in seen.pieces.items()},
                "plugged": seen.is_plugged,
                "leds": seen.leds.hex(),
            }
        }
    )


def pieces(package: Package) -> Message:
    """Returns the pieces of a game, to be drawn."""
    return _message(
        {
            "kinds": [_kind(kind) for kind in pieces_of(package.game.name).kinds.values()],
            "drawn": _has_page(package, "pieces.js"),
        }
    )


def review(number: int, state: State) -> Message | None:
    """Returns the review of game *number*, for everybody; None if it is not finished.

    A game that draws no review of its own is told move by move, as everybody knows it.
    """
    if state.outcome is None:
        return None
    package = games.package(state.game.name)
    if package.review is not None and _has_page(package, "review.js"):
        document: View = package.claim("review").document(state)
    else:
        told = state.told(TABLE)
        document = {
            "steps": [
                dict(texts) for texts in game_texts.events(state.game.name, told, state.seats)
            ],
            "ending": state.outcome.ending,
            "winners": list(state.outcome.winners),
        }
    return _message({"number": number, "game": state.game.name, "review": document})


def start(
    status: Status | None,
    known: Iterable[Summary],
    kept: Mapping[str, Choice],
    *,
    may_host: bool,
) -> Message:
    """Returns what can be played and what was, for everybody: no moves, and no secret options.

    *kept* are the options of this evening: the defaults of the games that have them.
    """
    running = None if status is None else status.game
    earlier: list[Json] = [_earlier(each) for each in known if each.length and each.id != running]
    return _message(
        {
            "games": [_game(package, kept) for package in games.packages()],
            "hints": OFF if status is None else status.hints["grade"],
            "may_host": may_host,
            "running": None if status is None else _running(status),
            "earlier": earlier[:EARLIER_MOST],
        }
    )


def invitation(address: str, *, is_lan: bool) -> Message:
    """Returns an *address* that brings a device into a seat, for whoever may host."""
    rows: list[Json] = list(qr.rows(address))
    return _message({"address": address, "rows": rows, "lan": is_lan})


def refused(error: Exception | None) -> Message:
    """Returns what became of something that a host wanted.

    The words of an error stay here, but of an option that was chosen badly.
    """
    if error is None:
        return _message({})
    if isinstance(error, BadOption):
        return _message({"refused": {"why": "options", "option": error.name, "text": error.why}})
    other = "options" if isinstance(error, ValueError) else "trouble"
    return _message({"refused": {"why": _WHYS.get(type(error).__name__, other)}})


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
    "NotNow": "not-now",
    "NotYourTurn": "turn",
    "Stale": "stale",
    "IllegalMove": "illegal",
    "InvalidMove": "invalid",
    "AmbiguousMove": "ambiguous",
}

_WHYS = {
    "NotHost": "host",
    "GoingOn": "going-on",
    "GameMissing": "missing",
    "GameBusy": "busy",
    "GameOver": "over",
}


def _prompt(status: Status, view: View) -> Json:
    prompt = view["prompt"]
    assert isinstance(prompt, dict)
    ask, moves = prompt["ask"], prompt["moves"]
    assert isinstance(ask, dict) and isinstance(moves, list)
    game = str(status.view["game"])
    return {
        "number": prompt["number"],
        "ask": game_texts.asked(game, ask, status.view),
        "moves": [
            game_texts.offered(game, move, status.seats)
            for move in moves
            if isinstance(move, dict)
        ],
    }


def _has_page(package: Package, name: str) -> bool:
    return package.has_pages and package.file("pages", name).is_file()


def _kind(kind: PieceKind) -> Json:
    looks: dict[str, Json] = {
        name: {"colour": look.colour, "shape": look.shape} for name, look in kind.looks.items()
    }
    return {
        "name": kind.name,
        "ids": list(kind.ids),
        "count": kind.count,
        "reed": kind.reed,
        "places": list(kind.places),
        "is_hidden": kind.is_hidden,
        "words": kind.words,
        "picture": kind.picture,
        "looks": looks,
    }


def _game(package: Package, kept: Mapping[str, Choice]) -> Json:
    game = package.game
    decks: list[Json] = [
        {"name": name, "help": deck.help} for name, deck in game.decks.items() if deck.can_be_real
    ]
    return {
        "name": game.name,
        "title": game.title,
        "options": _options(game.choices, kept),
        "table_options": _options(package.table_options, kept),
        "decks": decks,
        "grades": list(grades_of(package)),
    }


def _options(options: Mapping[str, Option], kept: Mapping[str, Choice]) -> list[Json]:
    kept = fitting(kept, options)
    return [
        {
            "name": name,
            "values": list(option.values),
            "default": kept.get(name, option.default),
            "help": option.help,
            "is_text": option.check is not None,
        }
        for name, option in options.items()
    ]


def _running(status: Status) -> Json:
    moves = status.view["moves"]
    assert isinstance(moves, list)
    return {
        "number": status.game,
        "game": status.view["game"],
        "players": status.view.get("players"),
        "moves": len(moves),
        "over": status.phase == "over",
    }


def _earlier(summary: Summary) -> Json:
    outcome = summary.outcome
    return {
        "number": summary.id,
        "game": summary.game,
        "players": summary.options.get("players"),
        "at": summary.created,
        "ended": summary.ended,
        "moves": summary.length,
        "outcome": None if outcome is None else {"side": outcome.side, "ending": outcome.ending},
    }


def _public(status: Status) -> dict[str, Json]:
    lights: dict[str, Json] = {
        led: [intent.colour.name.lower(), intent.level.name.lower(), intent.pattern.name.lower()]
        for led, intent in status.scene.items()
    }
    return {
        "game": status.game,
        "at": status.at,
        "phase": status.phase,
        "seat": status.seat,
        "sync": status.sync,
        "ask": {"id": status.ask.id, "words": dict(status.ask.words)},
        "wrong": dict(status.wrong),
        "lifted": list(status.lifted),
        "secret": status.is_secret,
        "view": status.view,
        "lights": lights,
        "said": game_texts.status(status, EVENTS_MOST),
        "hints": dict(status.hints),
        "grades": list(grades_of(games.package(str(status.view["game"])))),
        "brightness": status.brightness,
    }


def _spoken(text: Numbered) -> Json:
    parts: dict[str, Json] = {language: list(each) for language, each in text.parts.items()}
    drops = sorted(kind.value for kind in DROPS[text.kind])
    return {"number": text.number, "kind": text.kind.value, "drops": [*drops], "parts": parts}


def _message(content: dict[str, Json]) -> Message:
    # Russian as it is: with escapes it would be three times as long.
    return Message(json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


BEAT = _message({})
"""Says nothing but that the line is alive."""

TROUBLE = _message({"trouble": True})
"""Says that something went wrong inside the program; what, only its log says."""

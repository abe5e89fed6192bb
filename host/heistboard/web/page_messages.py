"""The messages to pages: all that leaves the web server about a game.

Only this module makes a :data:`PageMessage`, from the public status, from the view of one seat,
from finished games and from rulebooks; an audience accepts nothing else. What is not named here is
never sent. Texts are sent in every language, and each device shows its own.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NewType

from heistboard import games
from heistboard.app.pictured import pictured
from heistboard.app.referee import StaleAnswer
from heistboard.games import Package
from heistboard.games.hint_grades import OFF, grades_of
from heistboard.games.news import News
from heistboard.games.pieces import PieceKind, pieces_of
from heistboard.games.rulebook import Rulebook
from heistboard.games.sounds import sounds_of
from heistboard.games.status import Status
from heistboard.games.turning_points import judgement_document, turning_points
from heistboard.journal.entries import Summary
from heistboard.journal.game_text import is_open
from heistboard.places import layout
from heistboard.places.place import at_floor
from heistboard.places.scene import Intent
from heistboard.rules import TABLE, Choice, IllegalMove, State, View
from heistboard.rules.contract import Json
from heistboard.rules.errors import AmbiguousMove, InvalidMove
from heistboard.sim.piece_hands import BoardLook
from heistboard.statistics.facts_file import Found
from heistboard.table.table import NotNow, NotYourTurn
from heistboard.voice.announcer import DROPS
from heistboard.web import game_lists, game_texts, qr, seat_lists
from heistboard.web.devices import Device
from heistboard.web.game_texts import Announcement
from heistboard.web.seat_lists import Presence
from heistboard.web.seating import SeatRefused
from heistboard.web.table_seats import SeatsShown

__all__ = [
    "KEEPALIVE",
    "TROUBLE",
    "BadGameText",
    "BadOption",
    "PageMessage",
    "Presence",
    "address",
    "answer",
    "boards",
    "done",
    "entered",
    "imported",
    "now",
    "pieces",
    "refused",
    "review",
    "rulebook",
    "seat",
    "seat_entered",
    "simulated_board",
    "start",
    "statistics",
    "table",
    "you",
]

MAX_EVENTS = 12  # that the table's page lists
MAX_EARLIER = 100  # games that the start page lists
MAX_REASON = 300  # characters that say what is wrong with a file
PRIVATE_TO = 8192  # bytes; the private part of an encrypted message fills a multiple of it
PRIVATE_MORE = 8192  # bytes; as much may it have beside what is public
ANSWERS_MORE = 98_304  # likewise where several seats are asked, with up to 200 moves each

PageMessage = NewType("PageMessage", str)


class BadOption(ValueError):
    """An option has a value that it cannot have: its *name*, and *why* as the game puts it."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name
        self.why = why


class BadGameText(ValueError):
    """A file is not a game that can be played here; the text says why, as its sender may know.

    With *lacks_secrets* it was exported while it was not finished.
    """

    def __init__(self, text: str, *, lacks_secrets: bool = False) -> None:
        super().__init__(text)
        self.lacks_secrets = lacks_secrets


def table(
    status: Status,
    presence: Presence = Presence(),  # noqa: B008 (it never changes)
    announced: Sequence[Announcement] = (),
) -> PageMessage:
    """Returns the status, who sits where, and what was *announced* last, for everybody."""
    span = status.eyes_closed
    public = {
        **_public(status),
        "spoken": [_announcement(each) for each in announced],
        "least_ms": span and span.least_ms,
    }
    return _message({"table": public, **seat_lists.presence(presence)})


def entered(
    message: PageMessage,
    run_id: str,
    left_ms: int | None,
    presence: Presence,
    beat_ms: int | None = None,
) -> PageMessage:
    """Returns the table's *message* with what only a page that has just connected needs.

    *run_id* changes when the server is restarted; announcements are numbered from 1 again then.
    *left_ms* is the least time for which eyes stay closed, *beat_ms* what is left of a beat.
    """
    entered: dict[str, Json] = {"run": run_id, "left_ms": left_ms}
    if beat_ms is not None:
        entered["beat_ms"] = beat_ms
    return _message({**json.loads(message), **seat_lists.presence(presence), "entered": entered})


def seat_entered(message: PageMessage, beat_ms: int | None) -> PageMessage:
    """Returns a seat's *message*, for a page that has just connected, as :func:`entered`."""
    if beat_ms is None:
        return message
    # Its end stays: the spaces there hide how long the private part is.
    return PageMessage(_message({"entered": {"beat_ms": beat_ms}})[:-1] + "," + message[1:])


def you(
    device: Device | None, seats: SeatsShown, *, is_host: bool, more: Presence | None = None
) -> PageMessage:
    """Returns what a device may do, for that device; on a seat's page with *more*."""
    own = seat_lists.own(device, seats, is_host=is_host)
    more_of = {} if more is None else seat_lists.presence(more)
    return _message({"you": own, **more_of})


def seat(status: Status, view: View, *, is_encrypted: bool = False) -> PageMessage:
    """Returns the status and the *view* of one seat, with its prompt in words.

    If it is sent encrypted its length must not tell how long the private part is: it follows from
    what is public. In a window the moves of one card may be longer than all else.
    """
    own: dict[str, Json] = {**view, "prompt": _prompt(status, view)}
    if isinstance(advice := view.get("advice"), dict):
        own["advice"] = game_texts.advice_texts(str(status.view["game"]), advice)
    public = _public(status)
    message = _message({"table": public, "seat": own})
    if not is_encrypted:
        return message
    more = ANSWERS_MORE if len(status.turn) > 1 else PRIVATE_MORE
    size, least = len(_message(own).encode()), len(_message(public).encode()) + more
    return PageMessage(message + " " * (max(0, least - size) + -max(size, least) % PRIVATE_TO))


def simulated_board(seen: BoardLook) -> PageMessage:
    """Returns the pieces on the simulated boards, and their lights, for their own page only."""
    return _message(
        {
            "hands": {
                "lifted": list(seen.lifted),
                "pieces": {kind: dict(at) for kind, at in seen.pieces.items()},
                "plugged": list(seen.is_plugged),
                "leds": [leds.hex() for leds in seen.leds],
            }
        }
    )


def pieces(package: Package, floors: int = 1) -> PageMessage:
    """Returns what pages need to draw the pieces of a game that is played on so many *floors*."""
    kinds = pieces_of(package.game.name, floors).kinds.values()
    return _message(
        {
            "kinds": [_kind(kind) for kind in kinds],
            "drawn": _has_page(package, "pieces.js"),
        }
    )


def review(number: int, state: State) -> PageMessage | None:
    """Returns the review of game *number*, for everybody, or None if it is not finished.

    A game whose review has no ``steps`` gets a list of its moves, as everybody knows them, and the
    facts of its review; if it was played on several floors, with the places that each move names.
    Everything else in its review reaches its own page.
    """
    if state.outcome is None:
        return None
    package = games.package(state.game.name)
    own: View = {} if package.review is None else package.claim("review").document(state)
    if "steps" in own:
        document = own
    else:
        document = _moves_told(state) | game_texts.facts_texts(state.game.name, "review", own)
        document["judged"] = bool(package.review_bot)
    is_shared = is_open(state)  # else a host may share it, who may export it too
    return _message(
        {"number": number, "game": state.game.name, "review": document, "open": is_shared}
    )


def _moves_told(state: State) -> View:
    # A review that every game has.
    assert state.outcome is not None
    told = state.told(TABLE)
    news = News(games.package(state.game.name), kept=None).lines(state, state.view(TABLE))
    texts = game_texts.events_texts(state.game.name, told, state.seats, news)
    document: View = {
        "steps": [dict(each) for each in texts],
        "ending": state.outcome.ending,
        "winners": list(state.outcome.winners),
    }
    if (floors := state.game.floors(state.options)) > 1:
        document["floors"] = floors
        document["places"] = [_places(move, floors) for move in told]
    return document


def judgement(state: State) -> PageMessage | None:
    """Returns where a finished game was decided, or None if it is not finished or not judged."""
    judged = None if state.outcome is None else turning_points(state)
    return None if judged is None else _message(judgement_document(judged))


def rulebook(package: Package, books: Mapping[str, Rulebook]) -> PageMessage:
    """Returns a game's rulebook in each language, and its pictures as pages draw a table."""
    pictures: dict[str, Json] = {}
    for book in books.values():
        for name, picture in book.pictures.items():
            drawn = _public(pictured(package, picture))
            pictures[name] = {
                "table": drawn,
                "seat": picture.seat,
                "pick": picture.pick,
                "floor": picture.floor,
            }
    texts: dict[str, Json] = {
        language: game_texts.book_text(book) for language, book in books.items()
    }
    return _message({"game": package.game.name, "books": texts, "pictures": pictures})


def statistics(found: Found) -> PageMessage:
    """Returns the statistics of the finished games that were *found*, for everybody."""
    return _message(game_lists.counted(found))


def start(
    status: Status | None,
    known: Iterable[Summary],
    kept: Mapping[str, Choice],
    *,
    may_host: bool,
) -> PageMessage:
    """Returns the installed games and those that were played, without moves or secret options.

    *kept* are the options chosen for this evening; they replace the games' defaults.
    """
    running = None if status is None else status.game
    earlier: list[Json] = [
        game_lists.earlier(each) for each in known if each.length and each.id != running
    ]
    return _message(
        {
            "games": [game_lists.playable(package, kept) for package in games.packages()],
            "hints": OFF if status is None else status.hints["grade"],
            "may_host": may_host,
            "running": None if status is None else game_lists.running(status),
            "earlier": earlier[:MAX_EARLIER],
        }
    )


def now(status: Status | None, seats: Sequence[int], *, is_host: bool) -> PageMessage:
    """Returns which game is on the table, for a page that does not show it.

    The page is on a device that sits in *seats*.
    """
    running = None
    if status is not None:
        running = {**game_lists.running(status), "floors": status.floors, "sync": status.sync}
    own: Json = {"host": is_host, "seats": list[Json](seats)}
    return _message({"running": running, "you": own})


def boards(
    status: Status,
    known: Sequence[Mapping[str, Json]] | None,
    waits_for: int | None = None,
) -> PageMessage:
    """Returns the boards that are *known*, and how many floors the game needs, for a host.

    *waits_for* is the floor for which Done is to be pressed. Others may not see the boards;
    *known* is None for them.
    """
    keys = ("serial", "floor", "table_floor", "is_there", "number")
    told: list[Json] = [{key: board[key] for key in keys} for board in known or ()]
    return _message(
        {
            "may_host": known is not None,
            "floors": status.floors,
            "waits_for": waits_for,
            "boards": told,
        }
    )


def address(address: str, *, is_lan: bool) -> PageMessage:
    """Returns an *address* and its QR code: of the table, or one that seats a device."""
    rows: list[Json] = list(qr.rows(address))
    return _message({"address": address, "rows": rows, "lan": is_lan})


def imported(number: int) -> PageMessage:
    """Returns the number of a game that a host has added."""
    return _message({"game": number})


def refused(error: Exception | None) -> PageMessage:
    """Returns the answer to a host's request: empty, or why it failed.

    The text of an error is never sent, except that of a bad option or a bad file: whoever asks
    has sent both.
    """
    if error is None:
        return _message({})
    if isinstance(error, BadGameText):
        why = "file-hidden" if error.lacks_secrets else "file"
        return _message({"refused": {"why": why, "text": str(error)[:MAX_REASON]}})
    if isinstance(error, BadOption):
        return _message({"refused": {"why": "options", "option": error.name, "text": error.why}})
    if isinstance(error, SeatRefused):
        left: dict[str, Json] = {"left_ms": error.left_ms} if error.left_ms else {}
        return _message({"refused": {"why": error.why, **left}})
    other = "options" if isinstance(error, ValueError) else "trouble"
    return _message({"refused": {"why": _HOST_REASONS.get(type(error).__name__, other)}})


def answer(number: int, error: Exception | None) -> PageMessage:
    """Returns the answer to command *number* of a seat, for that seat: done, or why not.

    The text of an error is never sent: the page has its own for each reason and rule.
    """
    if error is None:
        return _message({"answer": number})
    refused: dict[str, Json] = {"why": _SEAT_REASONS.get(type(error), "trouble")}
    if isinstance(error, IllegalMove):
        refused["rule"] = error.rule
    return _message({"answer": number, "refused": refused})


def done(**more: Json) -> PageMessage:
    """Returns the answer to a request that was done, or that waits."""
    return _message(more)


_SEAT_REASONS: Final[Mapping[type[Exception], str]] = {
    NotNow: "not-now",
    NotYourTurn: "turn",
    StaleAnswer: "stale",
    IllegalMove: "illegal",
    InvalidMove: "invalid",
    AmbiguousMove: "ambiguous",
}

_HOST_REASONS = {  # by name of the exception's class
    "NotHost": "host",
    "NoDevice": "no-device",
    "BadNickname": "nickname",
    "NicknameTaken": "nickname-taken",
    "GameUnderWay": "going-on",
    "GameMissing": "missing",
    "GameBusy": "busy",
    "GameOver": "over",
    "NoNetwork": "network",
}


def _places(told: str, floors: int) -> list[Json]:
    # The places that a move names.
    own = (*layout.CELLS, *layout.CROSSINGS)
    known = {at_floor(floor, name) for floor in range(1, floors + 1) for name in own}
    return [word for word in told.split(" ") if word in known]


def _prompt(status: Status, view: View) -> Json:
    prompt = view["prompt"]
    assert isinstance(prompt, dict)
    ask, moves = prompt["ask"], prompt["moves"]
    assert isinstance(ask, dict) and isinstance(moves, list)
    game = str(status.view["game"])
    return {
        "number": prompt["number"],
        "ask": game_texts.prompt_texts(status, ask),
        "moves": [
            game_texts.move_texts(game, move, status.seats)
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


def _public(status: Status) -> dict[str, Json]:
    package = games.package(str(status.view["game"]))
    return {
        "game": status.game,
        "at": status.at,
        "phase": status.phase,
        "seat": status.seat,
        "sync": status.sync,
        "ask": {"id": status.ask.id, "words": dict(status.ask.words)},
        "wrong": dict(status.wrong),
        "lifted": list(status.lifted),
        "pieces": {kind: dict(at) for kind, at in status.pieces.items()},
        "carried": status.is_carried,
        "secret": status.is_secret,
        "view": status.view,
        "lights": {led: _light(intent) for led, intent in status.scene.items()},
        "floors": status.floors,
        "sounds": [*sounds_of(package, status)],
        "said": game_texts.status_texts(status, MAX_EVENTS),
        "turn": list(status.turn),
        "names": list(status.seats),
        "prompt": _offered(status),
        "advice": game_texts.advice_texts(package.game.name, status.advice),
        "hints": game_texts.facts_texts(package.game.name, "hints", status.hints),
        "grades": list(grades_of(package)),
        "rules": package.has_rulebook,
        "brightness": status.brightness,
        "beat": status.beat and status.beat.document(),
        "windows": dict(status.windows),
    }


def _offered(status: Status) -> dict[str, Json]:
    # TABLE's prompt: the public moves of the one seat whose turn it is.
    moves = game_texts.offers(str(status.view["game"]), status.moves, status.seats)
    return {"number": status.prompt, "moves": moves}


def _light(intent: Intent) -> Json:
    names: list[Json] = [
        each.name.lower() for each in (intent.colour, intent.level, intent.pattern)
    ]
    return [*names, intent.phase]


def _announcement(text: Announcement) -> Json:
    parts: dict[str, Json] = {language: list(each) for language, each in text.parts.items()}
    drops = sorted(kind.value for kind in DROPS[text.kind])
    return {"number": text.number, "kind": text.kind.value, "drops": [*drops], "parts": parts}


def _message(content: dict[str, Json]) -> PageMessage:
    # Not escaped: Russian would be three times as long.
    return PageMessage(
        json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    )


KEEPALIVE = _message({})
"""An empty message, so that a page knows its socket is alive."""

TROUBLE = _message({"trouble": True})
"""Says that a message could not be made; only the host's log says why."""

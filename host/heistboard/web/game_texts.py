"""What a game says, in every language: prompts, moves, events, whose turn it is, announcements."""

from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from heistboard.app.referee import move_document
from heistboard.games.news import Line
from heistboard.games.rulebook import Block, Rulebook
from heistboard.games.status import Status
from heistboard.rules import Ask, Move, View
from heistboard.rules.contract import Json
from heistboard.voice import announcer
from heistboard.words import LANGUAGES, Words

__all__ = [
    "MAX_ANNOUNCEMENTS",
    "Announcement",
    "Announcements",
    "advice_texts",
    "book_text",
    "events_texts",
    "facts_texts",
    "moment_texts",
    "move_texts",
    "offers",
    "prompt_texts",
    "status_texts",
]

MAX_ANNOUNCEMENTS = 6  # in a message; no more are made between two messages


class _Itself(NamedTuple):
    # A status that is equal to itself alone; comparing all of it would take as long as its texts.
    status: Status

    def __hash__(self) -> int:
        return id(self.status)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.status is self.status


def status_texts(status: Status, max_events: int) -> Json:
    """Returns by language what is asked, whose turn it is and the last *max_events* events.

    ``count`` says how many events there are. Do not change it: every seat's message has the same.
    """
    return _status_texts(_Itself(status), max_events)


@lru_cache(maxsize=2)
def _status_texts(of: _Itself, max_events: int) -> Json:
    status = of.status
    game = str(status.view["game"])
    moves = status.view["moves"]
    assert isinstance(moves, list)
    told = [str(move) for move in moves]
    texts: dict[str, Json] = {}
    for words in _words(game):
        texts[words.language] = {
            "ask": words.shown(status.ask, status.view, is_carried=status.is_carried),
            "turn": words.turn(status.turn, status.phase),
            "events": [*words.events(told, status.seats, max_events, news=status.news)],
            "count": words.count_listed(told, status.news),
        }
    return texts


def prompt_texts(status: Status, ask: Mapping[str, Json]) -> Json:
    """Returns by language what a prompt asks at the table of *status*."""
    game, view, is_carried = str(status.view["game"]), status.view, status.is_carried
    parts = ask["words"]
    assert isinstance(parts, dict)
    parsed = Ask(str(ask["id"]), {name: str(value) for name, value in parts.items()})
    return {
        words.language: words.shown(parsed, view, is_carried=is_carried) for words in _words(game)
    }


@lru_cache(maxsize=64)
def offers(game: str, moves: tuple[Move, ...], seats: tuple[str, ...]) -> list[Json]:
    """Returns moves as documents with their texts by language. Do not change the list.

    Cached: most messages offer the same moves as the one before.
    """
    return [move_texts(game, move_document(move), seats) for move in moves]


def move_texts(game: str, move: Mapping[str, Json], seats: Sequence[str]) -> Json:
    """Returns a move of a prompt with its texts by language added. Do not change these."""
    parts = move["parts"]
    assert isinstance(parts, dict)
    named = tuple((name, str(value)) for name, value in parts.items())
    return {**move, "said": _said(game, str(move["move"]), str(move["verb"]), named, tuple(seats))}


@lru_cache(maxsize=4096)
def _said(
    game: str, text: str, verb: str, parts: tuple[tuple[str, str], ...], seats: tuple[str, ...]
) -> Json:
    # Cached: a prompt may have 200 moves, and most of them are offered again.
    move = Move(text, verb, dict(parts))
    return {words.language: words.move(move, seats) for words in _words(game)}


def advice_texts(game: str, advice: Mapping[str, Json] | None) -> Json:
    """Returns what a guide says, with its sentences by language."""
    if advice is None:
        return None
    steps = advice["steps"]
    assert isinstance(steps, list)
    return {**advice, "steps": [_step_texts(game, each) for each in steps]}


def facts_texts(game: str, section: str, document: Mapping[str, Json]) -> View:
    """Returns hints or a review with the sentences of their facts by language."""
    facts = document.get("facts")
    if not isinstance(facts, list) or not facts:
        return dict(document)
    said = {words.language: words.facts(section, document) for words in _words(game)}
    texts: list[Json] = [
        {**fact, "said": {language: each[number] for language, each in said.items()}}
        for number, fact in enumerate(facts)
        if isinstance(fact, dict)
    ]
    return {**document, "facts": texts}


def _step_texts(game: str, step: Json) -> Json:
    assert isinstance(step, dict) and isinstance(step["say"], list)
    asks = [_ask(each) for each in step["say"]]
    texts: dict[str, Json] = {words.language: words.guide(asks) for words in _words(game)}
    return {"said": texts, "places": step["places"]}


def _ask(document: Json) -> Ask:
    assert isinstance(document, dict) and isinstance(document["words"], dict)
    words = {name: str(value) for name, value in document["words"].items()}
    return Ask(str(document["id"]), words)


def events_texts(
    game: str, told: Sequence[str], seats: Sequence[str], news: Sequence[Line] = ()
) -> list[dict[str, str]]:
    """Returns a sentence by language for each of the moves *told*, and what it caused."""
    texts = {words.language: words.events(told, seats, news=news) for words in _words(game)}
    return [
        {language: each[number] for language, each in texts.items()} for number in range(len(told))
    ]


def moment_texts(game: str, ask: Ask) -> Json:
    """Returns by language what is told of a best moment."""
    return {words.language: words.moment(ask) for words in _words(game)}


def book_text(book: Rulebook) -> Json:
    """Returns the text of a rulebook in one language, with what opens each section."""
    return {
        "title": book.title,
        "sections": [
            {**section.document(), "blocks": [_block_text(block) for block in section.blocks]}
            for section in book.sections
        ],
    }


def _block_text(block: Block) -> Json:
    lines: list[Json] = [[list(span) for span in line] for line in block.lines]
    return {"kind": block.kind, "lines": lines, "picture": block.picture}


class Announcement(NamedTuple):
    """A text that pages say aloud."""

    number: int  # counts up, so that no page says a text twice
    kind: announcer.TextKind
    parts: Mapping[str, Sequence[str]]  # by language


class Announcements:
    """The last announcements of a table."""

    def __init__(self) -> None:
        self._number = 0
        self._last: deque[Announcement] = deque(maxlen=MAX_ANNOUNCEMENTS)

    def update(self, status: Status) -> tuple[Announcement, ...]:
        """Adds what is announced with *status*; returns the last announcements, oldest first."""
        for kind, ask in announcer.announcements(status):
            self._number += 1
            game = str(status.view["game"])
            parts = {
                language: announcer.text(kind, ask, status, Words(language, game)).parts
                for language in LANGUAGES
            }
            self._last.append(Announcement(self._number, kind, parts))
        return tuple(self._last)


def _words(game: str) -> list[Words]:
    return [Words(language, game) for language in LANGUAGES]

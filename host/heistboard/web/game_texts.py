"""What a game says, in every language, for messages: asks, moves, events, whose turn it is."""

from collections.abc import Mapping, Sequence

from heistboard.games.status import Status
from heistboard.rules import Ask, Move, View
from heistboard.rules.contract import Json
from heistboard.words import LANGUAGES, Words

__all__ = ["asked", "events", "offered", "status"]


def status(status: Status, most: int) -> Json:
    """Returns what is asked, whose turn it is and the last events, *most* of them."""
    game = str(status.view["game"])
    moves = status.view["moves"]
    assert isinstance(moves, list)
    told = [str(move) for move in moves]
    said: dict[str, Json] = {}
    for words in _words(game):
        said[words.language] = {
            "ask": words.shown(status.ask, status.view),
            "turn": words.turn(status.turn, status.phase),
            "events": [*words.events(told, status.seats, most)],
        }
    return said


def asked(game: str, ask: Mapping[str, Json], view: View) -> Json:
    """Returns an ask of a prompt, by language."""
    parts = ask["words"]
    assert isinstance(parts, dict)
    known = Ask(str(ask["id"]), {name: str(value) for name, value in parts.items()})
    return {words.language: words.shown(known, view) for words in _words(game)}


def offered(game: str, move: Mapping[str, Json], seats: Sequence[str]) -> Json:
    """Returns a move of a prompt, with what it is called by language."""
    parts = move["parts"]
    assert isinstance(parts, dict)
    known = Move(
        str(move["move"]), str(move["verb"]), {name: str(value) for name, value in parts.items()}
    )
    said: dict[str, Json] = {words.language: words.move(known, seats) for words in _words(game)}
    return {**move, "said": said}


def events(game: str, told: Sequence[str], seats: Sequence[str]) -> list[dict[str, str]]:
    """Returns moves as they were *told*, in sentences by language, one after the other."""
    texts = {words.language: words.events(told, seats) for words in _words(game)}
    return [
        {language: each[number] for language, each in texts.items()} for number in range(len(told))
    ]


def _words(game: str) -> list[Words]:
    return [Words(language, game) for language in LANGUAGES]

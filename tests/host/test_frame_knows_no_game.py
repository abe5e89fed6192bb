"""The frame knows no game: no file of it imports one, or holds a word that is a game's own.

What is looked for is read from the packages themselves, the outside game of the tests included:
names, titles and seats, the ids of texts, the kinds and ids of pieces.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import heistboard
import pytest

FRAME = Path(heistboard.__file__).parent
OUTSIDE = Path(__file__).parents[1] / "outside" / "heistboard-lanterns" / "lanterns"
SUFFIXES = {".py", ".js", ".html", ".css", ".toml", ".svg", ".json"}
SAID = ("shown", "spoken", "event", "move", "refused")  # sections whose ids name messages

COLOUR = "a light and a shape have it, in every game"
VERB = "an ordinary word, which the frame has for what it does itself"
VERBS = (
    *(
        "accept",
        "act",
        "aim",
        "cancel",
        "deal",
        "die",
        "event",
        "first",
        "keep",
        "lose",
        "move",
        "nearest",
        "pick",
    ),
    *("skip", "target", "token"),
)
ALLOWED = {
    **dict.fromkeys(VERBS, VERB),
    **dict.fromkeys(("green", "pink", "yellow"), COLOUR),
    "card": "a part of moves in any game that has cards, and a box on a page",
    "place": "where something stands, on every board",
    "restore": "what an umpire does with a reed that was set aside",
    "role": "an attribute of HTML",
    "window": "several seats are asked at once, in any game",
}
"""Ordinary words that some game has, too, and what they mean in the frame."""


def games() -> dict[str, Path]:
    """The folder of each game by its name: ours, and the outside one."""
    ours = [each.parent for each in (FRAME / "games").glob("*/__init__.py")]
    return {"lanterns": OUTSIDE} | {folder.name.replace("_", "-"): folder for folder in ours}


def frame() -> list[Path]:
    """All files of the frame that say something to computers or people."""
    folders = [*games().values(), FRAME / "firmware"]
    return [
        path
        for path in sorted(FRAME.rglob("*"))
        if path.suffix in SUFFIXES and not any(folder in path.parents for folder in folders)
    ]


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def names_of(name: str, folder: Path) -> Iterator[str]:
    """What the game is called, its seats and its pieces."""
    play = toml(folder / "words" / "en.toml").get("play", {})  # empty before it can be played
    yield from {name, folder.name, play.get("title", name)}
    seats = (key.removeprefix("seat.") for key in play if key.startswith("seat."))
    yield from (seat for seat in seats if seat.isalpha())
    for kind, entry in toml(folder / "pieces.toml").items():
        yield from {kind, entry.get("words", kind), *entry.get("ids", ())}


def messages_of(folder: Path) -> Iterator[str]:
    """The ids of the game's texts that are not the frame's as well."""
    own = {
        key for texts in toml(FRAME / "words" / "languages" / "en.toml").values() for key in texts
    }
    for section in SAID:
        yield from set(toml(folder / "words" / "en.toml").get(section, ())) - own


class Own:
    """The words of one game, to look for."""

    def __init__(self, name: str, folder: Path) -> None:
        self.words = {*names_of(name, folder), *messages_of(folder)}
        messages = {word for word in messages_of(folder) if word in self.words}
        # A message of one word is looked for as a literal, or prose would be full of them.
        literals = sorted(word for word in messages - ALLOWED.keys() if word.isalpha())
        words = sorted(self.words - {*literals, *ALLOWED})
        self._word = re.compile(
            rf"\b(?<![.-])({'|'.join(map(re.escape, words))})s?(?![\w-])", re.I
        )
        self._literal = re.compile(rf"([\"'`])({'|'.join(literals) or '(?!)'})\1")

    def held(self, text: str) -> set[str]:
        """Those that *text* holds."""
        literals = {literal for _, literal in self._literal.findall(text)}
        return {*self._word.findall(text), *literals}


OWN = {name: Own(name, folder) for name, folder in games().items()}


def test_no_file_of_the_frame_holds_a_word_of_a_game() -> None:
    found = {
        str(path.relative_to(FRAME)): words
        for path in frame()
        for text in [f"{path.stem}\n{path.read_text('utf-8')}"]
        if (words := {word for own in OWN.values() for word in own.held(text)})
    }
    assert found == {}


def test_no_file_of_the_frame_imports_a_game() -> None:
    packages = {folder.name for folder in games().values()}
    found = {}
    for path in frame():
        if path.suffix == ".py":
            parts = {part for name in imported(path) for part in _PACKAGE.findall(name)}
            if parts & packages:
                found[str(path.relative_to(FRAME))] = parts & packages
    assert found == {}


_PACKAGE = re.compile(r"^(?:heistboard\.games\.)?(\w+)")


def imported(path: Path) -> Iterator[str]:
    """What the file imports, and what of it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


def test_every_word_that_is_allowed_is_a_games() -> None:
    assert ALLOWED.keys() - {word for own in OWN.values() for word in own.words} == set()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("from lanterns import PACKAGE", {"lanterns"}),
        ('the brass lantern, "carry.wait"', {"brass", "lantern", "carry.wait"}),
        ("LN-CARRY-2", {"LN-CARRY-2"}),
        ("if move.verb == 'accuse':", {"accuse"}),
        ("lanternfish accuse nobody", set()),
    ],
)
def test_a_word_of_a_game_would_be_found(text: str, words: set[str]) -> None:
    assert OWN["lanterns"].held(text) == words

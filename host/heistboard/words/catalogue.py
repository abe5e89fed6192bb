"""The catalogues of texts: the frame's here, and one in the folder ``words`` of each game."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, TypeAlias

from heistboard import games
from heistboard.games import Package

__all__ = ["LANGUAGES", "Catalogue", "Text", "first", "frame", "merged", "of", "of_game", "plain"]

Text: TypeAlias = str | Mapping[str, str]
"""A text, or its forms by name; the first is the usual one."""

Catalogue: TypeAlias = Mapping[str, Mapping[str, Text]]
"""Texts by section and key."""

_FILES = resources.files("heistboard.words")
_OTHERWISE = "en"  # for a game that lacks a language

LANGUAGES: Final = tuple(
    sorted(file.name.removesuffix(".toml") for file in _FILES.iterdir() if ".toml" in file.name)
)


def first(text: Text) -> str:
    """Returns a text as it usually is."""
    return text if isinstance(text, str) else next(iter(text.values()))


@cache
def frame(language: str) -> Catalogue:
    """Returns what is said in every game."""
    return tomllib.loads((_FILES / f"{language}.toml").read_text(encoding="utf-8"))


def of_game(package: Package, language: str) -> Catalogue:
    """Returns what a game says; in English if it lacks the language, empty without that.

    Raises :exc:`ValueError` that names a file that is not TOML.
    """
    for name in (language, _OTHERWISE):
        file = package.file("words", f"{name}.toml")
        if file.is_file():
            try:
                return tomllib.loads(file.read_text(encoding="utf-8"))
            except ValueError as error:
                raise ValueError(f"{package.game.name}: words/{name}.toml: {error}") from None
    return {}


def merged(language: str, package: Package) -> Catalogue:
    """Returns the frame's texts and the game's, which win."""
    texts = {section: dict(each) for section, each in frame(language).items()}
    for section, each in of_game(package, language).items():
        texts[section] = texts.get(section, {}) | dict(each)
    return texts


@cache
def of(language: str, game: str | None) -> Catalogue:
    """Returns the texts of the game called *game*, or those of the frame alone."""
    return frame(language) if game is None else merged(language, games.package(game))


def plain(texts: Catalogue) -> dict[str, dict[str, str]]:
    """Returns each text of a catalogue as it usually is."""
    return {
        section: {key: first(text) for key, text in each.items()}
        for section, each in texts.items()
    }

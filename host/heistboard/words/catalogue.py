"""Loads the catalogues of texts: the frame's, and the one in each game's folder ``words``."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, TypeAlias

from heistboard import games
from heistboard.games import Package
from heistboard.games.window_options import ALL, STOPS, beat_option

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Text",
    "frame",
    "merged",
    "of_game",
    "plain",
    "texts_of",
    "usual_form",
]

Text: TypeAlias = str | Mapping[str, str]
"""A text, or its forms by name, the usual one first."""

Catalogue: TypeAlias = Mapping[str, Mapping[str, Text]]
"""Texts by section and key."""

_FILES = resources.files("heistboard.words") / "languages"
_FALLBACK = "en"  # for a game that lacks a language

LANGUAGES: Final = tuple(
    sorted(file.name.removesuffix(".toml") for file in _FILES.iterdir() if ".toml" in file.name)
)


def usual_form(text: Text) -> str:
    """Returns the usual form of a text."""
    return text if isinstance(text, str) else next(iter(text.values()))


@cache
def frame(language: str) -> Catalogue:
    """Returns the frame's texts, which every game uses."""
    return tomllib.loads((_FILES / f"{language}.toml").read_text(encoding="utf-8"))


def of_game(package: Package, language: str) -> Catalogue:
    """Returns a game's texts; in English if it lacks the language, or empty without English.

    Parts listed in section ``names`` get the names of the section that it says.
    Raises :exc:`ValueError` naming a file that is not TOML.
    """
    for name in (language, _FALLBACK):
        file = package.file("words", f"{name}.toml")
        if file.is_file():
            try:
                texts = _parsed(file.read_text(encoding="utf-8"))
                return _with_window_options(package, language, _with_shared_names(texts))
            except ValueError as error:
                raise ValueError(f"{package.game.name}: words/{name}.toml: {error}") from None
    return {}


@cache  # pages, screens and voice use the same texts
def _parsed(text: str) -> dict[str, dict[str, Text]]:
    return tomllib.loads(text)


def _with_shared_names(texts: dict[str, dict[str, Text]]) -> Catalogue:
    shared = {part: usual_form(section) for part, section in texts.get("names", {}).items()}
    for part, section in shared.items():
        if section not in texts:
            raise ValueError(f"names.{part} is {section!r}, expected a section of the file")
    return texts | {part: texts[section] for part, section in shared.items()}


def _with_window_options(package: Package, language: str, texts: Catalogue) -> Catalogue:
    # The options for windows are the frame's; their texts name the game's windows.
    windows = texts.get("window", {})
    if not package.game.windows:
        return texts
    frame_texts = frame(language)["beat"]
    play = {f"option.{STOPS}": frame_texts["option-stops"]}
    for kind in package.game.windows:
        option = f"option.{beat_option(kind)}"
        name = usual_form(windows.get(kind, kind))
        play[option] = usual_form(frame_texts["option"]).format(window=name)
        play[f"{option}.*"] = frame_texts["option-seconds"]
        play[f"{option}.{ALL}"] = frame_texts["option-all"]
    return {**texts, "play": {**play, **texts.get("play", {})}}


def merged(language: str, package: Package) -> Catalogue:
    """Returns the frame's texts, overridden by the game's."""
    texts = {section: dict(each) for section, each in frame(language).items()}
    for section, each in of_game(package, language).items():
        texts[section] = texts.get(section, {}) | dict(each)
    return texts


@cache
def texts_of(language: str, game: str | None) -> Catalogue:
    """Returns the texts for the game called *game*, or those of the frame alone."""
    return frame(language) if game is None else merged(language, games.package(game))


def plain(texts: Catalogue) -> dict[str, dict[str, str]]:
    """Returns the usual form of each text of a catalogue."""
    return {
        section: {key: usual_form(text) for key, text in each.items()}
        for section, each in texts.items()
    }

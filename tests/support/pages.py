"""What browsers get: scripts, and words as a page merges them; and how large their screens are."""

import json
from pathlib import Path

import heistboard.web
from heistboard import games
from heistboard.words import Words
from playwright.sync_api import ViewportSize

__all__ = ["PAGES", "PHONE", "PLAY_PAGES", "TABLET", "catalogue", "play_words"]

PAGES = Path(heistboard.web.__file__).parent / "pages"
PLAY_PAGES = games.package("car-thief").file("pages")
PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 1280, "height": 800}


def play_words(language: str) -> dict[str, dict[str, str]]:
    """The words of the game's own pages, by section."""
    text = PLAY_PAGES.joinpath(f"words.{language}.json").read_text("utf-8")
    words: dict[str, dict[str, str]] = json.loads(text)
    return words


def catalogue(language: str) -> dict[str, dict[str, str]]:
    """Those of the table, and those of the game's pages."""
    words = Words(language).all()
    for section, texts in play_words(language).items():
        words[section] = words.get(section, {}) | texts
    return words

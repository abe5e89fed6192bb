"""What browsers get: scripts, and words as a page merges them; and how large their screens are."""

import json
from pathlib import Path

import heistboard.web
from heistboard import games
from heistboard.web.assets import assets
from heistboard.words import Words
from playwright.sync_api import ViewportSize

__all__ = ["PAGES", "PHONE", "PLAY_PAGES", "TABLET", "catalogue", "play_words"]

PAGES = Path(heistboard.web.__file__).parent / "pages"
PLAY_PAGES = games.package("car-thief").file("pages")
PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 1280, "height": 800}


def play_words(language: str) -> dict[str, dict[str, str]]:
    """What the game's own pages get of its words, by section."""
    words: dict[str, dict[str, str]] = json.loads(assets()[f"car-thief/words.{language}.json"])
    return words


def catalogue(language: str) -> dict[str, dict[str, str]]:
    """All words, the frame's and the game's."""
    return Words(language, "car-thief").all()

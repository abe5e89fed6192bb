"""Scripts, styles, pictures and words of the pages, read once: no request reads the disk.

A game's files are in a folder of its name. If it does not draw a page itself, the frame's plain
one is there under the same name, so that the frame's pages need not know the difference.
"""

import json
import logging
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath

from heistboard import games
from heistboard.games import Package
from heistboard.places import layout
from heistboard.places.place import MOST_FLOORS
from heistboard.web import page_messages
from heistboard.words.catalogue import LANGUAGES, Catalogue, frame, of_game, plain

__all__ = ["TYPES", "assets"]

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

PLAIN = ("review", "seat", "table")  # pages that a game may draw itself
PLAIN_PAGE = 'export * from "/pages/plain_{page}.js";'
SENTENCES = {  # sections of words that pages do not need: the server makes sentences of them
    *("shown", "spoken", "carried", "count", "event", "news", "move", "help", "look"),
    *("guide", "turn", "place", "column", "list", "drawing", "sheets"),
}
WINDOWS = "beat"  # the frame's words for windows: they come with a game that has some

_log = logging.getLogger(__name__)


def assets() -> dict[str, bytes]:
    """Returns all files that pages load, by name.

    If the files of a game cannot be read, it has none, and the log says why.
    """
    places = {name: layout.PLACE_MM[name] for name in (*layout.LEDS, *layout.BUTTONS)}
    found = {**_read(files("heistboard.web") / "pages"), "layout.json": _json(places)}
    for language in LANGUAGES:
        texts = {name: each for name, each in frame(language).items() if name != WINDOWS}
        found[f"words.{language}.json"] = _json(_page_words(texts))
    for package in games.packages():
        name = package.game.name
        try:
            found |= {f"{name}/{file}": content for file, content in _of_game(package).items()}
        except (OSError, ValueError) as error:
            _log.warning("the pages of %s cannot be shown: %s", name, error)
    return found


def _of_game(package: Package) -> dict[str, bytes]:
    plain_pages = {f"{page}.js": PLAIN_PAGE.format(page=page).encode() for page in PLAIN}
    own = _read(package.file("pages")) if package.has_pages else {}
    made = {
        "pieces.json" if floors == 1 else f"pieces-{floors}.json": page_messages.pieces(
            package, floors
        ).encode()
        for floors in range(1, MOST_FLOORS + 1)
    }
    for language in LANGUAGES:
        texts = of_game(package, language)
        if package.game.windows:
            texts = {WINDOWS: frame(language)[WINDOWS], **texts}
        made[f"words.{language}.json"] = _json(_page_words(texts))
    return plain_pages | own | made


def _read(folder: Traversable) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if PurePath(file.name).suffix in TYPES
    }


def _page_words(texts: Catalogue) -> dict[str, dict[str, str]]:
    # The usual form of each text and, as KEY.FORM, each form that is a sentence.
    found = {name: each for name, each in plain(texts).items() if name not in SENTENCES}
    for name, each in found.items():
        formed = {key: text for key, text in texts[name].items() if not isinstance(text, str)}
        for key, forms in formed.items():
            said = {form: text for form, text in forms.items() if text.endswith(".")}
            each |= {f"{key}.{form}": text for form, text in said.items()}
    return found


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()

"""Scripts, styles, pictures and words of the pages, read once: no request reaches the disk.

Those of a game lie in a folder of its name. A page that a game does not draw itself is the frame's
plain one under the game's name, so that no page knows the difference.
"""

import json
import logging
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath

from heistboard import games
from heistboard.games import Package
from heistboard.places import layout
from heistboard.web import outgoing
from heistboard.words.catalogue import LANGUAGES, Catalogue, frame, of_game, plain

__all__ = ["TYPES", "assets"]

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}

PLAIN = ("review", "seat", "table")  # pages that a game may draw itself
PLAIN_PAGE = 'export * from "/pages/plain_{page}.js";'
SENTENCES = {  # sections of words that pages get put together
    *("shown", "spoken", "count", "event", "move", "refused"),
    *("turn", "place", "column", "list"),
}

_log = logging.getLogger(__name__)


def assets() -> dict[str, bytes]:
    """Returns all files that pages load, by name.

    A game whose files cannot be read has none, and the log says why: the others have theirs.
    """
    places = {name: layout.PLACE_MM[name] for name in (*layout.LEDS, *layout.BUTTONS)}
    found = {**_read(files("heistboard.web") / "pages"), "layout.json": _json(places)}
    for language in LANGUAGES:
        found[f"words.{language}.json"] = _json(_for_pages(frame(language)))
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
    made = {"pieces.json": outgoing.pieces(package).encode()}
    for language in LANGUAGES:
        made[f"words.{language}.json"] = _json(_for_pages(of_game(package, language)))
    return plain_pages | own | made


def _read(folder: Traversable) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if PurePath(file.name).suffix in TYPES
    }


def _for_pages(texts: Catalogue) -> dict[str, dict[str, str]]:
    return {name: each for name, each in plain(texts).items() if name not in SENTENCES}


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()

"""Scripts, styles, pictures and words of the pages, read once: no request reaches the disk.

Those of a game lie in a folder of its name. A page that a game does not draw itself is the frame's
plain one under the game's name, so that no page knows the difference.
"""

import json
from collections.abc import Container
from importlib.resources import files
from pathlib import PurePath

from heistboard import games, layout
from heistboard.web import leaves
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


def assets() -> dict[str, bytes]:
    """Returns all files that pages load, by name."""
    own = _read()
    return own | _made(own)


def _read() -> dict[str, bytes]:
    folders = {"": files("heistboard.web") / "pages"}
    folders |= {
        f"{each.game.name}/": each.file("pages") for each in games.packages() if each.has_pages
    }
    return {
        prefix + file.name: file.read_bytes()
        for prefix, folder in folders.items()
        for file in folder.iterdir()
        if PurePath(file.name).suffix in TYPES
    }


def _made(known: Container[str]) -> dict[str, bytes]:
    # What pages need of what is written elsewhere; *known* are the files that there are.
    places = {name: layout.PLACE_MM[name] for name in (*layout.LEDS, *layout.BUTTONS)}
    contents: dict[str, bytes] = {"layout.json": _json(places)}
    for language in LANGUAGES:
        contents[f"words.{language}.json"] = _json(_for_pages(frame(language)))
    for package in games.packages():
        folder = f"{package.game.name}/"
        contents[f"{folder}pieces.json"] = leaves.pieces(package).encode()
        for language in LANGUAGES:
            contents[f"{folder}words.{language}.json"] = _json(
                _for_pages(of_game(package, language))
            )
        for page in PLAIN:
            if f"{folder}{page}.js" not in known:  # the game has none of its own
                contents[f"{folder}{page}.js"] = PLAIN_PAGE.format(page=page).encode()
    return contents


def _for_pages(texts: Catalogue) -> dict[str, dict[str, str]]:
    return {name: each for name, each in plain(texts).items() if name not in SENTENCES}


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()

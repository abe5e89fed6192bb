"""What browsers get: scripts, and words as a page merges them; the sizes of their screens."""

import contextlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import heistboard.web
import pytest
from heistboard import games
from heistboard.web import Listening, WebError, listen, page_files, server
from heistboard.web.assets import assets
from heistboard.words import Words
from playwright.sync_api import Locator, ViewportSize

from tests.support import axe, chromium

__all__ = [
    "BOARD_SEEN",
    "PAGES",
    "PHONE",
    "PLAY_PAGES",
    "QUICK_MS",
    "SIZES",
    "TABLET",
    "USUAL_PORT",
    "catalogue",
    "drawn_rows",
    "play_words",
    "quick_pages",
    "waits_ms",
]

PAGES = Path(heistboard.web.__file__).parent / "pages"
PLAY_PAGES = games.package("car-thief").file("pages")
PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 1280, "height": 800}
SIZES: list[ViewportSize] = [
    {"width": 360, "height": 740},
    {"width": 740, "height": 360},
    TABLET,
    {"width": 1920, "height": 1080},
]

# Whether the whole board is on the screen, and how large its names are.
BOARD_SEEN = """() => {
  const board = document.querySelector("#board svg");
  const { left, top, right, bottom } = board.getBoundingClientRect();
  const name = document.querySelector("#board .name");
  const size = parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a;
  return [left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight, size];
}"""

# How long people rest on a choice, and think before they confirm one: by script, its constant.
WAITS = {"hold_to_look.js": "REST_MS", "move_buttons.js": "SURE_MS"}
QUICK_MS = 50
TAPS = "hold_to_look.js"  # says which press is a tap
USUAL_PORT = 20_000 + os.getpid() % 10_000  # for which browsers keep the parts of pages


def waits_ms() -> list[int]:
    """How long these are on people's pages."""
    files = assets()
    return [
        int(re.findall(rf"const {name} = (\d+);", files[script].decode())[0])
        for script, name in WAITS.items()
    ]


@contextlib.contextmanager
def quick_pages(*, has_taps: bool = False) -> Iterator[None]:
    """Servers that start meanwhile give pages that wait for people only shortly, and axe-core.

    They listen at the same port one after the other, so that browsers keep the parts of pages.
    With *has_taps* every press of the hold button is a tap, and shows until the next one.
    """
    often = {"TAP_MS": "100_000", "SHOWN_S": "1000"} if has_taps else {"TAP_MS": "0"}

    known: list[games.Package] = []
    read: dict[str, bytes] = {}  # once: reading all files takes a while

    def quick_assets() -> dict[str, bytes]:
        packages = games.packages()
        if [*map(id, packages)] != [*map(id, known)]:
            known[:] = packages
            read.clear()
            read.update(assets(), **{"axe.js": axe.SCRIPT})
        files = dict(read)
        for script, name in WAITS.items():
            text = files[script].decode()
            files[script] = re.sub(rf"(const {name} = )\d+;", rf"\g<1>{QUICK_MS};", text).encode()
        for name, value in often.items():
            text = files[TAPS].decode()
            files[TAPS] = re.sub(rf"(const {name} = )\d+;", rf"\g<1>{value};", text).encode()
        return files

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_files, "assets", quick_assets)
        patch.setattr(server, "listen", _listen)
        yield


def _listen(port: int | None, *, is_lan: bool) -> Listening:
    # A page that is still there would come back to the next server.
    if port == 0 and not any(f":{USUAL_PORT}/" in each for each in chromium.shown()):
        with contextlib.suppress(WebError):  # a server beside another one
            return listen(USUAL_PORT, is_lan=is_lan)
    return listen(port, is_lan=is_lan)


def play_words(language: str) -> dict[str, dict[str, str]]:
    """What the game's own pages get of its words, by section."""
    words: dict[str, dict[str, str]] = json.loads(assets()[f"car-thief/words.{language}.json"])
    return words


def catalogue(language: str) -> dict[str, dict[str, str]]:
    """All words, the frame's and the game's."""
    return Words(language, "car-thief").all()


def drawn_rows(dialog: Locator, size: int) -> list[str]:
    """The rows of the QR code that *dialog* shows, of *size* modules each way; 1 for dark."""
    drawn = dialog.locator("svg.code path").get_attribute("d") or ""
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn)
    dark = {(int(x) + i, int(y)) for x, y, count in runs for i in range(int(count))}
    return ["".join("1" if (x, y) in dark else "0" for x in range(size)) for y in range(size)]

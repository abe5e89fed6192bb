"""A real browser: Debian's chromium, driven by Playwright."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

__all__ = ["Devices", "chromium", "connected", "launch"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[BrowserType]:
    """Playwright for one module of tests; they are skipped where there is no chromium."""
    if executable() is None:
        pytest.skip("there is no chromium; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        yield playwright.chromium


def launch(chromium: BrowserType, *flags: str) -> Browser:
    """Starts a browser with a new profile."""
    return chromium.launch(executable_path=executable(), args=[*FLAGS, *flags])


class Devices:
    """Pages, each on a device of its own. Use it in a ``with`` statement.

    In the end no page may have complained, but of what matches *known*.
    """

    def __init__(self, browser: Browser, known: str | None = None) -> None:
        self._browser = browser
        self._known = known
        self._contexts: list[BrowserContext] = []
        self._complaints: list[str] = []

    def __enter__(self) -> "Devices":
        return self

    def __exit__(self, *_: object) -> None:
        for context in self._contexts:
            context.close()
        known = self._known
        left = [each for each in self._complaints if not known or not re.search(known, each)]
        assert not left, left

    def page(self, by: Browser | None = None, **device: Any) -> Page:  # noqa: ANN401
        """A page where nothing is open yet."""
        self._contexts.append((by or self._browser).new_context(**{"locale": "en-GB", **device}))
        page = self._contexts[-1].new_page()
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("console", lambda message: self._complaints.append(message.text))
        return page


def connected(log: Path) -> set[str]:
    """What a whole browser connected to, from the *log* it wrote when it ended.

    It is launched with ``--log-net-log=`` for that.
    """
    content = json.loads(log.read_text())
    kind = content["constants"]["logEventTypes"]["TCP_CONNECT_ATTEMPT"]
    events = [each.get("params", {}) for each in content["events"] if each["type"] == kind]
    return {each["address"] for each in events if "address" in each}


def executable() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")

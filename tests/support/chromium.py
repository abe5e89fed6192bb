"""A real browser: Debian's chromium, driven by Playwright."""

import atexit
import contextlib
import functools
import json
import re
import shutil
from collections import defaultdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page, ViewportSize, sync_playwright

__all__ = ["DEVICE", "Devices", "connected", "launch", "shared_browser", "shown"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A screenful of breathing lights keeps half a core busy.
DEVICE: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
LOOKS = {
    "media": "null",
    "color_scheme": "light",
    "forced_colors": "none",
    "reduced_motion": "reduce",
}
DESKTOP: ViewportSize = {"width": 1280, "height": 720}


@functools.cache
def shared_browser() -> Browser:
    """The browser of this process; tests are skipped where there is no chromium."""
    if executable() is None:
        pytest.skip("there is no chromium; on Debian: apt install chromium-headless-shell")
    playwright = sync_playwright().start()
    browser = launch(playwright.chromium)

    def end() -> None:
        browser.close()
        playwright.stop()

    atexit.register(end)
    return browser


def shown() -> list[str]:
    """Returns the addresses that the pages of this process' browser show."""
    if not shared_browser.cache_info().currsize:
        return []
    return [page.url for context in shared_browser().contexts for page in context.pages]


def launch(chromium: BrowserType, *flags: str) -> Browser:
    """Starts a browser with a new profile."""
    return chromium.launch(executable_path=executable(), args=[*FLAGS, *flags])


class _Device:
    # A page in a context of its own. It is used again by later tests, like new.

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.kind = (browser, repr(options))
        self._looks: dict[str, Any] = LOOKS | {
            key: options[key] for key in LOOKS.keys() & options.keys()
        }
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))

    def clean(self) -> None:
        page = self.page
        for other in self.context.pages:
            if other is not page:
                other.close()
        with contextlib.suppress(Error):  # an error page has no storage
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.unroute_all()
        page.mouse.up()
        page.mouse.up(button="right")
        page.keyboard.up("Space")
        page.goto("about:blank")
        page.emulate_media(**self._looks)
        page.mouse.move(0, 0)
        self.context.clear_cookies()


_idle: defaultdict[tuple[Browser, str], list[_Device]] = defaultdict(list)  # by options, too


class Devices:
    """Pages, each on a device of its own. Use it in a ``with`` statement.

    At the end no page may have logged anything, except what matches *known*.
    """

    def __init__(self, browser: Browser, known: str | None = None) -> None:
        self._browser = browser
        self._known = known
        self._reused: list[_Device] = []
        self._fresh: list[_Device] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        devices = [*self._reused, *self._fresh]
        complaints = [each for device in devices for each in device.complaints]
        for device in self._reused:
            if device.page.is_closed():
                self._fresh.append(device)
                continue
            device.clean()
            _idle[device.kind].append(device)
        for device in self._fresh:
            device.context.close()
        known = self._known
        left = [each for each in complaints if not known or not re.search(known, each)]
        assert not left, left

    def page(
        self,
        by: Browser | None = None,
        *,
        is_fresh: bool = False,
        viewport: ViewportSize = DESKTOP,
        **options: Any,  # noqa: ANN401 (whatever Playwright takes)
    ) -> Page:
        """A page where nothing is open yet.

        It is a new one if *is_fresh*: for tests that change its clock, its first scripts, or what
        its web sockets say, which cannot be taken back.
        """
        options = {**DEVICE, **options}
        browser = by or self._browser
        idle = _idle[browser, repr(options)]
        if idle and not is_fresh:
            device = idle.pop()
            device.complaints.clear()
        else:
            device = _Device(browser, options)
        (self._fresh if is_fresh else self._reused).append(device)
        device.page.set_viewport_size(viewport)
        return device.page


def connected(log: Path) -> set[str]:
    """What a whole browser connected to, from the *log* it wrote when it ended.

    It is launched with ``--log-net-log=`` for that.
    """
    content = json.loads(log.read_text())
    kind = content["constants"]["logEventTypes"]["TCP_CONNECT_ATTEMPT"]
    events = [each.get("params", {}) for each in content["events"] if each["type"] == kind]
    return {each["address"] for each in events if "address" in each}


def executable() -> str | None:
    # Without windows it needs 40 % less of the processor.
    known = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, known)), None)

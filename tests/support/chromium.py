"""A real browser: Debian's chromium, driven by Playwright."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, sync_playwright

__all__ = ["chromium", "connected", "launch"]

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

"""The pages can be installed as an app, where the browser allows it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PAGES
from tests.support.screens import Screens

# What Chromium does on a secure page that is not installed yet; headless it does not.
MAY_INSTALL = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => (window.wasAsked = true);
  dispatchEvent(event);
  return event.defaultPrevented;
}"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with Screens(tmp_path, "car-thief") as table, Devices(browser) as devices:
        page = devices.page(is_fresh=True)
        page.goto(f"{table.server.address}start")
        expect(page.locator("#title")).not_to_be_empty()
        yield page


def test_chromium_takes_the_manifest(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    found: Any = devtools.send("Page.getAppManifest")
    assert found["url"].endswith("/app.webmanifest") and found["errors"] == []
    manifest = json.loads(found["data"])  # what it demands of an app, beside an icon
    assert (
        manifest["name"] and manifest["start_url"] == "/" and manifest["display"] == "standalone"
    )
    assert page.evaluate("isSecureContext")  # loopback


def test_installing_is_offered_only_where_the_browser_allows_it(page: Page) -> None:
    offer = page.get_by_role("button", name="Install as an app")
    expect(offer).to_have_count(0)
    assert page.evaluate(MAY_INSTALL)
    offer.click()
    page.wait_for_function("window.wasAsked")
    expect(offer).to_have_count(0)


def test_the_manifest_has_an_icon_and_the_colours_of_the_pages() -> None:
    manifest: Any = json.loads((PAGES / "app.webmanifest").read_text("utf-8"))
    theme = (PAGES / "theme.css").read_text("utf-8")
    light, dark = theme.split("prefers-color-scheme: dark")
    assert f"--paper: {manifest['background_color']};" in light
    assert "any" in [icon["sizes"] for icon in manifest["icons"] if icon["purpose"] == "any"]
    for icon in manifest["icons"]:
        assert (PAGES / Path(icon["src"]).name).is_file(), icon
    for name in ("start", "table", "seat"):
        html = (PAGES / f"{name}.html").read_text("utf-8")
        colours = [
            line.partition('content="')[2][:7] for line in html.splitlines() if "theme-" in line
        ]
        assert f"--paper: {colours[0]};" in light and f"--paper: {colours[1]};" in dark

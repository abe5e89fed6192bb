"""Browsers keep the parts of pages, but never mix two versions of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from heistboard.app import Lobby
from heistboard.web import Server, page_files
from heistboard.web.assets import assets
from playwright.sync_api import Browser
from starlette.requests import Request
from starlette.responses import Response

from tests.support.chromium import Devices
from tests.support.expectation import expect

PARTS = re.compile(rb"/pages/([^\"'`)\s]*)")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(Lobby(tmp_path / "journal.sqlite"), tmp_path, port=0) as server:
        yield server


def get(server: Server, path: str) -> httpx.Response:
    return httpx.get(server.address + path, trust_env=False)


def version(server: Server) -> str:
    found = re.findall(r"/pages/(@[0-9a-f]{8})/", get(server, "start").text)
    assert len(set(found)) == 1
    return str(found[0])


def test_only_what_has_its_version_in_its_address_is_kept(server: Server) -> None:
    page = get(server, "start")
    assert page.headers["cache-control"] == "no-store"
    here = version(server)
    kept = get(server, f"pages/{here}/start.js")
    assert kept.headers.get_list("cache-control") == ["max-age=86400"]
    for older in ("", "@01234567/"):
        part = get(server, f"pages/{older}start.js")
        assert part.headers["cache-control"] == "no-store"
        assert part.content == kept.content
    for wrong in (f"{here}/none.js", f"{here}/{here}/start.js", "@0123456/start.js", here):
        assert get(server, f"pages/{wrong}").status_code == 404


def test_each_address_of_a_part_has_the_version(server: Server) -> None:
    here = f"{version(server)}/".encode()
    names = [name for name in assets() if name.endswith((".js", ".css"))]
    assert len(names) > 60
    with httpx.Client(base_url=server.address, trust_env=False) as client:
        for path in ("start", *(f"pages/{name}" for name in names)):
            content = client.get(path).content
            assert all(part.startswith(here) for part in PARTS.findall(content)), path


def test_another_file_is_another_version(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = assets() | {"theme.css": b"body { color: red }"}
    monkeypatch.setattr(page_files, "assets", lambda: files)
    with Server(Lobby(tmp_path / "journal.sqlite"), tmp_path, port=0) as other:
        assert version(other) != version(server)


def test_a_browser_asks_once_for_each_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    asked: list[str] = []
    answer = page_files.PageFiles.get

    async def counted(parts: page_files.PageFiles, request: Request) -> Response:
        asked.append(request.url.path)
        return await answer(parts, request)

    monkeypatch.setattr(page_files.PageFiles, "get", counted)
    lobby = Lobby(tmp_path / "journal.sqlite")
    with Server(lobby, tmp_path, port=0) as server, Devices(browser) as devices:
        page = devices.page(is_fresh=True)
        for _ in range(2):
            page.goto(f"{server.address}start")
            expect(page.locator("#waiting")).not_to_be_empty()
    assert len(asked) > 10
    assert len(asked) == len(set(asked))

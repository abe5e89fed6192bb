from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.web import own_addresses
from playwright.sync_api import Browser

from tests.support.chromium import shared_browser
from tests.support.pages import quick_pages
from tests.support.seats import unlimited
from tests.support.web_evening import Evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A game shared by the tests of a module: round 1, eyes closed."""
    with pytest.MonkeyPatch.context() as patch:
        unlimited(patch)
        with Evening(tmp_path_factory.mktemp("evening")) as evening:
            evening.place()
            yield evening


@pytest.fixture(scope="session", autouse=True)
def quick() -> Iterator[None]:
    with quick_pages():
        yield


@pytest.fixture(scope="session")
def browser() -> Browser:
    return shared_browser()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is on a network, where it is 127.0.0.2."""
    monkeypatch.setattr(own_addresses, "lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr(own_addresses, "own_addresses", lambda: ["127.0.0.2"])

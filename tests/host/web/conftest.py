from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.web import app
from playwright.sync_api import Browser

from tests.support.chromium import chromium, launch
from tests.support.web_evening import Evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """An evening that a module's tests share, with eyes closed in the first round."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "JOINS", 1000)  # one address joins all the time
        with Evening(tmp_path_factory.mktemp("evening")) as evening:
            evening.place()
            yield evening


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that a module's tests share."""
    with chromium() as kind:
        browser = launch(kind)
        yield browser
        browser.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"

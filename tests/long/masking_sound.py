"""More seeds of the masking sound: ``pytest tests/long/masking_sound.py``."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.host.web.test_masking_sound import render, test_it_covers, test_it_fades_in_and_out
from tests.support.chromium import Devices, shared_browser
from tests.support.masking_sound_checks import Samples
from tests.support.web_evening import Evening

__all__ = ["test_it_covers", "test_it_fades_in_and_out"]

SEEDS = (2, 77, 1_000, 2**31)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with (
        Evening(tmp_path_factory.mktemp("evening")) as evening,
        Devices(shared_browser(), "404") as devices,
    ):
        page = devices.page()
        page.goto(f"http://{evening.host}/nothing")
        yield page


@pytest.fixture(scope="module", params=SEEDS)
def sound(page: Page, request: pytest.FixtureRequest) -> Samples:
    return render(page, request.param)

"""axe-core on every page, in each phase, language, size and colour scheme.

``pytest tests/long/axe_everywhere.py`` runs the suite's tests with all combinations.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser

from tests.host.web import test_axe
from tests.host.web.test_axe import *  # noqa: F403
from tests.host.web.test_axe import LOCALES, LOOKS, Look
from tests.host.web.test_axe_dialogs import *  # noqa: F403
from tests.support.chromium import shared_browser
from tests.support.pages import quick_pages


def everything(turn: int) -> list[tuple[str, Look]]:
    return [*product(LOCALES, LOOKS)]


test_axe.looks = everything


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with quick_pages():
        yield shared_browser()

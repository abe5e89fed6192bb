"""Playwright's ``expect``, which looks at the page often instead of every half second."""

import time
from collections.abc import Callable
from typing import Any, cast, overload

from playwright.sync_api import Locator, Page
from playwright.sync_api import expect as slow_expect
from playwright.sync_api._generated import LocatorAssertions, PageAssertions

__all__ = ["expect"]

WITHIN_MS = 20_000  # for a machine that is busy; only a failing test waits so long
PAUSE_S = 0.01  # then longer and longer, for each look costs 5 ms of processor
LONGER = 1.4
LONGEST_S = 0.1


class _Often:
    # Asks for each assertion again and again, with a timeout that is enough for one look.

    def __init__(self, assertions: LocatorAssertions | PageAssertions) -> None:
        self._assertions = assertions

    def __getattr__(self, name: str) -> Callable[..., None]:
        check = getattr(self._assertions, name)

        def check_often(
            *arguments: Any,  # noqa: ANN401 (whatever Playwright takes)
            timeout: float = WITHIN_MS,
            **options: Any,  # noqa: ANN401
        ) -> None:
            end_s = time.monotonic() + timeout / 1000
            pause_s = PAUSE_S
            while True:
                is_last = time.monotonic() > end_s
                try:
                    check(*arguments, timeout=1, **options)
                    return
                except AssertionError:
                    if is_last:
                        raise
                time.sleep(pause_s)
                pause_s = min(LONGER * pause_s, LONGEST_S)

        return check_often


@overload
def expect(actual: Locator, message: str | None = None) -> LocatorAssertions: ...


@overload
def expect(actual: Page, message: str | None = None) -> PageAssertions: ...


def expect(
    actual: Locator | Page, message: str | None = None
) -> LocatorAssertions | PageAssertions:
    """Waits until the page is as expected, or fails after :data:`WITHIN_MS`."""
    found = slow_expect(actual, message)
    return cast(LocatorAssertions, _Often(found))

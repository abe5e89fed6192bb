"""Spreads the suite over processes; in CI, fails if a test was skipped.

A file's tests run in one process, so that they share what they have prepared; so do the tests of
the outside game, which install it. The folders that take longest go first. No test
depends on which others run beside it.
"""

import os

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

LONGEST_FIRST = ("pico", "hardware", "host/web", "outside", "host/cli", "host/link")


# The same examples each time, however slow the machine; scripts in tests/long/ draw new ones.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Gives each process one file, or the outside game, at a time."""

    def _split_scope(self, nodeid: str) -> str:
        file = _file(nodeid)
        return "outside" if file.startswith("outside/") else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _rank(_file(item.nodeid)))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0].removeprefix("tests/")


def _rank(file: str) -> int:
    ranks = [rank for rank, folder in enumerate(LONGEST_FIRST) if file.startswith(folder)]
    return min(ranks, default=len(LONGEST_FIRST))

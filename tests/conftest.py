"""Spreads the suite over processes; in CI, fails if a test was skipped.

A file's tests run in one process, so that they share what they have prepared; so do the tests of
the outside game, which install it, and those of one emulated Pico, which takes long to start.
Files that compute and files that wait for pages and boards take turns, so that no processor is
idle; short ones come last. No test depends on which others run beside it.
"""

import fcntl
import os
from collections.abc import Generator

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

WAITING = ("outside", "host/web", "host/cli", "host/sim")
OWN_PICOS = ("flash", "wheel", "safe_mode", "board_on_pico", "twins", "chips")
COMPUTING = ("pico", "hardware", "host/rehearse", "host/link", "host/selftest", "host/games")


# The same examples each time, however slow the machine; scripts in tests/long/ draw new ones.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Gives each process one scope at a time: mostly a file."""

    def _split_scope(self, nodeid: str) -> str:
        return _scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return ByFile(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    # In a fresh checkout one process compiles the tests, and the others find them compiled.
    with open(__file__) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(file, fcntl.LOCK_SH)
            fcntl.flock(file, fcntl.LOCK_UN)
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    scopes = dict.fromkeys(_scope(item.nodeid) for item in items)
    turns: dict[str, int] = {}
    for folders in (WAITING, COMPUTING):
        mine = [scope for folder in folders for scope in scopes if scope.startswith(folder)]
        turns |= {scope: turn for turn, scope in enumerate(mine)}
    items.sort(key=lambda item: turns.get(_scope(item.nodeid), len(scopes)))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _scope(nodeid: str) -> str:
    file = nodeid.partition("::")[0].removeprefix("tests/")
    return "outside" if file.startswith("outside/") else file

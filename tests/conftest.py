"""In CI nothing may be skipped: what a machine lacks, .ci/run installs.

Three processes run the tests: one what computes, the emulated Pico too, which needs all of a core
and no clock but its own; one the pages, and some of what computes, to be done at the same time as
the others; one all else that lives in real time. The last two mostly wait.
"""

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# What computes, and does not care how long it takes.
TIMELESS = (
    *("pico", "hardware", "firmware", "host/games", "host/rules", "host/journal"),
    "outside/rules",
)
BESIDE_PAGES = (
    "outside/test_pages",
    "hardware/test_electronics",
    "hardware/test_magnets",
    "hardware/test_parts",
)


class ByClock(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """A process for what computes, one for the pages, one for all else."""

    def _split_scope(self, nodeid: str) -> str:
        return process(nodeid)


def process(nodeid: str) -> str:
    """Which process plays the test."""
    folders = _folders(nodeid)
    if folders.startswith(("host/web", *BESIDE_PAGES)):
        return "pages"
    return "timeless" if folders.startswith(TIMELESS) else "timed"


def _folders(nodeid: str) -> str:
    return nodeid.partition("::")[0].removeprefix("tests/")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return ByClock(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives a second try to what meets the clock.

    A machine that is busy for a moment makes one test of 3 600 fail, each time another.
    What is broken fails twice. The end names what was tried again, with its traceback, and beyond
    two in a process (pyproject.toml) nothing is: then it is not the machine.
    """
    for item in items:
        if not _folders(item.nodeid).startswith(TIMELESS):
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=3))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

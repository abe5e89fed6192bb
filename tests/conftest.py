"""In CI nothing may be skipped: what a machine lacks, .ci/run installs.

Two processes run the tests: one those on the emulated Pico, which need no clock but its own and
all of a core, the other all those that live in real time, one after the other.
"""

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# What computes, and does not care how long it takes.
TIMELESS = ("pico", "hardware", "firmware", "host/games", "host/rules", "host/journal")


class TimelessApart(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """One process for what computes, the emulated Pico too, and one for what meets the clock."""

    def _split_scope(self, nodeid: str) -> str:
        folders = nodeid.partition("::")[0].removeprefix("tests/")
        return "timeless" if folders.startswith(TIMELESS) else "timed"


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return TimelessApart(config, log)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

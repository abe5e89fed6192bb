"""In CI nothing may be skipped: what a machine lacks, .ci/run installs.

Three processes run the tests: one what computes, the emulated Pico too, which needs all of a core
and no clock but its own; one the pages; one all else that lives in real time. The last two mostly
wait.
"""

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# What computes, and does not care how long it takes.
TIMELESS = ("pico", "hardware", "firmware", "host/games", "host/rules", "host/journal")


class ByClock(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """A process for what computes, one for the pages, one for all else."""

    def _split_scope(self, nodeid: str) -> str:
        folders = nodeid.partition("::")[0].removeprefix("tests/")
        if folders.startswith(TIMELESS):
            return "timeless"
        return "pages" if folders.startswith("host/web") else "timed"


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return ByClock(config, log)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

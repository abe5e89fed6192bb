"""In CI nothing may be skipped: what a machine lacks, .ci/run installs.

Two processes run the tests: one those on the emulated Pico, which need no clock but its own and
all of a core, the other all those that live in real time, one after the other.
"""

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling


class PicoApart(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """One process for the emulated Pico, one for all else."""

    def _split_scope(self, nodeid: str) -> str:
        return "pico" if "pico/" in nodeid.partition("::")[0] else "host"


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return PicoApart(config, log)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

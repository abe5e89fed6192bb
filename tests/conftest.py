"""In CI nothing may be skipped: what a machine lacks, .ci/run installs.

Two processes run the tests: one those on the emulated Pico, which need no clock but its own and
all of a core, the other all those that live in real time, one after the other.
"""

import os
from pathlib import Path

import pytest

PICO = Path(__file__).parent / "pico"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        group = "pico" if item.path.is_relative_to(PICO) else "host"
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

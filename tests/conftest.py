"""Spreads the suite over processes; in CI, fails if a test was skipped.

A file's tests run in one process, so that they share what they have prepared; so do the tests of
the outside game, which install it, and those of one emulated Pico, which takes long to start.
Files that wait, that open pages and that compute are mixed, so that no processor is idle; short
ones come last. No test depends on which others run beside it.

What tests write is kept in memory where there is room, until the run ends: a disk takes 5 to 20 ms
for each move of a journal, and no test cuts the power. ``--basetemp DIR`` keeps it.
"""

import fcntl
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.support.ram_folder import RAM

OWN_PICOS = tuple(  # these start a Pico of their own
    f"test_{each}"
    for each in ("flash", "wheel", "safe_mode", "board_on_", "heap_", "twins", "chips")
)
WAITING = (  # for processes, lines and clocks
    "host/cli",
    "host/sim",
    "host/rehearse",
    "host/flashing",
    "host/boards",
    "host/pi",
    "host/selftest/test_on_sim",
    "host/link/test_hub_faults",
    "host/link/test_cut_blocks",
)
PAGES = ("outside", "host/web")
COMPUTING = ("pico", "hardware", "firmware", "host/link", "host/selftest", "host/games")
KINDS = (WAITING, PAGES, COMPUTING)
ROOM = 1 << 30  # bytes


# The same examples each time, however slow the machine; scripts in tests/long/ draw new ones.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Gives each process one scope at a time: mostly a file."""

    def _split_scope(self, nodeid: str) -> str:
        return _scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return ByFile(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # Otherwise each of the many processes that tests start compiles all files again.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if is_worker or config.getoption("basetemp") or RAM is None or not _has_room(RAM):
        return
    folder = tempfile.mkdtemp(prefix="heistboard-tests-", dir=RAM)
    os.chmod(folder, 0o755)  # some tests act as another user
    os.environ["TMPDIR"] = folder
    tempfile.tempdir = None  # is asked for again
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    # In a fresh checkout one process compiles the tests, and the others find them compiled.
    # Nothing that is collected is garbage; looking for it takes two fifths of the time.
    gc.disable()
    with open(__file__) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(file, fcntl.LOCK_SH)
            fcntl.flock(file, fcntl.LOCK_UN)
        try:
            return (yield)
        finally:
            gc.freeze()
            gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    scopes = dict.fromkeys(_scope(item.nodeid) for item in items)
    turns: dict[str, float] = {}
    for folders in KINDS:
        found = [scope for folder in folders for scope in scopes if scope.startswith(folder)]
        mine = [scope for scope in dict.fromkeys(found) if scope not in turns]
        turns |= {scope: turn / len(mine) for turn, scope in enumerate(mine)}
    items.sort(key=lambda item: turns.get(_scope(item.nodeid), 1))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("tests were skipped, and in CI none may be", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _has_room(folder: str) -> bool:
    # Tests also run programs that they have written.
    may_run = not os.statvfs(folder).f_flag & os.ST_NOEXEC
    return may_run and shutil.disk_usage(folder).free > ROOM


def _scope(nodeid: str) -> str:
    file = nodeid.partition("::")[0].removeprefix("tests/")
    folder, _, name = file.partition("/")
    is_shared = folder == "outside" or (folder == "pico" and not name.startswith(OWN_PICOS))
    return folder if is_shared else file

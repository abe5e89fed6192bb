"""Tries mutants, each in a process of its own, forked from one where all is prepared."""

import json
import os
import resource
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from itertools import accumulate
from mmap import mmap
from pathlib import Path
from types import CodeType

import pytest
from _pytest.runner import runtestprotocol

from tests.long.mutants import swapping
from tests.long.mutants.operators import Change, changes
from tests.long.mutants.touching import OPTIONS, Record, import_all

_PATIENCE = 10  # times what a test usually takes
_LEAST_S = 2
_WAITING_S = 120  # for a test that waits and computes nothing
_MEMORY = 3 << 30
_PARTS = 3  # each goes through all modules, so that a run that is cut short has seen all of them
_NOTICED = 7
_OUTCOMES = {
    0: "survived",
    _NOTICED: "killed",
    -signal.SIGPROF: "timed out",
    -signal.SIGALRM: "timed out",
    -signal.SIGSEGV: "killed",  # endless recursion
}


Key = tuple[str, str, str, int]


@dataclass(frozen=True)
class Mutant:
    """One change of one module; *number* counts the changes of that module."""

    module: str
    number: int
    function: str
    line: int
    text: str
    nth: int
    """Which it is of those in the function with the same text."""

    @property
    def key(self) -> Key:
        """What names it, also after changes elsewhere in the module."""
        return self.module, self.function, self.text, self.nth


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    It was `killed`, or `timed out`, by *test*; it `survived`, was `not run` by any test, or
    `failed` to be tried.
    """

    mutant: Mutant
    outcome: str
    test: str = ""

    def row(self) -> str:
        """Returns it as one line of JSON."""
        return json.dumps(asdict(self.mutant) | {"outcome": self.outcome, "test": self.test})


def mutants(path: Path) -> Iterator[tuple[Mutant, Change, CodeType, CodeType]]:
    """Makes all mutants of a module: what changes, and the module's code as it was and is now."""
    source = swapping.Source(path)
    was = source.code
    seen: Counter[tuple[str, str]] = Counter()
    for number, change in enumerate(changes(source.tree)):
        function, text = change.function, change.text
        nth = seen[function, text]
        seen[function, text] += 1
        now = source.compiled()
        if now != was:
            mutant = Mutant(path.stem, number, function, change.lines.start, text, nth)
            yield mutant, change, was, now


class Watch:
    """A plugin that limits the time of each test and ends the process when one fails."""

    def __init__(self, record: Record) -> None:
        self._seconds = record.seconds

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves out what takes too long."""
        items[:] = [item for item in items if item.nodeid in self._seconds]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Sets the limit, in time of the processor: others may be busy on it."""
        limit_s = _PATIENCE * self._seconds[item.nodeid] + _LEAST_S
        signal.setitimer(signal.ITIMER_PROF, limit_s)
        signal.setitimer(signal.ITIMER_REAL, limit_s + _WAITING_S)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Ends the process at once; nobody reads a report."""
        if call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception):
            os._exit(_NOTICED)


class Trials:
    """Tries those mutants of *folder* that are *wanted*, and says what becomes of each.

    Each gets tests that take *budget_s* together. It is a plugin of pytest, and *say* is called in
    more than one process.
    """

    def __init__(
        self,
        folder: Path,
        record: Record,
        wanted: set[tuple[str, int]],
        say: Callable[[Verdict], None],
        budget_s: float,
    ) -> None:
        self._folder = folder
        self._record = record
        self._wanted = wanted
        self._say = say
        self._budget_s = budget_s
        self._watch = Watch(record)
        self._cost = record.seconds | _by_file(record.seconds)
        self._note = mmap(-1, 4)  # the number of the test that runs in the forked process
        self._killers: defaultdict[str, list[str]] = defaultdict(list)
        self._kills: Counter[str] = Counter()
        self._part = 0

    def run(self, tests: list[str]) -> None:
        """Runs all trials. Nothing of the package may be imported before."""
        for name in self._record.imported:
            _import_from_elsewhere(name)
        files = _by_file(self._record.seconds)
        for self._part in range(_PARTS):
            child = os.fork()
            if not child:
                _quieten()
                os._exit(pytest.main([*OPTIONS, *tests], plugins=[self, self._watch]))
            if os.waitpid(child, 0)[1]:
                raise RuntimeError("a test fails in a forked process without any change")
        for self._part in range(_PARTS):
            for mutant, change, was, now in self._mine():
                if self._is_seen_by_import(mutant, change, was, now):
                    self._import(mutant, now, list(files))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries changes inside of functions, on the tests that run their lines."""
        items = {item.nodeid: item for item in session.items}
        import_all(self._folder)  # also what functions import when they run
        existing = swapping.functions()
        swapping.forget_results(self._folder, self._record.at_import)
        if self._part == 0 and _tried(partial(self._run_all, items)) != "survived":
            pytest.exit("they fail without any change", 1)
        for mutant, change, was, now in self._mine():
            if not self._is_seen_by_import(mutant, change, was, now):
                swap = partial(swapping.swap, was, now, existing)
                self._swap(mutant, swap, self._touching(mutant.module, change, items))
        return True

    def _mine(self) -> Iterator[tuple[Mutant, Change, CodeType, CodeType]]:
        for module in sorted({module for module, _ in self._wanted}):
            for made in mutants(self._folder / f"{module}.py"):
                number = made[0].number
                if (module, number) in self._wanted and number % _PARTS == self._part:
                    yield made

    def _is_seen_by_import(
        self, mutant: Mutant, change: Change, was: CodeType, now: CodeType
    ) -> bool:
        at_import = self._record.at_import.get(mutant.module, set())
        return swapping.needs_import(was, now) or not at_import.isdisjoint(change.lines)

    def _touching(
        self, module: str, change: Change, items: dict[str, pytest.Item]
    ) -> dict[str, pytest.Item]:
        lines = self._record.lines
        return {
            name: item
            for name, item in items.items()
            if not lines[name].get(module, set()).isdisjoint(change.lines)
        }

    def _swap(
        self, mutant: Mutant, swap: Callable[[], None], items: dict[str, pytest.Item]
    ) -> None:
        function = f"{mutant.module}.{mutant.function}"
        names = self._sorted(items, function)

        def trial() -> None:
            swap()
            self._run_all({name: items[name] for name in names})

        self._judge(mutant, trial, names, function)

    def _run_all(self, items: dict[str, pytest.Item]) -> None:
        for number, item in enumerate(items.values()):
            self._begin(number)
            runtestprotocol(item, log=False, nextitem=None)

    def _import(self, mutant: Mutant, code: CodeType, files: list[str]) -> None:
        files = self._sorted(files, mutant.module)

        def trial() -> None:
            swapping.import_changed(self._folder / f"{mutant.module}.py", code)
            for number, file in enumerate(files):
                self._begin(number)
                if pytest.main([*OPTIONS, file], plugins=[self._watch]):
                    os._exit(_NOTICED)

        self._judge(mutant, trial, files, mutant.module)

    def _sorted(self, names: Iterable[str], place: str) -> list[str]:
        # Tests that noticed other changes of this place come first, the newest before all; then
        # those that are quick, and notice much elsewhere.
        killers = self._killers[place][::-1]
        ranks = {name: rank for rank, name in enumerate(killers)}
        worth = {name: self._cost[name] / (1 + self._kills[name]) for name in names}
        names = sorted(worth, key=lambda name: (ranks.get(name, len(ranks)), worth[name]))
        total_s = accumulate(self._cost[name] for name in names)
        return [name for name, s in zip(names, total_s, strict=True) if s <= self._budget_s]

    def _begin(self, number: int) -> None:
        self._note[:] = number.to_bytes(4, "little")

    def _judge(
        self, mutant: Mutant, trial: Callable[[], None], names: list[str], place: str
    ) -> None:
        outcome = _tried(trial)
        if outcome == "survived":
            self._say(Verdict(mutant, outcome if names else "not run"))
            return
        test = names[int.from_bytes(self._note[:], "little")]
        killers = self._killers[place]
        if test in killers:
            killers.remove(test)
        killers.append(test)
        self._kills[test] += 1
        self._say(Verdict(mutant, outcome, test))


def _tried(trial: Callable[[], None]) -> str:
    child = os.fork()
    if not child:
        try:
            os.setsid()
            _quieten()
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            trial()
        except BaseException:
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what its tests have started
    return _OUTCOMES.get(os.waitstatus_to_exitcode(status), "failed")


def _by_file(seconds: dict[str, float]) -> dict[str, float]:
    files: defaultdict[str, float] = defaultdict(float)
    for name, taken_s in seconds.items():
        files[name.partition("::")[0]] += taken_s
    return dict(files)


def _quieten() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _import_from_elsewhere(name: str) -> None:
    # Some modules can be imported only by the package that they belong to.
    with suppress(Exception):
        import_module(name)

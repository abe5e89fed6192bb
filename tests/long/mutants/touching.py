"""Which tests run which lines of a package's modules, and how long each takes."""

import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType

import pytest
from _pytest.runner import runtestprotocol

from tests.long.mutants.swapping import forget_results

OPTIONS = (
    "--quiet",
    "--assert=plain",
    "--tb=no",
    "--override-ini=addopts=--import-mode=importlib",
    "-n0",
    "-pno:cacheprovider",
)


_EXACT_S = 0.1  # to trace each line of a longer test takes too long


@dataclass
class Record:
    """What the tests did: by test its seconds, and the lines it ran in each module."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[str, set[int]]] = field(default_factory=dict)
    at_import: dict[str, set[int]] = field(default_factory=dict)
    """Lines of functions that ran when the modules were imported."""
    failed: list[str] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)
    """Modules from elsewhere that the tests need."""


class Tracer:
    """Notes the lines that run in the modules of one folder; inexactly, all of each function."""

    def __init__(self, folder: Path, *, is_exact: bool = True) -> None:
        self._folder = str(folder)
        self._is_exact = is_exact
        self._missing: dict[CodeType, set[int]] = {}
        self.lines: defaultdict[str, set[int]] = defaultdict(set)

    def __enter__(self) -> "Tracer":
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _argument: object):  # type: ignore[no-untyped-def]  # noqa: ANN202
        code = frame.f_code
        if not code.co_filename.startswith(self._folder) or code.co_name == "<module>":
            return None
        missing = self._missing.get(code)
        if missing is None:
            missing = {line for _, _, line in code.co_lines() if line is not None}
            self._missing[code] = missing
        if not missing:
            return None
        seen = self.lines[Path(code.co_filename).stem]
        if not self._is_exact:
            seen |= missing
            missing.clear()
            return None
        missing.discard(frame.f_lineno)
        seen.add(frame.f_lineno)

        def line(frame: FrameType, _event: str, _argument: object):  # type: ignore[no-untyped-def]  # noqa: ANN202
            missing.discard(frame.f_lineno)
            seen.add(frame.f_lineno)
            return line

        return line


class Recorder:
    """A plugin that runs its share of the tests twice: once for the time, once for the lines."""

    def __init__(
        self, folder: Path, at_import: dict[str, set[int]], slowest_s: float, share: slice
    ) -> None:
        self.record = Record(at_import=at_import)
        self._folder = folder
        self._slowest_s = slowest_s
        self._share = share

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs them all."""
        for item in session.items[self._share]:
            began_s = time.process_time()
            reports = runtestprotocol(item, log=False, nextitem=None)
            taken_s = time.process_time() - began_s
            if any(report.failed for report in reports):
                self.record.failed.append(item.nodeid)
            if taken_s > self._slowest_s:
                continue
            forget_results(self._folder, self.record.at_import)
            with Tracer(self._folder, is_exact=taken_s < _EXACT_S) as tracer:
                runtestprotocol(item, log=False, nextitem=None)
            self.record.seconds[item.nodeid] = taken_s
            self.record.lines[item.nodeid] = dict(tracer.lines)
        return True


def record(folder: Path, tests: list[str], slowest_s: float, share: slice) -> Record:
    """Runs a share of *tests*, and leaves out those that take longer than *slowest_s*."""
    with Tracer(folder) as tracer:
        import_all(folder)
    recorder = Recorder(folder, dict(tracer.lines), slowest_s, share)
    pytest.main([*OPTIONS, *tests], plugins=[recorder])
    ours = ("heistboard", "tests", "__main__")
    imported = [name for name in sys.modules if name.partition(".")[0] not in ours]
    recorder.record.imported = imported
    return recorder.record


def import_all(folder: Path) -> None:
    """Imports every module of the package in *folder*."""
    for path in sorted(folder.glob("*.py")):
        import_module(f"heistboard.games.{folder.name}.{path.stem}")


def merged(records: list[Record]) -> Record:
    """Returns what the shares have found together."""
    whole = Record(at_import=records[0].at_import, imported=records[0].imported)
    for each in records:
        whole.seconds |= each.seconds
        whole.lines |= each.lines
        whole.failed += each.failed
    return whole

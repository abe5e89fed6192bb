"""Plays rehearsals in virtual time and with real parts; both must give the same transcript.

``python -m tests.long.rehearsals [NAME...]``; by default all. The suite plays a handful so.

On real parts a tap with the flashlight takes 60 ms, and is lost if the simulated board does not
run meanwhile: let nothing else run beside this.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from heistboard.rehearse.runner import PlayedAct, play
from heistboard.rehearse.script import read

from tests.bench.figures import machine
from tests.outside import wheel
from tests.support import patrol

TESTS = Path(__file__).parents[1]
FOLDERS = (
    TESTS / "rehearsals" / "burgle_bros",
    TESTS / "rehearsals" / "car_thief",
    TESTS / "rehearsals" / "good_cop_bad_cop",
    TESTS / "outside" / "rehearsals",
    TESTS / "support" / "patrol" / "rehearsals",
)


def main() -> None:
    names = set(sys.argv[1:])
    paths = [path for folder in FOLDERS for path in sorted(folder.glob("*.txt"))]
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        outside = wheel.build(Path(name) / "site")
        (Path(name) / "patrol").mkdir()
        wheel.install(outside)
        with patrol.installed(Path(name) / "patrol"):
            os.environ["PYTHONPATH"] += os.pathsep + str(outside)
            different = [
                path.stem
                for path in paths
                if not names or path.stem in names
                if not _is_same(path)
            ]
        wheel.uninstall(outside)
    sys.exit(f"different: {', '.join(different)}" if different else None)


def _is_same(path: Path) -> bool:
    (virtual, virtual_s), (real, real_s) = (_played(path, is_real) for is_real in (False, True))
    print(f"{path.stem}: virtual {virtual_s:.1f} s, real {real_s:.1f} s", flush=True)
    for mine, theirs in zip(virtual, real, strict=True):
        if mine != theirs:
            print(f"  {mine.act.line}: {mine.act.text}: {mine.note!r}, real {theirs.note!r}")
    return virtual == real


def _played(path: Path, is_real: bool) -> tuple[list[PlayedAct], float]:
    played: list[PlayedAct] = []
    began = time.monotonic()
    play(read(path.read_text("utf-8"), path.name), played.append, is_real=is_real)
    return played, time.monotonic() - began


if __name__ == "__main__":
    main()

"""The cost of the journal: ``python -m tests.bench.journal [FOLDER]``, on FOLDER's disk.

Times the append of a move, including the disk's fsync; and, in a file of many games, listing them,
reading them all, and SQLite's quick_check.
"""

import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from heistboard import games
from heistboard.journal.store import Store

from tests.support.car_thief import hunted

APPENDS = 500
GAMES = 1_000
AT = "2031-05-04T20:15:00+02:00"


def _took_ms(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1000


def _append(path: Path) -> None:
    game = games.load("car-thief").new()
    took = []
    with Store(path, create=True) as store, store.create(game, AT) as journal:
        move = journal.state.legal()[0]
        for _ in range(APPENDS // 2):
            took.append(_took_ms(lambda: journal.play(move, AT)))
            took.append(_took_ms(lambda: journal.undo(AT)))
    took.sort()
    p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
    print(f"append: p50 {p50:.2f} ms, p99 {p99:.2f} ms of {len(took)}")


def _many(path: Path) -> None:
    with Store(path, create=True) as store:
        store._db.execute("PRAGMA synchronous = OFF")
        for seed in range(GAMES):
            store.add(hunted(seed % 50), AT, AT)
        print(f"{GAMES} games, {path.stat().st_size} bytes:")
        print(f"  list {_took_ms(store.games):.0f} ms")
        numbers = [summary.id for summary in store.games()]
        print(f"  read all {_took_ms(lambda: [store.get(each) for each in numbers]):.0f} ms")
        check = _took_ms(lambda: store._db.execute("PRAGMA quick_check(1)").fetchall())
        print(f"  quick_check {check:.0f} ms")


def main(arguments: list[str]) -> None:
    """Prints the figures."""
    print(f"{platform.machine()}, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory(dir=arguments[0] if arguments else None) as folder:
        _append(Path(folder) / "one.sqlite")
        _many(Path(folder) / "many.sqlite")


if __name__ == "__main__":
    main(sys.argv[1:])

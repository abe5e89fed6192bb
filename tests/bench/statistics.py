"""The cost of the statistics: ``python -m tests.bench.statistics [FOLDER]``, on FOLDER's disk.

Counts 1 000 finished games, the first time and again, and again with one new game, beside listing
and beside reading the same journal; prints the ratios.
"""

import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from heistboard.journal.store import Store
from heistboard.statistics.facts_file import FILE, find_finished
from heistboard.statistics.totals import totals

from tests.support.car_thief import hunted

GAMES = 1_000
SAMPLES = 15
AT = "2031-05-04T20:15:00+02:00"


def _took_ms(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1000


def _median_ms(do: Callable[[], object]) -> float:
    return median(_took_ms(do) for _ in range(SAMPLES))


def _fill(store: Store) -> None:
    store._db.execute("PRAGMA synchronous = OFF")
    for seed in range(GAMES):
        state = hunted(seed)
        with store.create(state.game.new(), AT) as journal:
            journal.note("sitters.thief", f'["Anna {seed % 8}"]', AT)
            for move in state.moves:
                journal.play(move, AT)


def main(arguments: list[str]) -> None:
    """Prints the figures."""
    print(f"{platform.machine()}, Python {platform.python_version()}, {GAMES} games")
    with tempfile.TemporaryDirectory(dir=arguments[0] if arguments else None) as folder:
        path = Path(folder) / "journal.sqlite"

        def count() -> None:
            totals(find_finished(path).games)

        with Store(path, create=True) as store:
            _fill(store)
            listed = _median_ms(store.games)
            numbers = [each.id for each in store.games()]
            read = _took_ms(lambda: [store.get(each) for each in numbers])
            first = _took_ms(count)
            again = _median_ms(count)
            store.add(hunted(1), AT, AT)
            one_more = _took_ms(count)
        print(f"list {listed:.0f} ms (median of {SAMPLES}), read all {read:.0f} ms")
        print(f"first count {first:.0f} ms: {first / read:.1f} times reading all")
        print(
            f"next counts {again:.0f} ms (median of {SAMPLES}): {again / listed:.1f} times a list"
        )
        print(f"with one new game {one_more:.0f} ms; {FILE} has", end=" ")
        print(f"{path.with_name(FILE).stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])

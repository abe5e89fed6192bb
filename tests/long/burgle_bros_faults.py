"""Random hands at the boards of Burgle Bros, with pulled cables, resets, power cuts and kills.

``python -m tests.long.burgle_bros_faults [MINUTES] [SEED]`` plays for 15 minutes by the boards'
clock, in virtual time, mostly on three boards. After each fault, with a mistake of the hands
meanwhile, what is wrong must be lit within 1 s, nothing may have been played, and play must go
on; each journal must replay.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import machine
from tests.support.burgle_faults import play_faulty_games


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 15
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(machine())
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counts = play_faulty_games(Path(folder), minutes, seed)
    done = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(f"{time.monotonic() - started:.0f} s, seed {seed}: {done}; all journals replay")


if __name__ == "__main__":
    main()

"""Random hands on three boards, with pulled cables, resets, frozen boards, power cuts and kills.

The journal must replay. ``python -m tests.long.three_boards [MINUTES] [SEED]``
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import machine
from tests.support.three_boards import play_three_boards


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 15
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(machine())
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counts = play_three_boards(Path(folder), minutes * 60, seed)
    done = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(f"{time.monotonic() - started:.0f} s, seed {seed}: {done}; the journal replays")


if __name__ == "__main__":
    main()

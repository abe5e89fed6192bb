"""Kills a daemon 200 times with SIGKILL at random moments of games at the table.

python -m tests.long.kills [KILLS] [SEED]
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import machine
from tests.support.kills import kill_often


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(machine())
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        killed = kill_often(Path(folder), kills, seed)
    seconds = time.monotonic() - started
    print(
        f"{killed.kills} kills, {killed.moves} moves accepted, {killed.unshown} of them not shown "
        f"before the kill, {killed.games} games, {seconds:.0f} s: "
        "each resume had exactly the accepted moves"
    )


if __name__ == "__main__":
    main()

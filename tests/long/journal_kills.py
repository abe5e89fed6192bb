"""Kills a thousand programs that write a journal: ``python -m tests.long.journal_kills [KILLS]``.

On a disk, not in memory: about a minute. Stops at the first accepted entry that is lost.
"""

import sys
import tempfile
from pathlib import Path

from tests.support.journal_kills import kill_writers

KILLS = 1_000


def main(arguments: list[str]) -> None:
    """Runs it."""
    kills = int(arguments[0]) if arguments else KILLS
    with tempfile.TemporaryDirectory() as folder:
        written = kill_writers(Path(folder), kills)
    print(f"{kills} kills, {written} entries written, none lost")


if __name__ == "__main__":
    main(sys.argv[1:])

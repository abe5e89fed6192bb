"""A program that is killed while it writes loses no accepted move: see tests/long for more."""

from pathlib import Path

from tests.support.journal_kills import kill_writers
from tests.support.ram_folder import ram_folder

KILLS = 40


def test_killed_writer_loses_nothing_accepted() -> None:
    with ram_folder() as folder:
        # Fewer would mean that most kills came before the first move.
        assert kill_writers(Path(folder), KILLS) > KILLS // 4

"""A daemon that is killed has lost no accepted move; `tests.long.kills` does it 200 times.

In real time: SIGKILL at random instants of a real process is what it tests.
"""

from pathlib import Path

from tests.support.kills import kill_often


def test_each_resume_has_exactly_the_accepted_moves(tmp_path: Path) -> None:
    killed = kill_often(tmp_path, 6, seed=3)
    assert killed.moves > 2

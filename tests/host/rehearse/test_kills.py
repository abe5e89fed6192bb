"""A killed daemon loses no accepted move; `tests.long.kills` kills it 200 times.

It runs in real time, because it tests SIGKILL at random moments of a real process.
"""

from pathlib import Path

from tests.support.kills import kill_often


def test_each_resume_has_exactly_the_accepted_moves(tmp_path: Path) -> None:
    killed = kill_often(tmp_path, 6, seed=3)
    assert killed.moves > 2

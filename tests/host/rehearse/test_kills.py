"""A daemon that is killed has lost no accepted move; `tests.bench.kills` does it 200 times."""

from pathlib import Path

from tests.support.kills import kill_often


def test_each_resume_has_exactly_the_accepted_moves(tmp_path: Path) -> None:
    killed = kill_often(tmp_path, 15, seed=3)
    assert killed.moves > 5

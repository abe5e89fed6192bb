"""Random hands, pages, umpire and faults: after every lap, what is shown is on disk."""

from pathlib import Path
from random import Random

import pytest
from heistboard.app.settings import Settings

from tests.support.laps_at_random import RandomLaps

LAPS = 400


@pytest.mark.parametrize("seed", range(3))
def test_laps_at_random_are_made_as_a_whole_or_not_at_all(tmp_path: Path, seed: int) -> None:
    settings = Settings("car-thief", table_options={"thief-seconds": "3"})
    laps = RandomLaps(tmp_path / "journal.sqlite", settings, Random(seed))
    laps.play(LAPS)
    assert min(laps.accepted, laps.refused, laps.failed) > LAPS / 50

"""Hands, voices, umpire and faults at random, in a game with windows and cards of its own."""

from pathlib import Path
from random import Random

import pytest
from heistboard.app.settings import Settings

from tests.support.laps_at_random import RandomLaps

LAPS = 400


@pytest.mark.parametrize(
    ("seed", "players", "street", "tower"),
    [(1, 3, "host", False), (2, 5, "hands", False), (3, 3, "host", True)],
)
def test_laps_at_random_are_made_as_a_whole_or_not_at_all(
    tmp_path: Path, seed: int, players: int, street: str, tower: bool
) -> None:
    settings = Settings(
        "lanterns", players=players, deal={"street": street}, options={"tower": tower}
    )
    laps = RandomLaps(tmp_path / "journal.sqlite", settings, Random(seed))
    laps.play(LAPS)
    assert min(laps.accepted, laps.refused, laps.failed) > LAPS / 50

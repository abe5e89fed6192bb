"""What games ask of people, counted in a few of them; ``tests.long.counted`` plays 100 of each."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.chromium import shared_browser
from tests.support.counted import count_games, count_taps

MOST = 200  # moves in a list
ENDINGS = {"act pass"}  # nobody's turn is ended unasked


@pytest.mark.parametrize(
    ("name", "settings", "most_taps"),
    [
        ("car-thief", {"table_options": {"thief-seconds": "0"}}, 8),
        ("lanterns", {"players": 4, "options": {"tower": True}}, 4),
        ("burgle-bros", {"players": 2}, 8),
    ],
)
def test_nothing_that_everybody_sees_is_forced_is_asked(
    tmp_path: Path, name: str, settings: dict[str, Any], most_taps: int
) -> None:
    counted = count_games(tmp_path, name, 2, **settings)
    assert counted.forced.keys() <= ENDINGS
    assert 0 < counted.longest <= MOST
    taps = count_taps(counted, shared_browser())  # every move that was chosen can be tapped
    assert taps.keys() == counted.turns.keys()
    assert max(taps.values()) <= most_taps

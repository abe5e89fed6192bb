"""A monkey plays random games by what pages offer; ``tests.long.monkey`` plays 200."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chromium import Devices, shared_browser
from tests.support.monkey import KNOWN, Monkey
from tests.support.pages import quick_pages


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_pages():
        yield


@pytest.mark.parametrize(
    ("name", "seed", "has_boards"),
    [
        ("car-thief", 2, False),
        ("lanterns", 3, False),
        ("burgle-bros", 503, False),
        ("burgle-bros", 503, True),
    ],
)
def test_each_move_is_reached_none_refused_and_there_is_no_dead_end(
    tmp_path: Path, name: str, seed: int, has_boards: bool
) -> None:
    with (
        Devices(shared_browser(), KNOWN) as devices,
        Monkey(
            devices.page(is_fresh=True), tmp_path, seed, (name,), has_boards=has_boards
        ) as monkey,
    ):
        monkey.play()
        played = monkey.played
    assert played.games == 1
    assert played.prompts > 10

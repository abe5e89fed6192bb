"""The outside game's guided first game: won by following it, and what it says to whom."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.guided import GuidedGame

SEEDS = (0, 9, 23)


def is_over(game: GuidedGame) -> bool:
    return game.state.outcome is not None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("think_ms", [0, 9_000])
def test_who_follows_the_advice_wins_quick_or_slow(
    tmp_path: Path, seed: int, think_ms: int
) -> None:
    with GuidedGame(tmp_path, "lanterns", seed) as game:
        told = game.follow(is_over, think_ms)
        assert game.state.outcome is not None and "p1" in game.state.outcome.winners
        assert told[0] == "carry" and "accuse" in told


def test_what_a_hidden_card_is_good_for_is_said_to_its_holder_alone(tmp_path: Path) -> None:
    with GuidedGame(tmp_path, "lanterns", SEEDS[0]) as game:
        carried: Any = game.advice
        assert not carried["private"] and game.table.status().advice is not None
        game.follow(lambda game: bool(game.advice) and game.advice["private"])
        assert game.state.phase == "window" and game.advice["move"].startswith("p1 ")
        assert game.table.status().advice is None
        assert all("advice" not in game.table.seat_view(seat) for seat in (1, 2))


def test_nobody_is_advised_in_the_turn_of_others(tmp_path: Path) -> None:
    with GuidedGame(tmp_path, "lanterns", SEEDS[0]) as game:
        game.follow(lambda game: game.table.status().turn == ("p2",))
        assert game.advice is None and game.table.status().advice is None
        assert game.table.status().moves  # which everybody is offered

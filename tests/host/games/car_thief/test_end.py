"""The end of the game."""

import pytest
from heistboard.rules import Outcome

from tests.support.car_thief import car_thief, fly, hunted, illegal, play, trail_game

TRAIL = ["a1", "b1", "c1", "d1", "e1", "e2", "d2", "c2", "b2", "a2", "a3"]
ARREST = Outcome("police", "arrest", "CT-END-1")
ESCAPE = Outcome("thief", "escape", "CT-END-2")
SURROUNDED = Outcome("police", "surrounded", "CT-END-3")


@pytest.mark.parametrize("rounds", range(1, 12))
def test_ct_end_1_finding_the_car_ends_the_game_in_any_round(rounds: int) -> None:
    state = trail_game(TRAIL[:rounds], near=TRAIL[rounds - 1])
    assert state.outcome is None
    play(state, f"search yellow {TRAIL[rounds - 1]}")
    assert state.outcome == ARREST
    assert (state.seat, state.round) == (None, rounds)


def test_ct_end_2_escape_after_the_third_action_of_round_11() -> None:
    state = trail_game(TRAIL, near="a1")
    play(state, "search yellow a1")
    fly(state)
    assert state.outcome is None
    fly(state)
    assert state.outcome == ESCAPE
    assert state.legal() == ()


def test_ct_end_2_a_dead_end_after_round_11_is_still_an_escape() -> None:
    dead_end = ["a3", "a2", "a1", "b1", "c1", "d1", "d2", "c2", "c3", "b3", "b2"]
    assert trail_game(dead_end).outcome == ESCAPE


def test_ct_end_3_being_surrounded_ends_the_game_at_once() -> None:
    state = trail_game(["a2", "b2", "b1", "a1"])
    play(state, "surrounded")
    assert state.outcome == SURROUNDED
    assert (state.seat, state.legal(), state.phase) == (None, (), "over")
    assert illegal(state, "surrounded") == "CT-END-3"


def test_ct_end_4_arrest_from_round_1_surrounded_from_round_5() -> None:
    assert car_thief("hide b2; search green b2").outcome == ARREST
    assert trail_game(["a2", "b2", "b1", "a1"]).round == 5
    endings = set()
    for seed in range(300):
        state = hunted(seed)
        assert state.outcome is not None
        endings.add(state.outcome)
        assert state.outcome != SURROUNDED or state.round >= 5
        assert state.outcome != ESCAPE or state.round == 11
    assert endings == {ARREST, ESCAPE, SURROUNDED}


@pytest.mark.parametrize("seed", range(20))
def test_ct_end_5_after_the_end_everybody_sees_the_trail(seed: int) -> None:
    state = hunted(seed)
    trail = [move.split()[1] for move in state.moves if move.startswith("hide")]
    assert [state.view(seat)["trail"] for seat in (0, 1, -2)] == [trail] * 3
    assert "hide ?" not in state.told(-2)
    state.pop()
    assert "trail" not in state.view(1) and "trail" not in state.view(-2)

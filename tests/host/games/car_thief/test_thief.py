"""The thief's phase."""

from itertools import pairwise

import pytest
from heistboard.games.car_thief.board import CELLS, token
from heistboard.rules import IllegalMove, Outcome

from tests.support.car_thief import car_thief, hunted, illegal, play, trail_game

WAIT = "search green b2; search yellow b3; search pink e5"
CORNERED = ["a2", "b2", "b1", "a1"]


def free(trail: str) -> set[str]:
    return {move.removeprefix("hide ") for move in trail_game(trail.split()).legal()}


def test_ct_thief_1_the_police_do_nothing_while_the_thief_hides() -> None:
    for state in (car_thief(), trail_game(["c3"])):
        assert state.seat == 0
        for text in ("fly green x21", "search green a1", "search a1", "fly x21"):
            assert illegal(state, text) == "CT-THIEF-1"


def test_ct_thief_2_the_car_goes_and_its_token_stays() -> None:
    state = car_thief(f"hide a2; {WAIT}; hide a1; search green a2")
    assert state.searches[-1].found == "yellow"
    assert state.outcome is None
    play(state, "search yellow a2; search pink e5; hide b1; search green b1")
    assert state.searches[-1].found == "car"


def test_ct_thief_3_any_cell_first() -> None:
    assert car_thief().legal() == tuple(f"hide {cell}" for cell in CELLS)


def test_ct_thief_3_then_a_neighbouring_cell_where_the_car_has_never_been() -> None:
    assert free("c3") == {"c2", "b3", "d3", "c4"}
    assert free("a1") == {"b1", "a2"}
    assert free("a1 a2 b2 b1") == {"c1"}
    assert free("c3 c2 d2 d3 e3") == {"e2", "e4"}
    state = trail_game(["c3", "c2"])
    assert illegal(state, "hide c3") == "CT-THIEF-3"
    assert illegal(state, "hide d3") == "CT-THIEF-3"
    with pytest.raises(IllegalMove, match="the car has already been there"):
        state.push("hide c3")
    with pytest.raises(IllegalMove, match="not next to c2"):
        state.push("hide a5")


def test_ct_thief_4_a_cell_stays_forbidden_when_its_token_is_on_the_roof() -> None:
    state = car_thief(f"hide a2; {WAIT}; hide a1; search green a2; search yellow b3")
    play(state, "search pink e5; hide b1; search green b2; search yellow b3; search pink e5")
    assert state.roofs == {"a2": "yellow"}
    play(state, "hide b2; search green a1; search yellow b3; search pink e5")
    assert set(state.legal()) == {"hide b3", "hide c2"}
    assert illegal(state, "hide a2") == "CT-THIEF-3"


def test_ct_thief_5_staying_is_never_legal_and_nothing_else_blocks() -> None:
    state = car_thief(f"hide b2; {WAIT.replace('green b2', 'green a2')}")
    assert illegal(state, "hide b2") == "CT-THIEF-3"
    # a2 has just been searched, and all three helicopters are near.
    assert set(state.legal()) == {"hide b1", "hide a2", "hide c2", "hide b3"}


def test_ct_thief_6_surrounded_is_said_when_and_only_when_no_cell_is_left() -> None:
    state = trail_game(CORNERED)
    assert (state.round, state.seat, state.legal()) == (5, 0, ("surrounded",))
    assert illegal(state, "hide a2") == "CT-THIEF-6"
    state.push("surrounded")
    assert state.outcome == Outcome("police", "surrounded", "CT-END-3")
    assert state.view(1)["trail"] == CORNERED
    for other in (car_thief(), trail_game(CORNERED[:3])):
        assert "surrounded" not in other.legal()
        assert illegal(other, "surrounded") == "CT-THIEF-6"


def test_ct_thief_7_the_car_stands_on_the_token_of_its_round() -> None:
    trail = ["c1", "c2", "c3", "c4", "c5", "d5", "d4", "d3"]
    state = trail_game(trail)
    assert [token(r) for r, _ in enumerate(state.trail, 1)] == [
        *("yellow", "blue", "blue", "blue", "blue", "red", "blue", "blue")
    ]
    assert [CELLS[cell] for cell in state.trail] == trail


def test_ct_thief_8_after_hiding_the_police_act() -> None:
    state = car_thief("hide c3")
    assert (state.seat, state.phase, state.round) == (1, "police", 1)
    assert illegal(state, "hide c4") == "CT-THIEF-8"
    assert illegal(state, "surrounded") == "CT-THIEF-8"


@pytest.mark.parametrize("seed", range(30))
def test_ct_thief_9_a_trail_is_a_walk_over_different_cells(seed: int) -> None:
    state = hunted(seed)
    trail = [CELLS[cell] for cell in state.trail]
    assert len(set(trail)) == len(trail) == sum(m.startswith("hide") for m in state.moves)
    for one, other in pairwise(trail):
        assert sum(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True)) == 1


def test_ct_thief_10_the_thief_lifts_21_buildings_in_a_whole_game() -> None:
    trail = ["a1", "b1", "c1", "d1", "e1", "e2", "d2", "c2", "b2", "a2", "a3"]
    state = trail_game(trail)
    # In the first round the new cell, then the old one and the new one.
    hidden = [move for move in state.moves if move.startswith("hide")]
    assert sum(1 if round_number == 0 else 2 for round_number, _ in enumerate(hidden)) == 21
    assert state.outcome == Outcome("thief", "escape", "CT-END-2")

"""The police's phase."""

from itertools import permutations

import pytest
from heistboard.games.car_thief.board import COLOURS
from heistboard.rules import TABLE, InvalidMove, Outcome

from tests.support.car_thief import car_thief, fly, illegal, play, trail_game


def test_ct_police_1_eyes_open_from_hiding_to_the_last_action() -> None:
    state = car_thief("hide c3")
    phases = []
    for text in ("fly green x21", "fly yellow x13", "fly pink x34"):
        phases.append(state.phase)
        play(state, text)
    assert phases == ["police"] * 3
    assert state.phase == "eyes-closed"


def test_ct_police_2_each_helicopter_acts_once_in_any_order() -> None:
    for order in permutations(COLOURS):
        state = car_thief("hide c3")
        for done, colour in enumerate(order):
            assert state.waiting == [c for c in COLOURS if c not in order[:done]]
            assert {move.split()[1] for move in state.legal()} == set(order[done:])
            state.push(next(move for move in state.legal() if move.split()[1] == colour))
            if done < 2:
                assert illegal(state, f"search {colour} a1") == "CT-POLICE-2"
                assert illegal(state, f"fly {colour} x33") == "CT-POLICE-2"
        assert (state.round, state.seat) == (2, 0)


def test_ct_police_3_fly_or_search_and_no_passing() -> None:
    for done in ("", "; fly green x21", "; fly green x21; search pink d4"):
        state = car_thief(f"hide c3{done}")
        verbs = {move.split()[0] for move in state.legal()}
        assert verbs <= {"fly", "search"}
        assert "search" in verbs
    for word in ("pass", "wait green", ""):
        with pytest.raises(InvalidMove):
            state.push(word)


def test_ct_police_4_to_a_neighbouring_crossing() -> None:
    state = car_thief("hide c3")
    flights = {move for move in state.legal() if move.startswith("fly")}
    assert flights == {
        *("fly green x21", "fly yellow x22", "fly yellow x13", "fly pink x34", "fly pink x43")
    }
    assert illegal(state, "fly green x22") == "CT-POLICE-4"  # diagonal
    assert illegal(state, "fly green x31") == "CT-POLICE-4"
    assert illegal(state, "fly green x11") == "CT-POLICE-4"  # it is there
    play(state, "fly green x21")
    assert state.helicopters == {"green": "x21", "yellow": "x12", "pink": "x44"}


def test_ct_police_4_not_to_a_crossing_that_is_occupied_at_that_moment() -> None:
    state = car_thief("hide c3")
    assert illegal(state, "fly green x12") == "CT-POLICE-4"
    assert "fly green x12" not in state.legal()
    play(state, "fly yellow x13; fly green x12")
    assert state.helicopters == {"green": "x12", "yellow": "x13", "pink": "x44"}


def test_ct_police_5_any_of_four_cells_even_again_or_under_a_roof_token() -> None:
    state = car_thief("hide c3")
    assert [m.split()[2] for m in state.legal() if m.startswith("search pink")] == [
        *("d4", "e4", "d5", "e5")
    ]
    assert illegal(state, "search pink c4") == "CT-POLICE-5"
    play(state, "search green b2; search yellow b2")
    assert [search.found for search in state.searches] == ["nothing", "nothing"]
    state = car_thief("hide a1; search green b2; search yellow b2; search pink e5; hide b1")
    play(state, "search green a1; search yellow b2; search pink e5; hide c1; search green a1")
    assert state.searches[-1].found == "nothing"


def test_ct_police_6_car_trace_or_nothing() -> None:
    state = car_thief("hide a1; search green b1; search yellow b3; search pink e5; hide b1")
    play(state, "search green a1")
    assert state.roofs == {"a1": "yellow"}
    play(state, "search yellow a3; search pink e4; hide c1; search green b1; search yellow b2")
    play(state, "search pink d4; hide c2; fly green x21; search yellow b2; search pink d4")
    play(state, "hide b2; search green b2")
    assert [search.found for search in state.searches] == [
        *("nothing", "nothing", "nothing", "yellow", "nothing", "nothing"),
        *("blue", "nothing", "nothing", "nothing", "nothing", "car"),
    ]
    assert state.roofs == {"a1": "yellow", "b1": "blue"}
    assert tuple(state.searches[-1]) == (5, "green", "b2", "car")


def test_ct_police_7_yellow_is_the_first_red_the_sixth_blue_all_others() -> None:
    trail = ["b2", "a2", "a3", "b3", "b4", "a4", "a5", "b5"]
    for number, cell in enumerate(trail[:-1]):
        state = trail_game(trail, near=cell)
        play(state, f"search yellow {cell}")
        colour = {0: "yellow", 5: "red"}.get(number, "blue")
        assert state.searches[-1].found == state.roofs[cell] == colour
        # The public learns only the colour.
        assert f"search yellow {cell} -> {colour}" == state.told(TABLE)[-1]


def test_ct_police_8_a_roof_token_stays_and_nothing_more_is_found() -> None:
    state = trail_game(["a1", "b1", "c1"], near="b1")
    play(state, "search yellow b1")
    fly(state)
    fly(state)
    play(state, "hide d1")
    assert state.roofs == {"b1": "blue"}
    play(state, "search yellow b1")
    assert [search.found for search in state.searches] == ["blue", "nothing"]
    assert state.roofs == {"b1": "blue"}


def test_ct_police_9_nobody_acts_after_an_arrest() -> None:
    state = car_thief("hide b2; search green b2")
    assert (state.seat, state.phase, state.legal()) == (None, "over", ())
    assert state.outcome == Outcome("police", "arrest", "CT-END-1")
    assert illegal(state, "fly yellow x13") == "CT-END-1"
    assert illegal(state, "hide b3") == "CT-END-1"


def test_ct_police_9_else_the_phase_ends_with_the_third_action() -> None:
    state = car_thief("hide c3; search green a1; fly yellow x22")
    assert (state.seat, state.round) == (1, 1)
    play(state, "search pink d4")
    assert (state.seat, state.round) == (0, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ct_police_10_the_police_are_one_side(players: int) -> None:
    state = car_thief("hide c3", players=players)
    assert state.seat == 1
    assert {move.split()[1] for move in state.legal()} == set(COLOURS)

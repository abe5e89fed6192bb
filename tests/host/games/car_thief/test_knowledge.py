"""Seats are shown nothing that they have not lawfully learned."""

import json
from itertools import islice

import pytest
from heistboard import games
from heistboard.rules import TABLE, IllegalMove
from heistboard.rules.testing import LeakCheck, shown
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.host.games.car_thief.obs import obs, twins
from tests.support.car_thief import car_thief, hunted, illegal, play, trail_game

ATTEMPTS = (
    *("hide c3", "hide a1", "hide z9", "surrounded", "place green x11", "fly green x22"),
    *("fly x33", "search b3", "search green b2", "search pink a1", "search c4", "fly", ""),
)
CHOICES = st.lists(st.integers(0, 5 * 47), min_size=47, max_size=47)


def chosen(choices: list[int]) -> list[str]:
    """Returns the moves of a game, chosen by numbers."""
    state = car_thief(placed=False)
    for choice in choices:
        if legal := state.legal():
            state.push(legal[choice % len(legal)])
    return [*state.moves]


@pytest.mark.parametrize("seat", [1, TABLE])
def test_ct_info_1_the_police_see_what_happened_in_the_open(seat: int) -> None:
    state = car_thief("hide a1; search green b2; fly yellow x13; search pink d4; hide b1")
    play(state, "search green a1")
    assert state.view(seat) == {
        "game": "car-thief",
        "players": 2,
        "phase": "police",
        "seat": 1,
        "round": 2,
        "helicopters": {"green": "x11", "yellow": "x13", "pink": "x44"},
        "waiting": ["yellow", "pink"],
        "searches": [
            {"round": 1, "helicopter": "green", "cell": "b2", "found": "nothing"},
            {"round": 1, "helicopter": "pink", "cell": "d4", "found": "nothing"},
            {"round": 2, "helicopter": "green", "cell": "a1", "found": "yellow"},
        ],
        "roofs": {"a1": "yellow"},
        "moves": [
            *("place green x11", "place yellow x12", "place pink x44", "hide ?"),
            *("search green b2 -> nothing", "fly yellow x13", "search pink d4 -> nothing"),
            *("hide ?", "search green a1 -> yellow"),
        ],
        "outcome": None,
    }


def test_ct_info_1_the_thief_sees_the_trail_and_where_it_may_go() -> None:
    state = trail_game(["a1", "b1"])
    view = state.view(0)
    assert (view["trail"], view["free"]) == (["a1", "b1"], ["c1", "b2"])
    assert "hide b1" in state.told(0)
    with pytest.raises(ValueError, match="no seat 2"):
        state.view(2)


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(CHOICES)
def test_ct_info_1_seats_that_have_learned_the_same_see_the_same_bytes(choices: list[int]) -> None:
    compare_twins(choices)  # tests/long has more examples


def compare_twins(choices: list[int]) -> None:
    moves = chosen(choices)
    check = LeakCheck(obs, ATTEMPTS)
    for journal in (moves, *islice(twins(moves), 3)):
        state = games.load("car-thief").new(2)
        check.see(state)
        for move in journal:
            state.push(move)
            check.see(state)


def test_ct_info_1_the_check_meets_twins_at_every_stage() -> None:
    for seed in range(40):
        moves: list[str] = [*hunted(seed).moves[:-1]]
        check = LeakCheck(obs)
        found = 0
        for journal in (moves, *islice(twins(moves), 2)):
            state = games.load("car-thief").new(2)
            for move in journal:
                state.push(move)
                check.see(state)
            found += 1
        if found == 3:
            # At the end of each twin, police and public have learned the same.
            assert check.twins >= 4
            return
    raise AssertionError("no twins")


def test_ct_info_4_while_the_thief_hides_the_others_see_the_same_whatever_the_cell() -> None:
    state = trail_game(["c3"])
    seen = set()
    for move in state.legal():
        other = state.copy()
        other.push(move)
        seen.add(json.dumps([shown(other, seat)["view"].decode() for seat in (1, TABLE)]))
    assert len(state.legal()) == 4 and len(seen) == 1


def test_ct_info_4_a_refusal_to_the_police_contains_no_secret() -> None:
    texts = [
        move.replace("green", colour)
        for colour in ("green", "yellow", "pink")
        for move in ("search green a1", "fly green x33", "place green x22", "search green c3")
    ]
    said = []
    for cell in ("a1", "c3", "e5", "b2"):
        state = car_thief(f"hide {cell}; fly green x21")
        answers = []
        for text in (*texts, "hide c3", "surrounded"):
            if text in state.legal():
                continue
            with pytest.raises(IllegalMove) as error:
                state.push(text)
            answers.append(str(error.value))
        said.append(answers)
    assert len(said[0]) > 8
    assert all(answers == said[0] for answers in said)


def test_ct_info_5_mistakes_of_hands_are_refused() -> None:
    state = car_thief("hide c3; fly green x21")
    wrong = {
        "search pink c3": "CT-POLICE-5",  # not at its crossing
        "fly pink x12": "CT-POLICE-4",  # taken
        "fly pink x33": "CT-POLICE-4",  # diagonal
        "fly green x22": "CT-POLICE-2",  # twice
        "hide c4": "CT-THIEF-8",  # the thief, in the police's phase
    }
    assert {text: illegal(state, text) for text in wrong} == wrong
    play(state, "search yellow a2; search pink e5")
    assert illegal(state, "fly pink x34") == "CT-THIEF-1"  # the police, in the thief's
    assert illegal(state, "hide a1") == "CT-THIEF-3"

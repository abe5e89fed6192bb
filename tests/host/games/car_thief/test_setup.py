"""Setup and rounds."""

from itertools import permutations, product

import pytest
from heistboard import games
from heistboard.games.car_thief.board import COLOURS, CROSSINGS, ROUNDS, token
from heistboard.rules import Outcome

from tests.support.car_thief import car_thief, illegal, play, trail_game

SNAKE = ["a1", "b1", "c1", "d1", "e1", "e2", "d2", "c2", "b2", "a2", "a3"]


def test_ct_setup_1_nothing_lies_under_any_building() -> None:
    state = car_thief()
    assert (state.trail, state.roofs, state.searches) == ([], {}, [])


def test_ct_setup_2_a_thief_and_one_to_three_police() -> None:
    game = games.load("car-thief")
    assert game.new(2).seats == game.new(4).seats == ("thief", "police")
    for players in (2, 3, 4):
        assert game.new(players).view(1)["players"] == players
    for players in (1, 5, 0, -1):
        with pytest.raises(ValueError, match=rf"players is {players}, expected 2\.\.4"):
            game.new(players)
    with pytest.raises(ValueError, match="players is True"):
        game.new(players=True)
    with pytest.raises(ValueError, match="no option 'colour', expected players"):
        game.new(colour="red")


def test_ct_setup_3_the_track_holds_yellow_four_blue_red_five_blue() -> None:
    track = [token(round_number) for round_number in range(1, ROUNDS + 1)]
    assert track == ["yellow", *["blue"] * 4, "red", *["blue"] * 5]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ct_setup_4_all_helicopters_play_for_any_number_of_police(players: int) -> None:
    state = car_thief(players=players, placed=False)
    assert {move.split()[1] for move in state.legal()} == set(COLOURS)
    play(state, "place green x11; place yellow x12; place pink x44; hide c3")
    assert state.waiting == list(COLOURS)


def test_ct_setup_5_three_crossings_in_any_order() -> None:
    reached = set()
    for order in permutations(COLOURS):
        state = car_thief(placed=False)
        assert state.legal() == tuple(f"place {c} {x}" for c, x in product(COLOURS, CROSSINGS))
        for colour, crossing in zip(order, ("x11", "x12", "x44"), strict=True):
            assert (state.seat, state.phase, state.round) == (1, "setup", 0)
            state.push(f"place {colour} {crossing}")
        reached.add(tuple(state.helicopters.items()))
    assert len(reached) == 6
    assert illegal(car_thief("place green x22", placed=False), "place pink x22") == "CT-SETUP-5"
    assert illegal(car_thief("place green x22", placed=False), "place green x23") == "CT-SETUP-5"
    assert illegal(car_thief("place green x22", placed=False), "fly green x23") == "CT-SETUP-5"
    assert illegal(car_thief("hide c3"), "place green x22") == "CT-SETUP-5"


def test_ct_setup_5_3360_placements() -> None:
    start = car_thief(placed=False)
    count = 0
    for green in [move for move in start.legal() if "green" in move]:
        start.push(green)
        for yellow in [move for move in start.legal() if "yellow" in move]:
            start.push(yellow)
            count += len(start.legal())
            start.pop()
        start.pop()
    assert count == 3360


def test_ct_setup_6_helicopters_are_placed_and_seen_before_the_thief_hides() -> None:
    assert illegal(car_thief(placed=False), "hide c3") == "CT-SETUP-6"
    assert illegal(car_thief(placed=False), "surrounded") == "CT-SETUP-6"
    state = car_thief()
    assert state.seat == 0
    assert state.view(0)["helicopters"] == {"green": "x11", "yellow": "x12", "pink": "x44"}


def test_ct_round_1_eleven_rounds_of_thief_then_police() -> None:
    seats = []
    state = trail_game([])
    for cell in SNAKE:
        seats.append((state.round, state.phase))
        state.push(f"hide {cell}")
        seats.append((state.round, state.phase))
        for _ in range(3):
            state.push(next(move for move in state.legal() if move.startswith("fly")))
    assert seats == [(r, p) for r in range(1, 12) for p in ("eyes-closed", "police")]
    assert state.outcome == Outcome("thief", "escape", "CT-END-2")
    assert (state.seat, state.phase, state.legal()) == (None, "over", ())


def test_ct_round_2_everybody_knows_the_round() -> None:
    state = trail_game(SNAKE[:4])
    assert [state.view(seat)["round"] for seat in (0, 1, -2)] == [5, 5, 5]

"""The belief that weighs trails by how people drive."""

from math import isclose
from random import Random

import numpy as np
import pytest
from heistboard.games import load
from heistboard.games.car_thief import weighed_belief
from heistboard.games.car_thief.belief import NOWHERE, Belief
from heistboard.games.car_thief.board import CELL_NUMBERS, CELLS, NEXT_CELLS, cells_of
from heistboard.games.car_thief.drivers import DRIVERS
from heistboard.games.car_thief.weighed_belief import WeighedBelief
from heistboard.rules import TABLE, State

POLICE = 1


def after(moves: str) -> State:
    state = load("car-thief").new()
    for colour, crossing in (("green", "x11"), ("yellow", "x14"), ("pink", "x44")):
        state.push(f"place {colour} {crossing}")
    for move in moves.split("; "):
        state.push(state.parse(move))
    return state


def ways(trail: tuple[str, ...]) -> list[str]:
    near = cells_of(NEXT_CELLS[CELL_NUMBERS[trail[-1]]])
    return [CELLS[cell] for cell in near if CELLS[cell] not in trail]


def of(state: State) -> WeighedBelief:
    belief = WeighedBelief()
    belief.follow(state.view(POLICE))
    return belief


def test_it_has_the_exact_trails_and_their_weights_sum_to_one() -> None:
    random = Random(4)
    state = load("car-thief").new()
    belief = WeighedBelief()
    while state.outcome is None:
        belief.follow(state.view(POLICE))
        exact = Belief.from_view(state.view(TABLE))
        assert list(belief.each_trail()) == list(exact.each_trail())
        likely = belief.likely()
        assert len(likely) == belief.trails and likely.min() > 0
        assert isclose(likely.sum(), 1) and isclose(sum(belief.drivers().values()), 1)
        state.push(random.choice(state.legal()))


def test_one_driver_who_drives_at_random_takes_each_way_as_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_random = [driver for driver in DRIVERS if driver.name == "random"]
    monkeypatch.setattr(weighed_belief, "DRIVERS", at_random)
    monkeypatch.setattr(weighed_belief, "_SHARES", np.ones(1))
    belief = of(
        after(
            "hide c3; search green b2; search yellow b5; search pink d4; hide c2; "
            "search green b1; search yellow a4; search pink e4; hide b2"
        )
    )
    exact = {}
    for trail in belief.each_trail():
        exact[trail] = 1.0
        for step in range(1, len(trail)):
            exact[trail] /= len(ways(trail[:step]))
    total = sum(exact.values())
    for trail, likely in zip(belief.each_trail(), belief.likely(), strict=True):
        assert isclose(likely, exact[trail] / total)


def test_whoever_is_seen_on_the_rim_will_drive_round_it() -> None:
    rim = of(
        after(
            "hide a1; search green b2; fly yellow x13; fly pink x34; hide b1; search green a1; "
            "fly yellow x12; fly pink x33; hide c1; search green b1; fly yellow x13; fly pink x34"
        )
    )
    shares = rim.drivers()
    prior = {driver.name: driver.share for driver in DRIVERS}
    assert shares["rim"] > 1.3 * prior["rim"] and shares["middle"] < prior["middle"]
    to, likely = rim.next_ways((0,))
    next_cells = np.bincount(to.ravel(), likely.ravel(), NOWHERE + 1)
    assert CELLS[int(next_cells.argmax())] == "d1"


def test_drivers_who_keep_away_from_helicopters_are_believed_far_from_them() -> None:
    state = after("hide c1")
    belief = of(state)
    cells = np.bincount(
        [CELL_NUMBERS[trail[-1]] for trail in belief.each_trail()], belief.likely(), NOWHERE
    )
    # Helicopters are on x11, x14 and x44: nobody can search the top right corner soon.
    assert cells[CELL_NUMBERS["d1"]] > 1.2 * cells[CELL_NUMBERS["b1"]]
    assert cells[CELL_NUMBERS["e1"]] > cells[CELL_NUMBERS["a1"]]


def test_it_starts_over_when_moves_are_taken_back() -> None:
    state = after("hide a1; search green b2; search yellow b5; fly pink x34; hide b1")
    belief = of(state)
    for _ in range(2):
        state.pop()
    state.push("fly pink x43")
    state.push("hide b1")
    belief.follow(state.view(POLICE))
    fresh = of(state)
    assert list(belief.likely()) == list(fresh.likely())
    assert list(fresh.likely()) != list(of(after("hide a1")).likely())


def test_the_shares_of_the_drivers_sum_to_one() -> None:
    assert isclose(sum(driver.share for driver in DRIVERS), 1)
    assert len({driver.name for driver in DRIVERS}) == len(DRIVERS)

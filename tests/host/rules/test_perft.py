"""Perft counts, compared with arithmetic."""

import random

import pytest
from heistboard.games import load
from heistboard.rules import State
from heistboard.rules.perft import PerftCounts, perft


def test_lines_from_the_start_are_those_of_arithmetic() -> None:
    placements = 48 * 30 * 14
    # Four searches for each of three helicopters; and for each of 48 flights 14 x 13 places for
    # the other two, in 6 orders of placing.
    first_acts = 25 * (placements * 12 + 3 * 48 * 14 * 13 * 6)
    lines = (48, 48 * 30, placements, placements * 25, first_acts)
    assert perft(load("car-thief").new(), 5) == PerftCounts(lines, (0, 0, 0, 0))


def last_act() -> State:
    """A game in which one helicopter is still to act."""
    for seed in range(100):
        chooser = random.Random(seed)
        state = load("car-thief").new()
        while state.seat is not None:
            state.push(chooser.choice(state.legal()))
        if state.outcome and state.outcome.ending == "escape":
            state.pop()
            return state
    raise AssertionError("nobody escaped")


def test_lines_that_end_the_game_go_no_further() -> None:
    state = last_act()
    moves = len(state.legal())
    assert perft(state, 3) == PerftCounts((moves, 0, 0), (moves, 0))


def test_counting_leaves_the_state_as_it_was() -> None:
    state = last_act()
    for _ in range(3):
        state.pop()
    before = list(state.moves), state.legal(), state.view(0)
    perft(state, 4)
    assert (state.moves, state.legal(), state.view(0)) == before


def test_progress_is_told_after_each_first_move() -> None:
    told: list[tuple[int, int]] = []
    perft(load("car-thief").new(), 2, lambda done, total: told.append((done, total)))
    assert told == [(number, 48) for number in range(1, 49)]


def test_game_that_is_over_has_no_lines() -> None:
    state = last_act()
    state.push(state.legal()[0])
    assert perft(state, 2) == PerftCounts((0, 0), (0,))


def test_depth_is_at_least_1() -> None:
    with pytest.raises(ValueError, match="depth is 0, expected 1 or more"):
        perft(load("car-thief").new(), 0)

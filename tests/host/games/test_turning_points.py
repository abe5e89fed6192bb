"""Where a finished game was decided, by bots that play on."""

from dataclasses import replace

import pytest
from heistboard import games
from heistboard.games.turning_points import (
    PLAY_OUTS,
    TurningPoint,
    _is_clear,
    _next,
    judge,
    judgement_document,
    turning_points,
)
from heistboard.rules import State
from heistboard.rules.autoplay import RandomBot

from tests.support import small_game
from tests.support.car_thief import car_thief
from tests.support.reviewed import FOUND


def numbers(script: str) -> State:
    """A game of three: each keeps a number, then each raises or stops; the highest wins."""
    state = small_game.GAME.new(3)
    for move in script.split(", "):
        state.push(move)
    return state


PLAYED = "keep 4, keep 1, keep 1, raise, raise, stop"


def test_a_game_was_decided_where_its_ending_became_certain() -> None:
    judged = judge(numbers(PLAYED), RandomBot)
    assert judged.begin < 0.8 and judged.play_outs % PLAY_OUTS == 0
    assert judged.points
    for point in judged.points:
        assert point.to_move <= 3  # then all numbers are kept
        assert point.after > point.before


def test_a_game_has_one_judgement() -> None:
    state = numbers(PLAYED)
    before = list(state.moves)
    assert judge(state, RandomBot) == judge(state.copy(), RandomBot)
    assert state.moves == before


def test_the_stretch_in_which_most_has_changed_is_halved() -> None:
    assert _next({0: 0.2, 10: 0.2, 20: 1.0}) == 15
    assert _next({0: 0.1, 10: 0.9, 20: 1.0}) == 5
    assert _next({0: 0.1, 1: 0.9, 3: 1.0}) == 2  # one move cannot be halved
    assert _next({0: 0.1, 1: 1.0}) is None


def test_small_changes_may_be_chance() -> None:
    assert _is_clear(TurningPoint(10, 20, 0.1, 0.9), 99)
    assert not _is_clear(TurningPoint(10, 20, 0.5, 0.6), 99)
    # The end itself is certain.
    assert _is_clear(TurningPoint(10, 20, 0.81, 1.0), 20)
    assert not _is_clear(TurningPoint(10, 20, 0.81, 1.0), 99)


def test_shares_are_thousandths_in_a_document() -> None:
    document = judgement_document(judge(numbers(PLAYED), RandomBot))
    assert document["error"] == 144 and type(document["begin"]) is int


def test_only_a_finished_game_of_a_package_with_a_bot_for_it_is_judged() -> None:
    state = car_thief(FOUND)
    assert turning_points(state) is None
    state.pop()
    with pytest.raises(ValueError, match="not finished"):
        turning_points(state)


def test_a_package_is_judged_by_its_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_game, "PACKAGE", replace(small_game.PACKAGE, review_bot="random"))
    with small_game.small_game_installed():
        assert games.package("numbers").review_bot == "random"
        state = numbers(PLAYED)
        judged = turning_points(state)
        assert judged == judge(state, RandomBot) and turning_points(state) is judged

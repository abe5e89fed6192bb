"""Bots and dealers."""

from collections import Counter
from random import Random

import pytest
from heistboard import games
from heistboard.rules import CHANCE, State, View
from heistboard.rules.play import Dealer, play_out

from tests.support.car_thief import car_thief, play


class Urn(State):
    """Two draws from an urn of one red and three white balls; then a person guesses."""

    __slots__ = ()

    def __init__(self) -> None:
        self.seat = CHANCE
        self.outcome = None
        self.moves = []

    @property
    def phase(self) -> str:
        return "drawing"

    def legal(self) -> tuple[str, ...]:
        return ("red", "white") if self.seat == CHANCE else ()

    def odds(self) -> tuple[int, ...]:
        return (1, 3)

    def push(self, move: str) -> None:
        self.moves.append(move)
        if len(self.moves) == 2000:
            self.seat = None

    def pop(self) -> str:
        return self.moves.pop()

    def parse(self, text: str) -> str:
        return text

    def view(self, seat: int) -> View:
        return {}

    def told(self, seat: int | None) -> list[str]:
        return self.moves

    def copy(self) -> "Urn":
        return Urn()


def test_a_dealer_draws_by_the_odds() -> None:
    state = Urn()
    play_out(state, {}, Dealer(Random(1)))
    drawn = Counter(state.moves)
    assert 430 < drawn["red"] < 570
    assert drawn.total() == 2000


@pytest.mark.parametrize("police", ["random", "hunter"])
def test_the_same_seed_plays_the_same_game(police: str) -> None:
    def played(seed: int) -> list[str]:
        bots = games.bots("car-thief")
        random = Random(seed)
        state = games.load("car-thief").new()
        play_out(state, {0: bots["random"](0, random), 1: bots[police](1, random)})
        assert state.outcome is not None
        return state.moves

    assert played(1) == played(1) != played(2)


def test_a_hunter_searches_where_the_car_can_be_and_looks_only_at_its_view() -> None:
    state = car_thief("place green x22; place yellow x32; place pink x33", placed=False)
    play(state, "hide c3; search green b2; search yellow d2; search pink c4")
    play(state, "hide c2; search green c3; search yellow d3")
    # The car was in c3 and is in b3, c2 or c4; pink can reach the last.
    looks = []

    def look() -> View:
        looks.append(state.view(1))
        return looks[-1]

    bot = games.bots("car-thief")["hunter"](1, Random(1))
    assert bot.choose(state.legal(), look) == "search pink c4"
    assert len(looks) == 1 and "trail" not in looks[0]

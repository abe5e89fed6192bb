"""Bots and dealers."""

from collections import Counter
from random import Random

import pytest
from heistboard import games
from heistboard.rules import CHANCE, Known, Move, State, View
from heistboard.rules.autoplay import Dealer, play_out

from tests.support.car_thief import car_thief, play

RED, WHITE = Move("red", reveals=True), Move("white", reveals=True)


class Urn(State):
    """Draws from an urn of one red and three white balls, which are put back."""

    __slots__ = ()

    def __init__(self) -> None:
        self.game = games.load("car-thief")
        self.seat = CHANCE
        self.outcome = None
        self.moves = []

    @property
    def phase(self) -> str:
        return "drawing"

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        return (RED, WHITE) if self.seat == CHANCE else ()

    def odds(self) -> tuple[int, ...]:
        return (1, 3)

    def push(self, move: str) -> None:
        self.moves.append(self.parse(move))
        if len(self.moves) == 2000:
            self.seat = None

    def pop(self) -> Move:
        return self.moves.pop()

    def parse(self, text: str) -> Move:
        return RED if text == "red" else WHITE

    def view(self, seat: int) -> View:
        return {}

    def told(self, seat: int | None) -> list[str]:
        return [*self.moves]

    def known(self, seat: int) -> Known:
        return (*self.moves,)

    def copy(self) -> "Urn":
        return Urn()


def test_a_dealer_draws_by_the_odds() -> None:
    state = Urn()
    play_out(state, {}, Dealer(Random(1)))
    drawn = Counter(map(str, state.moves))
    assert 430 < drawn["red"] < 570
    assert drawn.total() == 2000


@pytest.mark.parametrize("police", ["random", "hunter"])
def test_the_same_seed_plays_the_same_game(police: str) -> None:
    def played(seed: int) -> list[str]:
        bots = games.package("car-thief").bot_makers()
        random = Random(seed)
        state = games.load("car-thief").new()
        play_out(state, {0: bots["random"](0, random), 1: bots[police](1, random)})
        assert state.outcome is not None
        return [*state.moves]

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

    bot = games.package("car-thief").bot_makers()["hunter"](1, Random(1))
    assert bot.choose(state.legal(), look) == "search pink c4"
    assert len(looks) == 1 and "trail" not in looks[0]

"""The leak check and the walk find broken games."""

from itertools import product
from random import Random

import pytest
from heistboard.games.car_thief import view as views
from heistboard.games.car_thief.rules import CarThief
from heistboard.rules import CHANCE, Deck, Draw, IllegalMove, Move, View, testing
from heistboard.rules.testing import LeakCheck, walk

from tests.host.games.car_thief.obs import obs
from tests.support.car_thief import car_thief

HIDDEN = ("hide a1", "hide c3")


def look(check: LeakCheck) -> None:
    for move in HIDDEN:
        state = car_thief()
        state.push(move)
        check.see(state)


def test_a_game_that_keeps_its_secrets_passes() -> None:
    check = LeakCheck(obs, ["search a1", "hide c3"])
    look(check)
    assert check.twins == 2  # the police and the table


def test_a_leaking_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = views.view

    def leaky(state: CarThief, seat: int) -> View:
        return honest(state, seat) | {"size": len(str(state.moves)) + state.trail[-1]}

    monkeypatch.setattr(views, "view", leaky)
    with pytest.raises(AssertionError, match="view of seat 1 tells"):
        look(LeakCheck(obs))


def test_leaking_told_moves_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CarThief, "told", lambda self, seat: self.moves)
    with pytest.raises(AssertionError, match="told of seat 1 tells"):
        look(LeakCheck(obs))


def test_a_leaking_legal_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CarThief.legal

    def leaky(self: CarThief, seat: int | None = None) -> tuple[Move, ...]:
        return honest(self, seat)[self.trail[-1] % 2 :]

    monkeypatch.setattr(CarThief, "legal", leaky)
    state = car_thief("hide b1")
    check = LeakCheck(obs)
    check.see(state)
    with pytest.raises(AssertionError, match="legal of seat 1 tells"):
        check.see(car_thief("hide c3"))


def test_a_move_that_is_too_long_to_be_sent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    long = Move("x" * (testing.MOVE_MOST + 1))

    def legal(self: CarThief, seat: int | None = None) -> tuple[Move, ...]:
        return (long,) if seat in (None, *self.movers) else ()

    monkeypatch.setattr(CarThief, "legal", legal)
    monkeypatch.setattr(CarThief, "default", lambda self, seat: long)
    with pytest.raises(AssertionError, match="a move has 201 characters"):
        testing._legal(car_thief())


def test_a_secret_move_offered_to_everybody_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = CarThief.legal

    def leaky(self: CarThief, seat: int | None = None) -> tuple[Move, ...]:
        return tuple(Move(str(move)) for move in honest(self, seat))  # not private

    flown = ("fly green x21", "fly yellow x13", "fly pink x34")
    states = [car_thief(move) for move in HIDDEN]
    for state, move in product(states, flown):
        state.push(move)
    monkeypatch.setattr(CarThief, "legal", leaky)
    check = LeakCheck(obs)
    check.see(states[0])
    with pytest.raises(AssertionError, match="offered of seat 1 tells"):
        check.see(states[1])


@pytest.mark.parametrize("is_real", [False, True])
def test_a_deck_that_leaks_is_found_where_people_draw(
    monkeypatch: pytest.MonkeyPatch, *, is_real: bool
) -> None:
    honest = CarThief.legal

    def leaky(self: CarThief, seat: int | None = None) -> tuple[Move, ...]:
        return (Move(f"die {self.trail[-1]}"),) if seat == CHANCE else honest(self, seat)

    states = [car_thief(move) for move in HIDDEN]
    decks = {"die": Deck("a die", can_be_real=is_real)}
    monkeypatch.setitem(vars(states[0].game), "decks", decks)
    monkeypatch.setattr(CarThief, "draw", Draw("die", 1))
    monkeypatch.setattr(CarThief, "legal", leaky)
    check = LeakCheck(obs)
    check.see(states[0])
    if not is_real:  # the host deals, so nobody is shown what is left
        check.see(states[1])
        return
    with pytest.raises(AssertionError, match="draw of seat 1 tells"):
        check.see(states[1])


def test_a_leaking_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(self: CarThief, text: str) -> Move:
        raise IllegalMove(text, f"the car is in {self.trail}", "CT-INFO-1")

    states = [car_thief(move) for move in HIDDEN]
    monkeypatch.setattr(CarThief, "parse", parse)
    check = LeakCheck(obs, ["search green e5"])
    check.see(states[0])
    with pytest.raises(AssertionError, match="refusals of seat 1 tells"):
        check.see(states[1])


def test_an_empty_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "view", lambda state, seat: {})
    with pytest.raises(AssertionError, match="view of seat 0 does not tell"):
        look(LeakCheck(obs))


@pytest.mark.parametrize(
    ("name", "broken", "said"),
    [
        ("pop", lambda self: self.moves.pop(), "taken back"),
        ("copy", lambda self: self, "a copy was changed"),
        ("told", lambda self, seat: [], "told leaves out moves"),
        ("parse", lambda self, text: "surrounded", "parse"),
    ],
)
def test_a_walk_finds_a_broken_contract(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: object, said: str
) -> None:
    state = car_thief()
    monkeypatch.setattr(CarThief, name, broken)
    with pytest.raises(AssertionError, match=said):
        list(walk(state, Random(1)))

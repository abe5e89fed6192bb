"""Random games: they end, nothing gets lost, and every move can be taken back."""

from collections import Counter
from copy import deepcopy
from itertools import islice
from random import Random

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.notation import DEALT, FORMS
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import CHANCE, TABLE, State
from heistboard.rules.testing import walk

from tests.host.games.good_cop_bad_cop.conserved import any_options, choose, played
from tests.support.random_play import signature

GAMES = 3_000  # tests/long/good_cop_bad_cop_games.py plays more
UNHURRIED = 8  # of so many games players are hasty in all but one
CLOSE_GAMES = 40
WALKED_GAMES = 3  # the registry walks through more
REPLAYED_GAMES = 5
SHOWN_GAMES = 4
WRONG = ("", "?", "p1 pass", "pass", "p2 play coffee", "equip", "p1 look p2.1", "draw p1 coffee")


def test_cards_guns_and_wounds_are_conserved() -> None:
    random = Random(1)
    verbs: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    phases: set[str] = set()
    for _ in range(CLOSE_GAMES):
        state = played(random, any_options(random), phases=phases)
        verbs.update(move.verb for move in state.moves)
    for number in range(GAMES):
        options = {"players": 3 + number % 6, "bombers": number % 12 > 5}
        is_hasty = number // 12 % UNHURRIED > 0
        state = played(random, options, every=37, is_hasty=is_hasty)
        assert state.outcome is not None
        endings[state.outcome.ending] += 1
    assert set(verbs) == {*FORMS, *DEALT}
    assert phases == set(GAME.phases)
    assert set(endings) == set(GAME.endings)


@pytest.mark.parametrize("seed", range(WALKED_GAMES))
def test_the_contract_holds_at_every_step(seed: int) -> None:
    random = Random(seed)
    for _ in islice(walk(GAME.new(**any_options(random)), random, WRONG), 200):
        pass


def test_games_are_taken_back_and_replayed_like_journals() -> None:
    random = Random(5)
    for _ in range(REPLAYED_GAMES):
        options = any_options(random)
        state = GAME.new(**options)
        assert isinstance(state, GoodCopBadCop)
        steps = [signature(state)]
        while state.outcome is None:
            state.push(choose(state, random))
            steps.append(signature(state))
        again = GAME.new(**options)
        for number, move in enumerate(state.moves, 1):
            again.push(str(move))
            assert signature(again) == steps[number]
        for number in reversed(range(len(steps) - 1)):
            state.pop()
            assert signature(state) == steps[number]


def test_what_was_seen_and_told_is_taken_back_with_a_move_and_copied() -> None:
    random = Random(9)
    for _ in range(SHOWN_GAMES):
        state = GAME.new(**{**any_options(random), "memory": True})
        assert isinstance(state, GoodCopBadCop)
        seats = (*range(len(state.seats)), TABLE)
        for step in range(400):
            chance = random.random()
            if state.outcome is not None or (chance < 0.15 and state.moves):
                state.pop()
            elif chance < 0.25:
                state.view(random.choice(seats))
            elif chance < 0.28:
                original, state = state, state.copy()
                original.push(choose(original, random))
                original.view(random.choice(seats))
            else:
                state.push(choose(state, random))
            if step % 20 == 19:
                again = GAME.new(**state.options)
                for move in state.moves:
                    again.push(move)
                assert looks(state) == looks(again)


def looks(state: State) -> list[object]:
    seats = (*range(len(state.seats)), TABLE)
    return [state.told(None), *((state.view(seat), state.known(seat)) for seat in seats)]


def test_a_deep_copy_is_independent() -> None:
    state = GAME.new(4)
    for _ in range(30):
        state.push(state.legal()[0])
    before = signature(state)
    other = deepcopy(state)
    other.push(other.legal()[0])
    assert signature(state) == before != signature(other)
    while other.moves:
        other.pop()
    with pytest.raises(IndexError, match="no move has been made"):
        other.pop()
    assert signature(other) == signature(GAME.new(4)) and signature(state) == before


def test_only_chance_has_odds() -> None:
    state = GAME.new(4)
    while state.seat == CHANCE:
        state.push(state.legal()[0])
    with pytest.raises(ValueError, match="only chance has odds"):
        state.odds()

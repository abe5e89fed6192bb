"""The outside game keeps the contract: at every step, in every process, for every seat."""

import doctest
import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest
from heistboard import games
from heistboard.rules import TABLE, Choice, State
from heistboard.rules.autoplay import Dealer, RandomBot, play_out
from heistboard.rules.contract import RESERVED
from heistboard.rules.perft import perft
from heistboard.rules.testing import LeakCheck, check, everything, walk

from tests.outside.rules.lanterns import dealt
from tests.outside.rules.obs import obs, twin

WRONG = ("", "?", "x", "pass", "p1 pass", "p2 play gust", "carry x23", "role p1 ?", "accuse p1")
ATTEMPTS = (*WRONG, "p3 pass", "p1 play gust", "p3 play cloak", "street wind", "accuse p3", "p8 x")
OPTIONS = [
    *product((3, 5, 8), (2, 4), (False, True), ("x11 x44", "x32"), (False,)),
    *product((3, 8), (2, 4), (True,), ("x32",), (True,)),
]
KNOWN = """
import json, sys
from heistboard import games
text, moves = json.loads(sys.argv[1])
state = games.load("lanterns").new(**text)
for move in moves:
    state.push(move)
print([state.known(seat) for seat in (0, 1, 2, -2)])
"""


def game(number: int) -> State:
    players, turns, joins, gates, tower = OPTIONS[number % len(OPTIONS)]
    options: dict[str, Choice] = {
        **{"turns": turns, "carrier-joins": joins, "gates": gates, "tower": tower}
    }
    return games.load("lanterns").new(players, **options)


def test_game_is_found_by_its_entry_point() -> None:
    assert games.names() == ("burgle-bros", "car-thief", "good-cop-bad-cop", "lanterns")
    assert games.broken() == {}
    package = games.package("lanterns")
    assert "heistboard-lanterns" not in str(package.file("pieces.toml"))  # of the wheel
    assert not set(RESERVED) & set(package.game.choices)


def test_the_package_has_what_it_claims() -> None:
    check(games.package("lanterns"))


def test_every_rule_is_named_by_a_test_and_every_named_one_exists() -> None:
    text = games.package("lanterns").file("README.md").read_text()
    rules = re.findall(r"^\| (LN-[A-Z]+-\d) \|", text, re.M)
    named = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        found = re.findall(r"^def test_(ln_[a-z]+_\d)_", path.read_text(), re.M)
        named |= {each.replace("_", "-").upper() for each in found}
    assert named == set(rules) and len(rules) == len(named) > 10


def test_examples() -> None:
    assert doctest.testmod(sys.modules[games.load("lanterns").read.__module__]) == (0, 1)


@pytest.mark.parametrize("seed", range(len(OPTIONS)))
def test_the_contract_holds_at_every_step(seed: int) -> None:
    state = game(seed)
    steps = list(walk(state, Random(seed), WRONG))
    assert len(steps) == len(state.moves) + 1 <= 81
    with pytest.raises(ValueError, match="only chance has odds"):
        state.odds()


def test_random_games_are_taken_back_and_loaded_step_by_step() -> None:
    endings = set()
    for seed in range(96):
        state = game(seed)
        steps = [everything(state)]
        random = Random(seed)
        while movers := state.movers:
            state.push(random.choice([m for seat in movers for m in state.legal(seat)]))
            steps.append(everything(state))
        assert state.outcome is not None
        endings.add(state.outcome.ending)
        again = state.game.new(**state.options)
        for move, step in zip(state.moves, steps[1:], strict=True):
            again.push(str(move))
            assert everything(again) == step
        for step in reversed(steps[:-1]):
            state.pop()
            assert everything(state) == step
        with pytest.raises(IndexError, match="no move has been made"):
            state.pop()
    assert endings == set(games.load("lanterns").endings)


def test_bots_and_a_dealer_play_it() -> None:
    random = Random(7)
    for number in range(60):
        state = game(number)
        bots = {seat: RandomBot(seat, random) for seat in range(len(state.seats))}
        play_out(state, bots, Dealer(random))
        assert state.outcome is not None


def test_perft_agrees_with_arithmetic() -> None:
    # Three roles: the traitor has any of three seats. Three cards, of two kinds. From x22 go four
    # roads, a street is one of two; then either of two others plays a card or passes. After a card
    # (half of all lines) the lantern goes on: from its four crossings lead 3 + 3 + 4 + 4 roads.
    # After a pass the other has two moves.
    roles = (2, 3, 3)
    cards = (6, 12, 24)
    turn = (24 * 4, 24 * 4 * 2, 24 * 4 * 2 * 4)
    next_turn = 384 * 14 // 4 + 384 * 2
    assert perft(games.load("lanterns").new(3), 10).lines == (*roles, *cards, *turn, next_turn)


def test_perft_of_the_end_agrees_with_arithmetic() -> None:
    state = dealt("tww", "ggg", "carry; street; p2 pass; p3 pass; carry; street; p1 pass", turns=2)
    # A gust or a pass, then each of three accuses one of two others.
    assert perft(state, 5).lines == (2, 4, 8, 16, 0)
    assert perft(state, 5).ended == (0, 0, 0, 16)


@pytest.mark.parametrize("seed", range(4))
def test_ln_info_1_seats_that_have_learned_the_same_see_the_same_bytes(seed: int) -> None:
    random = Random(seed)
    check = LeakCheck(obs, ATTEMPTS)
    for _ in range(4):
        state = game(random.randrange(8))
        options = state.options
        journal = whole(state, random)[: random.randrange(10, 78)]
        for moves in (
            journal,
            *(twin(seat, journal, options, random) for seat in (TABLE, 0, 1, 2) for _ in range(3)),
        ):
            other = state.game.new(**options)
            check.see(other)
            for move in moves:
                other.push(move)
                check.see(other)
    assert check.twins > 500


def whole(state: State, random: Random) -> list[str]:
    while movers := state.movers:
        state.push(random.choice([m for seat in movers for m in state.legal(seat)]))
    return [*state.moves]


@pytest.mark.parametrize("others", ["", "p3 pass", "p4 pass", "p3 pass; p4 pass"])
def test_ln_window_2_a_window_does_not_show_who_has_passed(others: str) -> None:
    script = "carry; street wind; "
    check = LeakCheck(obs, ATTEMPTS)
    check.see(dealt(cards="gggg", script=script))
    for roles, cards in (("twww", "gggg"), ("twww", "gccg"), ("twww", "gcgc")):
        check.see(dealt(roles, cards, script + others))
    assert check.twins >= 5


def test_known_is_equal_in_every_process(built: Path) -> None:
    state = dealt("tww", "gcg", "carry; street wind; p3 pass")
    said = [
        subprocess.run(
            (sys.executable, "-c", KNOWN, json.dumps([dict(state.options), state.moves])),
            env={**os.environ, "PYTHONPATH": str(built), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert said == [str([state.known(seat) for seat in (0, 1, 2, TABLE)])] * 2

"""Random games: no stuck state, no exception, no illegal offer; odds; counts."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import KINDS, ones
from heistboard.games.burgle_bros.notation import FORMS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import CHANCE, TABLE
from heistboard.rules.testing import walk

from tests.host.games.burgle_bros.random_play import (
    any_options,
    began,
    check_counts,
    choose,
    take_back_and_replay,
)
from tests.host.games.burgle_bros.slow_offers import VERBS, offers
from tests.host.games.burgle_bros.stage import game, show

GAMES = 2_000
LONG_GAMES = 150
WALKED_GAMES = 30
OFFERED_GAMES = 12
WRONG = (
    "",
    "?",
    "pass",
    "move b3",
    "use crowbar b2",
    "look p1 ?",
    "roll 7",
    "use_emp",
    "tile b1 x",
)


def test_random_games_come_to_an_end() -> None:
    random = Random(1)
    for _ in range(GAMES):
        state = began(random)
        while (seat := state.seat) is not None:
            legal = state.legal()
            odds = state.odds() if seat == CHANCE else None
            state.push(random.choices(legal, odds)[0])
        check_counts(state)


def test_long_random_games_use_every_verb_and_meet_every_phase() -> None:
    random = Random(18)
    verbs: Counter[str] = Counter()
    phases: set[str] = set()
    endings: Counter[str] = Counter()
    for _ in range(LONG_GAMES):
        state = began(random, stealth=100)
        while state.seat is not None:
            phases.add(state.phase)
            assert len(state.legal()) <= 200
            state.push(choose(state, random))
        assert state.outcome is not None
        verbs.update(move.verb for move in state.moves)
        endings[state.outcome.ending] += 1
        check_counts(state)
    assert phases | {"over"} == set(GAME.phases)
    assert set(FORMS) - set(verbs) == {"use_stethoscope"}  # it is played as a turn of a die
    assert min(endings["caught"], endings["escaped"]) > 0, endings


def test_what_is_offered_is_what_the_rules_text_allows() -> None:
    random = Random(1)
    met: Counter[str] = Counter()
    for _ in range(OFFERED_GAMES):
        state = began(random, stealth=100)
        while state.seat is not None:
            if state.phase == "act":
                view = state.view(TABLE)
                offered = {str(move) for move in state.legal() if move.verb in VERBS}
                assert offered == offers(view), view
                met.update(move.partition(" ")[0] for move in offered)
            state.push(choose(state, random))
    assert set(met) == VERBS


@pytest.mark.parametrize("seed", range(WALKED_GAMES))
def test_the_contract_holds_at_every_step(seed: int) -> None:
    random = Random(seed)
    state = GAME.new(**any_options(random))
    for _ in islice(walk(state, random, WRONG), 250):
        pass
    if state.outcome is None:
        return
    with pytest.raises(ValueError, match="only chance has odds"):
        state.odds()


def test_long_games_are_taken_back_and_replayed_like_journals() -> None:
    random = Random(5)
    for _ in range(8):
        take_back_and_replay(random)


# The odds of tiles, against dealing the whole building.


@cache
def tiles_of(scenario: str) -> tuple[int, ...]:
    state = GAME.new(2, scenario=scenario)
    assert isinstance(state, BurgleBros)
    return tuple(ones(state.job.unseen))


def dealt(random: Random, scenario: str) -> dict[int, str]:
    """Lays out a building as the rules say: kinds by cell."""
    floors, area, own = {"office": (2, 16, 14), "bank": (3, 16, 14), "fort_knox": (2, 24, 22)}[
        scenario
    ]
    tiles = tiles_of(scenario)
    safes = [tile for tile in tiles if KINDS[tile] == "safe"]
    stairs = [tile for tile in tiles if KINDS[tile] == "stairs"]
    random.shuffle(safes)
    random.shuffle(stairs)
    rest = (
        [tile for tile in tiles if tile not in safes + stairs] + safes[floors:] + stairs[floors:]
    )
    random.shuffle(rest)
    found: dict[int, str] = {}
    for floor in range(floors):
        stack = [*rest[floor * own : (floor + 1) * own], safes[floor], stairs[floor]]
        random.shuffle(stack)
        found.update({floor * area + place: KINDS[tile] for place, tile in enumerate(stack)})
    return found


@pytest.mark.parametrize("scenario", ["office", "bank", "fort_knox"])
def test_the_odds_of_a_tile_are_those_of_laying_out_the_building(scenario: str) -> None:
    # Given that the first room of floor 1 is a safe, what is beside it?
    random = Random(3)
    counts: Counter[str] = Counter()
    while counts.total() < 800:
        kinds = dealt(random, scenario)
        if kinds[0] == "safe":
            counts[kinds[1]] += 1
    state = show(game(2, scenario=scenario), "a1 safe")
    state.push("peek b1")
    weights: Counter[str] = Counter()
    for move, odds in zip(state.legal(), state.odds(), strict=True):
        weights[move.parts["tile"]] += odds
    for kind in ("safe", "stairs", "camera", "laser"):
        expected = Fraction(weights[kind], weights.total())
        spread = (float(expected) * (1 - float(expected)) / counts.total()) ** 0.5
        assert abs(counts[kind] / counts.total() - expected) <= 4 * spread + 1e-9, kind

"""Random games: no stuck state, no exception, no illegal offer; odds; counts."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import ITEMS, KINDS, ones
from heistboard.games.burgle_bros.notation import FORMS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import CHANCE, Choice, State
from heistboard.rules.testing import everything, walk

from tests.host.games.burgle_bros.stage import game, settle, show

GAMES = 2_000
LONG_GAMES = 150
WALKED_GAMES = 30
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


def any_options(random: Random) -> dict[str, Choice]:
    """Every option at random; the walls fit the scenario."""
    chosen = {name: random.choice(option.values) for name, option in GAME.options.items()}
    players = random.randint(1, 4)
    if chosen["scenario"] != "fort_knox":
        chosen["walls"] = "printed"
    return {**chosen, "empty": "c3", "first": random.randint(1, players), "players": players}


def began(random: Random, stealth: int = 3) -> BurgleBros:
    """A game just begun; more stealth makes it longer."""
    state = GAME.new(**any_options(random))
    assert isinstance(state, BurgleBros)
    state.job.stealth = (stealth,) * state.job.site.players
    settle(state)
    return state


def choose(state: State, random: Random) -> str:
    """Any move, by its odds; who can do something useful does it more often."""
    legal = state.legal()
    if state.seat == CHANCE:
        return random.choices(legal, state.odds())[0]
    useful = [m for m in legal if m.verb in ("crack", "die", "escape", "pick", "accept")]
    if useful and random.random() < 0.4:
        return random.choice(useful)
    busy = [move for move in legal if move.verb not in ("pass", "crow")]
    return random.choice(busy if busy and random.random() < 0.8 else legal)


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


def check_counts(state: BurgleBros) -> None:
    """Nothing is lost and nothing comes up twice."""
    job = state.job
    up = [tile for tile in job.tiles if tile > 0]
    assert len(set(up)) == len(up) and not any(job.unseen >> tile & 1 for tile in up)
    # Fort Knox and the bank lay out all tiles, the office all that are in play.
    assert len(up) + job.unseen.bit_count() == {"office": 32}.get(job.site.scenario.name, 48)
    lying = sum(1 << item for _, item in job.lying)
    assert lying.bit_count() == len(job.lying)
    piles = [job.tools_left, job.tools_gone, *job.items, lying, job.loot_left << 13]
    together = 0
    for pile in piles:
        assert not together & pile
        together |= pile
    # Donuts under a guard and an E.M.P. in use lie with nobody.
    missing = (1 << 13) - 1 & ~together
    assert {"donuts", "emp"} >= {ITEMS[item] for item in ones(missing)}
    assert not job.events_left & job.events_gone
    assert (job.events_left | job.events_gone).bit_count() == 26
    assert all(0 <= left <= 25 for left in job.patrol_left)
    assert min(job.stealth) >= 0 and max(job.speeds) <= 6
    safes = [KINDS[tile] for tile in up].count("safe")
    assert job.cracked.bit_count() <= safes <= 3


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
        state = GAME.new(**any_options(random))
        before = [everything(state)]
        while state.seat is not None:
            move = choose(state, random)
            state.push(move)
            state.pop()
            assert everything(state) == before[-1]
            state.push(move)
            before.append(everything(state))
        again = GAME.new(**state.options)
        for number, move in enumerate(state.moves, 1):
            again.push(str(move))
            assert everything(again)["_now"] == before[number]["_now"]
        for number in reversed(range(len(before) - 1)):
            state.pop()
            assert everything(state) == before[number]


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

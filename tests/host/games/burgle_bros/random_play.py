"""Plays random games of Burgle Bros, and checks that nothing is lost in them."""

from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import ITEMS, KINDS, ones
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import CHANCE, Choice, State
from heistboard.rules.testing import everything

from tests.host.games.burgle_bros.stage import settle

__all__ = ["any_options", "began", "check_counts", "choose", "take_back_and_replay"]


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


def take_back_and_replay(random: Random) -> BurgleBros:
    """Plays a game, takes back and repeats each move, replays it, and takes all of it back."""
    state = GAME.new(**any_options(random))
    before = [everything(state)]
    while state.seat is not None:
        move = choose(state, random)
        state.push(move)
        assert state.pop() == move
        assert everything(state) == before[-1]
        state.push(move)
        before.append(everything(state))
    # A journal is loaded by replaying its lines.
    again = GAME.new(**state.options)
    for number, move in enumerate(state.moves, 1):
        again.push(str(move))
        assert everything(again) == before[number]
    for number in reversed(range(len(before) - 1)):
        state.pop()
        assert everything(state) == before[number]
    assert isinstance(again, BurgleBros)
    return again

"""The rules' budgets (design, section 10) on this machine: moves, and belief.

python -m tests.bench.rules
"""

import random
import time
from collections.abc import Callable

from heistboard.games import load
from heistboard.games.car_thief.belief import Belief
from heistboard.games.car_thief.board import CELLS, ROUNDS
from heistboard.games.car_thief.rules import CarThief

from tests.bench.figures import machine, spread

SEED = 2024
PLAYED_GAMES = 20_000
LOOKED_GAMES = 10_000
BELIEVED_GAMES = 2_000
UNSEARCHED_GAMES = 30
BUDGET = "median < 1, worst < 10"


def moves() -> None:
    """Measures random play with legal moves, in one process."""
    new = load("car-thief").new
    chance = random.Random(SEED).random
    count = 0
    started, spent = time.perf_counter(), time.process_time()
    for _ in range(PLAYED_GAMES):
        state = new()
        while state.seat is not None:
            legal = state.legal()
            state.push(legal[int(chance() * len(legal))])
        count += len(state.moves)
    took, spent = time.perf_counter() - started, time.process_time() - spent
    print(
        f"random play with legality: {count / took:,.0f} moves/s"
        f" ({spent / count * 1e6:.2f} us of a core each; n={count}; budget 1,000,000/s)"
    )


def looks() -> None:
    """Measures a seat's view and its knowledge after each move of random games.

    The time of the same games without them is subtracted.
    """
    played, count = _look(lambda state, seat: None)
    for name, look, budget in (
        ("view", CarThief.view, "100,000"),
        ("known", CarThief.known, "500,000"),
    ):
        spent, _ = _look(look)
        a_second = count / max(spent - played, 1e-9)
        print(f"{name} after each move: {a_second:,.0f}/s (n={count}; budget {budget}/s)")


def _look(look: Callable[[CarThief, int], object]) -> tuple[float, int]:
    chance = random.Random(SEED).random
    count = 0
    started = time.process_time()
    for _ in range(LOOKED_GAMES):
        state = load("car-thief").new()
        assert isinstance(state, CarThief)
        while state.seat is not None:
            legal = state.legal()
            state.push(legal[int(chance() * len(legal))])
            count += 1
            look(state, count % 2)
    return time.process_time() - started, count


def belief() -> None:
    """Measures updates of the police's belief during random games."""
    chooser = random.Random(SEED)
    searches: list[float] = []
    phases: list[float] = []
    for _ in range(BELIEVED_GAMES):
        state = load("car-thief").new()
        known = Belief()
        while state.seat is not None:
            move = chooser.choice(state.legal())
            state.push(move)
            verb, *words = state.told(None)[-1].split()
            started = time.perf_counter()
            if verb == "hide":
                known.hidden()
                phases.append((time.perf_counter() - started) * 1e3)
            elif verb == "search":
                known.searched(words[1], words[3])
                searches.append((time.perf_counter() - started) * 1e3)
    print(spread("belief, a search, random games", searches, "ms", BUDGET))
    print(spread("belief, a thief phase, random games", phases, "ms", BUDGET))


def unsearched() -> None:
    """Measures belief with the most trails possible: nobody searches before the last round."""
    searches: list[float] = []
    phases: list[float] = []
    for _ in range(UNSEARCHED_GAMES):
        known = Belief()
        for _ in range(ROUNDS):
            started = time.perf_counter()
            known.hidden()
            phases.append((time.perf_counter() - started) * 1e3)
        for cell in CELLS[:3]:
            started = time.perf_counter()
            known.searched(cell, "nothing")
            searches.append((time.perf_counter() - started) * 1e3)
    print(spread("belief, a search, none before round 11", searches, "ms", BUDGET))
    print(spread("belief, a thief phase, no searches", phases, "ms", BUDGET))


if __name__ == "__main__":
    print(machine())
    moves()
    looks()
    belief()
    unsearched()

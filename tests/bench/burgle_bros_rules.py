"""The budgets of the rules of Burgle Bros on this machine (design, section 11).

python -m tests.bench.burgle_bros_rules

Where python-chess can be imported, it plays in the same run: ``legal_moves``, ``push``. It is no
dependency: ``PYTHONPATH`` may name a folder that has it.
"""

import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.rules import Choice, State

from tests.bench.figures import machine, spread

SEED = 2024
GAMES = 1_000
CHESS_GAMES = 60
CHESS_PLIES = 120
STATES = 300
SCENARIOS: tuple[dict[str, Choice], ...] = (
    {"scenario": "office"},
    {"scenario": "bank", "advanced": True},
    {"scenario": "fort_knox", "advanced": True, "lost-visual": True},
)


def plays(options: dict[str, Choice]) -> None:
    """Measures random play with legal moves, beginnings of games included, in one process."""
    chance = Random(SEED).random
    count = 0
    began = time.process_time()
    for number in range(GAMES):
        state = GAME.new(2 + number % 3, **options)
        while state.seat is not None:
            legal = state.legal()
            state.push(legal[int(chance() * len(legal))])
        count += len(state.moves)
    took = time.process_time() - began
    print(f"{options['scenario']}: {count / took:,.0f} moves/s (n={count}; budget 50,000/s)")


def chess() -> None:
    """Measures python-chess in the same way."""
    if find_spec("chess") is None:
        print("python-chess is not here to compare with")
        return
    board_of = import_module("chess").Board
    chance = Random(SEED).random
    count = 0
    began = time.process_time()
    for _ in range(CHESS_GAMES):
        board = board_of()
        for _ in range(CHESS_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(chance() * len(legal))])
            count += 1
    took = time.process_time() - began
    print(f"python-chess: {count / took:,.0f} moves/s (n={count})")


def operations() -> None:
    """Measures what can be done to states from the middle of games."""
    random = Random(SEED)
    states: list[State] = []
    while len(states) < STATES:
        state = GAME.new(3, scenario="bank", advanced=True)
        while state.seat is not None and len(state.moves) < 60:
            state.push(random.choice(state.legal()))
        if state.outcome is None:
            states.append(state)
    for name, act in (
        ("pop, and the same move again", lambda state: state.push(state.pop())),
        ("copy", lambda state: state.copy()),
        ("view", lambda state: state.view(0)),
        ("known", lambda state: state.known(0)),
    ):
        _measure(name, act, states)
    saved = states[0].job.save()  # type: ignore[attr-defined]
    size = sys.getsizeof(saved)
    print(f"size of a saved state: {size} bytes beside what it shares with the one before")


def _measure(name: str, act: Callable[[State], object], states: list[State]) -> None:
    took = []
    for state in states:
        began = time.perf_counter()
        act(state)
        took.append((time.perf_counter() - began) * 1e6)
    print(spread(name, took, "us", "none"))


if __name__ == "__main__":
    print(machine())
    for options in SCENARIOS:
        plays(options)
    chess()
    operations()

"""The budgets of the rules of Good Cop Bad Cop on this machine (design, section 11).

python -m tests.bench.good_cop_bad_cop_rules

Where python-chess can be imported, it plays in the same run, as for Burgle Bros.
"""

import time
from collections.abc import Callable
from random import Random

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import State

from tests.bench.burgle_bros_rules import chess
from tests.bench.figures import machine

SEED = 2024
GAMES = 300
LOOKED_GAMES = 150
STATES = 300


def plays(players: int, *, bombers: bool) -> None:
    """Measures random play with legal moves, dealing included, in one process."""
    chance = Random(SEED).random
    moves = turns = passes = 0
    began = time.process_time()
    for _ in range(GAMES):
        state = GAME.new(players, bombers=bombers)
        assert isinstance(state, GoodCopBadCop)
        _play(state, chance, lambda state: None)
        moves += len(state.moves)
        turns += state.case.round
        passes += sum(move.verb == "pass" for move in state.moves)
    took = time.process_time() - began
    box = "with Bombers & Traitors" if bombers or players < 4 else "base game"
    print(
        f"{players} players, {box}: {moves / took:,.0f} moves/s, {turns / took:,.0f} turns/s,"
        f" without passes {(moves - passes) / took:,.0f} (n={moves}; {passes / moves:.0%} passes;"
        f" budget 200,000/s)"
    )


def _play(state: State, chance: Callable[[], float], look: Callable[[State], object]) -> None:
    while movers := state.movers:
        seat = movers[int(chance() * len(movers))]
        legal = state.legal(seat)
        state.push(legal[int(chance() * len(legal))])
        look(state)


def looks() -> None:
    """Measures what one seat knows and sees after each move of random games.

    The time of the same games without it is subtracted.
    """
    played, count = _look(lambda state: None)
    for name, look, budget in (
        ("known", lambda state: state.known(1), "100,000/s"),
        ("view", lambda state: state.view(1), "none"),
    ):
        spent, _ = _look(look)
        a_second = count / max(spent - played, 1e-9)
        print(
            f"{name} of one seat after each move: {a_second:,.0f}/s (n={count}; budget {budget})"
        )


def _look(look: Callable[[State], object]) -> tuple[float, int]:
    chance = Random(SEED).random
    count = 0
    began = time.process_time()
    for _ in range(LOOKED_GAMES):
        state = GAME.new(6)
        _play(state, chance, look)
        count += len(state.moves)
    return time.process_time() - began, count


def operations() -> None:
    """Measures what can be done to states from the middle of games."""
    random = Random(SEED)
    states: list[State] = []
    while len(states) < STATES:
        state = GAME.new(8)
        while state.outcome is None and len(state.moves) < 300:
            seat = random.choice(state.movers)
            state.push(random.choice(state.legal(seat)))
        if state.outcome is None:
            states.append(state)
    for name, act in (
        ("pop, and the same move again", lambda state: state.push(state.pop())),
        ("copy", lambda state: state.copy()),
        ("known of all seats, first time", lambda state: [state.known(s) for s in range(8)]),
        ("view of all seats", lambda state: [state.view(seat) for seat in range(8)]),
    ):
        began = time.process_time()
        for state in states:
            act(state)
        print(f"{name}: {(time.process_time() - began) / STATES * 1e6:.1f} us (n={STATES})")


if __name__ == "__main__":
    print(machine())
    for players in (3, 4, 6, 8):
        plays(players, bombers=False)
    plays(8, bombers=True)
    looks()
    chess()
    operations()

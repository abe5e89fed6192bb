"""Checks that hold for every game, for the tests of each.

:func:`walk` plays a game and checks the contract at every step. :class:`LeakCheck` compares what
seats are shown with what they have lawfully learned, as a function apart from the game says it.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from heistboard.rules.contract import CHANCE, TABLE, Move, State
from heistboard.rules.errors import MoveError

__all__ = ["LeakCheck", "Obs", "everything", "shown", "walk"]

Obs = Callable[[int, Sequence[Move], int], object]
"""``obs(seat, moves, players)``: what *seat* has lawfully learned; hashable."""


def everything(state: State) -> dict[str, Any]:
    """Returns all that a state holds, to compare it with itself later."""
    slots = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    return {name: deepcopy(getattr(state, name)) for name in slots if name != "game"}


def walk(state: State, random: Random, wrong: Sequence[str] = ()) -> Iterator[State]:
    """Plays random moves to the end, checks the contract at each step and yields the state there.

    *wrong* are texts to try at each step: refused or legal, they do not harm.
    """
    while True:
        before = everything(state)
        legal = state.legal()
        assert legal == state.legal() and len(set(legal)) == len(legal)
        assert (state.seat is None) == (state.outcome is not None) == (not legal)
        for seat in _seats(state):
            json.dumps(state.view(seat))
            assert len(state.told(seat)) == len(state.moves), "told leaves out moves"
        for text in wrong:
            _try(state, text)
        assert everything(state) == before, "looking changed the state"
        for move in legal:
            assert state.parse(move) == move, f"parse does not know {move}"
        yield state
        if not legal:
            return
        if state.seat == CHANCE:
            assert len(state.odds()) == len(legal) and min(state.odds()) > 0
        other = state.copy()
        move = random.choice(legal)
        state.push(move)
        assert state.moves[-1] == move
        assert everything(other) == before, "a copy was changed too"
        after = everything(state)
        assert state.pop() == move
        assert everything(state) == before, f"taken back: {move}"
        state.push(move)
        assert everything(state) == after, f"made again: {move}"


def shown(state: State, seat: int, attempts: Sequence[str] = ()) -> dict[str, bytes]:
    """Returns all bytes that *seat* could be shown now: view, moves, legal moves, refusals."""
    is_asked = state.seat == seat
    return {
        "view": _bytes(state.view(seat)),
        "told": _bytes(state.told(seat)),
        "legal": _bytes(state.legal() if is_asked else ()),
        "refusals": _bytes([_try(state, text) for text in attempts] if is_asked else ()),
    }


class LeakCheck:
    """Remembers what seats saw at all states it was shown, and compares.

    Who has learned the same is shown the same bytes; who has learned something else has another
    view, so that an empty view does not pass.
    """

    def __init__(self, obs: Obs, attempts: Sequence[str] = ()) -> None:
        self._obs = obs
        self._attempts = attempts
        self._shown: dict[tuple[int, object], tuple[dict[str, bytes], list[Move]]] = {}
        self._learned: dict[tuple[int, bytes], tuple[object, list[Move]]] = {}
        self.twins = 0
        """How often somebody had learned the same from other moves: what makes the check one."""

    def see(self, state: State) -> None:
        """Compares what each seat is shown in *state* with all that was seen before."""
        players = int(state.options["players"])
        for seat in _seats(state):
            learned = self._obs(seat, state.moves, players)
            now = shown(state, seat, self._attempts)
            before, moves = self._shown.setdefault((seat, learned), (now, list(state.moves)))
            self.twins += moves != state.moves
            for name in now:
                assert now[name] == before[name], (
                    f"{name} of seat {seat} tells {state.moves} from {moves}:\n"
                    f"{now[name]!r}\n{before[name]!r}"
                )
            known, moves = self._learned.setdefault(
                (seat, now["view"]), (learned, list(state.moves))
            )
            assert known == learned, (
                f"the view of seat {seat} does not tell {state.moves} from {moves}: "
                f"{learned!r} and {known!r}"
            )


def _seats(state: State) -> tuple[int, ...]:
    return (*range(len(state.game.seats(int(state.options["players"])))), TABLE)


def _try(state: State, text: str) -> str:
    try:
        move = state.parse(text)
        state.push(move)
    except MoveError as error:
        return f"{type(error).__name__}: {error}"
    state.pop()
    return "played"


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode()

"""Checks for the tests of any game.

:func:`walk` plays a game and checks the contract at every step. :class:`LeakCheck` compares what
seats are shown with what they have lawfully learned, which a function written apart from the game
defines.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any

from heistboard.rules import umpire
from heistboard.rules.contract import CHANCE, TABLE, Choice, Move, State
from heistboard.rules.errors import MoveError

if TYPE_CHECKING:
    from heistboard.games import Package

__all__ = ["LeakCheck", "Obs", "check", "everything", "shown", "walk"]

Obs = Callable[[int, Sequence[Move], Mapping[str, Choice]], object]
"""``obs(seat, moves, options)``: what *seat* has lawfully learned; hashable."""

LEGAL_MOST = 200  # legal moves of one seat, at most
MOVE_MOST = 200  # characters of a move, at most; pages send no longer one
_ATOMS = (str, int, float, bytes, type(None))
VIEW_KEYS = {"game", "phase", "moves", "outcome"}  # present in every view


def everything(state: State) -> dict[str, Any]:
    """Returns everything a state holds, caches aside, to compare with later."""
    slots = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    left_out = {"game", *state.CACHES}
    return {name: _frozen(getattr(state, name)) for name in slots if name not in left_out}


def _frozen(value: object) -> object:
    # A deep copy; cheap for immutable values and flat lists and mappings of them, such as the
    # moves and options.
    if _is_immutable(value):
        return value
    if type(value) is list and _are_immutable(value):
        return value.copy()
    if type(value) is dict and _are_immutable(value.values()):
        return value.copy()
    return deepcopy(value)


def _is_immutable(value: object) -> bool:
    return isinstance(value, _ATOMS) or (isinstance(value, tuple) and _are_immutable(value))


def _are_immutable(values: Collection[object]) -> bool:
    # Most values of a state are many of few kinds.
    kinds = {*map(type, values)}
    return all(issubclass(kind, _ATOMS) for kind in kinds) or all(map(_is_immutable, values))


def walk(state: State, random: Random, wrong: Sequence[str] = ()) -> Iterator[State]:
    """Plays random moves to the end, checks the contract at every step and yields the state.

    *wrong* are texts to try at each step; whether refused or legal, they must change nothing.
    """
    while True:
        before = everything(state)
        legal = _legal(state)
        assert legal == _legal(state) and len(set(legal)) == len(legal)
        assert (state.seat is None) == (state.outcome is not None) == (not legal)
        assert state.phase in state.game.phases, f"there is no phase {state.phase}"
        for seat in (None, *(() if state.game.has_windows else _seats(state))):
            assert len(state.told(seat)) == len(state.moves), "told leaves out moves"
        for seat in _seats(state):
            _look(state, seat)
        for text in wrong:
            _try(state, text)
        assert everything(state) == before, "looking changed the state"
        for move in legal:
            assert state.parse(move) == move, f"parse does not know {move}"
        yield state
        if not legal:
            return
        if state.seat == CHANCE:
            assert len(state.odds()) == len(legal)
            assert min(state.odds()) >= 0 and max(state.odds()) > 0
            assert state.draw is not None and state.draw.deck in state.game.decks
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
        if other.window is not None:
            _check_window(other, state)


def shown(state: State, seat: int, attempts: Sequence[str] = ()) -> dict[str, bytes]:
    """Returns everything *seat* could be shown now, as bytes by name.

    That is its view, the moves it was told, what it is asked and may do, why its own *attempts*
    are refused, the umpire's answers to all *attempts*, whose turn it is, the moves offered to
    everybody, what chance decides, and the possible results where the seat draws real cards. A
    move that names another seat is refused before its legality is looked at.
    """
    return _own_parts(state, seat, attempts) | _public_parts(state, attempts)


def _public_parts(state: State, attempts: Sequence[str]) -> dict[str, bytes]:
    # What is the same for all seats.
    return {
        "turn": _bytes((state.phase, state.turn)),
        "umpire": _bytes([umpire.judge(state, text).said for text in attempts]),
        "offered": _bytes(_offered(state)),
    }


def _own_parts(state: State, seat: int, attempts: Sequence[str]) -> dict[str, bytes]:
    is_asked = seat in state.movers
    own = [text for text in attempts if is_asked and _is_own(state, seat, text)]
    return {
        "view": _bytes(state.view(seat)),
        "told": _bytes(state.told(seat)),
        "known": _bytes(state.known(seat)),
        "asked": _bytes(state.asked(seat)),
        "legal": _bytes(state.legal(seat) if is_asked else ()),
        "refusals": _bytes([_try(state, text) for text in own]),
        "draw": _bytes((state.draw, _drawn(state, seat))),
    }


class LeakCheck:
    """Compares what seats see across many states.

    Seats that have learned the same must be shown the same bytes. Seats that have learned
    something else must see something else, so an empty view does not pass.
    """

    def __init__(self, obs: Obs, attempts: Sequence[str] = ()) -> None:
        self._obs = obs
        self._attempts = attempts
        self._shown: dict[tuple[int, object], tuple[dict[str, bytes], list[Move]]] = {}
        self._learned: dict[tuple[str, int, bytes], tuple[object, list[Move]]] = {}
        self.twins = 0
        """How often a seat had learned the same from other moves; at 0 nothing was compared."""

    def see(self, state: State) -> None:
        """Compares what each seat is shown in *state* with everything seen before."""
        public = _public_parts(state, self._attempts)
        for seat in _seats(state):
            learned = self._obs(seat, state.moves, state.options)
            now = _own_parts(state, seat, self._attempts) | public
            before, moves = self._shown.setdefault((seat, learned), (now, list(state.moves)))
            self.twins += moves != state.moves
            for name in now:
                assert now[name] == before[name], (
                    f"{name} of seat {seat} tells {state.moves} from {moves}:\n"
                    f"{now[name]!r}\n{before[name]!r}"
                )
            for name in ("view", "known"):
                known, moves = self._learned.setdefault(
                    (name, seat, now[name]), (learned, list(state.moves))
                )
                assert known == learned, (
                    f"the {name} of seat {seat} does not tell {state.moves} from {moves}: "
                    f"{learned!r} and {known!r}"
                )


def _seats(state: State) -> tuple[int, ...]:
    return (*range(len(state.seats)), TABLE)


def _legal(state: State) -> list[Move]:
    # The legal moves of all movers; checks the contract for each of them.
    legal: list[Move] = []
    movers = state.movers
    assert state.seat == (movers[0] if movers else None)
    assert state.legal() == (state.legal(movers[0]) if movers else ())
    for seat in _seats(state):
        assert seat in movers or state.legal(seat) == (), f"seat {seat} may not move"
    for seat in movers:
        moves = state.legal(seat)
        assert 0 < len(moves) <= LEGAL_MOST, f"seat {seat} has {len(moves)} legal moves"
        assert len(movers) == 1 or all(move.seat == seat for move in moves)
        assert seat == CHANCE or state.default(seat) in moves
        for move in moves:
            assert len(move) <= MOVE_MOST, f"a move has {len(move)} characters: {move!r}"
        legal += moves
    return legal


def _check_window(before: State, after: State) -> None:
    # *after* follows from one move in the window of *before*, in which others may still move.
    window, told, move = before.window, before.told(TABLE), after.moves[-1]
    assert window is not None and window.kind in before.game.windows, f"no window {window}"
    assert len(before.turn) > 1, f"the window {window} asks {before.turn}, expected several seats"
    assert move.seat is not None, f"{move} names no seat"
    if len(before.movers) > 1 and move == before.default(move.seat):
        assert (after.window, after.turn) == (window, before.turn), f"{move} changes {window}"
    else:
        assert after.told(TABLE) != told, f"nobody is told of {move} in {window}"
    for seat in before.movers:  # as when a beat ends
        assert before.told(TABLE) == told, f"a pass in {window} is told before the window closes"
        before.push(before.default(seat))
    assert before.told(TABLE) != told, f"nobody is told who has passed in {window}"


def _look(state: State, seat: int) -> None:
    view, told = state.view(seat), state.told(seat)
    assert view.keys() >= VIEW_KEYS, f"the view of seat {seat} lacks one of {VIEW_KEYS}"
    assert view["moves"] == told
    assert all(issubclass(kind, str) for kind in {*map(type, told)}), "told has more than texts"
    json.dumps({**view, "moves": []})
    known = state.known(seat)
    hash(known)
    assert known == state.known(seat)
    kinds = {*map(type, known)}
    assert not any(issubclass(kind, tuple | list | dict) for kind in kinds), "known is not flat"
    assert state.asked(seat).id


def _try(state: State, text: str) -> str:
    try:
        move = state.parse(text)
        state.push(move)
    except MoveError as error:
        return f"{type(error).__name__}: {error}"
    state.pop()
    return "played"


def _offered(state: State) -> tuple[Move, ...]:
    # The moves the table offers to everybody.
    legal = state.legal(state.turn[0]) if len(state.turn) == 1 else ()
    return tuple(move for move in legal if not move.private)


def _drawn(state: State, seat: int) -> tuple[Move, ...]:
    # The cards the seat could say it has drawn.
    draw = state.draw
    if draw is None or draw.by not in (seat, TABLE) or not state.game.decks[draw.deck].can_be_real:
        return ()
    return state.legal(CHANCE)


def _is_own(state: State, seat: int, text: str) -> bool:
    try:
        return state.game.read(text).seat in (None, seat)
    except MoveError:
        return True


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def check(package: "Package", games: int = 2) -> None:
    """Raises :exc:`AssertionError` unless *package* has what it claims and its game the contract.

    See :mod:`heistboard.games.package_checks`.
    """
    from heistboard.games.package_checks import check_package

    check_package(package, games)

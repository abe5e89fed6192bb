"""Positions of Good Cop Bad Cop for tests: a game is dealt by its moves, then changed by hand.

p1 begins. Without other wishes p1 is the Agent, p2 the Kingpin, and nobody has equipment, so that
no window opens for those who were given none.
"""

from collections import Counter
from collections.abc import Mapping

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.case import NO_GUN
from heistboard.games.good_cop_bad_cop.components import (
    EQUIPMENT,
    KINDS,
    PLAYERS,
    SLOTS,
    integrity_in_play,
)
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.good_cop_bad_cop.turn import begin_turn
from heistboard.games.good_cop_bad_cop.windows import open_window
from heistboard.rules import Choice, IllegalMove

__all__ = [
    "close",
    "deal",
    "game",
    "hold",
    "illegal",
    "play",
    "put",
    "rows_of",
    "settle",
    "until",
    "verbs",
]

RANKS = ("agent", "kingpin")


def rows_of(players: int, wanted: Mapping[str, str], expansion: bool) -> list[list[str]]:
    """Returns a row for each player: as wanted, such as ``{"p3": "honest honest crooked"}``."""
    counts = integrity_in_play(players, expansion)
    left = Counter({kind.name: n for kind, n in zip(KINDS, counts, strict=True) if n})
    rows = [wanted.get(player, "").split() for player in PLAYERS[:players]]
    for row in rows:
        left.subtract(row)
    assert min(left.values()) >= 0, f"there are not so many cards: {left}"
    for row in rows:
        if not row:
            leader = next((rank for rank in RANKS if left[rank]), None)
            row += [leader] if leader else []
            left[leader or ""] -= 1
            for kind in sorted(left, key=lambda kind: (-left[kind], kind)):
                if kind not in RANKS and left[kind] > 0 and len(row) < 3:
                    row.append(kind)
                    left[kind] -= 1
            while len(row) < 3:
                kind = next(k for k in left if k not in RANKS and left[k] > 0)
                row.append(kind)
                left[kind] -= 1
    return rows


def deal(state: GoodCopBadCop, rows: list[list[str]]) -> None:
    """Deals these rows and has everybody arrange them so."""
    first = [next((kind for kind in row if kind in RANKS), row[0]) for row in rows]
    rest = [list(row) for row in rows]
    for row, kind in zip(rest, first, strict=True):
        row.remove(kind)
    for seat, kind in enumerate(first):
        state.push(f"deal {PLAYERS[seat]} {kind}")
    for seat, row in enumerate(rest):
        for kind in row:
            state.push(f"deal {PLAYERS[seat]} {kind}")
    for seat, row in enumerate(rows):
        dealt = [KINDS[kind].name for kind in state.case.kinds_of(seat)]
        state.push(
            next(
                move
                for move in state.legal(seat)
                if [dealt[int(place) - 1] for place in move.parts["order"]] == row
            )
        )


def game(
    players: int = 4,
    rows: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    **options: Choice,
) -> GoodCopBadCop:
    """Begins a game; options are written with ``_`` for ``-``."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    state = GAME.new(players, **{"first": 1, **chosen})
    assert isinstance(state, GoodCopBadCop)
    deal(state, rows_of(players, rows or {}, state.case.setting.expansion))
    hands = hands or {}
    free = [card for card in EQUIPMENT if card not in hands.values()]
    for player in PLAYERS[:players]:
        fillers = [
            f"draw {player} {card}" for card in free if f"draw {player} {card}" in state.legal()
        ]
        state.push(f"draw {player} {hands[player]}" if player in hands else fillers[0])
    case = state.case
    for seat, player in enumerate(PLAYERS[:players]):
        if player not in hands:
            (card,) = case.hands[seat]
            case.take(seat, card)
            case.deck |= 1 << card
    case.round -= 1
    begin_turn(case, case.active)
    case.run()
    settle(state)
    return state


def hold(state: GoodCopBadCop, player: str, name: str) -> GoodCopBadCop:
    """Gives a player a card from wherever it is, and opens the window at the turn's beginning."""
    case, card = state.case, EQUIPMENT.index(name)
    case.deck &= ~(1 << card)
    case.bottom = tuple(each for each in case.bottom if each != card)
    for seat, hand in enumerate(case.hands):
        if card in hand:
            case.take(seat, card)
    case.give(PLAYERS.index(player), card)
    open_window(case, "turn-start")
    settle(state)
    return state


def settle(state: GoodCopBadCop) -> None:
    """Tells the state that its case was changed by hand."""
    state._now = state.case.save()
    state._look()


def put(
    state: GoodCopBadCop,
    guns: Mapping[str, str] | None = None,
    up: str = "",
    out: str = "",
    wounded: str = "",
    bottom: str = "",
) -> GoodCopBadCop:
    """Gives out guns (``{"p1": "p2"}``), turns slots up, eliminates, wounds, fills the bottom."""
    case = state.case
    for holder, target in (guns or {}).items():
        case.aim(PLAYERS.index(holder), PLAYERS.index(target))
    for slot in up.split():
        case.up |= 1 << SLOTS.index(slot)
    for player in out.split():
        seat = PLAYERS.index(player)
        case.living &= ~(1 << seat)
        case.up |= case.row(seat)
        for card in case.hands[seat]:
            case.take(seat, card)
            case.deck |= 1 << card
        case.aim(seat, NO_GUN)
    for player in wounded.split():
        case.wounds |= 1 << PLAYERS.index(player)
    for name in bottom.split():
        card = EQUIPMENT.index(name)
        case.deck &= ~(1 << card)
        case.bottom = (*case.bottom, card)
    settle(state)
    return state


def close(state: GoodCopBadCop) -> GoodCopBadCop:
    """Has everybody pass in the open window."""
    assert state.is_window, state.phase
    for seat in state.movers:
        state.push(state.default(seat))
    return state


def until(state: GoodCopBadCop, phase: str) -> GoodCopBadCop:
    """Closes windows until this phase is reached; deals what chance decides."""
    while state.phase != phase:
        if state.phase in ("draw", "shot", "deal"):
            state.push(state.legal()[0])
        else:
            close(state)
    return state


def play(state: GoodCopBadCop, moves: str) -> GoodCopBadCop:
    """Plays moves, separated by ``;``. Windows are closed where the next move is no answer.

    ``close`` closes the open window.
    """
    for text in (each.strip() for each in moves.split(";")):
        if text == "close":
            close(state)
            continue
        is_answer = text.endswith(" pass") or " play " in text
        while state.is_window and not is_answer:
            close(state)
        state.push(text)
    return state


def illegal(state: GoodCopBadCop, move: str, rule: str, why: str | None = None) -> None:
    """Raises :exc:`AssertionError` unless *move* is refused by *rule*, and nothing changes."""
    before = state.case.save()
    with pytest.raises(IllegalMove, match=why) as refused:
        state.push(move)
    assert refused.value.rule == rule, refused.value
    assert state.case.save() == before


def verbs(state: GoodCopBadCop, player: str) -> set[str]:
    """Returns the verbs of a player's legal moves."""
    return {move.verb for move in state.legal(PLAYERS.index(player))}

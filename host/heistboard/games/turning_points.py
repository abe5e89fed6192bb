"""Where a finished game was decided: moves that made its ending more or less likely. Pure.

From a position bots play on to the end, several times; the share of play-outs with the winners
that the game had is how likely its ending was there. Positions are chosen by halving the stretch
of moves in which that changed most. Numbers and seeds are fixed, so a game has one answer.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from heistboard import games
from heistboard.rules.autoplay import BotMaker, Dealer, play_out
from heistboard.rules.contract import Choice, State, View

__all__ = ["Judgement", "TurningPoint", "judge", "judgement_document", "turning_points"]

POSITIONS: Final = 6  # that are judged, beside the end
PLAY_OUTS: Final = 12  # from each
MOVES: Final = 12_000  # in all play-outs; after so many no further position is judged
NAMED: Final = 3  # turning points
CLEAR: Final = 1.5  # standard errors that make a change worth naming
_KEPT: Final = 8  # judgements
_WHOLE: Final = 1000


class TurningPoint(NamedTuple):
    """A stretch of moves, and how likely the ending was before and after it."""

    after_move: int
    """The number of the move before it; 0 at the beginning."""
    to_move: int
    """The number of its last move."""
    before: float
    after: float


class Judgement(NamedTuple):
    """What the play-outs say."""

    points: tuple[TurningPoint, ...]
    """Changes that are clearly more than chance, the largest first."""
    begin: float
    """How likely the ending was at the beginning."""
    play_outs: int
    error: float
    """The standard error of a likelihood, at most."""


def turning_points(state: State) -> Judgement | None:
    """Returns where a finished game was decided; ``None`` if its package names no bot for it."""
    if state.outcome is None:
        raise ValueError("the game is not finished; it is judged when it is over")
    if not games.package(state.game.name).review_bot:
        return None
    return _known(state.game.name, tuple(state.options.items()), tuple(map(str, state.moves)))


def judgement_document(judged: Judgement) -> View:
    """Returns a judgement, ready for JSON: shares are whole thousandths."""
    return {
        "points": [
            {
                "after_move": point.after_move,
                "to_move": point.to_move,
                "before": round(_WHOLE * point.before),
                "after": round(_WHOLE * point.after),
            }
            for point in judged.points
        ],
        "begin": round(_WHOLE * judged.begin),
        "play_outs": judged.play_outs,
        "error": round(_WHOLE * judged.error),
    }


@lru_cache(_KEPT)
def _known(
    name: str, options: tuple[tuple[str, Choice], ...], moves: tuple[str, ...]
) -> Judgement:
    package = games.package(name)
    state = package.game.new(**dict(options))
    for move in moves:
        state.push(move)
    return judge(state, package.bot_makers()[package.review_bot])


def judge(state: State, maker: BotMaker) -> Judgement:
    """Returns where a finished game was decided, if *maker*'s bots play on in all seats."""
    likely = {len(state.moves): 1.0}
    made = 0
    wanted: int | None = 0
    while wanted is not None and len(likely) <= POSITIONS and made < MOVES:
        likely[wanted], more = _likely(state, wanted, maker)
        made += more
        wanted = _next(likely)
    points = [point for point in _stretches(likely) if _is_clear(point, len(state.moves))]
    points.sort(key=lambda point: -abs(point.after - point.before))
    play_outs = PLAY_OUTS * (len(likely) - 1)
    return Judgement(tuple(points[:NAMED]), likely[0], play_outs, 0.5 / sqrt(PLAY_OUTS))


def _is_clear(point: TurningPoint, end: int) -> bool:
    variance = _variance(point.before)
    if point.to_move < end:
        variance += _variance(point.after)
    return abs(point.after - point.before) > CLEAR * sqrt(variance)


def _variance(likely: float) -> float:
    # Of a share of play-outs; none is taken for certain because all ended alike.
    share = (likely * PLAY_OUTS + 1) / (PLAY_OUTS + 2)
    return share * (1 - share) / PLAY_OUTS


def _stretches(likely: Mapping[int, float]) -> list[TurningPoint]:
    numbers = sorted(likely)
    return [
        TurningPoint(first, last, likely[first], likely[last]) for first, last in pairwise(numbers)
    ]


def _next(likely: Mapping[int, float]) -> int | None:
    # The middle of the stretch in which most has changed.
    longer = [each for each in _stretches(likely) if each.to_move - each.after_move > 1]
    if not longer:
        return None
    first = max(longer, key=lambda each: (abs(each.after - each.before), each.to_move))
    return (first.after_move + first.to_move) // 2


def _likely(state: State, number: int, maker: BotMaker) -> tuple[float, int]:
    # How likely the ending is after so many moves, and how many moves the play-outs took.
    position = state.copy()
    while len(position.moves) > number:
        position.pop()
    assert state.outcome is not None
    same = made = 0
    for play in range(PLAY_OUTS):
        random = Random(f"{state.game.name} {number} {play}")
        other = position.copy()
        bots = {seat: maker(seat, random) for seat in range(len(state.seats))}
        play_out(other, bots, Dealer(random))
        assert other.outcome is not None
        same += other.outcome.side == state.outcome.side
        made += len(other.moves) - number
    return same / PLAY_OUTS, made

"""The statistics: finished games counted, game by game. Pure.

Games in which the computer played a seat to the end are counted apart.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median_low
from typing import NamedTuple

from heistboard.games import BestMoment
from heistboard.statistics.finished_games import FinishedGame

__all__ = ["Best", "GameTotals", "Group", "Length", "Person", "SideTotal", "percent", "totals"]


class SideTotal(NamedTuple):
    """How often a side was played and has won; for a person, by them."""

    side: str
    played: int
    won: int


class Length(NamedTuple):
    """How long games were; of an even number, the lower middle is the median."""

    median: int
    shortest: int
    longest: int


class Best(NamedTuple):
    """The best moment of all, and the number of its game."""

    game: int
    moment: BestMoment


class Person(NamedTuple):
    """Somebody who gave a nickname: how many games they played and won, in all and by side."""

    nickname: str
    played: int
    won: int
    sides: tuple[SideTotal, ...]


class Group(NamedTuple):
    """The totals of some games of one kind.

    *nobody* counts games without a winner; *people_won* those won by a seat that people played.
    """

    played: int
    sides: tuple[SideTotal, ...]
    nobody: int
    people_won: int
    length: Length
    best: Best | None
    people: tuple[Person, ...]


class GameTotals(NamedTuple):
    """The statistics of one game: *people* among themselves, and with the *computer*."""

    game: str
    played: int
    people: Group | None
    computer: Group | None


def totals(finished: Iterable[FinishedGame]) -> list[GameTotals]:
    """Returns the statistics of each game of which there is one, by its name."""
    games: dict[str, list[FinishedGame]] = {}
    for each in finished:
        games.setdefault(each.game, []).append(each)
    return [
        GameTotals(
            name,
            len(games[name]),
            _group([each for each in games[name] if not any(each.computer)]),
            _group([each for each in games[name] if any(each.computer)]),
        )
        for name in sorted(games)
    ]


def percent(part: int, whole: int) -> int:
    """Returns the share of *part* in percent; half a percent is rounded up."""
    return (200 * part + whole) // (2 * whole)


def _group(finished: Sequence[FinishedGame]) -> Group | None:
    if not finished:
        return None
    lengths = [each.length for each in finished]
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for each in finished:
        played.update(dict.fromkeys(each.sides, 1))
        won.update(dict.fromkeys(_winners(each), 1))
    return Group(
        len(finished),
        tuple(SideTotal(side, count, won[side]) for side, count in played.items()),
        sum(not any(each.won) for each in finished),
        sum(_people_won(each) for each in finished),
        Length(median_low(lengths), min(lengths), max(lengths)),
        _best(finished),
        _people(finished),
    )


def _winners(game: FinishedGame) -> list[str]:
    return [side for side, has_won in zip(game.sides, game.won, strict=True) if has_won]


def _people_won(game: FinishedGame) -> bool:
    seats = zip(game.won, game.computer, strict=True)
    return any(has_won and not is_computer for has_won, is_computer in seats)


def _best(finished: Sequence[FinishedGame]) -> Best | None:
    # The first of equals, which people know longest.
    moments = [(each.best.rank, -each.number, each) for each in finished if each.best is not None]
    if not moments:
        return None
    found = max(moments)[2]
    assert found.best is not None
    return Best(found.number, found.best)


def _people(finished: Sequence[FinishedGame]) -> tuple[Person, ...]:
    # A game counts once for a nickname, and once for each side that it played.
    played: dict[str, Counter[str]] = {}
    won: dict[str, Counter[str]] = {}
    games: Counter[str] = Counter()
    games_won: Counter[str] = Counter()
    for each in finished:
        seats = list(zip(each.sides, each.won, each.nicknames, strict=bool(each.nicknames)))
        mine = {(name, side, has_won) for side, has_won, names in seats for name in names}
        names = {name for name, _, _ in mine}
        games.update(names)
        games_won.update({name for name, _, has_won in mine if has_won})
        for name, side in {(name, side) for name, side, _ in mine}:
            played.setdefault(name, Counter())[side] += 1
        for name, side in {(name, side) for name, side, has_won in mine if has_won}:
            won.setdefault(name, Counter())[side] += 1
    return tuple(
        Person(
            name,
            games[name],
            games_won[name],
            tuple(
                SideTotal(side, played[name][side], won.get(name, Counter())[side])
                for side in sorted(played[name])
            ),
        )
        for name in sorted(games, key=lambda name: (-games[name], -games_won[name], name))
    )

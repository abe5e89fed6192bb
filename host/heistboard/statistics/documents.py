"""The statistics as JSON, for the command line and the page. Pure."""

from collections.abc import Callable, Iterable

from heistboard.rules import Ask
from heistboard.rules.contract import Json
from heistboard.statistics.totals import Best, GameTotals, Group, SideTotal, percent

__all__ = ["Tell", "document"]

Tell = Callable[[str, Ask], Json]
"""Returns the text of a best moment of a game, by its name."""


def document(totals: Iterable[GameTotals], left_out: int, tell: Tell) -> dict[str, Json]:
    """Returns the statistics; games that could not be counted are only counted as left out.

    ``games``, each with ``game``, ``played``, and ``people`` and ``computer``: the games of people
    among themselves and those with the computer, or null. Each of these has ``played``;
    ``sides``, each with ``side``, ``played``, ``won`` and ``percent``; ``nobody`` and
    ``people_won``, numbers of games, and ``people_percent``; ``length`` with ``median``,
    ``shortest`` and ``longest``; ``best``, null or with ``game``, ``step`` of its review and
    ``text``; and ``people``, each with ``nickname``, ``played``, ``won``, ``percent`` and
    ``sides``.
    """
    games: list[Json] = [
        {
            "game": each.game,
            "played": each.played,
            "people": _group(each.game, each.people, tell),
            "computer": _group(each.game, each.computer, tell),
        }
        for each in totals
    ]
    return {"games": games, "left_out": left_out}


def _group(game: str, group: Group | None, tell: Tell) -> Json:
    if group is None:
        return None
    length: dict[str, Json] = {**group.length._asdict()}
    return {
        "played": group.played,
        "sides": _sides(group.sides),
        "nobody": group.nobody,
        "people_won": group.people_won,
        "people_percent": percent(group.people_won, group.played),
        "length": length,
        "best": None if group.best is None else _best(game, group.best, tell),
        "people": [
            {
                "nickname": each.nickname,
                "played": each.played,
                "won": each.won,
                "percent": percent(each.won, each.played),
                "sides": _sides(each.sides),
            }
            for each in group.people
        ],
    }


def _sides(sides: Iterable[SideTotal]) -> list[Json]:
    return [
        {
            "side": each.side,
            "played": each.played,
            "won": each.won,
            "percent": percent(each.won, each.played),
        }
        for each in sides
    ]


def _best(game: str, best: Best, tell: Tell) -> dict[str, Json]:
    text = tell(game, best.moment.ask)
    return {"game": best.game, "step": best.moment.step, "text": text}

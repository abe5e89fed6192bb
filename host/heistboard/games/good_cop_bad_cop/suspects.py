"""What a seat's view says about the others: who may be a leader, and of which team.

Every way in which the two leader cards can lie that fits what the seat has seen gets a weight: how
many of the places unknown to it would hold them. The other unknown cards are spread evenly. Only
the seat's own view is used.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from heistboard.games.good_cop_bad_cop.components import KINDS, integrity_in_play
from heistboard.rules import HIDDEN, View

__all__ = ["Suspect", "known_row", "suspects"]

LEADERS: Final = ("agent", "kingpin")
_RANKS: Final = {kind.name: kind.rank for kind in KINDS}


class Suspect(NamedTuple):
    """What may be said of a player, as chances."""

    is_agent: float
    is_kingpin: float
    is_honest: float
    """Of the honest team."""
    unknown: int
    """Cards that the seat does not know."""
    icons: Mapping[str, bool]
    """Whether the cards known so far all have a bomb, or a knife."""


def known_row(view: View, player: str) -> list[str | None]:
    """Returns the cards of a player that a seat knows, by position; ``?`` for the others."""
    team = cast("dict[str, dict[str, Any]]", view["team"])
    row = list(team[player]["cards"])
    for each in cast("list[dict[str, Any]]", view["remembered"]):
        owner, place = each["at"].split(".")
        if owner == player:
            row[int(place) - 1] = each["kind"]
    return row


def suspects(view: View, own: str) -> dict[str, Suspect]:
    """Returns what the view of player *own* says about each living other."""
    team = cast("dict[str, dict[str, Any]]", view["team"])
    rows: dict[str, list[str | None]] = {
        player: known_row(view, player) for player in team if player != own
    }
    left = _unseen(view, rows)
    at = {leader: _places(leader, rows) for leader in LEADERS}
    if "agent" in cast("list[str]", view["cards"]):
        at["agent"] = {own: 1}
    if "kingpin" in cast("list[str]", view["cards"]):
        at["kingpin"] = {own: 1}
    weights: Counter[tuple[str, str]] = Counter()
    for agent, here in at["agent"].items():
        for kingpin, there in at["kingpin"].items():
            if agent != kingpin:
                weights[agent, kingpin] += here * there
    total = weights.total() or 1
    honest_share = left["honest"] / max(left["honest"] + left["crooked"], 1)
    found: dict[str, Suspect] = {}
    for player, row in rows.items():
        if not team[player]["living"]:
            continue
        agent_chance = sum(w for (a, _), w in weights.items() if a == player) / total
        kingpin_chance = sum(w for (_, k), w in weights.items() if k == player) / total
        by_cards = _honest_chance(row, honest_share, is_swapped=team[player]["planted"])
        others = max(1 - agent_chance - kingpin_chance, 0)
        found[player] = Suspect(
            agent_chance,
            kingpin_chance,
            agent_chance + others * by_cards,
            row.count(HIDDEN),
            {
                icon: all(icon in card for card in row if card and card != HIDDEN)
                for icon in ("bomb", "knife")
            },
        )
    return found


def _unseen(view: View, rows: Mapping[str, list[str | None]]) -> Counter[str]:
    # How many cards of each rank the seat has not seen.
    counts = integrity_in_play(cast("int", view["players"]), bool(view["expansion"]))
    left: Counter[str] = Counter()
    for kind, count in zip(KINDS, counts, strict=True):
        left[kind.rank] += count
    seen = [*cast("list[str | None]", view["cards"])]
    seen += [card for row in rows.values() for card in row]
    left.subtract(_RANKS[card] for card in seen if card and card != HIDDEN)
    return left


def _places(leader: str, rows: Mapping[str, list[str | None]]) -> dict[str, int]:
    # Where a leader card may lie: the unknown places of each player; one place if it is known.
    for player, row in rows.items():
        if leader in row:
            return {player: 1}
    return {player: row.count(HIDDEN) for player, row in rows.items() if HIDDEN in row}


def _honest_chance(row: list[str | None], honest_share: float, *, is_swapped: bool) -> float:
    ranks = [_RANKS[card] for card in row if card and card != HIDDEN]
    honest, crooked, unknown = ranks.count("honest"), ranks.count("crooked"), row.count(HIDDEN)
    # Chances of each number of honest cards among the unknown ones.
    chance = 0.0
    spread = {0: [1.0], 1: [1 - honest_share, honest_share]}
    for count in (2, 3):
        before = spread[count - 1]
        spread[count] = [
            (before[i] * (1 - honest_share) if i < len(before) else 0)
            + (before[i - 1] * honest_share if i else 0)
            for i in range(count + 1)
        ]
    for more, part in enumerate(spread[unknown]):
        if 2 * (honest + more) > honest + crooked + unknown:
            chance += part
    return 1 - chance if is_swapped else chance

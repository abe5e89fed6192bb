"""Hints for everybody: what has been public and is easily forgotten. Pure.

| Grade | The document has |
|---|---|
| off | nothing |
| notes | the cards that lie face up, of how many; who has looked at which cards; the bottom of |
| | the deck as far as it is known |

All of it follows from the table's view.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from heistboard.games.good_cop_bad_cop.components import KINDS, integrity_in_play
from heistboard.rules import HIDDEN, View
from heistboard.rules.contract import Json

__all__ = ["GRADES", "Hints"]

GRADES: Final = ("notes",)
RANKS: Final = ("honest", "crooked")


class Hints:
    """The hints of one table. Nothing is kept from one view to the next."""

    def document(self, view: View, grade: str) -> View:
        """Returns the facts of a *grade*; none before the first turn."""
        if grade not in GRADES or not view["round"]:
            return {}
        facts: list[Json] = [{"id": key, "words": words} for key, words in _facts(view)]
        return {"facts": facts}


def _facts(view: Any) -> Iterator[tuple[str, dict[str, Json]]]:  # noqa: ANN401 (a view)
    team = view["team"]
    cards = [card for seen in team.values() for card in seen["cards"]]
    up = Counter(card.split("_")[0] for card in cards if card not in (None, HIDDEN))
    counts = integrity_in_play(len(team), view["expansion"])
    whole = Counter[str]()
    for kind, count in zip(KINDS, counts, strict=True):
        whole[kind.rank] += count
    for rank in RANKS:
        yield "up", {"kind": rank, "count": str(up[rank]), "whole": str(whole[rank])}
    for player, seen in _looked(view).items():
        yield "looked", {"player": player, "seen": ", ".join(seen)}
    if known := [card for card in view["bottom"] if card != HIDDEN]:
        yield "bottom", {"cards": ", ".join(known)}


def _looked(view: Any) -> dict[str, list[str]]:  # noqa: ANN401 (a view)
    # The positions that each player has looked at, as they were called then.
    found: dict[str, list[str]] = {}
    for line in view["moves"]:
        player, *words = str(line).split()
        if words[:1] == ["look"] or words[:2] in (["play", "wiretap"], ["play", "metal_detector"]):
            found.setdefault(player, []).extend(word for word in words if "." in word)
    return found

"""Hints for everybody: which street cards have come. They follow from the table's view alone."""

from collections import Counter

from heistboard.rules import View
from heistboard.rules.contract import Json

__all__ = ["Hints"]


class Hints:
    """The hints of one table; nothing is kept from one view to the next."""

    def document(self, view: View, grade: str) -> View:
        """Returns a fact for each kind of street card that has come."""
        moves = view["moves"]
        if grade == "off" or not isinstance(moves, list):
            return {}
        came = Counter(str(move).split()[1] for move in moves if str(move).startswith("street "))
        facts: list[Json] = [
            {"id": "street", "words": {"street": street, "count": str(count)}}
            for street, count in sorted(came.items())
        ]
        return {"facts": facts}

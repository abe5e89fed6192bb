"""Hints for the police: what they could deduce themselves from the table's view.

| Grade | The document has |
|---|---|
| off | nothing |
| notes | ``searched``: by cell, a list of rounds and finds |
| cells | also ``cells``: where the car can be now |
| odds | also ``odds``: by cell, how many trails end there, and ``trails``, how many there are |
"""

from typing import Final

from heistboard.games.car_thief import PACKAGE
from heistboard.games.car_thief.belief import Belief
from heistboard.games.hint_grades import check_grade, grades_of
from heistboard.rules import View
from heistboard.rules.contract import Json

__all__ = ["GRADES", "Hints"]

GRADES: Final = grades_of(PACKAGE)
"""The grades, from least to most."""


class Hints:
    """The hints of one table; keeps the belief from one view to the next."""

    def __init__(self) -> None:
        self._belief = Belief()

    def document(self, view: View, grade: str) -> View:
        """Returns the hints for the table's *view*; raises :exc:`ValueError` for an unknown grade.

        If no trail fits, which an umpire's changes can cause, there are only notes.
        """
        level = GRADES.index(check_grade(grade, PACKAGE))
        told: View = {}
        if level >= GRADES.index("notes"):
            told["searched"] = _searched(view)
        if level < GRADES.index("cells"):
            return told
        try:
            self._belief.follow(view)
        except ValueError:
            return told
        cells = self._belief.cells()
        told["cells"] = list(cells)
        if level >= GRADES.index("odds"):
            odds: dict[str, Json] = dict(cells)
            told |= {"odds": odds, "trails": self._belief.trails if cells else 0}
        return told


def _searched(view: View) -> Json:
    searches = view["searches"]
    assert isinstance(searches, list)
    searched: dict[str, Json] = {}
    for search in searches:
        assert isinstance(search, dict)
        past = searched.setdefault(str(search["cell"]), [])
        assert isinstance(past, list)
        past.append({"round": search["round"], "found": search["found"]})
    return searched

"""What the table tells the police that they could work out themselves. From its view alone.

| Grade | The document has |
|---|---|
| off | nothing |
| notes | ``searched``, for each cell a list of rounds and finds |
| cells | besides, ``cells``, where the car can be now |
| odds | besides, ``odds``, by cell the trails that end there, of ``trails`` in all |
"""

from typing import Final

from heistboard.games.car_thief import PACKAGE
from heistboard.games.car_thief.belief import Belief
from heistboard.games.hint_grades import check_grade, grades_of
from heistboard.rules import View
from heistboard.rules.contract import Json

__all__ = ["GRADES", "Hints"]

GRADES: Final = grades_of(PACKAGE)
"""From nothing to all."""


class Hints:
    """The hints of one table, which keep the belief from one view to the next."""

    def __init__(self) -> None:
        self._belief = Belief()

    def document(self, view: View, grade: str) -> View:
        """Returns what is told of the table's *view*; raises :exc:`ValueError` for no grade.

        Where no trail fits what was seen, as an umpire may have made it, there are notes only.
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

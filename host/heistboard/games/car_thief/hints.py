"""What the table tells the police that they could work out themselves. From its view alone.

The document, by grade (see :mod:`heistboard.hints`): ``searched``, a list of rounds and finds for
each cell; ``cells``, where the car can be now; ``odds``, by cell the trails that end there, of
``trails`` in all.
"""

from heistboard.games.car_thief.belief import Belief
from heistboard.hints import GRADES, check_grade
from heistboard.rules import View
from heistboard.rules.contract import Json

__all__ = ["Hints"]


class Hints:
    """The hints of one table, which keep the belief from one view to the next."""

    def __init__(self) -> None:
        self._belief = Belief()

    def document(self, view: View, grade: str) -> View:
        """Returns what is told of the table's *view*; raises :exc:`ValueError` for no grade.

        Where no trail fits what was seen, as an umpire may have made it, there are notes only.
        """
        level = GRADES.index(check_grade(grade))
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

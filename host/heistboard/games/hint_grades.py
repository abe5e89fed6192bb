"""How far the table helps to deduce: a grade, which everybody at the table chooses together.

A game names its grades (``Package.hint_grades``), from the least to the most; ``off``, which tells
nothing, is a grade of every game. All that hints tell follows from what everybody has seen.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from heistboard.games import Package

__all__ = ["OFF", "check_grade", "grades_of"]

OFF: Final = "off"


def grades_of(package: "Package") -> tuple[str, ...]:
    """Returns the grades of a game's hints, from nothing to all; only ``off`` if it has none."""
    return (OFF, *package.hint_grades)


def check_grade(grade: str, package: "Package") -> str:
    """Returns *grade*; raises :exc:`ValueError` if the game has none of that name."""
    *some, last = grades_of(package)
    if grade not in (*some, last):
        expected = f"{', '.join(some)} or {last}" if some else last
        raise ValueError(f"hints is {grade!r}, expected {expected}")
    return grade

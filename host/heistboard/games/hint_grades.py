"""Hint grades: how much the table helps players to deduce, chosen for the whole table.

A game lists its grades (``Package.hint_grades``) from least to most; every game also has ``off``,
no hints. Hints follow from public information only.
"""

from typing import TYPE_CHECKING, Final

from heistboard.word_lists import one_of

if TYPE_CHECKING:
    from heistboard.games import Package

__all__ = ["OFF", "check_grade", "grades_of"]

OFF: Final = "off"


def grades_of(package: "Package") -> tuple[str, ...]:
    """Returns a game's grades from ``off`` to the most; only ``off`` if it has no hints."""
    return (OFF, *package.hint_grades)


def check_grade(grade: str, package: "Package") -> str:
    """Returns *grade*; raises :exc:`ValueError` if the game does not have it."""
    grades = grades_of(package)
    if grade not in grades:
        raise ValueError(f"hints is {grade!r}, expected {one_of(grades)}")
    return grade

"""How far the table helps to deduce what is hidden: a choice of everybody at it.

| Grade | The table says |
|---|---|
| off | nothing |
| notes | when each place was searched, and what was found |
| cells | besides, where what is sought can be now |
| odds | besides, how likely that is for each place |

All of it follows from what everybody has seen. A game says what it looks like there: see
``Package.hints``.
"""

from typing import Final

__all__ = ["GRADES", "OFF", "check_grade"]

GRADES: Final = ("off", "notes", "cells", "odds")
"""From nothing to all; each says what those before it say."""

OFF: Final = GRADES[0]


def check_grade(grade: str) -> str:
    """Returns *grade*; raises :exc:`ValueError` if there is none of that name.

    >>> check_grade("odds")
    'odds'
    """
    if grade not in GRADES:
        raise ValueError(f"hints is {grade!r}, expected {', '.join(GRADES[:-1])} or {GRADES[-1]}")
    return grade

"""The prompt for misplaced pieces. Pure."""

from heistboard.games.gestures import Gestures, Wrong
from heistboard.rules import Ask

__all__ = ["ask_wrong"]


def ask_wrong(gestures: Gestures) -> Ask:
    """Returns the prompt that asks to put misplaced pieces right.

    Its id is ``wrong.missing`` or ``wrong.extra`` with ``places``, or ``wrong.move`` with ``from``
    and ``to``. ``pieces`` lists the missing pieces in the order of their places.
    """
    wrong = gestures.wrong()
    missing = [place for place, how in wrong.items() if how is Wrong.MISSING]
    extra = [place for place, how in wrong.items() if how is Wrong.EXTRA]
    places, pieces = ", ".join(missing), ", ".join(map(gestures.missing_piece, missing))
    if missing and extra:
        return Ask("wrong.move", {"from": ", ".join(extra), "to": places, "pieces": pieces})
    if extra:
        return Ask("wrong.extra", {"places": ", ".join(extra)})
    return Ask("wrong.missing", {"places": places, "pieces": pieces})

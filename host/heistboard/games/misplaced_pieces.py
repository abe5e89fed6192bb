"""What is asked when the board is not as the game says. Pure."""

from heistboard.games.gestures import Gestures, Wrong
from heistboard.rules import Ask

__all__ = ["ask_wrong"]


def ask_wrong(gestures: Gestures) -> Ask:
    """Returns what to put right: the places, and what belongs on each that lacks its piece.

    The id is ``wrong.missing`` or ``wrong.extra`` with ``places``, or ``wrong.move`` with ``from``
    and ``to``; ``pieces`` has what belongs on the places where something is missing, in their
    order.
    """
    wrong = gestures.wrong()
    missing = [place for place, how in wrong.items() if how is Wrong.MISSING]
    extra = [place for place, how in wrong.items() if how is Wrong.EXTRA]
    places, pieces = ", ".join(missing), ", ".join(map(gestures.belongs, missing))
    if missing and extra:
        return Ask("wrong.move", {"from": ", ".join(extra), "to": places, "pieces": pieces})
    if extra:
        return Ask("wrong.extra", {"places": ", ".join(extra)})
    return Ask("wrong.missing", {"places": places, "pieces": pieces})

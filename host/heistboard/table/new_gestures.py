"""Makes the gestures of a game: its own or, for a game played on screens only, plain ones."""

from collections.abc import Collection, Mapping

from heistboard import games
from heistboard.games import SitDown
from heistboard.games.gestures import Gestures, Record
from heistboard.games.plain_gestures import PlainGestures
from heistboard.rules import Choice
from heistboard.rules.options import chosen

__all__ = ["new_gestures"]


def new_gestures(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    options: Mapping[str, Choice] | None = None,
) -> Gestures:
    """Returns new gestures for the game of *record*.

    *is_resumed*: nobody watched the board before. *works*: reeds that passed the self test.
    *options*: table options of the package; raises :exc:`ValueError` if one is bad.
    """
    package = games.package(record.state.game.name)
    known = chosen(f"{package.game.name}: ", options or {}, package.table_options)
    make: SitDown | None = package.claim("gestures")
    if make is None:
        return PlainGestures(record, now_ms)
    return make(record, now_ms, is_resumed=is_resumed, works=works, options=known)

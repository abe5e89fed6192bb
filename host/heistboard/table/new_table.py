"""Begins a table: a game's own gestures, or those of games that are played on screens alone."""

from collections.abc import Collection, Mapping

from heistboard import games
from heistboard.games import SitDown
from heistboard.games.button_gestures import PlainGestures
from heistboard.games.gestures import Gestures, Record
from heistboard.rules import Choice
from heistboard.rules.options import chosen

__all__ = ["sit_down"]


def sit_down(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    options: Mapping[str, Choice] | None = None,
) -> Gestures:
    """Returns what hands mean in the game of *record*.

    *is_resumed*: the board was out of sight. *works* are reeds that are known to work. *options*
    are table options of the package; raises :exc:`ValueError` that names a bad one.
    """
    package = games.package(record.state.game.name)
    known = chosen(f"{package.game.name}: ", options or {}, package.table_options)
    make: SitDown | None = package.claim("gestures")
    if make is None:
        return PlainGestures(record, now_ms)
    return make(record, now_ms, is_resumed=is_resumed, works=works, options=known)

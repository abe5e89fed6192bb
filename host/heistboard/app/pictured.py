"""The status of a table in the position of a rulebook's picture. Pure."""

from collections.abc import Mapping

from heistboard.app.referee import status_of
from heistboard.games import Hinter, Package
from heistboard.games.gestures import Prompt
from heistboard.games.hint_grades import OFF
from heistboard.games.plain_record import PlainRecord
from heistboard.games.rulebook import Picture
from heistboard.games.status import Status
from heistboard.rules import TABLE, State
from heistboard.rules.contract import Json
from heistboard.table.new_gestures import new_gestures
from heistboard.table.table import Table

__all__ = ["pictured"]


def pictured(package: Package, picture: Picture) -> Status:
    """Returns the status that *picture* shows: public, or as its seat sees it.

    With a seat the view, the prompt and the moves are those of the seat. Nothing of it is a
    secret: a rulebook's games are played by nobody.
    """
    state = package.game.new(**picture.options)
    for move in picture.moves:
        state.push(move)
    record = PlainRecord(state)
    gestures = new_gestures(record, 0)
    table = Table(record, gestures)
    table.see([reed for reed, is_closed in gestures.expected().items() if is_closed], 0)
    seat = state.seats.index(picture.seat) if picture.seat else TABLE
    if seat in state.movers and not table.moves(seat):
        table.press("done", 0)  # the table waits for it between two phases
    prompt = Prompt(0, table.asked(seat), table.moves(seat))
    status = status_of(table, 0, 0, state.view(seat), prompt, table.scene(0), ())
    return status._replace(is_carried=True, hints=_hints(package, picture, state))


def _hints(package: Package, picture: Picture, state: State) -> Mapping[str, Json]:
    grade: Mapping[str, Json] = {"grade": picture.hints}
    if picture.hints == OFF:
        return grade
    hinter: Hinter = package.claim("hints")()
    return {**hinter.document(state.view(TABLE), picture.hints), **grade}

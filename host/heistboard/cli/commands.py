"""What is typed at the text table: buttons, moves, and what simulated hands do.

| Typed | Does |
|---|---|
| ``done`` ``undo`` ``help`` | presses the button |
| ``again`` | another game, when this one is over: as Done held |
| ``page`` | shows the way to the thief's private page (``evening`` does it) |
| ``quit`` | ends the program; the game is kept |
| ``lift b3`` ``put b3`` | simulated hands: the piece that covers it |
| ``KIND [ID] PLACE|off`` | another piece of the game, from wherever it is |
| ``press done`` | a button of the simulated board |
| ``pull`` ``plug`` | its cable |
| a move | makes it, for the side whose phase it is |

With eyes closed nothing is answered, whatever comes of it: neither that a move is not possible nor
why. Who typed it sees by the lights, and on the private page.
"""

from collections.abc import Callable
from typing import Protocol

from heistboard.daemon import Status
from heistboard.journal.text import JournalError
from heistboard.pieces import Pieces, pieces_of
from heistboard.rules import MoveError
from heistboard.sim import SimHands
from heistboard.sim.pieces import verbs
from heistboard.table.contract import Ask
from heistboard.table.table import NotYourTurn
from heistboard.words import Words

__all__ = ["Commands", "Table"]

_EXAMPLES = {"setup": "place green x22", "police": "fly green x23"}


class Table(Protocol):
    """What commands need of the daemon."""

    def say(self, seat: int, text: str) -> None:
        """Makes a move for a seat."""

    def press(self, button: str, *, is_held: bool = False) -> None:
        """Presses a button."""


class Commands:
    """Does what was typed. *hands* are those of the simulated board, if it is one.

    *has_page* says whether a side plays on its private page, and so not here.
    """

    def __init__(
        self,
        table: Table,
        words: Words,
        hands: SimHands | None = None,
        has_page: Callable[[str], bool] = lambda seat: False,
    ) -> None:
        self._table = table
        self._words = words
        self._hands = hands
        self._has_page = has_page

    def do(self, line: str, status: Status) -> str:
        """Does what a *line* says and returns what the room is told of it, mostly nothing."""
        try:
            answer = self._do(line.lower().split(), status)
        except (MoveError, NotYourTurn) as error:
            answer = self._words.refusal(error, _EXAMPLES.get(status.phase, ""))
        except JournalError:
            answer = self._words.shown(Ask("trouble.journal"), status.view)
        return "" if status.is_secret else answer

    def _do(self, words: list[str], status: Status) -> str:
        verb = words[0]
        if words in (["done"], ["undo"], ["help"]):
            self._table.press(verb)
        elif words == ["again"]:
            if status.phase != "over":
                return self._words.of("table", "not-over")
            self._table.press("done", is_held=True)
        elif verb in self._verbs(status):
            return self._act(words)
        elif status.seat is not None and self._has_page(status.seat):
            return self._words.of("table", "page")
        else:
            self._table.say(_number(status), " ".join(words))
        return ""

    def _verbs(self, status: Status) -> frozenset[str]:
        # Without hands they are known too, so that what is typed is not taken for a move.
        if self._hands is not None:
            return self._hands.verbs
        try:
            return verbs(pieces_of(str(status.view["game"])))
        except ValueError:
            return verbs(Pieces({}))

    def _act(self, words: list[str]) -> str:
        if self._hands is None:
            return self._words.of("table", "no-hands")
        try:
            self._hands.act(*words)
        except ValueError:
            return self._words.of("table", "no-act")
        return ""


def _number(status: Status) -> int:
    # When the game is over it is nobody's turn; the table says so to whoever asks.
    return status.seats.index(status.seat) if status.seat is not None else 0

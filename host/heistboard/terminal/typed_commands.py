"""What is typed at the text table: buttons, moves, and what simulated hands do.

| Typed | Does |
|---|---|
| ``done`` ``undo`` ``help`` | presses the button |
| ``again`` | another game, when this one is over: as Done held |
| ``page`` ``page SEAT`` | shows the way to a private page (``evening`` does it) |
| ``quit`` | ends the program; the game is kept |
| ``lift PLACE`` ``put PLACE`` | simulated hands: the piece that covers it |
| ``KIND [ID] PLACE|off`` | another piece of the game, from wherever it is |
| ``press done`` | a button of the simulated board |
| ``pull`` ``plug`` | its cable |
| a move | makes it, for the seat whose turn it is |

Where several seats may move, the move says whose it is. What chance decides with real cards is
typed like a move. Of a private move the same is said whatever comes of it, and with eyes closed
nothing at all: neither that a move is not possible nor why. The seat sees it on its private page.
"""

from collections.abc import Callable
from typing import Protocol

from heistboard import games
from heistboard.app import Status
from heistboard.app.daemon import Trouble
from heistboard.games.gestures import Ask
from heistboard.games.pieces import Pieces, pieces_of
from heistboard.journal.game_text import JournalError
from heistboard.rules import Game, MoveError
from heistboard.sim import SimHands
from heistboard.sim.piece_hands import verbs
from heistboard.table.table import NotYourTurn
from heistboard.words import Words

__all__ = ["Commands", "Controls"]


class Controls(Protocol):
    """What commands need of the daemon."""

    def say(self, seat: int, text: str) -> None:
        """Makes a move for a seat."""

    def draw(self, text: str) -> None:
        """Tells the table what a real card shows."""

    def press(self, button: str, *, is_held: bool = False) -> None:
        """Presses a button."""


class Commands:
    """Does what was typed. *hands* are those of the simulated board, if it is one.

    *has_page* says whether a seat plays on its private page, and so not here.
    """

    def __init__(
        self,
        table: Controls,
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
        self._words = self._words.of_game(status.view["game"])
        is_private = _is_private(line, status)
        try:
            answer = self._do(line.split(), status)
            if is_private and not answer:
                answer = self._words.of("refused", "secret")
        except (MoveError, NotYourTurn) as error:
            if is_private:
                answer = self._words.of("refused", "secret")
            else:
                answer = self._words.refusal(error, next(iter(status.moves), ""))
        except JournalError:
            answer = self._words.shown(Ask("trouble.journal"), status.view)
        except Trouble:
            answer = self._words.shown(Ask("trouble.table"), status.view)
        return "" if status.is_secret else answer

    def _do(self, typed: list[str], status: Status) -> str:
        words = [word.lower() for word in typed]
        verb = words[0]
        if words in (["done"], ["undo"], ["help"]):
            self._table.press(verb)
        elif words == ["again"]:
            if status.view["outcome"] is None:
                return self._words.of("table", "not-over")
            self._table.press("done", is_held=True)
        elif verb in self._verbs(status):
            return self._act(words)
        elif status.ask.id.startswith("draw."):
            if self._has_page(status.ask.words.get("seat", "")):
                return self._words.of("table", "page")
            self._table.draw(" ".join(typed))
        else:
            return self._say(" ".join(typed), status)
        return ""

    def _say(self, text: str, status: Status) -> str:
        seat = _mover(text, status)
        if seat is None:
            return self._words.of("refused", "which-seat")
        if status.turn and self._has_page(status.seats[seat]):
            return self._words.of("table", "page")
        self._table.say(seat, text)
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


def _mover(text: str, status: Status) -> int | None:
    # When it is nobody's turn any seat will do: the table says so to every seat.
    if len(status.turn) > 1:
        seat = _game(status).read(text).seat
        return seat if seat in range(len(status.seats)) else None
    return status.seats.index(status.turn[0]) if status.turn else 0


def _is_private(line: str, status: Status) -> bool:
    try:
        return _game(status).read(line).private
    except MoveError:
        return False


def _game(status: Status) -> Game:
    return games.load(str(status.view["game"]))

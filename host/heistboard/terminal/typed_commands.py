"""Commands typed during a game: buttons, moves, and simulated hands.

| Typed | Does |
|---|---|
| ``done`` ``undo`` ``help`` | presses the button; ``play_screen`` answers ``help``, too |
| ``guide off`` | goes on without the guide |
| ``stop SEAT`` | holds the open window for 30 s, if a beat runs |
| ``again`` | starts another game when this one is over, as holding Done does |
| ``page`` ``page SEAT`` | shows the address of a private page (``play_screen`` does it) |
| ``look`` ``look SEAT`` | shows what a seat alone may see, and its moves (``play_screen``) |
| ``floor`` ``floor 2`` | shows a floor of a game that is drawn on several (``play_screen``) |
| ``legend`` | shows what the signs of the drawing mean (``play_screen``) |
| ``quit`` | ends the program; the game is kept |
| ``lift PLACE`` ``put PLACE`` | simulated hands: lift or put back the covering piece |
| ``KIND [ID] PLACE|off`` | simulated hands: move any other piece there, or off the board |
| ``press done`` | simulated hands: press a button |
| ``pull`` ``plug`` | pulls or plugs the cable of the simulated board |
| a move | plays it for the seat whose turn it is |

If several seats may move, the move itself names its seat. The outcome of real cards is typed like
a move. The answer to a private move never depends on its result, and while eyes are closed there
is no answer at all, even to an illegal move; the seat sees the refusal on its private page.
"""

from collections.abc import Callable, Collection
from typing import Protocol

from heistboard import games
from heistboard.app import Status
from heistboard.app.daemon import Trouble
from heistboard.games.gestures import Ask
from heistboard.games.pieces import Pieces, pieces_of
from heistboard.games.rulebook import section_for
from heistboard.journal.game_text import JournalError
from heistboard.rules import Game, IllegalMove, MoveError
from heistboard.sim import SimHands
from heistboard.sim.piece_hands import verbs
from heistboard.table.table import NotNow, NotYourTurn
from heistboard.words import Words

__all__ = ["Controls", "TypedCommands"]


class Controls(Protocol):
    """The part of the daemon that commands use."""

    def say(self, seat: int, text: str) -> None:
        """Plays a move for a seat."""

    def draw(self, text: str) -> None:
        """Reports the outcome of a real card."""

    def press(self, button: str, *, is_held: bool = False) -> None:
        """Presses a button."""

    def leave_guide(self, seats: Collection[int]) -> None:
        """Goes on without the guide."""

    def stop(self, seat: int, window: int | None = None) -> None:
        """Says Stop for a seat."""


class TypedCommands:
    """Executes typed lines. *hands* move the pieces if the board is simulated.

    *has_page* returns whether a seat plays on its private page; if so, it cannot play here.
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
        """Executes *line* and returns the answer for everybody in the room, usually empty."""
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
                answer = self._refusal(error, status)
        except JournalError:
            answer = self._trouble("journal", status)
        except Trouble:
            answer = self._trouble("table", status)
        return "" if status.is_secret else answer

    def _refusal(self, error: MoveError | NotYourTurn, status: Status) -> str:
        reason = self._words.refusal(error, next(iter(status.moves), ""))
        if not isinstance(error, IllegalMove) or error.private:
            return reason
        game = str(status.view["game"])
        section = section_for(game, error.rule, self._words.language)
        if section is None:
            return reason
        command = f"heistboard rules {game} {section.id}"
        return self._words.of("refused", "rules", reason=reason, command=command)

    def _trouble(self, what: str, status: Status) -> str:
        ask, is_carried = Ask(f"trouble.{what}"), status.is_carried
        return self._words.shown(ask, status.view, is_carried=is_carried)

    def _do(self, typed: list[str], status: Status) -> str:
        words = [word.lower() for word in typed]
        verb = words[0]
        if words in (["done"], ["undo"], ["help"]):
            self._table.press(verb)
        elif words == ["guide", "off"]:
            return self._leave_guide(status)
        elif verb == "stop" and status.beat is not None:
            return self._stop(words[1:], status.beat.window, status)
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

    def _stop(self, names: list[str], window: int, status: Status) -> str:
        if len(names) != 1 or names[0] not in status.seats:
            seats = ", ".join(status.seats)
            return self._words.of("table", "no-seat", seats=seats)
        if self._has_page(names[0]):
            return self._words.of("table", "page")
        try:
            self._table.stop(status.seats.index(names[0]), window)
        except NotNow:
            return self._words.of("beat", "no-stop")
        return ""

    def _leave_guide(self, status: Status) -> str:
        if status.advice is None:
            return self._words.of("help", "guide-none")
        free = [seat for seat, name in enumerate(status.seats) if not self._has_page(name)]
        self._table.leave_guide(free)
        return self._words.of("help", "guide-left")

    def _say(self, text: str, status: Status) -> str:
        seat = _mover(text, status)
        if seat is None:
            return self._words.of("refused", "which-seat")
        if status.turn and self._has_page(status.seats[seat]):
            return self._words.of("table", "page")
        self._table.say(seat, text)
        return ""

    def _verbs(self, status: Status) -> frozenset[str]:
        # Also without hands, so that these verbs are not mistaken for moves.
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
    # If it is nobody's turn, any seat will do: the table refuses them all alike.
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

"""Gestures of a game that is played on screens: no hand means anything but the buttons. Pure.

A game whose pieces are felt builds on it: it says what the board must show (``expected``), and
what a difference means (``look``).
"""

from collections.abc import Mapping

from heistboard.games.gestures import Gestures, Record, Span, Wrong
from heistboard.places.scene import DARK, Scene
from heistboard.rules import CHANCE, TABLE, Ask, IllegalMove, Move, State, View

__all__ = ["AGAIN_MS", "PlainGestures"]

AGAIN_MS = 3_000  # Done held this long starts another game


class PlainGestures(Gestures):
    """The buttons at one game; moves are said."""

    def __init__(self, record: Record, now_ms: int) -> None:
        self.record = record
        self.wake_ms: int | None = None
        self.spoken: list[Ask] = []
        self.reports: list[str] = []
        self.picture: frozenset[str] = frozenset()
        self.ask = self.state.asked(TABLE)
        self._wants_new_game = False

    @property
    def state(self) -> State:
        """The game."""
        return self.record.state

    def asked(self, seat: int) -> Ask:
        """Returns what the seat is asked."""
        return self.state.asked(seat)

    # What happens.

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Looks at the reeds; none of what they say is a move."""
        self.picture = picture
        self.update()

    def update(self) -> None:
        """Asks what is to be asked now; says it aloud when it is something else."""
        ask = self.state.asked(TABLE)
        if ask != self.ask:
            self.ask = ask
            if self.state.draw is None:  # of a draw the table speaks
                self.spoken.append(ask)

    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Begins another game when this one is over and the button is held."""
        if self.state.outcome is None:
            return False
        self._wants_new_game = self._wants_new_game or held_ms >= AGAIN_MS
        return self._wants_new_game

    def undo(self, now_ms: int) -> bool:
        """Takes the last move back, unless it is private; the table refuses what reveals."""
        if not self.state.moves or self.state.moves[-1].private:
            return False
        self.record.write(undo=1)
        self.look(self.picture, now_ms)
        return True

    def say(self, seat: int, move: Move, now_ms: int) -> None:
        """Plays a move that was said; the seat was checked."""
        is_early = seat != CHANCE and move not in self.moves(seat)
        if is_early and move in self.state.legal(seat):
            raise IllegalMove(move, "the table waits for something else first", "table")
        self.record.write((move,))
        self.look(self.picture, now_ms)

    def corrected(self, now_ms: int) -> None:
        """Goes on from what the umpire made of the game."""
        self.look(self.picture, now_ms)

    # How things stand.

    def expected(self) -> Mapping[str, bool]:
        """Returns nothing: no reed must say anything."""
        return {}

    def wrong(self) -> Mapping[str, Wrong]:
        """Returns nothing: nothing can be wrong."""
        return {}

    @property
    def phase(self) -> str:
        """The phase of the rules."""
        return self.state.phase

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats whose turn it is by the rules."""
        return self.state.turn

    @property
    def is_secret(self) -> bool:
        """Never: eyes stay open."""
        return False

    @property
    def eyes_closed(self) -> Span | None:
        """None: eyes stay open."""
        return None

    @property
    def is_settling(self) -> bool:
        """Never: nothing settles."""
        return False

    @property
    def wants_new_game(self) -> bool:
        """Whether Done was held at the end."""
        return self._wants_new_game

    def scene(self, now_ms: int) -> Scene:
        """Returns no light."""
        return DARK

    def private(self, seat: int) -> View:
        """Returns nothing: the board tells nobody more."""
        return {}

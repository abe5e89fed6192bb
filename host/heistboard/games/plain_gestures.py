"""Gestures for a game played on screens: the buttons, and no pieces. Pure.

A game with pieces on the board extends it: ``expected`` says what the reeds must show, and
``look`` what a difference means.
"""

from collections.abc import Mapping

from heistboard.games.gestures import Gestures, Record, Span, Wrong
from heistboard.places.scene import DARK, Scene
from heistboard.rules import CHANCE, TABLE, Ask, IllegalMove, Move, State, View

__all__ = ["AGAIN_MS", "PlainGestures"]

AGAIN_MS = 3_000  # Done held this long starts another game


class PlainGestures(Gestures):
    """The buttons of one game; moves are typed, or tapped on a page."""

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
        """Returns the prompt of *seat*."""
        return self.state.asked(seat)

    # Events.

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Reads the reeds in *picture*; none of them makes a move."""
        self.picture = picture
        self.update()

    def update(self) -> None:
        """Updates the prompt, and has a new one spoken."""
        ask = self.state.asked(TABLE)
        if ask != self.ask:
            self.ask = ask
            if self.state.draw is None:  # the table announces draws
                self.spoken.append(ask)

    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Asks for another game if this one is over and the button was held."""
        if self.state.outcome is None:
            return False
        self._wants_new_game = self._wants_new_game or held_ms >= AGAIN_MS
        return self._wants_new_game

    def undo(self, now_ms: int) -> bool:
        """Takes the last move back unless it is private; the table refuses moves that reveal."""
        if not self.state.moves or self.state.moves[-1].private:
            return False
        self.record.write(undo=1)
        self.look(self.picture, now_ms)
        return True

    def say(self, seat: int, move: Move, now_ms: int) -> None:
        """Plays a move; the caller has checked the seat."""
        is_early = seat != CHANCE and move not in self.moves(seat)
        if is_early and move in self.state.legal(seat):
            raise IllegalMove(move, "the table waits for something else first", "table")
        self.record.write((move,))
        self.look(self.picture, now_ms)

    def corrected(self, now_ms: int) -> None:
        """Continues from the game as the umpire has changed it."""
        self.look(self.picture, now_ms)

    # State.

    def expected(self) -> Mapping[str, bool]:
        """Returns nothing: no reed is expected to be open or closed."""
        return {}

    def wrong(self) -> Mapping[str, Wrong]:
        """Returns nothing: no piece can be misplaced."""
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
        """False: eyes stay open."""
        return False

    @property
    def eyes_closed(self) -> Span | None:
        """None: eyes stay open."""
        return None

    @property
    def is_settling(self) -> bool:
        """False: no piece can settle."""
        return False

    @property
    def wants_new_game(self) -> bool:
        """Whether Done was held after the end."""
        return self._wants_new_game

    def scene(self, now_ms: int) -> Scene:
        """Returns a dark scene."""
        return DARK

    def private(self, seat: int) -> View:
        """Returns nothing: the board has no secrets."""
        return {}

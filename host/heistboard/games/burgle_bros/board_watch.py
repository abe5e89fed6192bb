"""Compares the board of Burgle Bros with the game: what is due, wrong, or heals. Pure."""

from collections.abc import Collection, Mapping
from typing import Final

from heistboard.games.burgle_bros.board_reading import Must, Reading, must_of, read
from heistboard.games.burgle_bros.figures import Figure
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.gestures import Record, Wrong
from heistboard.games.plain_gestures import PlainGestures

__all__ = ["LIFTED_MS", "REST_MS", "SETTLE_MS", "BoardWatch"]

SETTLE_MS: Final = 700  # a difference that lasts this long counts; knocks and slides are shorter
LIFTED_MS: Final = 1_600  # a guard's figure may be off for so long, to enter his room
REST_MS: Final = 1_000  # after a walk nothing counts for so long: the hand is still there


class BoardWatch(PlainGestures):
    """The part of the gestures that knows the pieces."""

    def __init__(self, record: Record, now_ms: int) -> None:
        self.record = record
        self._must: Must = must_of(self.state.job)
        self._reading = Reading((), (), ((),) * self.state.job.site.floors)
        self._since_ms = now_ms  # when the board began to look like this
        self._figures = (Figure(),) * self.state.job.site.floors
        self._must_heal = True  # until the board is right, nothing is a gesture
        self._wrong: Mapping[str, Wrong] = {}
        self._rests_until_ms = now_ms
        self._is_resting = False
        super().__init__(record, now_ms)

    @property
    def state(self) -> BurgleBros:
        """The game."""
        state = self.record.state
        assert isinstance(state, BurgleBros)
        return state

    @property
    def is_due(self) -> bool:
        """Whether tiles have to be turned, or figures to be moved."""
        return bool(self._reading.to_turn) or any(figure.is_due for figure in self._figures)

    def expected(self) -> Mapping[str, bool]:
        """Returns whether each tile and figure must be there."""
        return self._must.levels

    def standing(self) -> Mapping[str, Mapping[str, str]]:
        """Returns the places of the tiles that lie face down, and of the guards."""
        return self._must.standing

    def wrong(self) -> Mapping[str, Wrong]:
        """Returns the mistakes that have lasted."""
        return self._wrong if self.state.outcome is None else {}

    def missing_piece(self, place: str) -> str:
        """Returns the piece that is missing on *place*."""
        return "tile" if place in self._reading.turned else "guard"

    def _expect_pieces(self) -> None:
        # After a move: where the pieces belong now, and which way figures have to go.
        job, asked = self.state.job, -1
        if self.state.phase == "tile" and job.agenda is not None:
            asked = int(job.agenda[0][1][0])  # type: ignore[call-overload]
        self._must = must_of(job, asked)
        self._figures = tuple(
            figure.sent(job, floor, home) if figure.home != home or figure.is_due else figure
            for floor, (figure, home) in enumerate(
                zip(self._figures, self._must.guards, strict=True)
            )
        )

    def _read_board(self, now_ms: int, *, is_jump: bool) -> None:
        # Reads the picture; *is_jump*: nobody saw how the board got this way.
        reading = read(self._must, self.picture)
        has_moved = reading.stands != self._reading.stands
        if reading != self._reading:
            self._reading, self._since_ms = reading, now_ms
        if is_jump and reading.turned:
            self._must_heal = True
        were_due = any(figure.is_due for figure in self._figures)
        figures = tuple(
            figure.seen(stands, is_jump=is_jump)
            for figure, stands in zip(self._figures, self._reading.stands, strict=True)
        )
        if is_jump:
            job = self.state.job
            figures = tuple(
                figure.sent(job, floor, figure.home) for floor, figure in enumerate(figures)
            )
        self._figures = figures
        has_arrived = were_due and not any(figure.is_due for figure in figures)
        is_lifted = any(
            figure.home is not None and figure.home not in stands
            for figure, stands in zip(figures, self._reading.stands, strict=True)
        )
        if has_arrived or (
            self._is_resting and (has_moved or is_lifted)
        ):  # the hand puts the figure straight
            self._rests_until_ms = now_ms + REST_MS
        self._is_resting = now_ms < self._rests_until_ms
        if self._is_resting:
            self._wake_at(self._rests_until_ms)

    def _mistakes(self) -> dict[str, Wrong]:
        wrong: dict[str, Wrong] = dict.fromkeys(self._reading.turned, Wrong.MISSING)
        for figure, stands in zip(self._figures, self._reading.stands, strict=True):
            wrong |= figure.mistakes(stands)
        return wrong

    def _has_lasted(
        self, mistakes: Mapping[str, Wrong], taps: Collection[str], now_ms: int
    ) -> bool:
        # Whether there are mistakes for long enough; without any the board has healed.
        if not mistakes:
            self._must_heal = False
            return False
        is_lifted = not self._reading.turned and set(mistakes) <= set(taps)
        due_ms = self._since_ms + (LIFTED_MS if is_lifted else SETTLE_MS)
        if not self._must_heal and now_ms < due_ms:
            self._wake_at(due_ms)
            return False
        return True

    def _wake_at(self, due_ms: int) -> None:
        self.wake_ms = due_ms if self.wake_ms is None else min(self.wake_ms, due_ms)

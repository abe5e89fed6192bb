"""The guards' figures: where they stand, who has to walk, and what is not as it should be. Pure.

A guard whom the rules have moved leaves his figure behind; it is *due* until a hand has brought it
to where the game has him. On the way it may stand anywhere for a moment, and on the way that the
lights show for as long as it likes. A figure that is not due must stay.
"""

from typing import NamedTuple

from heistboard.games.burgle_bros.guard_walks import Step, route, still_to_go
from heistboard.games.burgle_bros.job import Job
from heistboard.games.gestures import Wrong

__all__ = ["Figure"]


class Figure(NamedTuple):
    """The figure of a floor's guard."""

    home: str | None = None
    """Where the game has the guard."""
    at: str | None = None
    """Where the figure stood when it last stood anywhere by itself."""
    way: tuple[Step, ...] = ()
    """From where it was when the guard moved to his cell."""

    @property
    def is_due(self) -> bool:
        """Whether a hand has to move it."""
        return self.at != self.home

    @property
    def left(self) -> tuple[Step, ...]:
        """The rest of its way."""
        return still_to_go(self.way, self.at)

    def sent(self, job: Job, floor: int, home: str | None) -> "Figure":
        """Returns the figure after the rules have moved the guard, or nobody has watched."""
        return Figure(home, self.at, route(job, floor, self.at))

    def seen(self, stands: tuple[str, ...], *, is_jump: bool) -> "Figure":
        """Returns the figure with *stands* on its floor; *is_jump*: nobody saw it coming."""
        if len(stands) == 1 and (stands[0] == self.home or self.is_due or is_jump):
            return self._replace(at=stands[0])
        if not stands and (is_jump or self.home is None):
            return self._replace(at=None)
        return self

    def mistakes(self, stands: tuple[str, ...]) -> dict[str, Wrong]:
        """Returns what is wrong if it stays like this."""
        if self.is_due:
            allowed = {step.place for step in self.way} if self.home else {self.at}
            kept = self.home if self.home in stands else self.at
            extra = [each for each in stands if each not in allowed or each != kept]
            if not extra:
                return {}
            found = dict.fromkeys(extra, Wrong.EXTRA)
            is_all = self.home is not None and len(extra) == len(stands)
            return found | ({self.home: Wrong.MISSING} if is_all and self.home else {})
        wrong = dict.fromkeys((each for each in stands if each != self.home), Wrong.EXTRA)
        if self.home is not None and self.home not in stands:
            wrong[self.home] = Wrong.MISSING
        return wrong

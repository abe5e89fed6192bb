"""The state of a game of Burgle Bros: who may move, what is legal, taking back.

What the moves do is in the modules beside it: ``job`` has everything that changes and what is
still to be done, ``setup`` begins a game, ``acting`` has the actions; README.md lists the others.
"""

from collections.abc import Mapping

from heistboard.games.burgle_bros import notation, refusals
from heistboard.games.burgle_bros import setup as setups
from heistboard.games.burgle_bros import view as views
from heistboard.games.burgle_bros.job import Job, Question, Saved
from heistboard.games.burgle_bros.site import Site
from heistboard.rules import CHANCE, TABLE, Ask, Choice, Draw, Known, Move, State, View

__all__ = ["BurgleBros"]


class BurgleBros(State):
    """A game of Burgle Bros. Do not change its ``job``: it is what ``_now`` holds, unpacked."""

    __slots__ = ("_legal", "_lines", "_now", "_past", "job")

    CACHES = frozenset({"_legal", "_lines", "job"})

    def __init__(self, options: Mapping[str, Choice]) -> None:
        self.moves = []
        self._past: list[Saved] = []
        self._lines: dict[int | None, list[str]] = {}
        self.job = Job(Site(options))
        setups.start(self.job)
        self._settle()

    def _settle(self) -> None:
        self.job.run()
        self._now = self.job.save()
        self._look()

    def _look(self) -> None:
        job = self.job
        self._legal: tuple[Move, ...] | None = None
        self.outcome = job.outcome
        if job.agenda is None:
            self.seat = None
        else:
            (question, about), _ = job.agenda
            assert isinstance(question, Question)
            self.seat = question.seat(job, *about)

    @property
    def phase(self) -> str:
        """What is decided now, such as ``act``, ``lose`` or ``tile``; ``over`` at the end."""
        if self.job.agenda is None:
            return "over"
        question = self.job.agenda[0][0]
        assert isinstance(question, Question)
        return question.phase

    @property
    def draw(self) -> Draw | None:
        """What is drawn or rolled now. A card that is only looked at is seen by one seat."""
        if self.seat != CHANCE or self.job.agenda is None:
            return None
        question, about = self.job.agenda[0]
        assert isinstance(question, Question)
        by = about[0] if question.deck == "look" else TABLE
        assert isinstance(by, int)
        return Draw(question.deck, by)

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        """Returns every legal move of *seat*, by default of the seat to move."""
        if (seat is not None and seat != self.seat) or self.job.agenda is None:
            return ()
        if self._legal is None:
            (question, about), _ = self.job.agenda
            assert isinstance(question, Question)
            self._legal = question.moves(self.job, *about)
        return self._legal

    def odds(self) -> tuple[int, ...]:
        """Returns the weight of each card or face; 0 for what only real cards could bring."""
        if self.seat != CHANCE or self.job.agenda is None:
            return super().odds()
        question, about = self.job.agenda[0]
        assert isinstance(question, Question)
        if question.odds is None:
            return (1,) * len(self.legal())
        return question.odds(self.job, *about)

    def push(self, move: str) -> None:
        """Plays *move*; raises :exc:`IllegalMove` or :exc:`InvalidMove`."""
        legal = self.legal()
        if move not in legal:
            raise refusals.refusal(self, move)
        job = self.job
        assert job.agenda is not None
        self._past.append(self._now)
        played = legal[legal.index(move)]
        self.moves.append(played)
        (question, about), job.agenda = job.agenda
        assert isinstance(question, Question)
        question.answer(job, played, *about)
        self._settle()

    def pop(self) -> Move:
        """Takes the last move back and returns it."""
        if not self.moves:
            raise IndexError("pop: no move has been made")
        self._now = self._past.pop()
        self.job.restore(self._now)
        self._look()
        move = self.moves.pop()
        for lines in self._lines.values():
            del lines[len(self.moves) :]
        return move

    def copy(self) -> "BurgleBros":
        """Returns an independent copy."""
        other = BurgleBros.__new__(BurgleBros)
        other.game, other.options = self.game, self.options
        other.moves, other._past = self.moves.copy(), self._past.copy()
        other.job, other._now = self.job.copy(), self._now
        other._lines = {}
        other._look()
        return other

    def parse(self, text: str) -> Move:
        """Returns the move that *text* means; raises like ``State.parse``."""
        return refusals.parse(self, text)

    def default(self, seat: int) -> Move:
        """Returns a pass, or what changes least."""
        legal = self.legal(seat)
        passing = notation.make("pass")
        return passing if passing in legal else legal[0]

    def asked(self, seat: int) -> Ask:
        """Returns what *seat* is asked, or what everybody waits for."""
        return views.asked(self, seat)

    def view(self, seat: int) -> View:
        """Returns what *seat* may know now."""
        return views.view(self, seat)

    def told(self, seat: int | None) -> list[str]:
        """Returns the moves as *seat* knows them."""
        return list(self._told(seat))

    def known(self, seat: int) -> Known:
        """Returns the options, and the moves as *seat* knows them."""
        return (*self.options.values(), *self._told(seat))

    def _told(self, seat: int | None) -> list[str]:
        lines = self._lines.setdefault(seat, [])
        for number in range(len(lines), len(self.moves)):
            lines.append(views.line(self.moves, number, seat))
        return lines

"""The state of a game of Good Cop Bad Cop: who may move, what is legal, taking back.

What moves do is in the modules beside it: ``case`` has everything that changes and what is still
to be done, ``setup`` begins a game, ``turn`` has a turn; README.md lists the others.
"""

from collections.abc import Mapping

from heistboard.games.good_cop_bad_cop import refusals
from heistboard.games.good_cop_bad_cop import setup as setups
from heistboard.games.good_cop_bad_cop import view as views
from heistboard.games.good_cop_bad_cop.case import (
    BY_CHANCE,
    Case,
    Question,
    Saved,
    Setting,
)
from heistboard.games.good_cop_bad_cop.components import PLAYERS, SEATS
from heistboard.games.good_cop_bad_cop.defaults import default_move
from heistboard.games.good_cop_bad_cop.memory import Memory
from heistboard.games.good_cop_bad_cop.prompts import asked
from heistboard.games.good_cop_bad_cop.told_moves import ToldMoves
from heistboard.games.good_cop_bad_cop.windows import WINDOWS, keeps_open
from heistboard.rules import CHANCE, TABLE, Ask, Choice, Draw, Known, Move, State, View, Window

__all__ = ["GoodCopBadCop"]


class GoodCopBadCop(State):
    """A game of Good Cop Bad Cop. Do not change its ``case``: it is what ``_now`` holds."""

    __slots__ = ("_legal", "_memory", "_now", "_past", "_told", "case", "movers")

    CACHES = frozenset({"_legal", "_memory", "_past", "_told", "case", "movers"})

    def __init__(self, options: Mapping[str, Choice]) -> None:
        self.moves = []
        self._past: list[Saved] = []
        self.case = Case(Setting(options))
        setups.start(self.case)
        self._told = ToldMoves(self.case.setting)
        self._memory = Memory(self.case.setting)
        self._now = self.case.save()
        self._look()

    def _look(self) -> None:
        # Sets what follows from the case.
        case = self.case
        self._legal: dict[int | None, tuple[Move, ...]] = {}
        self.outcome = case.outcome
        if case.agenda is None:
            self.movers: tuple[int, ...] = ()
            self.seat = None
            return
        question, about = case.agenda[0]
        waiting = question.asked(case, *about) & ~case.answered  # type: ignore[union-attr]
        self.movers = _CHANCE_MOVES if waiting == BY_CHANCE else SEATS[waiting]
        self.seat = self.movers[0]

    @property
    def question(self) -> Question | None:
        """What is decided now."""
        agenda = self.case.agenda
        if agenda is None:
            return None
        assert isinstance(agenda[0][0], Question)
        return agenda[0][0]

    @property
    def about(self) -> tuple[object, ...]:
        """What the question is about; everybody may know it, but for the cards just seen."""
        assert self.case.agenda is not None
        return self.case.agenda[0][1]

    @property
    def phase(self) -> str:
        """What is decided now, such as ``action`` or ``declared``; ``over`` at the end."""
        question = self.question
        return "over" if question is None else question.phase

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """The seats that are asked now, also those that have answered."""
        question = self.question
        if question is None:
            return ()
        seats = question.asked(self.case, *self.about)
        return () if seats == BY_CHANCE else SEATS[seats]

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that are asked now, also those that have answered.

        A window that asks a single player is open to all living ones in name: so it has a beat,
        and nobody has to wait for that player.
        """
        seats = self.asked_seats
        return SEATS[self.case.living] if len(seats) == 1 and self.is_window else seats

    @property
    def window(self) -> Window | None:
        """The open window."""
        return Window(self.phase, self.case.active) if self.is_window else None

    @property
    def draw(self) -> Draw | None:
        """What is dealt or drawn now; only its owner sees a card."""
        if self.seat != CHANCE:
            return None
        question, about = self.question, self.about
        assert question is not None
        if question.deck in ("first", "shot"):
            return Draw(question.deck, TABLE)
        assert isinstance(about[0], int)
        return Draw(question.deck, about[0])

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        """Returns every legal move of *seat*, by default of the first that may move."""
        if seat is None:
            seat = self.seat
        found = self._legal.get(seat)
        if found is None:
            if seat not in self.movers:
                return ()
            agenda = self.case.agenda
            assert agenda is not None
            question, about = agenda[0]
            found = self._legal[seat] = question.moves(  # type: ignore[union-attr]
                self.case, seat, *about
            )
        return found

    def odds(self) -> tuple[int, ...]:
        """Returns the weight of each card that may be dealt or drawn."""
        if self.seat != CHANCE:
            return super().odds()
        question = self.question
        assert question is not None
        if question.odds is None:
            return (1,) * len(self.legal())
        return question.odds(self.case, *self.about)

    def push(self, move: str) -> None:
        """Plays *move*; raises :exc:`IllegalMove` or :exc:`InvalidMove`."""
        seat = _seat_of(move)
        legal = self._legal.get(seat) or self.legal(seat)
        try:
            played = legal[legal.index(move)]
        except ValueError:
            raise refusals.refusal(self, move) from None
        case = self.case
        self._past.append(self._now)
        self.moves.append(played)
        if played.verb == "pass" and keeps_open(case, seat):
            # Most moves are such passes: what others may do is still known.
            self._now = self._now.with_answered(case.answered)
            self.movers = SEATS[case.holders & ~case.answered]
            self.seat = self.movers[0]
            del self._legal[seat]
            return
        agenda = case.agenda
        assert agenda is not None
        (question, about), case.agenda = agenda
        question.answer(case, played, *about)  # type: ignore[union-attr]
        case.run()
        self._now = case.save()
        self._look()

    def pop(self) -> Move:
        """Takes the last move back and returns it."""
        if not self.moves:
            raise IndexError("pop: no move has been made")
        self._now = self._past.pop()
        self.case.restore(self._now)
        self._look()
        move = self.moves.pop()
        self._told.keep(len(self.moves))
        self._memory.keep(len(self.moves))
        return move

    def copy(self) -> "GoodCopBadCop":
        """Returns an independent copy."""
        other = GoodCopBadCop.__new__(GoodCopBadCop)
        other.game, other.options = self.game, self.options
        other.moves, other._past = self.moves.copy(), self._past.copy()
        other.case = Case.__new__(Case)
        other.case.setting = self.case.setting
        other.case.restore(self._now)
        other._now = self._now
        other._told = self._told.copy()
        other._memory = self._memory.copy()
        other._look()
        return other

    def parse(self, text: str) -> Move:
        """Returns the move that *text* means; a single seat that is asked may be left out."""
        return refusals.parse(self, text)

    def default(self, seat: int) -> Move:
        """Returns a pass in a window; elsewhere what changes least."""
        return default_move(self, seat)

    def asked(self, seat: int) -> Ask:
        """Returns what *seat* is asked, or what everybody waits for."""
        return asked(self, seat)

    def view(self, seat: int) -> View:
        """Returns what *seat* may know now."""
        return views.view(self, seat)

    def told(self, seat: int | None) -> list[str]:
        """Returns the moves as *seat* learned of them."""
        return list(self.told_moves.told(seat))

    def known(self, seat: int) -> Known:
        """Returns the options, the moves as told, and at the end all cards."""
        lines = (*self.options.values(), *self.told_moves.told(seat))
        return lines if self.outcome is None else (*lines, *views.all_cards(self))

    @property
    def told_moves(self) -> ToldMoves:
        """The moves as everybody was told them, up to now."""
        self._told.follow(self.moves, self._past, self._now)
        return self._told

    @property
    def memory(self) -> Memory:
        """What everybody has seen of cards, up to now."""
        self._memory.follow(self.moves, self._past, self._now)
        return self._memory

    @property
    def is_window(self) -> bool:
        """Whether a window is open."""
        return self.phase in WINDOWS


_CHANCE_MOVES = (CHANCE,)
_SEATS = {player: seat for seat, player in enumerate(PLAYERS)}


def _seat_of(move: str) -> int:
    if isinstance(move, Move):
        return CHANCE if move.seat is None else move.seat
    return _SEATS.get(move.partition(" ")[0], CHANCE)

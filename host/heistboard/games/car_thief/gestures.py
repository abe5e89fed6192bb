"""What hands do on the board, in a game of Car Thief. Pure; GESTURES.md is the table behind it.

Levels, not edges: what counts is how the board differs from what the game says it is, and for how
long it has. So a knock, a slide or a late event makes no move, and whatever is put right is right.
Pieces are alike to a reed; which helicopter one is follows from one at a time being in hand.
"""

from collections.abc import Collection, Mapping

from heistboard.games.car_thief.board import CELLS, POLICE, THIEF, cells_of
from heistboard.games.car_thief.differences import (
    SAME,
    Expectation,
    Meaning,
    compare,
    read_police,
    read_setup,
    searches_of,
    wrong_of,
)
from heistboard.games.car_thief.hidden_car import CarStatus, Hiding
from heistboard.games.car_thief.notation import acting
from heistboard.games.car_thief.phases import CLOSED, ThiefPhase, ask_of, phase_of
from heistboard.games.car_thief.rules import SURROUNDED, CarThief
from heistboard.games.car_thief.scene import STEP_MS, Shown
from heistboard.games.car_thief.scene import scene as scene_of
from heistboard.games.gestures import Ask, Gestures, Record, Span, Wrong
from heistboard.places.scene import Scene
from heistboard.rules import AmbiguousMove, Choice, IllegalMove, Move, View

__all__ = ["SETTLE_MS", "STILL_MS", "CarThiefGestures", "ThiefPhase", "sit_down"]

SETTLE_MS = 700  # what lies so for this long is meant; knocks and slides are over by then
STILL_MS = 300  # a helicopter that stood for this long is meant when the hand goes on
THIEF_MS = 15_000  # the phase with eyes closed lasts this long at least
SHORT_MS = 1_500  # how long "nothing" is shown
AGAIN_MS = 3_000  # Done held this long starts another game

_ALOUD = ("setup.place", "setup.done", "police.which", "police.done")  # said when it comes

_WHICH = "which"  # the journal's mark of a search whose helicopter is asked for


class CarThiefGestures(Gestures):
    """The hands at one game. *is_resumed*: the board was out of sight since the last move."""

    def __init__(
        self,
        record: Record,
        now_ms: int,
        *,
        is_resumed: bool = False,
        works: Collection[str] = (),
        closed_ms: int | None = None,
    ) -> None:
        self.ask = Ask("setup.buildings")
        self.wake_ms: int | None = None
        self.spoken: list[Ask] = []
        self.reports: list[str] = []
        self._record = record
        self.hiding: Hiding | None = None
        self.meaning = Meaning()
        self.differs = SAME
        self.which: tuple[Move, ...] = ()  # searches one of which was made
        self.searched: str | None = None  # the cell whose building may still be off
        self._closed_ms = THIEF_MS if closed_ms is None else closed_ms
        self._works = {reed.partition(".")[0] for reed in works if reed.endswith(".occupant")}
        self._doubted: set[str] = set()  # cells whose reed was set aside with eyes closed
        self._picture: frozenset[str] = frozenset()
        self._since_ms = now_ms  # when the difference was first seen
        self._must_heal = True  # nothing counts before the board is right
        self._is_resumed = is_resumed
        self._must_restore = False
        self._started_ms = now_ms  # the phase
        self._is_done = False  # Done was pressed and waits for the phase to have lasted
        self._typed: Move | None = None  # the hiding place was said, not shown
        self._answer: str | None = None  # the helicopter that is lifted to say it searched
        self._short: tuple[str, int] | None = None  # a cell where nothing was found, until when
        self._aloud: tuple[Ask, int] | None = None  # what was said last, after how many moves
        self._wants_new_game = False
        self._expectation = Expectation()
        self._wrong: Mapping[str, Wrong] = {}
        self._wrong_for: object = None
        self._phase = phase_of(self.state, self._record.mark)
        self._resume_question()

    @property
    def state(self) -> CarThief:
        """The game."""
        state = self._record.state
        assert isinstance(state, CarThief)
        return state

    @property
    def phase(self) -> str:
        """The phase at the table."""
        return self._phase.value

    @property
    def wants_new_game(self) -> bool:
        """Whether Done was held at the end."""
        return self._wants_new_game

    @property
    def turn(self) -> tuple[int, ...]:
        """The side that acts now; nobody when it is over."""
        if self._phase is ThiefPhase.OVER:
            return ()
        return (POLICE,) if self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE) else (THIEF,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        """Returns what a side may do without hands; of an open question, its answers."""
        if seat not in self.turn or self._phase is ThiefPhase.RESTORE:
            return ()
        return self.which or self.state.legal(seat)

    def belongs(self, place: str) -> str:
        """Returns the piece that is missing on *place*."""
        for colour, at in self.state.helicopters.items():
            if at == place:
                return f"heli {colour}"
        return "building"

    def copy(self) -> "CarThiefGestures":
        """Returns the same gestures, with what the thief has lifted so far."""
        other = super().copy()
        other.hiding = None if self.hiding is None else self.hiding.copy()
        other._expectation = Expectation()
        return other

    @property
    def is_settling(self) -> bool:
        """Whether hands have done something that counts if it stays so."""
        if self.hiding is not None:
            return self._is_done or self._typed is not None
        is_read = self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE) and not self._must_heal
        return is_read and self.differs != SAME and self.wake_ms is not None

    @property
    def is_secret(self) -> bool:
        """Whether eyes are closed."""
        return self.hiding is not None

    @property
    def eyes_closed(self) -> Span | None:
        """Since when eyes are closed, and how long at least."""
        return None if self.hiding is None else Span(self._started_ms, self._closed_ms)

    @property
    def is_finished(self) -> bool:
        """Whether this phase waits for nothing but Done, once the board is right."""
        if self._phase is ThiefPhase.SETUP:
            return self.state.seat == THIEF
        return self._phase is ThiefPhase.POLICE and self.state.seat == THIEF and not self.which

    # The board.

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Takes what the reeds say now."""
        if not is_jump and self._goes_on(picture):
            self._let_go(now_ms)
        self._picture = picture
        self._compare(now_ms)
        if is_jump:
            self._after_jump(now_ms)
        self.wake_ms = None
        if self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE):
            self._read(now_ms)
        elif self.hiding is not None:
            self._look_closed(now_ms)
        if self._short and now_ms >= self._short[1]:
            self._short = None
        self._wake_at(self._short[1] if self._short else None)
        if self._phase is ThiefPhase.OVER:
            self._wake_at(now_ms + STEP_MS - (now_ms - self._started_ms) % STEP_MS)
        self.ask = ask_of(self)
        aloud = self.ask, len(self.state.moves)
        if self.ask.id in _ALOUD and aloud != self._aloud:
            self._aloud = aloud
            self.spoken.append(self.ask)

    def expected(self) -> Mapping[str, bool]:
        """Returns what covers and crossings must say; a building just searched may be off."""
        return self._expectation.of(self.state, self.searched)

    def wrong(self) -> Mapping[str, Wrong]:
        """Returns what is to be put right, as far as everybody may see it."""
        must_heal = self._must_heal or self.meaning.is_wrong
        follows_from = self._phase, must_heal, self.differs, self.searched
        if self._wrong_for != follows_from:
            self._wrong = self._found_wrong()
            self._wrong_for = follows_from
        return self._wrong

    def _found_wrong(self) -> Mapping[str, Wrong]:
        is_open = self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE)
        if is_open and (self._must_heal or self.meaning.is_wrong):
            return wrong_of(self.differs, self.searched)
        return {}

    def _compare(self, now_ms: int) -> None:
        if self.searched and f"{self.searched}.cover" in self._picture:
            self.searched = None
        differs = compare(self.state, self.expected(), self._picture)
        if differs != self.differs:
            self.differs = differs
            self._since_ms = now_ms

    def _after_jump(self, now_ms: int) -> None:
        # Nobody saw how the board came to be so: nothing of it is a move.
        self._must_heal = self._must_heal or self.differs != SAME
        self._answer = None
        if self._is_resumed:
            self._is_resumed = False
            # Where buildings are off, what lay under them may be off too.
            has_secrets = bool(self.state.trail) and self.state.outcome is None
            self._must_restore = has_secrets and bool(self.differs.open)
            if self._phase is ThiefPhase.EYES_CLOSED:
                self._must_restore = False
                self._close_eyes(now_ms, is_resumed=True)

    def _read(self, now_ms: int) -> None:
        if self.differs == SAME:
            self.meaning = Meaning()
            self._must_heal = False
            if self._answer:
                self._settle_question(self._answer)
            if self._must_restore:
                self._close_eyes(now_ms)
            return
        self.meaning = Meaning(is_wrong=True) if self._must_heal else self._mean()
        if len(self.differs.gone) > 1:
            self._must_heal = True  # which is which, nobody knows
        has_settled = now_ms - self._since_ms >= SETTLE_MS
        if not has_settled:
            self._wake_at(self._since_ms + SETTLE_MS)
        elif self.meaning.is_wrong:
            self._must_heal = True
        elif self.which:
            self._answer = self.meaning.hand
        elif self.meaning.moves:
            self._play(self.meaning.moves, now_ms)

    def _mean(self) -> Meaning:
        if self._phase is ThiefPhase.SETUP:
            return read_setup(self.state, self.differs)
        return read_police(self.state, self.differs, self.which, is_open=self.searched is not None)

    def _goes_on(self, picture: frozenset[str]) -> bool:
        # To another piece, beside the one that the difference is about.
        must = self.expected()
        if any(must.get(reed) for reed in self._picture - picture):
            return True
        put = picture - self._picture
        return self._phase is ThiefPhase.SETUP and any(must.get(reed) is False for reed in put)

    def _let_go(self, now_ms: int) -> None:
        # Quick hands need not wait: what they leave alone is meant, if undo can take it back.
        if self._must_heal or self.which or self.meaning.is_wrong:
            return
        is_still = now_ms - self._since_ms >= STILL_MS
        if is_still and self.meaning.moves and not self.meaning.moves[0].reveals:
            self._play(self.meaning.moves, now_ms)

    # Moves.

    def _play(self, moves: tuple[Move, ...], now_ms: int) -> None:
        move = moves[0]
        verb, (hand, place) = move.verb, move.parts.values()
        if verb == "place" and (home := self.state.helicopters[hand]) is not None:
            # It has been moved: everything from its placing on is done again.
            first = self.state.moves.index(acting("place", hand, home))
            later = self.state.moves[first + 1 :]
            self._record.write((move, *later), undo=1 + len(later))
        else:
            self._record.write((move,), mark=_WHICH if len(moves) > 1 else "")
        if verb == "search":
            self._show_found(place, now_ms)
            if self.state.outcome is None and len(moves) > 1:
                self.which = moves
        self._moved(now_ms)

    def _moved(self, now_ms: int) -> None:
        self.meaning = Meaning()
        if self.state.outcome is not None and self._phase is not ThiefPhase.OVER:
            self._to(ThiefPhase.OVER, now_ms)
            self.spoken.append(Ask(f"over.{self.state.outcome.ending}"))
        self._compare(now_ms)

    def _show_found(self, cell: str, now_ms: int) -> None:
        found = self.state.searches[-1].found
        if f"{cell}.cover" not in self._picture:
            self.searched = cell
            if (f"{cell}.occupant" in self._picture) != (found == "car"):
                self.reports.append(f"{cell}.occupant")
        if found == "nothing":
            self._short = (cell, now_ms + SHORT_MS)
            self._wake_at(self._short[1])
        self.spoken.append(Ask(f"found.{found}", {"cell": cell}))

    def _settle_question(self, colour: str) -> None:
        move = next(move for move in self.which if move.parts["helicopter"] == colour)
        if move != self.state.moves[-1]:
            self._record.write((move,), undo=1)
        else:
            self._record.write()
        self._answer = None
        self.which = ()

    def _resume_question(self) -> None:
        # A search whose helicopter was being asked for: the result stands, the question too.
        last = self.state.moves[-1] if self.state.moves else None
        if last is None or last.verb != "search":
            return
        self.searched = last.parts["cell"]
        if self._record.mark == _WHICH:
            before = self.state.copy()
            before.pop()
            self.which = searches_of(before, self.searched)

    # Eyes closed.

    def _close_eyes(self, now_ms: int, *, is_resumed: bool = False) -> None:
        is_restoring = self._must_restore
        self._must_restore = False
        self._to(ThiefPhase.RESTORE if is_restoring else ThiefPhase.EYES_CLOSED, now_ms)
        trail = [CELLS[cell] for cell in self.state.trail]
        cars = self._cells("occupant")
        if is_restoring:
            self.hiding = Hiding(None, trail[-1:])
        else:
            allowed = [CELLS[cell] for cell in cells_of(self.state.free)]
            old = trail[-1] if trail else None
            # The car may have been put where it is before the table came back.
            self.hiding = Hiding(old, allowed, () if is_resumed else cars, self._works)
        self.spoken.append(Ask("eyes.close"))
        self._look_closed(now_ms)

    def _look_closed(self, now_ms: int) -> None:
        assert self.hiding is not None
        self.hiding.look(self._cells("cover"), self._cells("occupant"), now_ms, self._doubted)
        if self.hiding.status is not CarStatus.READY:
            self._is_done = False
        over_ms = self._started_ms + self._closed_ms
        if now_ms < over_ms:
            self._wake_at(over_ms)
        elif self._is_done or (self._typed and not self.hiding.open):
            self._open_eyes(now_ms)

    def _open_eyes(self, now_ms: int) -> None:
        assert self.hiding is not None
        if self._phase is ThiefPhase.EYES_CLOSED:
            self._record.write((self._typed or f"hide {self.hiding.cell}",))
        self.hiding = None
        self._to(ThiefPhase.POLICE, now_ms)
        self.spoken.append(Ask("eyes.open"))
        self._must_heal = True  # what was moved meanwhile is no move
        self._compare(now_ms)
        self._read(now_ms)

    @property
    def _is_right(self) -> bool:
        return self.differs == SAME and self.searched is None

    def _cells(self, kind: str) -> set[str]:
        return {cell for cell in CELLS if f"{cell}.{kind}" in self._picture}

    # Buttons, words, the umpire.

    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Ends the phase, if it is finished and the board is right."""
        self._let_go(now_ms)
        if self._phase is ThiefPhase.OVER:
            self._wants_new_game = self._wants_new_game or held_ms >= AGAIN_MS
            return self._wants_new_game
        if self.hiding is not None:
            if self.hiding.status is not CarStatus.READY:
                return False
            self._is_done = True
            self.look(self._picture, now_ms)
            return True
        if not self.is_finished or not self._is_right:
            return False
        if self.state.legal() == (SURROUNDED,):
            self._record.write((SURROUNDED,))
            self._moved(now_ms)
        else:
            self._record.write(mark=CLOSED)
            self._close_eyes(now_ms)
        self.look(self._picture, now_ms)
        return True

    def doubt(self, reeds: frozenset[str]) -> None:
        """Leaves these reeds out where with them the hiding place cannot be told."""
        self._doubted = {reed.partition(".")[0] for reed in reeds if reed.endswith(".occupant")}

    def settle(self, now_ms: int) -> None:
        """Counts a helicopter that stands."""
        self._let_go(now_ms)

    def undo(self, now_ms: int) -> bool:
        """Takes the last move back, unless it was made with eyes closed."""
        is_open = self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE) and not self.which
        if not is_open or not self.state.moves:
            return False
        if self.state.moves[-1].private:
            return False
        self._record.write(undo=1)
        self._must_heal = True  # until the board is as it was
        self.look(self._picture, now_ms)
        return True

    def say(self, seat: int, move: Move, now_ms: int) -> None:
        """Plays a move that was said or typed; the seat was checked."""
        if self.which and move in self.which:
            self._settle_question(move.parts["helicopter"])
        elif self.which:
            raise AmbiguousMove(self.state.moves[-1], self.which)
        elif self._phase is ThiefPhase.EYES_CLOSED and seat == THIEF:
            if move not in self.state.legal():
                self.state.copy().push(move)  # says why not
            self._typed = move
        elif self.is_finished:
            raise IllegalMove(move, "Done is pressed first", "CT-POLICE-9")
        else:
            self._record.write((move,))
            self._must_heal = True
            if move.verb == "search":
                self._show_found(move.parts["cell"], now_ms)
            self._moved(now_ms)
        self.look(self._picture, now_ms)

    def corrected(self, now_ms: int) -> None:
        """Goes on from what the umpire made of the game."""
        was_secret = self.is_secret
        self.hiding, self.which, self.searched, self._answer = None, (), None, None
        self._must_heal = True
        self._phase = phase_of(self.state, self._record.mark)
        self._started_ms = now_ms
        if self._phase is ThiefPhase.EYES_CLOSED:
            self._close_eyes(now_ms)
        elif was_secret:
            self.spoken.append(Ask("eyes.open"))
        self.look(self._picture, now_ms)

    def _to(self, phase: ThiefPhase, now_ms: int) -> None:
        self._phase = phase
        self._started_ms = now_ms
        self._is_done = False
        self._typed = None
        if phase is not ThiefPhase.OVER:
            self._short = None

    def _wake_at(self, at_ms: int | None) -> None:
        if at_ms is not None:
            self.wake_ms = at_ms if self.wake_ms is None else min(self.wake_ms, at_ms)

    # What is said and shown.

    def scene(self, now_ms: int) -> Scene:
        """Returns what the lights say."""
        return scene_of(
            self.state,
            self.phase,
            shown=Shown(
                wrong=self.wrong(),
                hand=self.meaning.hand,
                which=tuple(move.parts["helicopter"] for move in self.which),
                is_finished=self.is_finished and self._is_right,
                hiding=self.hiding.status if self.hiding else None,
                nothing=self._short[0] if self._short and now_ms < self._short[1] else None,
                step=(now_ms - self._started_ms) // STEP_MS,
                put_back=self.searched if self.is_finished else None,
            ),
        )

    def private(self, seat: int) -> View:
        """Returns what the thief may know of the hiding place."""
        if seat != THIEF or self.hiding is None:
            return {}
        return self.hiding.view(self.state.trail if self._phase is ThiefPhase.RESTORE else ())


def sit_down(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    options: Mapping[str, Choice],
) -> CarThiefGestures:
    """Returns what hands mean in the game of *record*; see ``heistboard.games.package``."""
    seconds = options["thief-seconds"]
    return CarThiefGestures(
        record,
        now_ms,
        is_resumed=is_resumed,
        works=works,
        closed_ms=round(1000 * float(seconds)) if seconds else None,
    )

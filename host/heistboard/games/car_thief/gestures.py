"""Turns what hands do on the board into moves of Car Thief. Pure; GESTURES.md has the table.

It looks at levels, not edges: how the board differs from the game, and for how long. So a knock, a
slide or a late event is not a move, and anything put back is forgotten. A reed cannot tell pieces
apart; only one helicopter at a time may be in a hand, and that tells which one it is.
"""

from collections.abc import Collection, Mapping

from heistboard.games.car_thief import phases, which_helicopter
from heistboard.games.car_thief.board import CELLS, POLICE, THIEF, cells_of
from heistboard.games.car_thief.differences import (
    SAME,
    Expectation,
    Meaning,
    compare,
    read_police,
    read_setup,
    wrong_of,
)
from heistboard.games.car_thief.hidden_car import CarStatus, Hiding
from heistboard.games.car_thief.notation import helicopter_move
from heistboard.games.car_thief.phases import CLOSED, ThiefPhase, ask_of, left_in, phase_of
from heistboard.games.car_thief.rules import SURROUNDED, CarThief
from heistboard.games.car_thief.scene import STEP_MS, Shown
from heistboard.games.car_thief.scene import scene as scene_of
from heistboard.games.car_thief.standing import piece_on, standing
from heistboard.games.car_thief.which_helicopter import WHICH
from heistboard.games.gestures import Ask, Gestures, Record, Span, Wrong
from heistboard.places.place import COVERS, OCCUPANTS, name_of
from heistboard.places.scene import Scene
from heistboard.rules import AmbiguousMove, Choice, IllegalMove, Move, View

__all__ = ["SETTLE_MS", "STILL_MS", "CarThiefGestures", "ThiefPhase", "sit_down"]

SETTLE_MS = 700  # a difference that lasts this long counts; knocks and slides are shorter
STILL_MS = 300  # a helicopter that stood this long counts when the hand moves on
SHORT_MS = 1_500  # how long the light for "nothing found" stays on
AGAIN_MS = 3_000  # Done held this long starts another game

_ALOUD = ("setup.place", "setup.done", "police.which", "police.done")  # spoken when first asked

_CAR_REEDS = frozenset(OCCUPANTS[cell] for cell in CELLS)


class CarThiefGestures(Gestures):
    """The gestures of one game. *is_resumed*: nobody watched the board since the last move."""

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
        self.which: tuple[Move, ...] = ()  # searches to choose from: which helicopter was it?
        self.searched: str | None = None  # the searched cell, whose building may still be off
        self._chosen_ms = closed_ms
        self._works = {name_of(reed) for reed in works if reed in _CAR_REEDS}
        self._doubted: set[str] = set()  # cells whose reed was set aside with eyes closed
        self._picture: frozenset[str] = frozenset()
        self._since_ms = now_ms  # when the difference was first seen
        self._must_heal = True  # the board must be right before anything counts
        self._is_resumed = is_resumed
        self._must_restore = False
        self._started_ms = now_ms  # of the phase
        self._is_done = False  # Done was pressed before the shortest phase was over
        self._typed: Move | None = None  # the hiding place, if it was typed or tapped
        self._answer: str | None = None  # the helicopter lifted in answer to "which one searched?"
        self._nothing_light: tuple[str, int] | None = None  # where nothing was found; lit until
        self._last_spoken: tuple[Ask, int] | None = None  # and after how many moves
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
        """The side that acts now; empty when the game is over."""
        if self._phase is ThiefPhase.OVER:
            return ()
        return (POLICE,) if self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE) else (THIEF,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        """Returns the moves a seat may say; while a question is open, its answers."""
        if seat not in self.turn or self._phase is ThiefPhase.RESTORE:
            return ()
        return self.which or self.state.legal(seat)

    def missing_piece(self, place: str) -> str:
        """Returns the piece that is missing on *place*."""
        return piece_on(self.state, place)

    def copy(self) -> "CarThiefGestures":
        """Returns an independent copy, with what the thief has lifted so far."""
        other = super().copy()
        other.hiding = None if self.hiding is None else self.hiding.copy()
        other._expectation = Expectation()
        return other

    @property
    def is_settling(self) -> bool:
        """Whether the board shows something that will be a move if it stays."""
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
        """When eyes were closed, and for how long at least."""
        return None if self.hiding is None else Span(self._started_ms, self._closed_ms)

    @property
    def _closed_ms(self) -> int:
        return phases.least_closed_ms(self._chosen_ms, self.computers)

    @property
    def is_finished(self) -> bool:
        """Whether the phase waits only for Done, once the board is right."""
        if self._phase is ThiefPhase.SETUP:
            return self.state.seat == THIEF
        return self._phase is ThiefPhase.POLICE and self.state.seat == THIEF and not self.which

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Reads the board from the closed reeds in *picture*."""
        if not is_jump and self._hand_moves_on(picture):
            self._play_still_flight(now_ms)
        self._picture = picture
        self._compare(now_ms)
        if is_jump:
            self._after_jump(now_ms)
        self.wake_ms = None
        if self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE):
            self._read(now_ms)
        elif self.hiding is not None:
            self._look_closed(now_ms)
        if self._nothing_light and now_ms >= self._nothing_light[1]:
            self._nothing_light = None
        self._wake_at(self._nothing_light[1] if self._nothing_light else None)
        if self._phase is ThiefPhase.OVER:
            self._wake_at(now_ms + STEP_MS - (now_ms - self._started_ms) % STEP_MS)
        self.ask = ask_of(self)
        aloud = self.ask, len(self.state.moves)
        if self.ask.id in _ALOUD and aloud != self._last_spoken:
            self._last_spoken = aloud
            self.spoken.append(self.ask)

    def expected(self) -> Mapping[str, bool]:
        """Returns the expected level of each public reed; a building just searched may be off."""
        return self._expectation.of(self.state, self.searched)

    def standing(self) -> Mapping[str, Mapping[str, str]]:
        """Returns where buildings and helicopters belong."""
        return standing(self.state)

    def wrong(self) -> Mapping[str, Wrong]:
        """Returns the public places to put right."""
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
        if self.searched and COVERS[self.searched] in self._picture:
            self.searched = None
        differs = compare(self.state, self.expected(), self._picture)
        if differs != self.differs:
            self.differs = differs
            self._since_ms = now_ms

    def _after_jump(self, now_ms: int) -> None:
        # Nobody saw how the board got this way, so none of it is a move.
        self._must_heal = self._must_heal or self.differs != SAME
        self._answer = None
        if self._is_resumed:
            self._is_resumed = False
            # Where buildings are off, the car and tokens under them may be gone too.
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
        self.meaning = Meaning(is_wrong=True) if self._must_heal else self._meaning()
        if len(self.differs.gone) > 1:
            self._must_heal = True  # it is unknown which is which
        has_settled = now_ms - self._since_ms >= SETTLE_MS
        if not has_settled:
            self._wake_at(self._since_ms + SETTLE_MS)
        elif self.meaning.is_wrong:
            self._must_heal = True
        elif self.which:
            self._answer = self.meaning.hand
        elif self.meaning.moves:
            self._play(self.meaning.moves, now_ms)

    def _meaning(self) -> Meaning:
        if self._phase is ThiefPhase.SETUP:
            return read_setup(self.state, self.differs)
        return read_police(self.state, self.differs, self.which, is_open=self.searched is not None)

    def _hand_moves_on(self, picture: frozenset[str]) -> bool:
        # Whether the hand has moved on to another piece than the one that differs.
        must = self.expected()
        if any(must.get(reed) for reed in self._picture - picture):
            return True
        put = picture - self._picture
        return self._phase is ThiefPhase.SETUP and any(must.get(reed) is False for reed in put)

    def _play_still_flight(self, now_ms: int) -> None:
        # Quick hands need not wait for SETTLE_MS if undo can take the move back.
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
            # It was placed before and moved: take back to its placing and play again from there.
            first = self.state.moves.index(helicopter_move("place", hand, home))
            later = self.state.moves[first + 1 :]
            self._record.write((move, *later), undo=1 + len(later))
        else:
            self._record.write((move,), mark=WHICH if len(moves) > 1 else "")
        if verb == "search":
            self._show_found(place, now_ms)
            if self.state.outcome is None and len(moves) > 1:
                self.which = moves
        self._after_move(now_ms)

    def _after_move(self, now_ms: int) -> None:
        self.meaning = Meaning()
        if self.state.outcome is not None and self._phase is not ThiefPhase.OVER:
            self._begin_phase(ThiefPhase.OVER, now_ms)
            self.spoken.append(Ask(f"over.{self.state.outcome.ending}"))
        self._compare(now_ms)

    def _show_found(self, cell: str, now_ms: int) -> None:
        found = self.state.searches[-1].found
        if COVERS[cell] not in self._picture:
            self.searched = cell
            if (OCCUPANTS[cell] in self._picture) != (found == "car"):
                self.reports.append(OCCUPANTS[cell])
        if found == "nothing":
            self._nothing_light = (cell, now_ms + SHORT_MS)
            self._wake_at(self._nothing_light[1])
        self.spoken.append(Ask(f"found.{found}", {"cell": cell}))

    def _settle_question(self, colour: str) -> None:
        which_helicopter.answer(self._record, self.which, colour)
        self._answer, self.which = None, ()

    def _resume_question(self) -> None:
        last = self.state.moves[-1] if self.state.moves else None
        if last is not None and last.verb == "search":
            self.searched = last.parts["cell"]
            self.which = which_helicopter.asked_after_restart(self._record)

    # Eyes closed.

    def _close_eyes(self, now_ms: int, *, is_resumed: bool = False) -> None:
        is_restoring = self._must_restore
        self._must_restore = False
        self._begin_phase(ThiefPhase.RESTORE if is_restoring else ThiefPhase.EYES_CLOSED, now_ms)
        trail = [CELLS[cell] for cell in self.state.trail]
        cars = self._closed_cells(OCCUPANTS)
        if is_restoring:
            self.hiding = Hiding(None, trail[-1:])
        else:
            allowed = [CELLS[cell] for cell in cells_of(self.state.free)]
            old = trail[-1] if trail else None
            # After a restart the car may already be in its new place.
            left = left_in(self._record.mark)
            self.hiding = Hiding(old, allowed, () if is_resumed else cars, self._works, left)
        self.spoken.append(phases.told_to_close(self._phase, self.computers))
        self._look_closed(now_ms)

    def _look_closed(self, now_ms: int) -> None:
        assert self.hiding is not None
        covers, cars = self._closed_cells(COVERS), self._closed_cells(OCCUPANTS)
        unwatched = {cell for cell in CELLS if COVERS[cell] in self._record.aside}
        self.hiding.look(covers, cars, now_ms, self._doubted, unwatched)
        self._keep_hiding_place(self.hiding)
        self._is_done = self._is_done and self.hiding.status is CarStatus.READY
        self._wake_at(self.hiding.due_ms)
        over_ms = self._started_ms + self._closed_ms
        if now_ms < over_ms:
            self._wake_at(over_ms)
        elif self._is_done or (self._typed and not self.hiding.open):
            self._open_eyes(now_ms)

    def _keep_hiding_place(self, hiding: Hiding) -> None:
        # After a restart the reeds alone cannot tell the car from a flashlight.
        if self._phase is ThiefPhase.EYES_CLOSED and hiding.status is CarStatus.READY:
            mark = f"{CLOSED} {hiding.cell}"
            if mark != self._record.mark:
                self._record.write(mark=mark)

    def _open_eyes(self, now_ms: int) -> None:
        assert self.hiding is not None
        self.spoken.append(phases.told_to_open(self._phase, self.computers))
        if self._phase is ThiefPhase.EYES_CLOSED:
            self._record.write((self._typed or f"hide {self.hiding.cell}",))
        self.hiding = None
        self._begin_phase(ThiefPhase.POLICE, now_ms)
        self._must_heal = True  # what was moved meanwhile is not a move
        self._compare(now_ms)
        self._read(now_ms)

    @property
    def _is_right(self) -> bool:
        return self.differs == SAME and self.searched is None

    def _closed_cells(self, reeds: Mapping[str, str]) -> set[str]:
        return {cell for cell in CELLS if reeds[cell] in self._picture}

    # Buttons, words, the umpire.

    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Ends the phase if it is finished and the board is right."""
        self._play_still_flight(now_ms)
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
            self._after_move(now_ms)
        else:
            self._record.write(mark=CLOSED)
            self._close_eyes(now_ms)
        self.look(self._picture, now_ms)
        return True

    def doubt(self, reeds: frozenset[str]) -> None:
        """Ignores these reeds if the hiding place cannot be told with them."""
        self._doubted = {name_of(reed) for reed in reeds if reed in _CAR_REEDS}

    def settle(self, now_ms: int) -> None:
        """Plays the flight of a helicopter that has stood long enough."""
        self._play_still_flight(now_ms)

    def undo(self, now_ms: int) -> bool:
        """Takes the last move back, unless it was made with eyes closed."""
        is_open = self._phase in (ThiefPhase.SETUP, ThiefPhase.POLICE) and not self.which
        if not is_open or not self.state.moves or self.state.moves[-1].private:
            return False
        self._record.write(undo=1)
        self._must_heal = True  # until the board is as it was
        self.look(self._picture, now_ms)
        return True

    def say(self, seat: int, move: Move, now_ms: int) -> None:
        """Plays a move that was typed or tapped on a page; the caller has checked the seat."""
        if self.which and move in self.which:
            self._settle_question(move.parts["helicopter"])
        elif self.which:
            raise AmbiguousMove(self.state.moves[-1], self.which)
        elif self._phase is ThiefPhase.EYES_CLOSED and seat == THIEF:
            if move not in self.state.legal():
                self.state.copy().push(move)  # raises with the reason
            self._typed = move
        elif self.is_finished:
            raise IllegalMove(move, "press Done first", "CT-POLICE-9")
        else:
            self._record.write((move,))
            self._must_heal = True
            if move.verb == "search":
                self._show_found(move.parts["cell"], now_ms)
            self._after_move(now_ms)
        self.look(self._picture, now_ms)

    def corrected(self, now_ms: int) -> None:
        """Continues from the game as the umpire has changed it."""
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

    def _begin_phase(self, phase: ThiefPhase, now_ms: int) -> None:
        self._phase = phase
        self._started_ms = now_ms
        self._is_done = False
        self._typed = None
        if phase is not ThiefPhase.OVER:
            self._nothing_light = None

    def _wake_at(self, due_ms: int | None) -> None:
        if due_ms is not None:
            self.wake_ms = due_ms if self.wake_ms is None else min(self.wake_ms, due_ms)

    def scene(self, now_ms: int) -> Scene:
        """Returns what the lights show."""
        light = self._nothing_light
        return scene_of(
            self.state,
            self.phase,
            shown=Shown(
                wrong=self.wrong(),
                hand=self.meaning.hand,
                which=tuple(move.parts["helicopter"] for move in self.which),
                is_finished=self.is_finished and self._is_right,
                hiding=self.hiding.status if self.hiding else None,
                nothing=light[0] if light and now_ms < light[1] else None,
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
    """Returns the gestures for the game of *record*; see ``heistboard.games.package``."""
    seconds = options["thief-seconds"]
    closed_ms = round(1000 * float(seconds)) if seconds else None
    return CarThiefGestures(
        record, now_ms, is_resumed=is_resumed, works=works, closed_ms=closed_ms
    )

"""What holds at the table for every game: buttons, undo, draws, the umpire, a board that is gone.

| Board | Comes | Then |
|---|---|---|
| gone | reeds | there; how they came to be so nobody saw |
| there | reeds | the game's gestures look at them |
| there | gone | LOST; the game waits |
| there | Done, Undo, Help | the gestures do it, or it is refused |
| there | Done is held | again, with how long |
| gone | a button | nothing |

Beside it LOST wins over DESYNC, and DESYNC is whenever the gestures say that something is wrong.

What a lap does may be refused as a whole: :meth:`Table.memory` is how things were before it.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from heistboard.games.gestures import Ask, Gestures, Record, Sync, Wrong
from heistboard.places import layout
from heistboard.places.scene import REFUSED, Scene
from heistboard.rules import CHANCE, HOST, TABLE, IllegalMove, Move, MoveError, State, View
from heistboard.rules.autoplay import Dealer
from heistboard.rules.umpire import UNSAID, judge

__all__ = ["NoReed", "NotNow", "NotYourTurn", "Table", "Uncorrected"]

HELD_MS = 3_000
REFUSED_MS = 1_500  # how long a refused button is shown


class NotNow(ValueError):
    """There is nothing that this button could do now."""


class NotYourTurn(ValueError):
    """Another seat is to move; whether the move is legal is not said."""


class Uncorrected(ValueError):
    """The umpire's move is not made: a sentence that everybody may read."""


class NoReed(ValueError):
    """There is no reed of that name: a sentence that names some."""


class _Unsaid(NamedTuple):
    error: MoveError
    told: list[str]  # what the seat knew of the moves then


class _Memory(NamedTuple):
    gestures: Gestures
    pressed_ms: int | None
    refused_until_ms: int | None
    unsaid: Mapping[int, _Unsaid]
    draw_said: tuple[str, int] | None
    aside: frozenset[str]


class Table:
    """One game at one board. All times are milliseconds of one clock, which only goes on.

    *deals* says of each deck whether the ``host`` deals, with *dealer*, or ``hands`` draw cards.
    """

    def __init__(
        self,
        record: Record,
        gestures: Gestures,
        dealer: Dealer | None = None,
        deals: Mapping[str, str] | None = None,
    ) -> None:
        self.record = record
        self.gestures = gestures
        self._unsaid: dict[int, _Unsaid] = {}
        self._dealer = dealer
        self._deals = deals or {}
        self._has_covers = any(reed in _COVER_REEDS for reed in gestures.expected())
        self._closed: frozenset[str] | None = None  # None while the board is gone
        self._aside = record.aside  # what is ignored now
        self._pressed_ms: int | None = None
        self._refused_until_ms: int | None = None
        self._draw_said: tuple[str, int] | None = None  # the deck that people were asked to draw

    # A lap, and what it may come to.

    def memory(self) -> object:
        """Returns how things stand, for :meth:`recall`."""
        unsaid = dict(self._unsaid)
        gestures = self.gestures.copy()
        return _Memory(
            gestures,
            self._pressed_ms,
            self._refused_until_ms,
            unsaid,
            self._draw_said,
            self._aside,
        )

    def recall(self, memory: object) -> None:
        """Restores what :meth:`memory` returned; the reeds stay as they are now."""
        assert isinstance(memory, _Memory)
        self.gestures = memory.gestures
        self._pressed_ms, self._refused_until_ms = memory.pressed_ms, memory.refused_until_ms
        self._unsaid, self._draw_said = dict(memory.unsaid), memory.draw_said
        self._aside = memory.aside

    # What happens.

    def see(self, closed: Collection[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Takes the reeds that are closed; *is_jump*: nobody saw how they came to be so."""
        before = self._closed
        self._closed = frozenset(closed)
        self._look(now_ms, is_jump=is_jump or before is None)
        if before is None or is_jump:
            self._pressed_ms = None
            return
        if "done" not in self._closed:
            self._pressed_ms = None
        for button in layout.BUTTONS:
            if button in self._closed - before:
                self._press(button, now_ms)

    def press(self, button: str, now_ms: int, *, is_held: bool = False) -> bool:
        """Takes a button that was pressed elsewhere than on the board, long if it *is_held*.

        Says whether that meant something; with eyes closed that is nobody's business.
        """
        if self._closed is None:
            return False
        has_meant = self._press(button, now_ms)
        self._pressed_ms = None  # and let go
        if is_held and button == "done":
            self.gestures.done(now_ms, HELD_MS)
        return has_meant

    def lose(self) -> None:
        """Marks the board as disconnected."""
        self._closed = None
        self._pressed_ms = None

    def tick(self, now_ms: int) -> None:
        """Advances the clock to *now_ms*; called when :attr:`wake_ms` is due."""
        if self._closed is None:
            return
        if self._pressed_ms is not None and now_ms - self._pressed_ms >= HELD_MS:
            self._pressed_ms = None
            self.gestures.done(now_ms, HELD_MS)
        self._look(now_ms)

    def say(self, seat: int, text: str, now_ms: int) -> None:
        """Makes a move for *seat* without hands; of a draw, what the seat's real card shows.

        Raises :exc:`NotYourTurn`, and only then the rules' errors, which are for that seat.
        """
        self.require_turn(seat)
        mover = CHANCE if self._draws(seat) else seat
        move = self.state.parse(text)
        if move.seat not in (None, mover):
            raise NotYourTurn("that is the move of another seat")
        self.gestures.say(mover, move, now_ms)

    def deal(self, now_ms: int) -> None:
        """Deals while chance is to move and the host deals that deck."""
        has_dealt = False
        while (draw := self.state.draw) is not None and self._is_dealt(draw.deck):
            assert self._dealer is not None, f"nobody deals {draw.deck}"
            self.record.write((self._dealer.choose(self.state),))
            has_dealt = True
        if has_dealt:
            self.gestures.dealt(now_ms)
            self._look(now_ms)
        due = None if draw is None else (draw.deck, len(self.state.moves))
        if due is not None and due != self._draw_said and not self.gestures.wrong():
            self.gestures.spoken.append(self._asked(TABLE))
            self._draw_said = due

    def press_for(self, seat: int, button: str, now_ms: int) -> None:
        """Takes a button that *seat* pressed on its page.

        Raises :exc:`NotYourTurn` unless the phase is its, and only then :exc:`NotNow`.
        """
        self.require_phase(seat)
        if not self.press(button, now_ms):
            raise NotNow(f"{button} means nothing now")

    def require_phase(self, seat: int) -> None:
        """Raises :exc:`NotYourTurn` unless the phase at the table is that of *seat*."""
        if seat not in self.gestures.turn:
            raise NotYourTurn("it is not your turn")

    def require_turn(self, seat: int) -> None:
        """Raises :exc:`NotYourTurn` unless *seat* is to move, or to say what it draws."""
        if self._draws(seat):
            return
        if seat not in self.state.movers or seat == CHANCE:
            raise NotYourTurn("it is not your turn")

    # The umpire.

    def set_aside(self, reed: str, now_ms: int, *, is_aside: bool = True) -> None:
        """Ignores a reed, or believes it again; raises :exc:`NoReed`.

        While eyes are closed the gestures only :meth:`~Gestures.doubt` it: lights would tell what
        the reed says.
        """
        if reed not in layout.REEDS or reed in layout.BUTTONS:
            raise NoReed(f"no reed is called {reed!r}, expected b3.cover, x23.occupant, …")
        aside = self.record.aside
        self.record.set_aside(aside | {reed} if is_aside else aside - {reed})
        self._look(now_ms, is_jump=not self.gestures.is_secret)

    def correct(self, text: str, now_ms: int) -> str:
        """Plays a move, or takes the last one back with ``undo``, whatever the board shows.

        Returns what everybody may be told of it, if anything. Raises :exc:`Uncorrected` with what
        everybody may be told; more is in :attr:`unsaid`, for the seat whose move it is.
        """
        state = self.state
        said = ""
        if text == "undo":
            self.record.write(undo=self._to_undo(), is_umpire=True)
        else:
            move, error, said = judge(state, text)
            if error is not None and said != UNSAID:
                raise Uncorrected(said)
            if error is not None:
                for seat in self._whose(text):
                    self._unsaid[seat] = _Unsaid(error, state.told(seat))
                return said
            assert move is not None
            self.record.write((move,), is_umpire=True)
        self.gestures.corrected(now_ms)
        return said

    def _whose(self, text: str) -> tuple[int, ...]:
        # The seat that the umpire meant; others must not learn what it holds, or that it has
        # passed. Where several may be meant it is nobody's.
        turn = self.state.turn
        try:
            seat = self.state.game.read(text).seat
        except MoveError:
            seat = None
        if seat is not None:
            return (seat,) if seat < len(self.state.seats) else ()
        return turn if len(turn) == 1 else ()

    def _to_undo(self) -> int:
        # How many moves are taken back: the last that everybody knows of, and what came after it.
        # Hidden moves by themselves would tell whether there were any; what the host has dealt by
        # itself would be dealt again.
        state = self.state
        before, trial = state.told(TABLE), state.copy()
        if not before:
            raise Uncorrected(str(IllegalMove("undo", "no move has been made", "umpire")))
        while trial.moves:
            trial.pop()
            is_dealt = trial.draw is not None and self._is_dealt(trial.draw.deck)
            if not is_dealt and trial.told(TABLE) != before:
                break
        return len(state.moves) - len(trial.moves)

    # What comes of it.

    @property
    def state(self) -> State:
        """The game."""
        return self.record.state

    @property
    def sync(self) -> Sync:
        """Whether the board is there, and right."""
        if self._closed is None:
            return Sync.LOST
        return Sync.DESYNC if self.gestures.wrong() else Sync.SYNCED

    @property
    def unsaid(self) -> Mapping[int, MoveError]:
        """Why an umpire's move for a seat was not made, for the page of that seat alone.

        It is gone when that seat knows of another move; what others do in secret leaves it.
        """
        return {
            seat: error
            for seat, (error, told) in self._unsaid.items()
            if told == self.state.told(seat)
        }

    @property
    def ask(self) -> Ask:
        """What the table waits for."""
        return Ask("lost") if self._closed is None else self._asked(TABLE)

    def asked(self, seat: int) -> Ask:
        """Returns what *seat* is asked."""
        return Ask("lost") if self._closed is None else self._asked(seat)

    def moves(self, seat: int) -> tuple[Move, ...]:
        """Returns every move that *seat* may make now by :meth:`say`.

        To :data:`TABLE` these are the moves of the one seat whose turn it is that everybody may
        know: those of several seats would tell who has passed.
        """
        if self._draws(seat):
            return self.state.legal(CHANCE)
        if seat != TABLE:
            return self.gestures.moves(seat)
        turn = self.gestures.turn
        offered = self.gestures.moves(turn[0]) if len(turn) == 1 else ()
        return tuple(move for move in offered if not move.private)

    @property
    def wrong(self) -> Mapping[str, Wrong]:
        """What is to be put right on the board."""
        return {} if self._closed is None else self.gestures.wrong()

    @property
    def lifted(self) -> tuple[str, ...]:
        """The cells whose cover is off, for everybody: none while eyes are closed.

        A game whose pieces cover nothing has none either.
        """
        if self._closed is None or self.gestures.is_secret or not self._has_covers:
            return ()
        return tuple(
            cell
            for cell, cover in _COVERS
            if cover not in self._closed and cover not in self._aside
        )

    @property
    def wake_ms(self) -> int | None:
        """When :meth:`tick` is due, if nothing happens before."""
        if self._closed is None:
            return None
        held_ms = None if self._pressed_ms is None else self._pressed_ms + HELD_MS
        times = [self.gestures.wake_ms, held_ms, self._refused_until_ms]
        return min((each for each in times if each is not None), default=None)

    def scene(self, now_ms: int) -> Scene:
        """Returns what the lights say."""
        scene = dict(self.gestures.scene(now_ms))
        if self._refused_until_ms is not None:
            scene.update(dict.fromkeys(layout.ROUND_TRACK, REFUSED))
        return scene

    def private(self, seat: int) -> View:
        """Returns what only *seat* may know of the board."""
        return self.gestures.private(seat)

    def _asked(self, seat: int) -> Ask:
        draw = self.state.draw
        if draw is None or self._is_dealt(draw.deck) or self.gestures.wrong():
            return self.gestures.ask if seat == TABLE else self.gestures.asked(seat)
        by = {} if draw.by == TABLE else {"seat": self.state.seats[draw.by]}
        return Ask(f"draw.{draw.deck}", by)

    def _draws(self, seat: int) -> bool:
        # Whether the seat says what a real card shows.
        draw = self.state.draw
        if draw is None or self._is_dealt(draw.deck):
            return False
        return seat == draw.by or draw.by == TABLE

    def _is_dealt(self, deck: str) -> bool:
        return self._deals.get(deck, HOST) == HOST

    def _look(self, now_ms: int, *, is_jump: bool = False) -> None:
        if self._refused_until_ms is not None and now_ms >= self._refused_until_ms:
            self._refused_until_ms = None
        if self.gestures.is_secret:
            self.gestures.doubt(self.record.aside - self._aside)
        else:
            self._aside = self.record.aside
        if self._closed is None:
            return
        picture = self._closed - self._aside - _BUTTONS
        if self._aside:
            must = self.gestures.expected()
            picture |= {reed for reed in self._aside if must.get(reed)}
        self.gestures.look(picture, now_ms, is_jump=is_jump)

    def _press(self, button: str, now_ms: int) -> bool:
        if button == "help":
            self.gestures.spoken.append(self.ask)
            return True
        if button == "done":
            self._pressed_ms = now_ms
            if self.gestures.done(now_ms) or self.gestures.phase == "over":
                return True
        elif button != "undo" or self._undo(now_ms):
            return True
        if self.gestures.is_secret:
            return True
        self._refused_until_ms = now_ms + REFUSED_MS
        return False

    def _undo(self, now_ms: int) -> bool:
        self.gestures.settle(now_ms)
        moves = self.state.moves
        if len(self.gestures.turn) > 1:
            return False  # what is last would tell whether somebody has answered
        return not (moves and moves[-1].reveals) and self.gestures.undo(now_ms)


_BUTTONS = frozenset(layout.BUTTONS)
_COVERS = tuple((cell, f"{cell}.cover") for cell in layout.CELLS)
_COVER_REEDS = frozenset(cover for _, cover in _COVERS)

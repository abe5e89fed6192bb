"""The part of the table that all games share: buttons, undo, draws, umpire, a lost board.

| Board | Input | Result |
|---|---|---|
| disconnected | reeds | connected; the gestures are told that nobody saw the changes |
| connected | reeds | the gestures interpret them |
| connected | board lost | LOST; the game waits |
| connected | Done, Undo | the gestures act on it, or it is refused |
| connected | Help | the table's question is spoken, unless the gestures use it |
| connected | Done held | the gestures get Done again, with how long it was held |
| connected | the flashlight, where the game says | a tap or a hold; ``flashlight`` recognises it |
| disconnected | a button | ignored |

The table is in DESYNC while the gestures report anything wrong or the flashlight lies somewhere;
LOST takes precedence. Names of reeds, LEDs and places have their floor; the buttons of all floors
do the same.

A lap may be rolled back as a whole: see :meth:`Table.checkpoint`.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from heistboard.games.gestures import Ask, Gestures, Record, Sync, Wrong
from heistboard.places import layout
from heistboard.places.place import at_floor, split_floor
from heistboard.places.scene import REFUSED, Colour, Intent, Level, Pattern, Scene
from heistboard.rules import CHANCE, HOST, TABLE, IllegalMove, Move, MoveError, State, View
from heistboard.rules.autoplay import Dealer
from heistboard.rules.umpire import UNSAID, judge, refusal_for_all, seats_meant
from heistboard.table.flashlight import Flashlight, Sight
from heistboard.table.reed_names import BUTTONS, DONE, REEDS, covers_of, examples

__all__ = ["CorrectionRefused", "NotNow", "NotYourTurn", "Table", "UnknownReed"]

HELD_MS = 3_000
REFUSED_MS = 1_500  # how long a refused button is shown

_SIGHTS = {
    Sight.HOLD: Intent(Colour.WHITE, Level.BRIGHT),
    Sight.LIES: Intent(Colour.RED, Level.NORMAL, Pattern.DOUBLE),
}


class NotNow(ValueError):
    """The button has no use at the moment."""


class NotYourTurn(ValueError):
    """It is not this seat's turn; says nothing about whether the move is legal."""


class CorrectionRefused(ValueError):
    """The umpire's move was refused; the message may be shown to everybody."""


class UnknownReed(ValueError):
    """There is no reed of that name; the message gives examples."""


class _PrivateRefusal(NamedTuple):
    error: MoveError
    told: list[str]  # the moves as the seat then knew them


class _Checkpoint(NamedTuple):
    gestures: Gestures
    pressed_ms: int | None
    refused_until_ms: int | None
    private_refusals: Mapping[int, _PrivateRefusal]
    announced_draw: tuple[Ask, int] | None
    aside: frozenset[str]


class Table:
    """One game at one board. All times are milliseconds of one monotonic clock.

    *deals* has, for each deck, ``host`` if *dealer* deals it, or ``hands`` if people draw cards.
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
        self._private_refusals: dict[int, _PrivateRefusal] = {}
        self._dealer = dealer
        self._deals = deals or {}
        self._floors = range(1, self.state.game.floors(self.state.options) + 1)
        self._covers = covers_of({split_floor(reed) for reed in gestures.expected()})
        self._closed: frozenset[str] | None = None  # None while a floor is missing
        self._lost = Ask("lost")  # what is asked then
        self._flashlight: Flashlight | None = None  # None while no place counts
        self._seen: tuple[frozenset[str], int] = frozenset(), 0  # the last picture, since when
        self._aside = record.aside  # reeds that are ignored
        self._pressed_ms: int | None = None
        self._refused_until_ms: int | None = None
        self._announced_draw: tuple[Ask, int] | None = None  # what was asked, number of moves

    # Rolling a lap back.

    def checkpoint(self) -> object:
        """Returns the state of the table, for :meth:`restore`."""
        return _Checkpoint(
            self.gestures.copy(),
            self._pressed_ms,
            self._refused_until_ms,
            dict(self._private_refusals),
            self._announced_draw,
            self._aside,
        )

    def restore(self, checkpoint: object) -> None:
        """Restores a state that :meth:`checkpoint` returned, except for the reeds.

        A tap is lost with its lap: later it could not be told from a hold.
        """
        assert isinstance(checkpoint, _Checkpoint)
        self.gestures = checkpoint.gestures
        self._pressed_ms = checkpoint.pressed_ms
        self._refused_until_ms = checkpoint.refused_until_ms
        self._private_refusals = dict(checkpoint.private_refusals)
        self._announced_draw = checkpoint.announced_draw
        self._aside = checkpoint.aside

    # Input.

    def see(self, closed: Collection[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Sets the closed reeds; *is_jump*: changes were missed, so none of them is a gesture."""
        before = self._closed
        self._closed = frozenset(closed)
        self._look(now_ms, is_jump=is_jump or before is None)
        if before is None or is_jump:
            self._pressed_ms = None
            return
        if not DONE & self._closed:
            self._pressed_ms = None
        pressed = {split_floor(reed)[1] for reed in (self._closed - before) & BUTTONS}
        for button in layout.BUTTONS:
            if button in pressed:
                self._press(button, now_ms)

    def press(self, button: str, now_ms: int, *, is_held: bool = False) -> bool:
        """Presses a button for somebody who is not at the board; *is_held* for a long press.

        Returns whether the press had a use; always True while eyes are closed, to reveal nothing.
        """
        if self._closed is None:
            return False
        was_accepted = self._press(button, now_ms)
        self._pressed_ms = None  # released at once
        if is_held and button == "done":
            self.gestures.done(now_ms, HELD_MS)
        return was_accepted

    def lose(self, ask: Ask = Ask("lost")) -> None:  # noqa: B008 (it is immutable)
        """Marks a floor as missing; *ask* is what to do about it."""
        self._closed = self._pressed_ms = self._flashlight = None
        self._lost = ask

    def tick(self, now_ms: int) -> None:
        """Advances the clock to *now_ms*; called when :attr:`wake_ms` is due."""
        if self._closed is None:
            return
        if self._pressed_ms is not None and now_ms - self._pressed_ms >= HELD_MS:
            self._pressed_ms = None
            self.gestures.done(now_ms, HELD_MS)
        self._look(now_ms)

    def say(self, seat: int, text: str, now_ms: int) -> None:
        """Makes a move for *seat* without gestures; for a draw, *text* is what the card shows.

        Checks the turn first and raises :exc:`NotYourTurn`; then raises the rules' errors, which
        only that seat may see.
        """
        self.require_turn(seat)
        mover = CHANCE if self._draws(seat) else seat
        move = self.state.parse(text)
        if move.seat not in (None, mover):
            raise NotYourTurn("that is the move of another seat")
        self.gestures.say(mover, move, now_ms)

    def say_offered(self, text: str, now_ms: int) -> None:
        """Makes one of the moves that :data:`TABLE` is offered, for the seat whose turn it is.

        Any other move is refused, legal or not: a private one by :exc:`NotYourTurn`, a public one
        with the reason. So everybody may see the error.
        """
        if text not in self.moves(TABLE):
            is_one = len(self.gestures.turn) == 1
            why = refusal_for_all(self.state, text) if is_one else None
            raise why or NotYourTurn("that move is not made at the table")
        self.say(TABLE if self._draws(TABLE) else self.gestures.turn[0], text, now_ms)

    def deal(self, now_ms: int) -> None:
        """Deals for as long as it is chance's turn and the host deals that deck."""
        has_dealt = False
        while (draw := self.state.draw) is not None and self._is_dealt(draw.deck):
            assert self._dealer is not None, f"nobody deals {draw.deck}"
            self.record.write((self._dealer.choose(self.state),))
            has_dealt = True
        if has_dealt:
            self._played(now_ms)
        due = None if draw is None else (self.gestures.ask, len(self.state.moves))
        if due is not None and due != self._announced_draw and not self.gestures.wrong():
            self.gestures.spoken.append(self._asked(TABLE))
            self._announced_draw = due

    def play(self, moves: Collection[Move], now_ms: int) -> None:
        """Plays *moves* that nobody makes, in one step: the passes at the end of a beat."""
        self.record.write(tuple(moves))
        self._played(now_ms)

    def show_refused(self, now_ms: int) -> None:
        """Has the lights say for a moment that what hands did has no use now."""
        self._refused_until_ms = now_ms + REFUSED_MS

    def press_for(self, seat: int, button: str, now_ms: int) -> None:
        """Presses a button for *seat*, from its page.

        Checks the phase first and raises :exc:`NotYourTurn`; then raises :exc:`NotNow`.
        """
        self.require_phase(seat)
        if not self.press(button, now_ms):
            raise NotNow(f"{button} has no use now")

    def require_phase(self, seat: int) -> None:
        """Raises :exc:`NotYourTurn` unless it is the phase of *seat*."""
        if seat not in self.gestures.turn:
            raise NotYourTurn("it is not your turn")

    def require_turn(self, seat: int) -> None:
        """Raises :exc:`NotYourTurn` unless *seat* may move or must enter a draw."""
        if self._draws(seat):
            return
        if seat not in self.state.movers or seat == CHANCE:
            raise NotYourTurn("it is not your turn")

    # The umpire.

    def set_aside(self, reed: str, now_ms: int, *, is_aside: bool = True) -> None:
        """Ignores a reed, or uses it again; raises :exc:`UnknownReed`.

        While eyes are closed, the gestures only :meth:`~Gestures.doubt` it: otherwise the lights
        would show whether the reed is closed.
        """
        if not any(reed in REEDS[floor] for floor in self._floors):
            raise UnknownReed(f"no reed is called {reed!r}, expected {examples(self._floors)}, …")
        aside = self.record.aside
        self.record.set_aside(aside | {reed} if is_aside else aside - {reed})
        self._look(now_ms, is_jump=not self.gestures.is_secret)

    def correct(self, text: str, now_ms: int) -> str:
        """Plays a move or, with ``undo``, takes the last one back, whatever the board shows.

        Returns a message for everybody, or an empty one. Raises :exc:`CorrectionRefused`, whose
        message is for everybody too; a reason that only the mover may read goes to
        :attr:`private_refusals`.
        """
        state = self.state
        said = ""
        if text == "undo":
            self.record.write(undo=self._count_to_undo(), is_umpire=True)
        else:
            move, error, said = judge(state, text)
            if error is not None and said != UNSAID:
                raise CorrectionRefused(said)
            if error is not None:
                for seat in seats_meant(state, text):
                    self._private_refusals[seat] = _PrivateRefusal(error, state.told(seat))
                return said
            assert move is not None
            self.record.write((move,), is_umpire=True)
        self.gestures.corrected(now_ms)
        return said

    def _count_to_undo(self) -> int:
        # Returns how many moves to take back: the last publicly known one and everything after it.
        # Undoing hidden moves alone would reveal whether there were any; undoing the host's deals
        # alone would only make it deal again.
        state = self.state
        before, trial = state.told(TABLE), state.copy()
        if not before:
            raise CorrectionRefused(str(IllegalMove("undo", "no move has been made", "umpire")))
        while trial.moves:
            trial.pop()
            is_dealt = trial.draw is not None and self._is_dealt(trial.draw.deck)
            if not is_dealt and trial.told(TABLE) != before:
                break
        return len(state.moves) - len(trial.moves)

    # Output.

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.record.state

    @property
    def sync(self) -> Sync:
        """Whether the board is connected and agrees with the game."""
        if self._closed is None:
            return Sync.LOST
        return Sync.DESYNC if self.wrong else Sync.SYNCED

    @property
    def private_refusals(self) -> Mapping[int, MoveError]:
        """Why an umpire's move was refused, keyed by the only seat that may read the reason.

        A reason disappears once its seat learns of another move; secret moves of others do not
        remove it.
        """
        return {
            seat: error
            for seat, (error, told) in self._private_refusals.items()
            if told == self.state.told(seat)
        }

    @property
    def ask(self) -> Ask:
        """What the table asks everybody."""
        return self._lost if self._closed is None else self._asked(TABLE)

    def asked(self, seat: int) -> Ask:
        """Returns what the table asks *seat*."""
        return self._lost if self._closed is None else self._asked(seat)

    def moves(self, seat: int) -> tuple[Move, ...]:
        """Returns every move that *seat* may make now with :meth:`say`.

        For :data:`TABLE`, returns the public moves of the one seat whose turn it is. If several
        seats may move, returns none: the moves would reveal who has passed.
        """
        if self._draws(seat):
            return self.state.legal(CHANCE)
        if seat != TABLE:
            return self.gestures.moves(seat)
        turn = self.gestures.turn
        offered = self.gestures.moves(turn[0]) if len(turn) == 1 else ()
        return tuple(move for move in offered if not move.private)

    @property
    def is_right(self) -> bool:
        """Whether the game goes on: the board is right, and nothing is to be carried."""
        return self.sync is Sync.SYNCED and not self.gestures.is_due

    @property
    def expected(self) -> frozenset[str]:
        """The reeds that would be closed if every public piece were where the game has it."""
        return frozenset(reed for reed, is_closed in self.gestures.expected().items() if is_closed)

    @property
    def wrong(self) -> Mapping[str, Wrong]:
        """The corrections that the board needs, by cell or crossing."""
        if self._closed is None:
            return {}
        wrong, lies = self.gestures.wrong(), self._lying
        return wrong if lies is None else {**wrong, lies: Wrong.EXTRA}

    @property
    def lifted(self) -> tuple[str, ...]:
        """The cells whose cover reed is open, for everybody; empty while eyes are closed.

        Also empty for a game without covering pieces.
        """
        if self._closed is None or self.gestures.is_secret:
            return ()
        light = self._flashlight
        stand = self._aside | (self._closed if light is None else light.believed(self._closed))
        return tuple(cell for cell, cover in self._covers if cover not in stand)

    @property
    def wake_ms(self) -> int | None:
        """When :meth:`tick` is due, if nothing happens before then."""
        if self._closed is None:
            return None
        held_ms = None if self._pressed_ms is None else self._pressed_ms + HELD_MS
        flashlight_ms = None if self._flashlight is None else self._flashlight.wake_ms
        times = [self.gestures.wake_ms, held_ms, self._refused_until_ms, flashlight_ms]
        return min((each for each in times if each is not None), default=None)

    def scene(self, now_ms: int) -> Scene:
        """Returns the scene to light."""
        scene = dict(self.gestures.scene(now_ms))
        if (sight := self._sight) is not None:
            scene[sight[0]] = _SIGHTS[sight[1]]
        if self._refused_until_ms is not None:
            for floor in self._floors:
                scene.update((at_floor(floor, led), REFUSED) for led in layout.ROUND_TRACK)
        return scene

    def private(self, seat: int) -> View:
        """Returns what only *seat* may know about the board."""
        return self.gestures.private(seat)

    @property
    def _sight(self) -> tuple[str, Sight] | None:
        sight = None if self._flashlight is None else self._flashlight.sight
        if sight is None or self.gestures.is_secret or sight[0] not in self.gestures.taps:
            return None
        return sight

    @property
    def _lying(self) -> str | None:
        # Where the flashlight was left.
        return self._sight[0] if self._sight and self._sight[1] is Sight.LIES else None

    def _asked(self, seat: int) -> Ask:
        if seat == TABLE and self._lying is not None and not self.gestures.wrong():
            return Ask("flashlight.lies", {"place": self._lying})
        draw = self.state.draw
        ask = self.gestures.ask if seat == TABLE else self.gestures.asked(seat)
        if draw is None or self._is_dealt(draw.deck) or ask != self.state.asked(seat):
            return ask
        by = {} if draw.by == TABLE else {"seat": self.state.seats[draw.by]}
        return Ask(f"draw.{draw.deck}", {**self.state.asked(TABLE).words, **by})

    def _draws(self, seat: int) -> bool:
        # Returns whether this seat may enter what a real card shows.
        draw = self.state.draw
        if draw is None or self._is_dealt(draw.deck):
            return False
        return seat == draw.by or draw.by == TABLE

    def _is_dealt(self, deck: str) -> bool:
        return self._deals.get(deck, HOST) == HOST

    def _played(self, now_ms: int) -> None:
        self.gestures.dealt(now_ms)
        self._look(now_ms)

    def _look(self, now_ms: int, *, is_jump: bool = False) -> None:
        if self._refused_until_ms is not None and now_ms >= self._refused_until_ms:
            self._refused_until_ms = None
        if self.gestures.is_secret:
            self.gestures.doubt(self.record.aside - self._aside)
        else:
            self._aside = self.record.aside
        if self._closed is None:
            return
        picture = self._closed - self._aside - BUTTONS
        if self._aside:
            must = self.gestures.expected()
            picture |= {reed for reed in self._aside if must.get(reed)}
        before = self._seen
        if is_jump or picture != before[0]:
            self._seen = picture, now_ms
        taps = () if self.gestures.is_secret else self.gestures.taps
        if is_jump or not taps:
            self._flashlight = None
        elif self._flashlight is None:
            self._flashlight = Flashlight(*before)
        if self._flashlight is None:
            self.gestures.look(picture, now_ms, is_jump=is_jump)
        else:
            self._look_for_taps(self._flashlight, picture, taps, now_ms)

    def _look_for_taps(
        self, light: Flashlight, picture: frozenset[str], taps: Collection[str], now_ms: int
    ) -> None:
        lay = self._lying
        tap = light.look(picture, self.gestures.expected(), taps, now_ms)
        self.gestures.look(light.believed(picture), now_ms)
        if tap is not None:
            self.gestures.tapped(tap.place, now_ms, is_hold=tap.is_hold)
        elif lay is None and self._lying is not None:
            self.gestures.spoken.append(self._asked(TABLE))

    def _press(self, button: str, now_ms: int) -> bool:
        if button == "help":
            if not self.gestures.help(now_ms):
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
        self.show_refused(now_ms)
        return False

    def _undo(self, now_ms: int) -> bool:
        if self.gestures.back(now_ms):
            return True
        self.gestures.settle(now_ms)
        moves = self.state.moves
        if len(self.gestures.turn) > 1:
            return False  # undoing the last move would reveal whether somebody has answered
        return not (moves and moves[-1].reveals) and self.gestures.undo(now_ms)

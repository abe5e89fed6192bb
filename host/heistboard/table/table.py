"""What holds at the table for every game: buttons, undo, reeds set aside, a board that is gone.

| Board | Comes | Then |
|---|---|---|
| gone | reeds | there; how they came to be so nobody saw |
| there | reeds | the game's gestures look at them |
| there | gone | LOST; the game waits |
| there | Done, Undo, Help | the gestures do it, or it is refused |
| there | Done is held | again, with how long |
| gone | a button | nothing |

Beside it LOST wins over DESYNC, and DESYNC is whenever the gestures say that something is wrong.
"""

from collections.abc import Collection, Mapping

from heistboard import layout
from heistboard.rules import CHANCE, IllegalMove, State, View
from heistboard.scene import Colour, Intent, Level, Pattern, Scene
from heistboard.table.contract import Ask, Gestures, Record, Sync, Wrong

__all__ = ["NotNow", "NotYourTurn", "Table"]

HELD_MS = 3_000
REFUSED_MS = 1_500  # how long a refused button is shown

_REFUSED = Intent(Colour.RED, Level.LOW, Pattern.DOUBLE)


class NotNow(ValueError):
    """There is nothing that this button could do now."""


class NotYourTurn(ValueError):
    """Another seat is to move; whether the move is legal is not said."""


class Table:
    """One game at one board. All times are milliseconds of one clock, which only goes on."""

    def __init__(self, record: Record, gestures: Gestures) -> None:
        self.record = record
        self.gestures = gestures
        self._closed: frozenset[str] | None = None  # None while the board is gone
        self._pressed_ms: int | None = None
        self._refused_until_ms: int | None = None

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
        """Takes that the board is gone."""
        self._closed = None
        self._pressed_ms = None

    def tick(self, now_ms: int) -> None:
        """Takes that it is :attr:`wake_ms` by now."""
        if self._closed is None:
            return
        if self._pressed_ms is not None and now_ms - self._pressed_ms >= HELD_MS:
            self._pressed_ms = None
            self.gestures.done(now_ms, HELD_MS)
        self._look(now_ms)

    def say(self, seat: int, text: str, now_ms: int) -> None:
        """Makes a move for *seat* without hands.

        Raises :exc:`NotYourTurn`, and only then the rules' errors, which are for that seat.
        """
        self.require_turn(seat)
        self.gestures.say(seat, self.state.parse(text), now_ms)

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
        """Raises :exc:`NotYourTurn` unless *seat* is to move."""
        if seat not in self.state.movers or seat == CHANCE:
            raise NotYourTurn("it is not your turn")

    # The umpire.

    def set_aside(self, reed: str, now_ms: int, *, is_aside: bool = True) -> None:
        """Ignores a reed, or believes it again; raises :exc:`ValueError` for no reed."""
        if reed not in layout.REEDS or reed in layout.BUTTONS:
            raise ValueError(f"no reed is called {reed!r}, expected b3.cover, x23.occupant, …")
        aside = self.record.aside
        self.record.set_aside(aside | {reed} if is_aside else aside - {reed})
        self._look(now_ms, is_jump=True)

    def correct(self, text: str, now_ms: int) -> None:
        """Plays a move, or takes the last one back with ``undo``, whatever the board shows."""
        state = self.record.state
        if text != "undo":
            self.record.write((state.parse(text),), is_umpire=True)
        elif state.moves:
            self.record.write(undo=1, is_umpire=True)
        else:
            raise IllegalMove("undo", "no move has been made", "umpire")
        self.gestures.corrected(now_ms)

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
    def ask(self) -> Ask:
        """What the table waits for."""
        return Ask("lost") if self._closed is None else self.gestures.ask

    @property
    def wrong(self) -> Mapping[str, Wrong]:
        """What is to be put right on the board."""
        return {} if self._closed is None else self.gestures.wrong()

    @property
    def lifted(self) -> tuple[str, ...]:
        """The cells whose building is off, for everybody: none while eyes are closed."""
        if self._closed is None or self.gestures.is_secret:
            return ()
        aside = self.record.aside
        covers = {cell: f"{cell}.cover" for cell in layout.CELLS}
        return tuple(
            cell
            for cell, cover in covers.items()
            if cover not in self._closed and cover not in aside
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
            scene.update(dict.fromkeys(layout.ROUND_TRACK, _REFUSED))
        return scene

    def private(self, seat: int) -> View:
        """Returns what only *seat* may know of the board."""
        return self.gestures.private(seat)

    def _look(self, now_ms: int, *, is_jump: bool = False) -> None:
        if self._refused_until_ms is not None and now_ms >= self._refused_until_ms:
            self._refused_until_ms = None
        if self._closed is not None:
            picture = self._closed - self.record.aside - frozenset(layout.BUTTONS)
            must = self.gestures.expected()
            believed = {reed for reed in self.record.aside if must.get(reed)}
            self.gestures.look(picture | believed, now_ms, is_jump=is_jump)

    def _press(self, button: str, now_ms: int) -> bool:
        if button == "help":
            self.gestures.spoken.append(self.gestures.ask)
            return True
        if button == "done":
            self._pressed_ms = now_ms
            if self.gestures.done(now_ms) or self.gestures.phase == "over":
                return True
        elif button != "undo" or self.gestures.undo(now_ms):
            return True
        if self.gestures.is_secret:
            return True
        self._refused_until_ms = now_ms + REFUSED_MS
        return False

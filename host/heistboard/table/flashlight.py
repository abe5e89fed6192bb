"""Recognises taps with the flashlight, a wand whose magnet closes the occupant reed. Pure.

| What happens on a cell that counts | It is |
|---|---|
| the reed closes for 100 to 600 ms | a tap |
| for 800 ms to 3 s | a hold; a light says so at 800 ms |
| for less than 100 ms, or between the two | nothing |
| for more than 3 s | a flashlight that lies there |
| a figure that belongs there is lifted and put back after 100 ms to 1.5 s | a tap |

Nothing counts unless every other public reed, on all floors, was right for 300 ms before and until
it is over. Then the game is not shown the cell's own occupant reed, nor its cover reed until
200 ms after; else it is shown everything. Only the reeds that the game expects, and those of the
cells where it says that taps count, are looked at.
"""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final, NamedTuple

__all__ = [
    "HOLD_MS",
    "LIES_MS",
    "QUIET_MS",
    "TAP_MOST_MS",
    "Flashlight",
    "Sight",
    "Tap",
]

QUIET_MS: Final = 300  # how long all others must have been right
LEAST_MS: Final = 100  # anything shorter is a knock
TAP_MOST_MS: Final = 600
HOLD_MS: Final = 800
LIES_MS: Final = 3_000
PUT_BACK_MS: Final = 1_500
COVER_MS: Final = 200  # how long the cover is not believed after a tap, nor counted as off before


class Sight(Enum):
    """What lies on a cell, as far as anybody needs to know."""

    HOLD = "hold"  # for long enough to be a hold
    LIES = "lies"  # for longer than any gesture


class Tap(NamedTuple):
    """A tap on a place, short or held."""

    place: str
    is_hold: bool = False


class _Guest(NamedTuple):
    # What came to a place, or the figure that left it.
    place: str
    since_ms: int
    is_figure: bool
    has_cover: bool  # what the cover reed is taken to show meanwhile


class Flashlight:
    """Looks at the reeds whenever they change and when :attr:`wake_ms` is due.

    Make a new one when nobody saw what happened, or when places begin to count; the reeds *closed*
    have been so since *since_ms*.
    """

    def __init__(self, closed: frozenset[str], since_ms: int) -> None:
        self.wake_ms: int | None = None
        self._guest: _Guest | None = None
        self._sight: Sight | None = None
        self._closed = closed
        self._since_ms = since_ms
        self._has_looked = False
        self._wrong_since_ms: dict[str, int] = {}  # public reeds that are wrong now
        self._wrong_until_ms: dict[str, int] = {}  # and those that were a moment ago
        self._unbelieved: dict[str, tuple[bool, int]] = {}  # covers, shown as this until then

    @property
    def sight(self) -> tuple[str, Sight] | None:
        """Where the flashlight is, once it is a hold or more."""
        if self._guest is None or self._sight is None:
            return None
        return self._guest.place, self._sight

    def look(
        self,
        closed: frozenset[str],
        must: Mapping[str, bool],
        taps: Collection[str],
        now_ms: int,
    ) -> Tap | None:
        """Looks at the *closed* reeds; returns the tap that has just ended.

        *must* is what the game expects of the public reeds, *taps* the places that count.
        """
        if not self._has_looked:
            self._has_looked = True
            self._note_wrong(self._closed, must, taps, self._since_ms)
        self._note_wrong(closed, must, taps, now_ms)
        tap = None
        if self._guest is not None:
            is_same = must.get(_occupant(self._guest.place), False) is self._guest.is_figure
            if self._guest.place not in taps or not is_same:
                self._end()
            elif self._guest.is_figure:
                tap = self._follow_figure(self._guest, closed, now_ms)
            else:
                tap = self._follow_flashlight(self._guest, closed, now_ms)
        elif changed := [place for place in taps if self._has_changed(place, closed)]:
            self._guest = self._arrival(changed[0], closed, must, now_ms)
        self._closed = closed
        self._unbelieved = {
            cover: shown for cover, shown in self._unbelieved.items() if shown[1] > now_ms
        }
        self.wake_ms = min(self._times(), default=None)
        return tap

    def believed(self, closed: frozenset[str]) -> frozenset[str]:
        """Returns what the game is shown for the *closed* reeds."""
        shown = {cover: is_closed for cover, (is_closed, _) in self._unbelieved.items()}
        guest = self._guest
        if guest is not None and not guest.is_figure:
            shown |= {_occupant(guest.place): False, _cover(guest.place): guest.has_cover}
        if not shown:
            return closed
        return closed.difference(shown).union(reed for reed, is_on in shown.items() if is_on)

    # What is right, and since when.

    def _note_wrong(
        self,
        closed: frozenset[str],
        must: Mapping[str, bool],
        taps: Collection[str],
        now_ms: int,
    ) -> None:
        wrong = {reed for reed, is_closed in must.items() if is_closed is not (reed in closed)}
        for reed in map(_occupant, taps):
            if reed not in must and reed in closed:
                wrong.add(reed)
        until_ms = {
            reed: ms for reed, ms in self._wrong_until_ms.items() if now_ms - ms < QUIET_MS
        }
        until_ms |= dict.fromkeys(self._wrong_since_ms, now_ms)  # wrong at the last look
        self._wrong_until_ms = {reed: ms for reed, ms in until_ms.items() if reed not in wrong}
        self._wrong_since_ms = {reed: self._wrong_since_ms.get(reed, now_ms) for reed in wrong}

    def _are_others_right(self, place: str) -> bool:
        return self._wrong_since_ms.keys() <= {_occupant(place), _cover(place)}

    def _were_others_right(self, place: str, now_ms: int) -> bool:
        if now_ms - self._since_ms < QUIET_MS or not self._are_others_right(place):
            return False
        # The flashlight may open the cover's reed before it closes the occupant's.
        cover_ms = self._wrong_since_ms.get(_cover(place), now_ms)
        were_right = self._wrong_until_ms.keys() <= {_occupant(place), _cover(place)}
        return were_right and now_ms - cover_ms <= COVER_MS

    # Who comes and goes.

    def _has_changed(self, place: str, closed: frozenset[str]) -> bool:
        return (_occupant(place) in closed) is not (_occupant(place) in self._closed)

    def _arrival(
        self, place: str, closed: frozenset[str], must: Mapping[str, bool], now_ms: int
    ) -> _Guest | None:
        is_figure = must.get(_occupant(place), False)
        is_back = (_occupant(place) in closed) is is_figure
        if is_back or not self._were_others_right(place, now_ms):
            return None
        had_cover = _cover(place) in self._closed
        return _Guest(place, now_ms, is_figure, must.get(_cover(place), had_cover))

    def _follow_figure(self, guest: _Guest, closed: frozenset[str], now_ms: int) -> Tap | None:
        for_ms = now_ms - guest.since_ms
        is_back = _occupant(guest.place) in closed
        is_right = self._are_others_right(guest.place) and for_ms <= PUT_BACK_MS
        if is_back or not is_right:
            self._end()
        return Tap(guest.place) if is_back and is_right and for_ms >= LEAST_MS else None

    def _follow_flashlight(self, guest: _Guest, closed: frozenset[str], now_ms: int) -> Tap | None:
        for_ms = now_ms - guest.since_ms
        is_right = self._are_others_right(guest.place)
        if _occupant(guest.place) not in closed:
            self._end()
            self._unbelieved[_cover(guest.place)] = guest.has_cover, now_ms + COVER_MS
            return _tap(guest.place, for_ms) if is_right else None
        if not is_right and self._sight is not Sight.LIES:
            self._end()  # something else is going on
        elif for_ms > LIES_MS:
            self._sight = Sight.LIES
        elif for_ms >= HOLD_MS:
            self._sight = Sight.HOLD
        return None

    def _end(self) -> None:
        self._guest = self._sight = None

    def _times(self) -> list[int]:
        times = [until_ms for _, until_ms in self._unbelieved.values()]
        if self._guest is not None and not self._guest.is_figure:
            if self._sight is None:
                times.append(self._guest.since_ms + HOLD_MS)
            elif self._sight is Sight.HOLD:
                times.append(self._guest.since_ms + LIES_MS + 1)
        return times


def _occupant(place: str) -> str:
    return f"{place}.occupant"


def _cover(place: str) -> str:
    return f"{place}.cover"


def _tap(place: str, for_ms: int) -> Tap | None:
    if LEAST_MS <= for_ms <= TAP_MOST_MS:
        return Tap(place)
    return Tap(place, is_hold=True) if HOLD_MS <= for_ms <= LIES_MS else None

"""Which module serves which floor of the game, and what all floors together show. Pure.

A game on several floors is played on the modules that people assigned to them. A game on one floor
is played on the module of floor 1 or, where there is none, on the only one that is connected:

| A module comes, and the table | It serves the table |
|---|---|
| has no board | if it is the only one, the table's own one, or that of floor 1 |
| has another board, untouched and there for less than 3 s | if it is the better one: the \
table's own before that of floor 1, before one with a floor, before one without |
| has another board | no |

A board is the table's own once a hand has moved something on it, or after 3 s. When it leaves, an
idle board does not take its place.
"""

from collections.abc import Mapping

from heistboard.app.picture import ModulePicture, PictureChange, TableNotice
from heistboard.link.floors import Modules
from heistboard.places import layout
from heistboard.places.place import MOST_FLOORS, at_floor
from heistboard.rules import Ask

__all__ = ["SETTLES_MS", "TableFloors"]

SETTLES_MS = 3_000  # by then every module that was plugged in before has connected

_NAMES = {
    floor: {reed: at_floor(floor, reed) for reed in layout.REEDS}
    for floor in range(1, MOST_FLOORS + 1)
}
_NO_FLOOR = 1_000_000  # ranks behind every floor


class TableFloors:
    """The modules of a table; people assigned the floors in *modules*."""

    def __init__(self, modules: Modules) -> None:
        self.wanted = 1
        """How many floors the game has."""
        self._modules = modules
        self._pictures: dict[str, ModulePicture] = {}
        self._serving: dict[int, str] = {}  # serial numbers by floor
        self._own = ""  # the board of a table with one floor, once that has settled
        self._taken_ms = 0
        self._pressed: set[str] = set()  # modules whose Done is no gesture until it is released

    # What happens.

    def begin(self, wanted: int, now_ms: int) -> None:
        """Begins a game on that many floors."""
        is_same = wanted == self.wanted == 1 and self._is_there(self._serving.get(1))
        self.wanted = wanted
        if is_same:
            return
        self._own = ""
        self._serving.clear()
        self._assign_wanted()
        there = self.there
        if wanted == 1 and there:
            self._serve(min(there, key=self._rank), now_ms)

    def take(self, serial: str, notice: TableNotice, now_ms: int) -> PictureChange:
        """Applies a notice of the module *serial*; returns how the table's picture changed."""
        picture = self._pictures.setdefault(serial, ModulePicture())
        was_there = picture.is_there
        change = picture.take(notice)
        if "done" not in picture.closed:
            self._pressed.discard(serial)
        if change is PictureChange.LOST:
            self._miss(serial, now_ms)
        elif change is PictureChange.JUMP and not was_there and self.wanted == 1:
            self._welcome(serial, now_ms)
        if picture.is_there and not was_there:
            self._assign_wanted()  # its floor may be younger than the game
        is_change = picture.is_there is not was_there
        if self.missing:
            return PictureChange.LOST if is_change else PictureChange.NONE
        if serial not in self._serving.values():
            return PictureChange.NONE  # an idle module
        if change is PictureChange.REED:
            self._own = serial
        return change

    def assigned(self, floor: int, serial: str, now_ms: int) -> PictureChange:
        """Lets *serial* serve *floor*, as people have just said; returns as :meth:`take`."""
        before = dict(self._serving)
        self._assign_wanted()
        if self.wanted == 1 and floor == 1 and self._is_there(serial):
            self._serve(serial, now_ms)
            self._own = serial
        if self._serving == before and not self.missing:
            return PictureChange.NONE
        return PictureChange.LOST if self.missing else PictureChange.JUMP

    def ignore_done(self, serial: str) -> None:
        """Hides from the table that Done is pressed on *serial*, until it is released."""
        self._pressed.add(serial)

    # What is.

    @property
    def floors(self) -> Mapping[str, int]:
        """The floor that each module serves in this game, by serial number."""
        return {serial: floor for floor, serial in self._serving.items()}

    @property
    def there(self) -> list[str]:
        """The serial numbers of all modules that are connected."""
        return [serial for serial, picture in self._pictures.items() if picture.is_there]

    @property
    def missing(self) -> tuple[int, ...]:
        """The floors of the game that have no module now."""
        wanted = range(1, self.wanted + 1)
        return tuple(floor for floor in wanted if not self._is_there(self._serving.get(floor)))

    @property
    def closed(self) -> set[str]:
        """The closed reeds of all floors, by their names at the table."""
        return {
            _NAMES[floor][reed]
            for floor, serial in self._serving.items()
            if serial in self._pictures
            for reed in self._pictures[serial].closed
        }

    @property
    def seen(self) -> set[str]:
        """The same, without what is no gesture: see :meth:`ignore_done`."""
        closed = self.closed
        if self._pressed:
            floors = self.floors
            closed -= {at_floor(floors[each], "done") for each in self._pressed if each in floors}
        return closed

    @property
    def ask(self) -> Ask:
        """What the table asks for while a floor is missing."""
        return self.ask_for(self.wanted)

    def ask_for(self, wanted: int) -> Ask:
        """What the table would ask for in a game on that many floors."""
        if wanted == 1:
            return Ask("lost")
        found = {self._floor(serial) for serial in self.there}
        missing = ", ".join(str(each) for each in range(1, wanted + 1) if each not in found)
        return Ask("lost.unassigned" if None in found else "lost.floors", {"floors": missing})

    # Inside.

    def _is_there(self, serial: str | None) -> bool:
        return serial in self._pictures and self._pictures[serial].is_there

    def _assign_wanted(self) -> None:
        if self.wanted > 1:
            floors = self._modules.floors
            self._serving = {
                floor: serial for serial, floor in floors.items() if floor <= self.wanted
            }

    def _serve(self, serial: str, now_ms: int) -> None:
        self._serving[1] = serial
        self._taken_ms = now_ms

    def _welcome(self, serial: str, now_ms: int) -> None:
        now = self._serving.get(1)
        if now == serial:
            self._taken_ms = now_ms
        elif now is not None and self._is_there(now):
            if not self._has_settled(now_ms) and self._rank(serial) < self._rank(now):
                self._serve(serial, now_ms)
        elif self._own == serial or self._floor(serial) == 1 or self.there == [serial]:
            self._serve(serial, now_ms)

    def _miss(self, serial: str, now_ms: int) -> None:
        if self.wanted == 1 and self._serving.get(1) == serial and self._has_settled(now_ms):
            self._own = serial

    def _has_settled(self, now_ms: int) -> bool:
        return self._own == self._serving.get(1) or now_ms - self._taken_ms >= SETTLES_MS

    def _floor(self, serial: str) -> int | None:
        return self._modules[serial].floor

    def _rank(self, serial: str) -> tuple[bool, int, str]:
        # The board that a table with one floor prefers comes first.
        return serial != self._own, self._floor(serial) or _NO_FLOOR, serial

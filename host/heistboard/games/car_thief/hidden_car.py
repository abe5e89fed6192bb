"""Finds where the thief has hidden the car, from lifted buildings and the car's reeds. Pure.

While eyes are closed the thief lifts the car's building, takes the car out, lifts another building
and puts the car in. Other buildings may be lifted and put back. One dead reed must not stop the
game, so the lifted buildings decide where the car's reeds show nothing:

| Buildings | The car's reeds | Result |
|---|---|---|
| one is off | any | OPEN |
| all stand | one has closed; or several, of which one cell is allowed | that cell |
| all stand | still closed at the old place | NOT_ALLOWED |
| all stand | none closed; one other building was lifted, and its reed is not known to work | that
cell |
| all stand | none closed; the building lifted last was lifted twice | that cell |
| all stand | none closed; a later round, and nothing was lifted | NOT_ALLOWED |
| all stand | anything else | NO_CAR |

An allowed cell means READY, any other NOT_ALLOWED.

A closed reed counts only where the thief has left a car: it was closed when its building was put
back, or within ``PUT_BACK_MS``. It then counts whenever it is closed, until the building is lifted
again. Where the building was off for less than ``LIFTED_MS``, only a reed that has changed since
tells of the car: hands may be quick, but a building on which a flashlight lies may be knocked.

A reed that closes under a building that stands is a flashlight's doing; if it counted, the lights
would tell where the car is not. Only where the cover's reed was set aside, nobody sees the
building lifted, and the car's reed counts after ``STAYS_MS``.

A reed that the umpire sets aside while eyes are closed is doubted. The board is read with it
first, and without it only if no cell follows, so that setting aside the reed under the car does
not change the lights.
"""

import copy
from collections.abc import Collection, Sequence
from enum import Enum

from heistboard.games.car_thief.board import CELLS
from heistboard.rules import View

__all__ = ["CarStatus", "Hiding"]

LIFTED_MS = 250  # anything shorter is a knock
PUT_BACK_MS = 200  # a reed may close so long after its building was put back
STAYS_MS = 3_500  # longer than any gesture with the flashlight


class CarStatus(Enum):
    """What all lights of the board tell the thief."""

    OPEN = "open"
    NO_CAR = "no-car"
    NOT_ALLOWED = "not-allowed"
    READY = "ready"


class Hiding:
    """One phase with eyes closed; the car was in *old*, ``None`` in the first round.

    *before* are the cells whose occupant reed was closed when the phase began. They are ignored
    unless their building is lifted. *works* are the cells whose reed is known to work. *left* is
    where the thief had left the car in this phase when the program was restarted.
    """

    def __init__(
        self,
        old: str | None,
        allowed: Collection[str],
        before: Collection[str] = (),
        works: Collection[str] = (),
        left: str | None = None,
    ) -> None:
        self.cell: str | None = None
        self.status = CarStatus.NOT_ALLOWED if old else CarStatus.NO_CAR
        self.open: frozenset[str] = frozenset()
        self.due_ms: int | None = None
        """When :meth:`look` may find something else without a change of the reeds."""
        self._closed_ms: dict[str, int] | None = None  # since when each reed has been closed
        # Cells whose reed counts while it is closed.
        self._believed = {cell for cell in (old, left) if cell is not None}
        self._put_back_ms: dict[str, int] = {}
        self._old = old
        self._allowed = frozenset(allowed)
        self._before = frozenset(before)
        self._works = frozenset(works)
        self._opened_ms: dict[str, int] = {}
        self._closed_then: frozenset[str] = frozenset()  # closed when their building came off
        self._lifted: list[str] = []  # in the order in which they were put back
        self._seen: set[str] = set()  # where a reed has closed in this phase

    def copy(self) -> "Hiding":
        """Returns an independent copy."""
        other = copy.copy(self)
        other._opened_ms = dict(self._opened_ms)
        other._lifted = list(self._lifted)
        other._seen = set(self._seen)
        other._closed_ms = None if self._closed_ms is None else dict(self._closed_ms)
        other._believed = set(self._believed)
        other._put_back_ms = dict(self._put_back_ms)
        return other

    def view(self, restore: Sequence[int]) -> View:
        """Returns what the thief may know; *restore* is the trail to put back."""
        return {
            "status": self.status.value,
            "open": [cell for cell in CELLS if cell in self.open],
            "cell": self.cell,
            "restore": [CELLS[cell] for cell in restore],
        }

    def look(
        self,
        covers: Collection[str],
        cars: Collection[str],
        now_ms: int,
        doubted: Collection[str] = (),
        unwatched: Collection[str] = (),
    ) -> None:
        """Reads the board: *covers* are cells whose building stands, *cars* have a closed reed.

        Reeds of *doubted* cells are ignored if the hiding place cannot be told with them. Of
        *unwatched* cells the cover's reed is set aside.
        """
        self.open = frozenset(CELLS) - frozenset(covers)
        opened_ms, before = now_ms, self._closed_ms or {}
        if self._closed_ms is None:
            self._believed &= set(cars)
            opened_ms -= LIFTED_MS  # what is off at first may have been off for long
        came_off = self.open - self._opened_ms.keys()
        self._opened_ms.update(dict.fromkeys(came_off, opened_ms))
        self._closed_then = self._closed_then - came_off | came_off.intersection(before)
        for cell in [cell for cell in self._opened_ms if cell not in self.open]:
            is_lifted = now_ms - self._opened_ms.pop(cell) >= LIFTED_MS
            if is_lifted:
                self._lifted.append(cell)
            if is_lifted or cell not in self._closed_then:
                self._put_back_ms[cell] = now_ms
            if is_lifted or cell not in cars:
                self._believed.discard(cell)
        seen = self.open.intersection(cars)
        cars = self._believe(cars, unwatched, now_ms)
        self._seen |= seen | cars
        if self.open:
            self.cell, self.status = None, CarStatus.OPEN
            return
        new = self._new(cars)
        self.cell = self._found(cars, new)
        if self.cell is None and doubted:
            believed = set(cars) - set(doubted)
            self.cell = self._found(believed, self._new(believed))
        if self.cell is not None:
            is_allowed = self.cell in self._allowed
            self.status = CarStatus.READY if is_allowed else CarStatus.NOT_ALLOWED
        elif self._old is not None and not self._lifted and not new:
            self.status = CarStatus.NOT_ALLOWED
        else:
            self.status = CarStatus.NO_CAR

    def _believe(self, cars: Collection[str], unwatched: Collection[str], now_ms: int) -> set[str]:
        # Returns the cells whose closed reed counts.
        before = self._closed_ms or {}
        self._closed_ms = {cell: before.get(cell, now_ms) for cell in cars}
        waits = []
        for cell, closed_ms in self._closed_ms.items():
            put_back_ms = self._put_back_ms.get(cell)
            is_by_hand = put_back_ms is not None and now_ms - put_back_ms < PUT_BACK_MS
            if is_by_hand or (cell in unwatched and now_ms - closed_ms >= STAYS_MS):
                self._believed.add(cell)
            elif cell in unwatched and cell not in self._believed:
                waits.append(closed_ms + STAYS_MS)
        self.due_ms = min(waits, default=None)
        return self._believed.intersection(cars)

    def _new(self, cars: Collection[str]) -> set[str]:
        return {
            cell
            for cell in cars
            if cell != self._old and (cell in self._lifted or cell not in self._before)
        }

    def _found(self, cars: Collection[str], new: set[str]) -> str | None:
        if new:
            likely = new & self._allowed if len(new) > 1 else new
            return next(iter(likely)) if len(likely) == 1 else None
        if self._old in cars:
            return self._old
        # Where a reed has closed in this phase it works, and the car is not there now.
        others = [cell for cell in self._lifted if cell not in (self._old, *self._seen)]
        if others and others.count(others[-1]) > 1:
            return others[-1]
        if len(others) == 1 and others[0] not in self._works:
            return others[0]
        return None

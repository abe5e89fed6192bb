"""People say which module is which floor, while a table runs. Pure.

A module is named by its serial number, or chosen by pressing Done on it. To be told apart, modules
blink the number of their floor. Nothing secret follows from any of this.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from heistboard.link.floors import Modules
from heistboard.places.place import MOST_FLOORS
from heistboard.rules import Ask

__all__ = ["ANSWER_WITHIN_MS", "BLINK_MS", "Assigned", "Assigning", "AssigningRefused"]

ANSWER_WITHIN_MS: Final = 60_000  # to press Done
BLINK_MS: Final = 10_000
CHOSEN_MS: Final = 3_000  # how long a module shows the floor that it was given


class AssigningRefused(ValueError):
    """There is no such floor or module; the message is for the caller."""


class Assigned(NamedTuple):
    """A floor was given to a module."""

    floor: int
    serial: str


class Assigning:
    """The choice that is going on, and which modules blink; *modules* have the floors."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._floor: int | None = None  # for which Done is to be pressed
        self._until_ms = 0
        self._blinking: dict[str, int] = {}  # until when, by serial number

    @property
    def due_ms(self) -> int | None:
        """When :meth:`tick` has something to do."""
        times = [*self._blinking.values()]
        if self._floor is not None:
            times.append(self._until_ms)
        return min(times, default=None)

    @property
    def waits_for(self) -> int | None:
        """The floor whose module is to be chosen by pressing Done, if there is one."""
        return self._floor

    @property
    def numbered(self) -> Mapping[str, int | None]:
        """The floors of the modules that blink their number."""
        return {serial: self._modules[serial].floor for serial in self._blinking}

    def tick(self, now_ms: int) -> None:
        """Ends what has lasted long enough."""
        if now_ms >= self._until_ms:
            self._floor = None
        for serial, until_ms in list(self._blinking.items()):
            if now_ms >= until_ms:
                del self._blinking[serial]

    def assign(
        self, floor: int, serial: str | None, there: Collection[str], now_ms: int
    ) -> tuple[Ask, Assigned | None]:
        """Gives *floor* to the module *serial*, or to the one whose Done is pressed next.

        *there* are the modules that are connected. Returns what to tell the caller, and what
        was assigned. Raises :exc:`AssigningRefused`.
        """
        if floor not in range(1, MOST_FLOORS + 1):
            raise AssigningRefused(f"there is no floor {floor}, expected 1..{MOST_FLOORS}")
        if serial is None:
            self._floor, self._until_ms = floor, now_ms + ANSWER_WITHIN_MS
            return Ask("assign.press", {"floor": str(floor)}), None
        if serial not in there and serial not in self._modules.floors:
            known = ", ".join(sorted({*there, *self._modules.floors})) or "there is none"
            raise AssigningRefused(f"there is no board {serial!r}, expected one of: {known}")
        return self._give(floor, serial, there, now_ms)

    def pressed(
        self, serial: str, there: Collection[str], now_ms: int
    ) -> tuple[Ask, Assigned | None] | None:
        """Handles Done on a module; returns ``None`` if nobody waits for it."""
        if self._floor is None or now_ms >= self._until_ms:
            return None
        return self._give(self._floor, serial, there, now_ms)

    def blink(self, serials: Collection[str], now_ms: int) -> None:
        """Lets these modules, and no others, blink their numbers."""
        self._blinking = dict.fromkeys(serials, now_ms + BLINK_MS)

    def stop(self) -> None:
        """Ends the blinking."""
        self._blinking.clear()

    def _give(
        self, floor: int, serial: str, there: Collection[str], now_ms: int
    ) -> tuple[Ask, Assigned]:
        self._floor = None
        before = self._modules.assign(floor, serial)
        if serial in there:
            self._blinking[serial] = max(now_ms + CHOSEN_MS, self._blinking.get(serial, 0))
        done = Assigned(floor, serial)
        if before is None:
            return Ask("assign.given", {"floor": str(floor), "serial": serial}), done
        return (
            Ask("assign.moved", {"floor": str(floor), "serial": serial, "before": before}),
            done,
        )

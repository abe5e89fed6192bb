"""The boards of a running table: their floors, their lights, and who assigns them. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from heistboard.app.assigning import Assigned, Assigning, AssigningRefused
from heistboard.app.board_clock import BoardClock
from heistboard.app.board_lights import BoardLights
from heistboard.app.carried_reeds import CarriedReeds
from heistboard.app.picture import PictureChange, TableNotice
from heistboard.app.table_floors import TableFloors
from heistboard.link.floors import Modules
from heistboard.link.messages import Configured
from heistboard.link.module import Event
from heistboard.places.floor_number import number_of
from heistboard.rules import Ask
from heistboard.rules.contract import Json

__all__ = ["TableBoards", "TableHub"]


class TableHub(Protocol):
    """The part of a hub that the table uses."""

    modules: Modules
    """All modules, and the floors that people assigned."""

    def show(self, serial: str, intents: bytes) -> None:
        """Shows packed *intents* on the board *serial*, now or once it is connected."""

    def configure(self, config: Configured) -> None:
        """Configures every board, including those that connect later."""


class TableBoards:
    """The boards of *hub*, as the table uses them.

    *on_floors* gets the floors by serial number whenever people have assigned one.
    """

    def __init__(self, hub: TableHub, on_floors: Callable[[dict[str, int]], None]) -> None:
        self.floors = TableFloors(hub.modules)
        self.carried = CarriedReeds()
        self._modules = hub.modules
        self._on_floors = on_floors
        self._lights = BoardLights(hub)
        self._assigning = Assigning(hub.modules)
        self._clocks: dict[str, BoardClock] = {}

    @property
    def due_ms(self) -> int | None:
        """When :meth:`tick` has something to do."""
        times = [self._assigning.due_ms, self.carried.due_ms]
        return min((each for each in times if each is not None), default=None)

    def tick(self, now_ms: int) -> PictureChange:
        """Ends what has lasted long enough: blinking, the wait for Done, reeds under way.

        Returns how that changed the table's picture.
        """
        self._assigning.tick(now_ms)
        is_change = self.carried.settle(self.floors.closed, now_ms) and not self.floors.missing
        return PictureChange.REED if is_change else PictureChange.NONE

    @property
    def seen(self) -> set[str]:
        """The reeds that the table sees closed, by their names at the table."""
        return self.carried.seen(self.floors.seen)

    def carry(self, reeds: Mapping[str, bool], now_ms: int) -> bool:
        """Lets the table see *reeds* as they will be; returns whether it can see any now."""
        self.carried.begin(reeds, now_ms)
        return bool(reeds) and not self.floors.missing

    def time_of(self, serial: str, notice: TableNotice, heard_ms: int) -> int:
        """Returns when a notice of the module *serial* happened, by the host's clock."""
        if not isinstance(notice, Event):
            self._clocks.pop(serial, None)  # the board may have restarted
            return heard_ms
        clock = self._clocks.setdefault(serial, BoardClock())
        return clock.host_ms(notice.time_ms, heard_ms)

    def hear(self, serial: str, notice: TableNotice, now_ms: int) -> PictureChange:
        """Applies a notice of the module *serial*; returns how the table's picture changed."""
        was_there = serial in self.floors.there
        change = self.floors.take(serial, notice, now_ms)
        if self.carried.settle(self.floors.closed, now_ms) and not self.floors.missing:
            change = PictureChange.REED if change is PictureChange.NONE else change
        is_done = isinstance(notice, Event) and notice.is_closed and notice.name == "done"
        if not is_done or not was_there:
            return change
        chosen = self._assigning.pressed(serial, self.floors.there, now_ms)
        if chosen is None:
            return change
        self.floors.ignore_done(serial)
        return self._take_over(chosen[1], now_ms)

    def show(self, lights: Sequence[bytes]) -> None:
        """Shows *lights*, by floor, on the boards that serve the floors."""
        self._lights.show(lights, self.floors.floors, self._assigning.numbered)

    def listed(self) -> list[dict[str, Json]]:
        """Returns every board that is connected or has a floor, by floor; ready for JSON."""
        assigned, there = self._modules.floors, self.floors.there
        serials = sorted({*assigned, *there}, key=lambda each: (assigned.get(each, 99), each))
        return [
            {
                "serial": serial,
                "floor": assigned.get(serial),
                "table_floor": self.floors.floors.get(serial),
                "is_there": serial in there,
                "number": number_of(assigned.get(serial)),
            }
            for serial in serials
        ]

    def assign(self, floor: int, serial: str | None, now_ms: int) -> tuple[Ask, PictureChange]:
        """Gives *floor* to a module, or to the one whose Done is pressed next.

        Raises :exc:`~heistboard.app.assigning.AssigningRefused`.
        """
        ask, done = self._assigning.assign(floor, serial, self.floors.there, now_ms)
        return ask, self._take_over(done, now_ms)

    @property
    def waits_for(self) -> int | None:
        """The floor whose module is to be chosen by pressing Done, if there is one."""
        return self._assigning.waits_for

    def identify(self, serial: str | None, now_ms: int) -> None:
        """Lets one module, or all of them, blink their numbers for a while.

        Raises :exc:`~heistboard.app.assigning.AssigningRefused`.
        """
        there = self.floors.there
        if serial is not None and serial not in there:
            known = ", ".join(sorted(there)) or "there is none"
            raise AssigningRefused(f"no board {serial!r} is connected, expected one of: {known}")
        self._assigning.blink(there if serial is None else (serial,), now_ms)

    def stop_identify(self) -> None:
        """Ends the blinking."""
        self._assigning.stop()

    def _take_over(self, done: Assigned | None, now_ms: int) -> PictureChange:
        if done is None:
            return PictureChange.NONE
        self._on_floors(self._modules.floors)
        return self.floors.assigned(done.floor, done.serial, now_ms)

"""A model of a floor module: reeds, wires, diodes and the LED chain, with all their faults.

Every simulated board uses it. It controls the drivers below the firmware with four-byte orders,
which firmware/heist/unix/drivers.py lists.
"""

import struct
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from types import TracebackType
from typing import Self

from heistboard.link.port import Port
from heistboard.places import layout, matrix
from heistboard.sim.byte_faults import ByteFaults

__all__ = ["SERIAL", "SERIALS", "BoardModel", "Leds", "order"]

SERIALS = ("53494D0000000001", "53494D0000000002", "53494D0000000003")
"""The serial numbers of the simulated boards of floors 1, 2 and 3."""
SERIAL = SERIALS[0]
Leds = dict[str, tuple[int, int, int]]
"""The red, green and blue values of each LED, by name."""

_NUMBER = {name: number for number, name in enumerate(layout.REEDS)}
_CHATTER_MS = 60  # period, too slow for debouncing to hide


def order(op: str, argument: int, value: int) -> bytes:
    """Returns an order to the drivers."""
    return struct.pack("<BBH", ord(op), argument, value)


class BoardModel(ABC):
    """A simulated module with magnets at the reeds *closed*. Use it in a ``with`` statement."""

    def __init__(self, serial: str, closed: Collection[str]) -> None:
        self.serial = serial
        self.pictures = 0
        self.watchers: list[Callable[[Leds], object]] = []
        """Called with :attr:`leds` after each picture that the board shows."""
        self._closed = set(closed)  # reeds with a magnet
        self._stuck: dict[str, str] = {}  # broken reeds and how they are broken
        self._wired: dict[str, str] = {}  # the other reed, for reeds with exchanged wires
        self._shorted: set[str] = set()  # reeds whose diode conducts both ways
        self._seen: frozenset[str] = frozenset()  # reeds that a scan reads as closed
        self._rise_us: dict[int, int] = {}
        self._chain = list(range(len(layout.LEDS)))  # which LED's data each LED shows
        self._leds = bytes(3 * len(layout.LEDS))
        self._shown = threading.Condition()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Ends the board."""

    @abstractmethod
    def ports(self) -> list[Port]:
        """Returns the board's port as discovery would find it; empty while unplugged."""

    @abstractmethod
    def pull(self) -> None:
        """Pulls the cable; the board stays powered."""

    @abstractmethod
    def plug(self, *, same_name: bool = False) -> None:
        """Plugs the cable in; the port gets a new name unless *same_name*."""

    @abstractmethod
    def freeze(self) -> None:
        """Stops the firmware until :meth:`thaw`."""

    @abstractmethod
    def thaw(self) -> None:
        """Resumes the firmware."""

    @abstractmethod
    def reset(self, *, leaves_port: bool = True) -> None:
        """Restarts the board; with *leaves_port*, its port disappears and returns, as on USB."""

    @abstractmethod
    def enter_safe_mode(self) -> None:
        """Restarts the board in safe mode, as if its firmware had failed three times."""

    @abstractmethod
    def spoil(self, up: ByteFaults | None = None, down: ByteFaults | None = None) -> None:
        """Adds faults to the line: *up* from the board, *down* to it; without arguments, none."""

    @abstractmethod
    def _send(self, order: bytes) -> None:
        # Sends an order to the drivers.
        ...

    # Reeds.

    def set_reed(self, name: str, *, is_closed: bool, after_ms: int = 0) -> None:
        """Brings a magnet to the reed *name*, or removes it, after *after_ms*.

        Raises :exc:`ValueError` if there is no such reed.
        """
        _check_reed(name)
        (self._closed.add if is_closed else self._closed.discard)(name)
        self._scan(after_ms, always=name)

    def is_closed(self, name: str) -> bool:
        """Returns whether a magnet is at the reed, even if the reed is broken."""
        _check_reed(name)
        return name in self._closed

    def set_stuck(self, name: str, how: str | None) -> None:
        """Breaks a reed (``open``, ``closed`` or ``chatter``) or, with None, mends it."""
        _check_reed(name)
        if how not in ("open", "closed", "chatter", None):
            raise ValueError(f"reed {name} stuck {how!r}, expected open, closed, chatter or None")
        if how is None:
            self._stuck.pop(name, None)
        else:
            self._stuck[name] = how
        self._send(self._chatter_order(name))
        self._scan()

    def set_swapped(self, one: str, other: str) -> None:
        """Exchanges the wires of two reeds."""
        for name in (one, other):
            _check_reed(name)
        for name in (one, other):
            self._send(order("c", _NUMBER[self._wire(name)], 0))
        self._wired[one], self._wired[other] = self._wire(other), self._wire(one)
        for name in (one, other):
            self._send(self._chatter_order(name))
        self._scan()

    def set_shorted(self, name: str, *, is_shorted: bool = True) -> None:
        """Makes the diode of a reed conduct both ways, which can produce ghost readings."""
        _check_reed(name)
        (self._shorted.add if is_shorted else self._shorted.discard)(name)
        self._scan()

    def set_rise(self, row: int, rise_us: int) -> None:
        """Sets how long a row line takes to rise: 2 us for a good line, 65535 for never."""
        if not 0 <= row < matrix.ROWS:
            raise ValueError(f"there is no row {row}, expected 0..{matrix.ROWS - 1}")
        self._rise_us[row] = rise_us
        self._send(order("u", row, rise_us))

    # LEDs.

    @property
    def leds(self) -> Leds:
        """The red, green and blue values that each LED shows."""
        data = self._leds + bytes(3)  # an extra dark one, for dead LEDs
        return {
            name: (data[3 * i + 1], data[3 * i], data[3 * i + 2])
            for i, name in zip(self._chain, layout.LEDS, strict=True)
        }

    def wait_leds(self, wanted: Callable[[Leds], bool], within_s: float = 2.0) -> bool:
        """Waits until ``wanted(leds)`` is true; False after *within_s*."""
        with self._shown:
            return self._shown.wait_for(lambda: wanted(self.leds), within_s)

    def set_led_swapped(self, one: str, other: str) -> None:
        """Exchanges two LEDs in the chain."""
        first, second = _led(one), _led(other)
        self._chain[first], self._chain[second] = self._chain[second], self._chain[first]

    def set_led_dead(self, name: str) -> None:
        """Darkens an LED for good; the LEDs behind it still work."""
        self._chain[_led(name)] = len(layout.LEDS)

    def cut_chain(self, name: str) -> None:
        """Cuts the chain of LEDs behind *name*."""
        for led in range(_led(name) + 1, len(layout.LEDS)):
            self._chain[led] = len(layout.LEDS)

    # For the board that runs the firmware.

    def _boot_orders(self) -> list[bytes]:
        # Orders that the drivers carry out before the first scan.
        self._seen = self._scanned()
        orders = [self._reed_order(name, name in self._seen, 0) for name in layout.REEDS]
        orders += [self._chatter_order(name) for name in self._stuck]
        return orders + [order("u", *rise) for rise in self._rise_us.items()]

    def _take_picture(self, picture: bytes) -> None:
        self._leds = picture
        self.pictures += 1
        for watcher in self.watchers:
            watcher(self.leds)
        with self._shown:
            self._shown.notify_all()

    def _wire(self, name: str) -> str:
        return self._wired.get(name, name)

    def _scanned(self) -> frozenset[str]:
        # Magnets and faults decide which reeds close; their signals pass wires and then diodes.
        closed = {
            self._wire(name)
            for name in self._closed | self._stuck.keys()
            if self._reed_closes(name)
        }
        return matrix.seen_closed(closed, {self._wire(name) for name in self._shorted})

    def _reed_closes(self, name: str) -> bool:
        stuck = self._stuck.get(name)
        return name in self._closed if stuck in (None, "chatter") else stuck == "closed"

    def _scan(self, after_ms: int = 0, always: str | None = None) -> None:
        # Sends the changes to the board. The order for *always* is sent even without a change,
        # since an earlier delayed order for that reed may be pending.
        seen = self._scanned()
        changed = seen ^ self._seen
        if always is not None and always not in self._stuck:
            changed |= {self._wire(always)}
        self._seen = seen
        for name in sorted(changed):
            self._send(self._reed_order(name, name in seen, after_ms))

    def _chatter_order(self, name: str) -> bytes:
        period_ms = _CHATTER_MS if self._stuck.get(name) == "chatter" else 0
        return order("c", _NUMBER[self._wire(name)], period_ms)

    def _reed_order(self, name: str, is_closed: bool, after_ms: int) -> bytes:
        return order("r", _NUMBER[name] | is_closed << 7, after_ms)


def _check_reed(name: str) -> None:
    if name not in _NUMBER:
        raise ValueError(
            f"no reed is called {name!r}, expected b3.cover, b3.occupant, x23.occupant, done, …"
        )


def _led(name: str) -> int:
    if name not in layout.LEDS:
        raise ValueError(f"no LED is called {name!r}, expected a1..e5, x11..x44 or r1..r11")
    return layout.LEDS.index(name)

"""The simulated board as a thing: reeds to close, LEDs to look at, a cable to pull, faults."""

import tempfile
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from types import TracebackType

from heistboard.link.port import Port
from heistboard.places import layout, matrix
from heistboard.sim.board_process import BoardProcess, check_available
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.cable import Cable

__all__ = ["SERIAL", "SimBoard"]

SERIAL = "53494D0000000001"
_NUMBER = {name: number for number, name in enumerate(layout.REEDS)}
_CHATTER_MS = 60  # slower than debouncing hides


class SimBoard:
    """A floor module without the module. Use it in a ``with`` statement, or call :meth:`close`."""

    def __init__(
        self, serial: str = SERIAL, clock_ms: int = 0, closed: Collection[str] = ()
    ) -> None:
        """The board's clock begins at *clock_ms*; magnets are at the reeds *closed* by then."""
        check_available()
        self.serial = serial
        self.pictures = 0
        self.watchers: list[Callable[[dict[str, tuple[int, int, int]]], object]] = []
        """What is called with :attr:`leds` when they change, in the cable's thread."""
        self._clock_ms = clock_ms
        self._closed = set(closed)  # what magnets do
        self._stuck: dict[str, str] = {}  # what the reed makes of it
        self._wired: dict[str, str] = {}  # reeds that were exchanged
        self._shorted: set[str] = set()  # diodes that do not block
        self._seen: frozenset[str] = frozenset()  # what a scan makes of all that
        self._rise_us: dict[int, int] = {}
        self._chain = list(range(len(layout.LEDS)))  # which LED's data each place shows
        self._leds = bytes(3 * len(layout.LEDS))
        self._shown = threading.Condition()
        self._folder = tempfile.TemporaryDirectory(prefix="heistboard-sim-")
        self._plugs = 0
        self._port: Path | None = None
        self._cable = Cable(self._take_picture)
        self._process = self._power_on()
        self.plug()

    def close(self) -> None:
        """Puts the board away."""
        self._cable.close()
        self._process.kill()
        self._folder.cleanup()

    def __enter__(self) -> "SimBoard":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Reeds.

    def set_reed(self, name: str, *, is_closed: bool, after_ms: int = 0) -> None:
        """Brings a magnet to the reed *name*, or takes it away, in *after_ms* from now.

        Raises :exc:`ValueError` for a name that no reed has.
        """
        _check_reed(name)
        (self._closed.add if is_closed else self._closed.discard)(name)
        self._scan(after_ms, always=name)

    def is_closed(self, name: str) -> bool:
        """Says whether a magnet is at the reed, whatever the reed makes of it."""
        _check_reed(name)
        return name in self._closed

    def set_stuck(self, name: str, how: str | None) -> None:
        """Breaks a reed: ``open``, ``closed`` or ``chatter``; None mends it."""
        _check_reed(name)
        if how not in ("open", "closed", "chatter", None):
            raise ValueError(f"reed {name} stuck {how!r}, expected open, closed, chatter or None")
        if how is None:
            self._stuck.pop(name, None)
        else:
            self._stuck[name] = how
        self._process.send(self._chatter_order(name))
        self._scan()

    def set_swapped(self, one: str, other: str) -> None:
        """Exchanges the wires of two reeds."""
        for name in (one, other):
            _check_reed(name)
        for name in (one, other):
            self._process.send(BoardProcess.order("c", _NUMBER[self._wire(name)], 0))
        self._wired[one], self._wired[other] = self._wire(other), self._wire(one)
        for name in (one, other):
            self._process.send(self._chatter_order(name))
        self._scan()

    def set_shorted(self, name: str, *, is_shorted: bool = True) -> None:
        """Lets the diode of a reed conduct both ways: together with others it makes ghosts."""
        _check_reed(name)
        (self._shorted.add if is_shorted else self._shorted.discard)(name)
        self._scan()

    def set_rise(self, row: int, rise_us: int) -> None:
        """Says how long a row line takes to rise; a good one 2 us, 65535 is never."""
        if not 0 <= row < matrix.ROWS:
            raise ValueError(f"there is no row {row}, expected 0..{matrix.ROWS - 1}")
        self._rise_us[row] = rise_us
        self._process.send(BoardProcess.order("u", row, rise_us))

    # LEDs.

    @property
    def leds(self) -> dict[str, tuple[int, int, int]]:
        """What every LED shows: red, green, blue."""
        data = self._leds + bytes(3)  # behind the last one: dark
        return {
            name: (data[3 * i + 1], data[3 * i], data[3 * i + 2])
            for i, name in zip(self._chain, layout.LEDS, strict=True)
        }

    def wait_leds(
        self, wanted: Callable[[dict[str, tuple[int, int, int]]], bool], within_s: float = 2.0
    ) -> bool:
        """Waits until the LEDs are as *wanted*; False if they are not within *within_s*."""
        with self._shown:
            return self._shown.wait_for(lambda: wanted(self.leds), within_s)

    def set_led_swapped(self, one: str, other: str) -> None:
        """Exchanges two LEDs in the chain."""
        first, second = _led(one), _led(other)
        self._chain[first], self._chain[second] = self._chain[second], self._chain[first]

    def set_led_dead(self, name: str) -> None:
        """Darkens an LED for good; those behind it go on."""
        self._chain[_led(name)] = len(layout.LEDS)

    def cut_chain(self, name: str) -> None:
        """Cuts the chain of LEDs behind *name*."""
        for led in range(_led(name) + 1, len(layout.LEDS)):
            self._chain[led] = len(layout.LEDS)

    # The cable.

    def ports(self) -> list[Port]:
        """Returns the port the board is at, as discovery would find it."""
        if self._port is None:
            return []
        return [Port(str(self._port), self.serial, "simulated board")]

    @property
    def port(self) -> str:
        """The port's name."""
        if self._port is None:
            raise RuntimeError("the cable is pulled")
        return str(self._port)

    def pull(self) -> None:
        """Pulls the cable; the board keeps its power."""
        self._port = None
        self._cable.pull()

    def plug(self, *, same_name: bool = False) -> None:
        """Plugs the cable in; the port has another name than before unless *same_name*."""
        if not same_name or not self._plugs:
            self._plugs += 1
        port = Path(self._folder.name) / f"ttySIM{self._plugs}"
        self._cable.plug(port)
        self._port = port

    def spoil(self, up: ByteFaults | None = None, down: ByteFaults | None = None) -> None:
        """Makes the line bad: *up* from the board, *down* to it; without arguments, good again."""
        self._cable.up = up
        self._cable.down = down

    def set_host_reads(self, host_reads: bool) -> None:
        """Says whether the host's computer takes what the board sends."""
        self._cable.set_host_reads(host_reads)

    def inject(self, data: bytes) -> None:
        """Sends *data* to the board as another program on the same port would."""
        self._cable.inject(data)

    @property
    def waiting(self) -> int:
        """How many bytes of the board nobody has taken yet."""
        return self._cable.waiting

    # The board itself.

    def freeze(self) -> None:
        """Stops the firmware where it is."""
        self._process.freeze()

    def thaw(self) -> None:
        """Lets it go on."""
        self._process.thaw()

    def reset(self, *, leaves_port: bool = True) -> None:
        """Restarts the board; with *leaves_port* the port goes and comes back, as USB does."""
        if leaves_port:
            self.pull()
        self._cable.detach()
        self._process.kill()
        self._process = self._power_on()
        if leaves_port:
            self.plug(same_name=True)

    @property
    def pid(self) -> int:
        """The number of the process the firmware runs in."""
        return self._process.pid

    def _power_on(self) -> BoardProcess:
        self._seen = self._scanned()
        orders = [self._reed_order(name, name in self._seen, 0) for name in layout.REEDS]
        orders += [self._chatter_order(name) for name in self._stuck]
        orders += [BoardProcess.order("u", *rise) for rise in self._rise_us.items()]
        process = BoardProcess(self.serial, self._clock_ms, orders)
        self._cable.attach(process)
        return process

    def _wire(self, name: str) -> str:
        return self._wired.get(name, name)

    def _scanned(self) -> frozenset[str]:
        # What a scan sees: magnets, then reeds, then wires, then diodes.
        closed = {
            self._wire(name) for name in self._closed | self._stuck.keys() if self._is_made(name)
        }
        return matrix.seen_closed(closed, {self._wire(name) for name in self._shorted})

    def _is_made(self, name: str) -> bool:
        stuck = self._stuck.get(name)
        return name in self._closed if stuck in (None, "chatter") else stuck == "closed"

    def _scan(self, after_ms: int = 0, always: str | None = None) -> None:
        # Tells the board what has changed; of the reed that is moved also what has not, since a
        # change that was told before may be still to come.
        seen = self._scanned()
        changed = seen ^ self._seen
        if always is not None and always not in self._stuck:
            changed |= {self._wire(always)}
        self._seen = seen
        for name in sorted(changed):
            self._process.send(self._reed_order(name, name in seen, after_ms))

    def _chatter_order(self, name: str) -> bytes:
        period_ms = _CHATTER_MS if self._stuck.get(name) == "chatter" else 0
        return BoardProcess.order("c", _NUMBER[self._wire(name)], period_ms)

    def _reed_order(self, name: str, is_closed: bool, after_ms: int) -> bytes:
        return BoardProcess.order("r", _NUMBER[name] | is_closed << 7, after_ms)

    def _take_picture(self, picture: bytes) -> None:
        with self._shown:
            self._leds = picture
            self.pictures += 1
            self._shown.notify_all()
        for watcher in self.watchers:
            watcher(self.leds)


def _check_reed(name: str) -> None:
    if name not in _NUMBER:
        raise ValueError(
            f"no reed is called {name!r}, expected b3.cover, b3.occupant, x23.occupant, done, …"
        )


def _led(name: str) -> int:
    if name not in layout.LEDS:
        raise ValueError(f"no LED is called {name!r}, expected a1..e5, x11..x44 or r1..r11")
    return layout.LEDS.index(name)

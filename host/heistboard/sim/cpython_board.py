"""A simulated board where there is no MicroPython: the firmware's core on CPython, in real time.

It is the virtual board with the computer's clock and a thread. Its port exists only inside this
program; nothing here depends on the operating system.
"""

import threading
import time
from collections.abc import Callable, Collection

from heistboard.link.port import TICK_S, Port
from heistboard.sim.board_model import SERIAL, BoardModel, Leds
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_time import VirtualTime

__all__ = ["CPythonBoard"]

PASS_S = 0.002  # between two turns of the thread; each runs the passes of all milliseconds since
CAUGHT_UP_MS = 200  # after a longer sleep of the computer, the board's clock jumps


class CPythonBoard(VirtualBoard):
    """A simulated floor module. Use it in a ``with`` statement, or call :meth:`close`.

    Its LED watchers are called in its thread.
    """

    def __init__(
        self, serial: str = SERIAL, clock_ms: int = 0, closed: Collection[str] = ()
    ) -> None:
        """Powers on with magnets at the reeds *closed*; the board's clock starts at *clock_ms*."""
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._is_closed = False
        super().__init__(VirtualTime(), serial, clock_ms, closed)
        self._began_s = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="simulated board", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the board and its port."""
        self.pull()
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join()

    def wait_leds(self, wanted: Callable[[Leds], bool], within_s: float = 2.0) -> bool:
        """Waits until ``wanted(leds)`` is true; False after *within_s*."""
        return BoardModel.wait_leds(self, wanted, within_s)  # in real time

    def ports(self) -> list[Port]:
        """Returns the board's port as discovery would find it; empty while unplugged."""
        with self._lock:
            return [
                port._replace(description="simulated board", opener=self._open)
                for port in super().ports()
            ]

    def pull(self) -> None:
        """Pulls the cable; the board stays powered."""
        with self._changed:
            super().pull()
            self._changed.notify_all()

    def plug(self, *, same_name: bool = False) -> None:
        """Plugs the cable in; the port gets a new name unless *same_name*."""
        with self._lock:
            super().plug(same_name=same_name)

    def inject(self, data: bytes) -> None:
        """Sends *data* to the board as another program on the same port would."""
        with self._changed:
            super().inject(data)
            self._changed.notify_all()

    def spoil(self, up: ByteFaults | None = None, down: ByteFaults | None = None) -> None:
        """Adds faults to the line: *up* from the board, *down* to it; without arguments, none."""
        with self._lock:
            super().spoil(up, down)

    def set_host_reads(self, host_reads: bool) -> None:
        """Sets whether the host's computer reads what the board sends."""
        with self._lock:
            super().set_host_reads(host_reads)

    def freeze(self) -> None:
        """Stops the firmware until :meth:`thaw`."""
        with self._lock:
            super().freeze()

    def thaw(self) -> None:
        """Resumes the firmware."""
        with self._lock:
            super().thaw()

    def reset(self, *, leaves_port: bool = True) -> None:
        """Restarts the board; with *leaves_port*, its port disappears and returns, as on USB."""
        with self._lock:
            super().reset(leaves_port=leaves_port)

    def enter_safe_mode(self) -> None:
        """Restarts the board in safe mode, as if its firmware had failed three times."""
        with self._lock:
            super().enter_safe_mode()

    def _send(self, order: bytes) -> None:
        with self._lock:
            super()._send(order)

    def _open(self) -> "_CableEnd":
        with self._lock:
            return _CableEnd(self, self._changed)

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                now_ms = round((time.monotonic() - self._began_s) * 1000)
                if now_ms - self.time.now_ms > CAUGHT_UP_MS:
                    self.time.now_ms = now_ms - 1
                waiting = len(self.cable.to_host)
                if now_ms > self.time.now_ms:
                    self.time.run(now_ms - self.time.now_ms)
                if len(self.cable.to_host) > waiting:
                    self._changed.notify_all()
                self._changed.wait(PASS_S)


class _CableEnd:
    # The host's end of the cable: the part of ``serial.Serial`` that a connection uses.

    def __init__(self, board: CPythonBoard, changed: threading.Condition) -> None:
        self.is_open = True
        self._cable = board.cable
        self._plug_number = board.cable.plug_number
        self._changed = changed
        self._is_cancelled = False

    @property
    def in_waiting(self) -> int:
        with self._changed:
            self._check()
            return len(self._cable.to_host)

    def read(self, size: int = 1) -> bytes:
        with self._changed:
            self._changed.wait_for(
                lambda: self._cable.to_host or self._is_cancelled or not self._is_plugged, TICK_S
            )
            self._check()
            self._is_cancelled = False
            data = bytes(self._cable.to_host[:size])
            del self._cable.to_host[:size]
            return data

    def write(self, data: bytes) -> int:
        with self._changed:
            self._check()
            self._cable.write_down(data)
            self._changed.notify_all()
            return len(data)

    def reset_input_buffer(self) -> None:
        with self._changed:
            self._check()
            self._cable.to_host.clear()

    def reset_output_buffer(self) -> None:
        pass  # written bytes are with the board at once

    def cancel_read(self) -> None:
        with self._changed:
            self._is_cancelled = True
            self._changed.notify_all()

    def close(self) -> None:
        self.is_open = False

    @property
    def _is_plugged(self) -> bool:
        return self._cable.plug_number == self._plug_number

    def _check(self) -> None:
        if not self._is_plugged:
            raise OSError("the cable is pulled")

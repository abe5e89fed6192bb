"""An emulated Pico in a process of its own: the official MicroPython, its USB serial on a pty.

Emulated and real time are unrelated here (it runs about 5 times slower than a Pico), so this is
for real programs that use a port; tests of exact time drive the emulator themselves. It is a
process because a thread that reads the port inside the emulator's process would starve.

Differences from a real Pico: the port is a pty behind a symbolic link, so USB does not list it; on
a reset it disappears and returns under the same name, but at once rather than after a second; the
board cannot tell whether the port is open (DTR); erasing flash takes no time.
"""

import asyncio
import contextlib
import os
import pty
import queue
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from tests.support import pico_flash
from tests.support.pico_flash import AT, SECTOR, SECTORS, SIZE

__all__ = ["PicoProcess"]

READY_WITHIN_S = 60.0
ROOT = Path(__file__).resolve().parents[2]
IDLE_S = 0.005
CYCLE_NS = 8
PUMP_NS = 1_000_000
FRAME_NS = 1_000_000
FRAME_FLAG_NS = 5_000
FRAME_FLAG = 1 << 17  # INTR_DEV_SOF


class PicoProcess:
    """A context manager. :attr:`port` is the port's name, whether it exists or not.

    The file *flash* mirrors the Pico's filesystem, so another process may continue with it. A new
    one holds *files*.
    """

    def __init__(self, uf2: Path, flash: Path, files: Mapping[str, bytes] | None = None) -> None:
        if not flash.exists():
            flash.write_bytes(pico_flash.filesystem(files or {}))
        self._folder = tempfile.TemporaryDirectory(prefix="heistboard-pico-")
        self.port = f"{self._folder.name}/ttyPICO"
        self.flash = flash
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.pico_process", str(uf2), str(flash), self.port],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._reader = threading.Thread(target=self._read, name="emulated Pico", daemon=True)

    def __enter__(self) -> "PicoProcess":
        self._reader.start()
        self.wait_port()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """Kills the process; the flash keeps its content."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()
        self._folder.cleanup()

    def cut(self) -> None:
        """Cuts the power for a moment; returns once the board is off."""
        self._order("cut", "gone")

    def emulated_us(self) -> float:
        """Returns the time on the emulated clock."""
        return float(self._order("time", "time").split()[1])

    def wait_port(self) -> None:
        """Waits until the board is on USB."""
        due = time.monotonic() + READY_WITHIN_S
        while not os.path.exists(self.port):
            assert self.process.poll() is None, "the emulator ended"
            assert time.monotonic() < due, "the emulated Pico did not come up"
            time.sleep(0.01)

    def files(self) -> dict[str, bytes]:
        """Returns the files in the filesystem."""
        return pico_flash.found(self.flash.read_bytes())

    def _order(self, order: str, answer: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(order + "\n")
        while True:
            line = self._answers.get(timeout=READY_WITHIN_S)
            if line.startswith(answer):
                return line

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._answers.put(line.strip())


class _Emulator:
    # Runs in the child process: orders on stdin, answers on stdout.

    def __init__(self, uf2: str, flash: str, port: str) -> None:
        from rp2040py.boards import BOARDS, resolve_firmware
        from rp2040py.device import BaseDevice, ResetCause

        from tests.support.pico_speed import FastLoop

        spec = resolve_firmware(BOARDS["pico"], "micropython", uf2)
        assert spec.layout is not None
        assert spec.layout.fs_start == AT and spec.layout.fs_blockcount == SECTORS
        # Not MicroPythonDevice, which sends a newline into our protocol at each start.
        self.device = BaseDevice(board=spec)
        self._loop = FastLoop(self.device)
        self._disk = self.device.mcu.flash
        self._flash = os.open(flash, os.O_RDWR)
        self._kept = os.pread(self._flash, SIZE, 0)
        self._disk[AT : AT + SIZE] = self._kept
        self._port = port
        self._power_on = ResetCause.POWER_ON
        self._fds: tuple[int, int] | None = None
        self._to_board = bytearray()
        self._to_host = bytearray()
        clock = self.device.simulator.clock
        self._pump = clock.create_alarm(self._feed)
        self._frame = clock.create_alarm(self._start_of_frame)

    async def run(self) -> None:
        device = self.device
        loop = asyncio.get_running_loop()
        device.simulator.bind_loop()
        device.cdc.on_serial_data = self._came
        device.cdc.on_device_connected = self._plug
        reset = device.mcu.usb_ctrl.on_reset

        def on_reset() -> None:
            self._unplug()
            if reset:
                reset()

        device.mcu.usb_ctrl.on_reset = on_reset
        ends = asyncio.Event()
        loop.add_reader(0, self._take_orders, ends)
        self._frame.schedule(FRAME_NS)
        device._leave_reset()
        core, clock = device.mcu.core, device.simulator.clock
        while not ends.is_set():
            cycles, ns = core.cycles, clock.nanos
            self._loop.batch()
            self._flush()
            # A program that waits for its host leaves the computer to it.
            waits = (core.cycles - cycles) * CYCLE_NS < (clock.nanos - ns) / 2
            await asyncio.sleep(IDLE_S if waits else 0)

    def _take_orders(self, ends: asyncio.Event) -> None:
        data = os.read(0, 4096)
        if not data:
            ends.set()
        for order in data.split():
            if order == b"cut":
                self.device.hard_reset(cause=self._power_on)
                print("gone", flush=True)
            elif order == b"time":
                print("time", self.device.simulator.clock.nanos / 1000, flush=True)

    def _keep(self) -> None:
        now = bytes(self._disk[AT : AT + SIZE])
        if now == self._kept:
            return
        for at in range(0, len(now), SECTOR):
            if now[at : at + SECTOR] != self._kept[at : at + SECTOR]:
                os.pwrite(self._flash, now[at : at + SECTOR], at)
        self._kept = now

    def _plug(self) -> None:
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._fds = master, slave  # the slave stays open, else reads of the master fail
        asyncio.get_running_loop().add_reader(master, self._wrote, master)
        os.symlink(os.ttyname(slave), self._port)

    def _unplug(self) -> None:
        if self._fds is None:
            return
        self._keep()
        os.unlink(self._port)
        loop = asyncio.get_running_loop()
        for fd in self._fds:
            loop.remove_reader(fd)
            os.close(fd)
        self._fds = None
        self._to_board.clear()
        self._to_host.clear()

    def _start_of_frame(self) -> None:
        # A USB host sends a start of frame each millisecond, the emulated one does not.
        # MicroPython waits for it when a host opens the port; without it earlier output would
        # fill its buffer forever. The flag stays set long enough to be seen once or twice.
        usb = self.device.mcu.usb_ctrl
        is_over = usb._int_raw & FRAME_FLAG
        if usb._int_enable & FRAME_FLAG or is_over:
            usb._int_raw ^= FRAME_FLAG
            usb.check_interrupts()
        self._frame.schedule(FRAME_FLAG_NS if usb._int_raw & FRAME_FLAG else FRAME_NS)

    def _wrote(self, master: int) -> None:
        with contextlib.suppress(OSError):
            self._to_board += os.read(master, 4096)
        self._feed()

    def _feed(self) -> None:
        fifo = self.device.cdc.tx_fifo
        room = fifo.size - fifo.item_count
        for byte in self._to_board[:room]:
            fifo.push(byte)
        del self._to_board[:room]
        if self._to_board:
            self._pump.schedule(PUMP_NS)

    def _came(self, data: bytes | bytearray) -> None:
        self._to_host += data
        self._flush()

    def _flush(self) -> None:
        if self._fds is None:
            return
        # The host learns of nothing that is not in the file yet.
        if self._to_host:
            self._keep()
        # The rest waits for the next turn: a pty does not signal that it was flushed.
        with contextlib.suppress(BlockingIOError):
            while self._to_host:
                del self._to_host[: os.write(self._fds[0], self._to_host)]


if __name__ == "__main__":
    asyncio.run(_Emulator(*sys.argv[1:]).run())

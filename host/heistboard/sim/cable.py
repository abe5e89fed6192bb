"""The simulated cable: moves bytes between a board's pipes and a pseudo-terminal."""

import array
import contextlib
import errno
import fcntl
import heapq
import itertools
import os
import selectors
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

from heistboard.sim.board_model import order
from heistboard.sim.board_process import PICTURE_SIZE, BoardProcess
from heistboard.sim.byte_faults import ByteFaults

__all__ = ["Cable"]

_READ = 65536


class Cable:
    """Moves bytes in a thread of its own; any thread may call its methods.

    *on_picture* is called in that thread with the bytes of each picture that the board shows.
    """

    def __init__(self, on_picture: Callable[[bytes], None]) -> None:
        self.up: ByteFaults | None = None
        self.down: ByteFaults | None = None
        self.host_reads = True
        self._on_picture = on_picture
        self._process: BoardProcess | None = None
        self._master = -1
        self._slave = -1
        self._link: Path | None = None
        self._picture = b""
        self._held: list[tuple[float, int, bool, bytes]] = []  # (due, order, is upward, data)
        self._counter = itertools.count()
        self._lock = threading.RLock()
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._runs = True
        self._thread = threading.Thread(target=self._run, name="simulated cable", daemon=True)
        self._thread.start()

    # Called from any thread.

    def attach(self, process: BoardProcess) -> None:
        """Connects the board's end."""
        with self._changes():
            self._process = process
            self._picture = b""

    def detach(self) -> None:
        """Disconnects the board's end; bytes that are held back are lost."""
        with self._changes():
            self._process = None
            self._held.clear()

    def plug(self, path: Path) -> None:
        """Connects the host's end; a port appears at *path*."""
        with self._changes():
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            path.unlink(missing_ok=True)
            path.symlink_to(os.ttyname(self._slave))
            self._link = path

    def pull(self) -> None:
        """Disconnects the host's end; the port disappears."""
        with self._changes():
            if self._link is not None:
                self._link.unlink(missing_ok=True)
                self._link = None
            for descriptor in (self._master, self._slave):
                if descriptor >= 0:
                    os.close(descriptor)
            self._master = self._slave = -1
            self._held.clear()

    def close(self) -> None:
        """Ends the thread."""
        self.pull()
        with self._changes():
            self._process = None
            self._runs = False
        self._thread.join()
        self._selector.close()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def set_host_reads(self, host_reads: bool) -> None:
        """Sets whether the host's computer reads anything from the board."""
        with self._changes():
            self.host_reads = host_reads

    def inject(self, data: bytes) -> None:
        """Sends *data* to the board as if the host had sent it."""
        with self._lock:
            self._put(data, is_up=False)

    @property
    def waiting(self) -> int:
        """How many bytes from the board are still unread, in its pipe and in the port."""
        with self._lock:
            count = 0
            for descriptor in (self._slave, self._process.line_out if self._process else -1):
                if descriptor >= 0:
                    buffer = array.array("i", [0])
                    fcntl.ioctl(descriptor, termios.FIONREAD, buffer)
                    count += buffer[0]
            return count

    @contextlib.contextmanager
    def _changes(self) -> Iterator[None]:
        # Descriptors must not be closed during a select: unregister all, then wake the thread.
        with self._lock:
            for descriptor in list(self._selector.get_map()):
                if descriptor != self._wake_read:
                    self._selector.unregister(descriptor)
            yield
            if self._process is not None:
                self._selector.register(self._process.pictures, selectors.EVENT_READ)
                if self.host_reads:
                    self._selector.register(self._process.line_out, selectors.EVENT_READ)
            if self._master >= 0:
                self._selector.register(self._master, selectors.EVENT_READ)
            os.write(self._wake_write, b"w")

    # The thread.

    def _run(self) -> None:
        while self._runs:
            timeout = None
            with self._lock:
                if self._held:
                    timeout = max(0.0, self._held[0][0] - time.monotonic())
            ready = self._selector.select(timeout)
            with self._lock:
                for key, _ in ready:
                    self._move(key.fd)
                self._send_due()

    def _move(self, descriptor: int) -> None:
        process = self._process
        if descriptor not in self._selector.get_map():
            return  # closed since the select
        try:
            data = os.read(descriptor, _READ)
        except OSError:
            return  # there was nothing to read, or the other end is closed
        if descriptor == self._master:
            self._pass_on(data, self.down, is_up=False)
        elif process is None or not data:
            if descriptor != self._wake_read:
                self._selector.unregister(descriptor)
        elif descriptor == process.pictures:
            self._take_pictures(data)
        elif descriptor == process.line_out:
            process.send(order("k", 0, len(data)))
            self._pass_on(data, self.up, is_up=True)

    def _take_pictures(self, data: bytes) -> None:
        self._picture += data
        while len(self._picture) >= PICTURE_SIZE:
            picture, self._picture = (
                self._picture[:PICTURE_SIZE],
                self._picture[PICTURE_SIZE:],
            )
            self._on_picture(picture[4:])

    def _pass_on(self, data: bytes, faults: ByteFaults | None, *, is_up: bool) -> None:
        if faults is None:
            self._put(data, is_up)
            return
        due = time.monotonic() + faults.delay_ms / 1000
        for chunk in faults.spoil(data):
            heapq.heappush(self._held, (due, next(self._counter), is_up, chunk))

    def _send_due(self) -> None:
        while self._held and self._held[0][0] <= time.monotonic():
            _, _, is_up, data = heapq.heappop(self._held)
            self._put(data, is_up)

    def _put(self, data: bytes, is_up: bool) -> None:
        if is_up and self._master >= 0:
            try:
                os.write(self._master, data)
            except OSError as error:
                if error.errno not in (errno.EIO, errno.EAGAIN):
                    raise
        elif not is_up and self._process is not None:
            with contextlib.suppress(BrokenPipeError):
                os.write(self._process.line_in, data)

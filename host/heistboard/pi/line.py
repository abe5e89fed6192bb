"""The board's end of the line: the master of a pseudo-terminal whose other end the host opens."""

import errno
import os
import select

__all__ = ["Line"]

REST_OF_BLOCK_S = 0.005
REST_S = 0.001


class Line:
    """Never waits for a slow host; raises :exc:`SystemExit` once the other end is closed."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        os.set_blocking(descriptor, False)
        self._in = select.poll()
        self._in.register(descriptor, select.POLLIN)
        self._out = select.poll()
        self._out.register(descriptor, select.POLLOUT)

    def read(self, view: memoryview) -> bool:
        """Fills *view*; returns False if there is no data. Bytes over 5 ms late read as zeros."""
        if not self._in.poll(0):
            return False
        have = 0
        while have < len(view):
            if have and not self._in.poll(REST_OF_BLOCK_S * 1000):
                break
            have += self._take(view[have:])
        view[have:] = bytes(len(view) - have)
        return True

    def can_write(self) -> bool:
        """True if the line can take data now."""
        return any(events & select.POLLOUT for _, events in self._out.poll(0))

    def write(self, frame: memoryview) -> int:
        """Writes *frame*; returns the number of bytes written."""
        try:
            return os.write(self._descriptor, frame)
        except BlockingIOError:
            return 0

    def rest(self) -> None:
        """Waits up to a millisecond for data, so that scanning does not use a whole core."""
        self._in.poll(REST_S * 1000)

    def _take(self, view: memoryview) -> int:
        try:
            return os.readv(self._descriptor, [view])
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            raise SystemExit from None  # the other end is closed

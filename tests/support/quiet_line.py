"""A proxy between pages and server that can go silent without closing, as mobile networks do."""

import contextlib
import socket
import threading
from types import TracebackType

__all__ = ["QuietLine"]

BYTES_MOST = 64 * 1024


class QuietLine:
    """Listens on :attr:`port` and forwards connections to the local port *port*.

    It is *own*, if that is free: browsers keep the parts of pages that came from there.

    A hushed connection stays open at both ends, but everything sent on it is lost.
    """

    def __init__(self, port: int, own: int = 0) -> None:
        self.taken = 0
        self._to = port
        self._is_dead = False
        self._pairs: list[_Pair] = []
        try:
            self._listener = socket.create_server(("127.0.0.1", own))
        except OSError:
            self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> "QuietLine":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for pair in self._pairs:
            pair.close()

    def hush(self, *, up: bool = True, down: bool = True) -> None:
        """Hushes the current connections: loses what is sent *up*, *down* or both."""
        for pair in self._pairs:
            pair.is_deaf |= up
            pair.is_mute |= down

    def die(self) -> None:
        """Hushes the current connections, and every new one until :meth:`live`."""
        self._is_dead = True
        self.hush()

    def live(self) -> None:
        """Forwards new connections again."""
        self._is_dead = False

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                page, _ = self._listener.accept()
                self.taken += 1
                try:
                    server = socket.create_connection(("127.0.0.1", self._to))
                except OSError:  # the server is down
                    page.close()
                    continue
                self._pairs.append(pair := _Pair(page, server))
                pair.is_deaf = pair.is_mute = self._is_dead
                for do in (pair.carry_up, pair.carry_down):
                    threading.Thread(target=do, daemon=True).start()


class _Pair:
    def __init__(self, page: socket.socket, server: socket.socket) -> None:
        self.is_deaf = self.is_mute = False
        self._page = page
        self._server = server

    def carry_up(self) -> None:
        with contextlib.suppress(OSError):
            while data := self._page.recv(BYTES_MOST):
                if not self.is_deaf:
                    self._server.sendall(data)
        if not self.is_deaf:
            self.close()

    def carry_down(self) -> None:
        with contextlib.suppress(OSError):
            while data := self._server.recv(BYTES_MOST):
                if not self.is_mute:
                    self._page.sendall(data)
        if not self.is_mute:
            self.close()

    def close(self) -> None:
        for end in (self._page, self._server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

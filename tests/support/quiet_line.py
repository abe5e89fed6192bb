"""A network between pages and server that may die without telling anybody, as a phone's does."""

import contextlib
import socket
import threading
from types import TracebackType

__all__ = ["QuietLine"]

BYTES_MOST = 64 * 1024


class QuietLine:
    """Carries connections to a *port* of this machine; it listens on :attr:`port`.

    A connection that was hushed stays open at both ends, and what is sent on it gets lost.
    """

    def __init__(self, port: int) -> None:
        self.taken = 0
        self._to = port
        self._is_dead = False
        self._pairs: list[_Pair] = []
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
        """Loses all that is sent from now on, *up* or *down*, on the connections there are."""
        for pair in self._pairs:
            pair.is_deaf |= up
            pair.is_mute |= down

    def die(self) -> None:
        """Hushes them, and every new one, until :meth:`live`."""
        self._is_dead = True
        self.hush()

    def live(self) -> None:
        """Carries new connections again."""
        self._is_dead = False

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                page, _ = self._listener.accept()
                self.taken += 1
                try:
                    server = socket.create_connection(("127.0.0.1", self._to))
                except OSError:  # there is none now
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

"""A proxy between pages and server that keeps every byte, as a listener on the network could."""

import contextlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType

__all__ = ["RecordingLine"]

BYTES_MOST = 64 * 1024


class RecordingLine:
    """Listens on :attr:`port` and forwards connections to the local port *port*."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._heard = bytearray()
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> "RecordingLine":
        self._start(self._accept)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for end in (self._listener, *self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in (self._listener, *self._ends):
            end.close()

    @property
    def heard(self) -> bytes:
        """Everything that went through, in both directions."""
        return bytes(self._heard)

    def _start(self, do: Callable[..., None], *arguments: socket.socket) -> None:
        thread = threading.Thread(target=do, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                page, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [page, server]
                self._start(self._carry, page, server)
                self._start(self._carry, server, page)

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(BYTES_MOST):
                self._heard += data
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)

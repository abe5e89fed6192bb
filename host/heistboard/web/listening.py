"""The sockets at which the pages are served, all on one port.

At first they are served at 127.0.0.1 alone, or at every address of this machine. They can be
opened to the network later, while connections are open: macOS and Windows allow a socket for all
addresses beside one that already listens at 127.0.0.1; Linux does not, but it allows one for each
further address. There, an address that the machine gets afterwards is served when the network is
opened again.
"""

import os
import socket
import threading
from types import TracebackType

from heistboard.web import own_addresses
from heistboard.web.own_addresses import LOCAL

__all__ = ["PORT", "Listening", "NoNetwork", "WebError", "listen"]

PORT = 8555  # the first one tried
PORTS = 20  # how many are tried
SEND_BUFFER = 64 * 1024  # bytes; the operating system's, for each connection
BACKLOG = 256

EVERYWHERE = "0.0.0.0"


class WebError(Exception):
    """Pages cannot be served; the text says why and what to do."""


class NoNetwork(WebError):
    """There is no network that pages could be served to."""


class Listening:
    """Sockets that listen on one port; one is *first*. Methods may be called from any thread."""

    def __init__(self, first: socket.socket) -> None:
        host, port = first.getsockname()
        self._port = int(port)
        self._sockets = {str(host): first}
        self._lock = threading.Lock()

    def __enter__(self) -> "Listening":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def port(self) -> int:
        """The port."""
        return self._port

    @property
    def is_lan(self) -> bool:
        """Whether it is open to the network."""
        with self._lock:
            return self._sockets.keys() != {LOCAL}

    @property
    def lan_address(self) -> str | None:
        """The address at which the network finds the pages, or None if it does not."""
        with self._lock:
            open_at = [host for host in self._sockets if host not in (LOCAL, EVERYWHERE)]
            found = own_addresses.lan_address()
            if EVERYWHERE in self._sockets or found in open_at:
                return found
            return open_at[0] if open_at else None

    def duplicates(self) -> list[socket.socket]:
        """Returns duplicates of the sockets, for a server that closes them at its end.

        The port remains taken until :meth:`close`.
        """
        with self._lock:
            return [each.dup() for each in self._sockets.values()]

    def open_to_network(self) -> list[socket.socket]:
        """Listens at all addresses of this machine; returns duplicates of the new sockets.

        Raises :exc:`NoNetwork`.
        """
        with self._lock:
            if EVERYWHERE in self._sockets:
                return []
            wanted = [EVERYWHERE, *own_addresses.own_addresses()]
            fresh: dict[str, socket.socket] = {}
            reason: OSError | None = None
            for host in wanted:
                if host in self._sockets or EVERYWHERE in fresh:
                    continue
                try:
                    fresh[host] = _bind(host, self._port)
                except OSError as error:
                    reason = error
            self._sockets |= fresh
            if self._sockets.keys() == {LOCAL}:
                why = reason.strerror if reason and len(wanted) > 1 else "there is no network"
                raise NoNetwork(f"cannot serve pages to the network: {why}")
            return [each.dup() for each in fresh.values()]

    def close(self) -> None:
        """Closes the sockets."""
        with self._lock:
            for each in self._sockets.values():
                each.close()


def listen(wanted_port: int | None, *, is_lan: bool) -> Listening:
    """Listens at *wanted_port*, or at the first free port; raises :exc:`WebError`."""
    host = EVERYWHERE if is_lan else LOCAL
    ports = [*range(PORT, PORT + PORTS), 0] if wanted_port is None else [wanted_port]
    for port in ports:
        try:
            return Listening(_bind(host, port))
        except OSError as error:
            if wanted_port is not None:
                raise WebError(
                    f"cannot serve pages on port {port}: {error.strerror}; choose another one "
                    "with --port, or none"
                ) from None
        except OverflowError:
            raise WebError(f"there is no port {port}, expected 0..65535") from None
    raise WebError("cannot serve pages: no port is free")


def _bind(host: str, port: int) -> socket.socket:
    # asyncio sets TCP_NODELAY only on a socket that says it is TCP. Without it small answers
    # wait 40 ms for the acknowledgement of earlier ones.
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on Windows it would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it: it limits what piles up for a slow client.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener

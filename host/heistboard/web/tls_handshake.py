"""A connection before it is encrypted: counted like every other, and given little time.

asyncio itself shows a connection to its protocol only after the handshake, so a stranger could
hold any number that never begins one.
"""

import asyncio
import ssl
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import cast

from heistboard.web.connection_limits import Counted, LimitedHttp, make_room

__all__ = ["TlsHandshake"]

HANDSHAKE_S = 5.0
SHUTDOWN_S = 1.0  # for a client's goodbye


class TlsHandshake(Counted, asyncio.Protocol):
    """Does the handshake, then hands the connection to what *make_http* returns."""

    is_waiting = True  # nothing has been asked on it yet

    def __init__(
        self,
        context: ssl.SSLContext,
        make_http: Callable[[], LimitedHttp],
        connections: set[object],
    ) -> None:
        self._context = context
        self._make_http = make_http
        self._connections = connections
        self._early = b""  # what arrived with the end of the handshake
        self._is_lost = False
        self._task: asyncio.Task[None]

    def connection_made(self, transport: BaseTransport) -> None:
        """Counts the connection and begins the handshake."""
        self.transport = cast(asyncio.Transport, transport)
        self.count(self.transport)
        self._connections.add(self)
        make_room(self, self._connections)
        self._task = asyncio.get_running_loop().create_task(self._encrypt())

    def data_received(self, data: bytes) -> None:
        """Keeps what was decrypted before HTTP has taken over."""
        self._early += data

    def connection_lost(self, exc: Exception | None) -> None:
        """Notes that the connection ended before HTTP took over."""
        self._is_lost = True

    def shutdown(self) -> None:
        """Ends the connection when the server stops."""
        self.drop()

    async def _encrypt(self) -> None:
        try:
            if self.is_dropped:  # there was no room for it
                return
            encrypted = await asyncio.get_running_loop().start_tls(
                self.transport,
                self,
                self._context,
                server_side=True,
                ssl_handshake_timeout=HANDSHAKE_S,
                ssl_shutdown_timeout=SHUTDOWN_S,
            )
        except OSError:  # no TLS, a client that does not trust us, a line that broke
            self.transport.abort()
            return
        finally:
            self._connections.discard(self)
        if encrypted is None or self._is_lost or self.transport.is_closing():
            return
        http = self._make_http()
        encrypted.set_protocol(http)
        http.connection_made(encrypted)
        if self._early and not http.is_dropped:
            http.data_received(self._early)

"""Connections that are too many, too slow or dead go, so that they cost the table nothing.

uvicorn serves them; what it leaves to a proxy in front of it is done here.
"""

import asyncio
from asyncio.transports import BaseTransport
from typing import cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["CONNECTIONS_MOST", "GuardedHttp", "GuardedWebSocket"]

CONNECTIONS_MOST = 200
CONNECTIONS_MOST_EACH = 100  # from one address: eight browsers on one machine want about sixty
FIRST_REQUEST_S = 10.0
SLOW_S = 10.0  # with its buffers full


class GuardedHttp(H11Protocol):
    """HTTP where whoever asks for nothing soon, or has many connections, is dropped."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Takes a connection, or drops it at once."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else None
        clients = [getattr(each, "client", None) for each in self.connections]
        same = [client for client in clients if client and client[0] == peer]
        if len(clients) > CONNECTIONS_MOST or len(same) > CONNECTIONS_MOST_EACH:
            transport.abort()
            return
        self.loop.call_later(FIRST_REQUEST_S, self._expect_request)

    def _expect_request(self) -> None:
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.abort()


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A web socket that is dropped when it takes nothing for a while, or answers no ping.

    It is dropped with what was still to be sent: to wait for that is to wait for ever.
    """

    _slow: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The buffers are full."""
        super().pause_writing()
        self._slow = self.loop.call_later(SLOW_S, self.transport.abort)

    def resume_writing(self) -> None:
        """They are not any more."""
        super().resume_writing()
        self._forget()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._forget()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """Nobody answers."""
        self.transport.abort()

    def connection_made(self, transport: BaseTransport) -> None:
        """Takes over a connection that was HTTP until now."""
        super().connection_made(transport)
        cast(asyncio.Transport, transport).set_write_buffer_limits(high=16 * 1024)

    def _forget(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

"""Closes connections that are too many, too fast, too slow or dead.

uvicorn leaves this to a proxy in front of it, and here there is none.
"""

import asyncio
import time
from asyncio.transports import BaseTransport
from collections import Counter
from collections.abc import Iterable
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from heistboard.web import shares
from heistboard.web.request_checks import RateLimit
from heistboard.web.shares import Shares

__all__ = ["Counted", "LimitedHttp", "LimitedWebSocket", "make_room"]

MAX_CONNECTIONS = 200
MAX_CONNECTIONS_EACH = 100  # from one address
RESERVED_CONNECTIONS = 60  # for this machine: what eight browsers on it need
IDLE_S = 10.0  # without a request, or after the last answer
SLOW_S = 10.0  # with full buffers
MAX_FRAMES = 16  # of one message; browsers send one


class Counted:
    """A connection that takes one of the places that :func:`make_room` shares out."""

    is_dropped = False

    transport: asyncio.Transport
    party: str = ""
    since_s: float

    @property
    def is_waiting(self) -> bool:
        """Whether it may be dropped without harm: every request on it has been answered."""
        raise NotImplementedError

    def count(self, transport: asyncio.Transport) -> None:
        """Notes whose connection it is, and since when."""
        peer = transport.get_extra_info("peername")
        self.party = shares.party(str(peer[0]) if peer else "")
        self.since_s = time.monotonic()

    def drop(self) -> None:
        """Closes the connection at once."""
        self.is_dropped = True
        self.transport.abort()


class _Limited(Counted, asyncio.Protocol):
    # Limits of both protocols: a connection is dropped if it sends too much, or if its buffers
    # stay full. Unsent data is lost: the client would never read it.

    receive_limit = (0, 0)  # bytes at once, and in a second

    loop: asyncio.AbstractEventLoop
    _slow: asyncio.TimerHandle | None = None
    _idle: asyncio.TimerHandle | None = None
    _received: RateLimit

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.count(cast(asyncio.Transport, transport))
        self._received = RateLimit(*self.receive_limit)
        self._start_idle_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._received.take(time.monotonic(), len(data)):
            self._end()

    def pause_writing(self) -> None:
        """Starts the timer of a client that does not read; called when the buffers are full."""
        super().pause_writing()
        self._slow = self.loop.call_later(SLOW_S, self.drop)

    def resume_writing(self) -> None:
        """Stops that timer."""
        super().resume_writing()
        if self._slow is not None:
            self._slow.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timers."""
        self._cancel_timers()
        super().connection_lost(exc)

    def _cancel_timers(self) -> None:
        for timer in (self._slow, self._idle):
            if timer is not None:
                timer.cancel()

    def _start_idle_timer(self) -> None:
        self._idle = self.loop.call_later(IDLE_S, self._drop_if_idle)

    def _drop_if_idle(self) -> None:
        if self.transport.is_closing() or self._is_idle():
            self.drop()
        else:
            self._start_idle_timer()

    def _is_idle(self) -> bool:
        return False

    def _end(self) -> None:
        self.transport.close()


class LimitedHttp(_Limited, H11Protocol):
    """HTTP that drops idle connections, sooner where there are many."""

    receive_limit = (256 * 1024, 32 * 1024)  # a page sends 10 KB, and other programs' cookies
    _last_cycle: object = None  # the request that was answered when the idle timer ran last

    def connection_made(self, transport: BaseTransport) -> None:
        """Accepts a connection; if there are too many, makes room for it."""
        super().connection_made(transport)
        make_room(self, self.connections)

    @property
    def is_waiting(self) -> bool:
        """Whether every request on it has been answered."""
        return self.cycle is None or self.cycle.response_complete

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hands the connection over to :class:`LimitedWebSocket`."""
        self._cancel_timers()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answers input that is not HTTP, and abandons the request in progress."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _is_idle(self) -> bool:
        before, self._last_cycle = self._last_cycle, self.cycle
        return self.cycle is before and self.is_waiting


class LimitedWebSocket(_Limited, WebSocketsSansIOProtocol):
    """A web socket that is dropped if it does not read, or answers no ping."""

    receive_limit = (32 * 1024, 8 * 1024)  # the request that opened it, then a few moves

    def connection_made(self, transport: BaseTransport) -> None:
        """Takes over a connection that was HTTP until now, with a small send buffer."""
        super().connection_made(transport)
        cast(asyncio.Transport, transport).set_write_buffer_limits(high=16 * 1024)

    @property
    def is_waiting(self) -> bool:
        """Whether the socket is being closed."""
        return self.close_sent

    def data_received(self, data: bytes) -> None:
        """Handles received bytes; the first ones are the request that opens the socket."""
        try:
            super().data_received(data)
        except InvalidState:  # bytes after the closing frame
            self.drop()
        if not self.handshake_initiated:  # websockets found it malformed and does not answer
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
            self.transport.close()

    def pause_writing(self) -> None:
        """Stops reading too: what the client sends might need an answer."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Starts reading again."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def handle_cont(self, event: Frame) -> None:
        """Adds a frame to a message, up to :data:`MAX_FRAMES`."""
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAMES:
            self._end()

    def shutdown(self) -> None:
        """Closes the socket when the server stops, also one that is being closed already."""
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()

    def keepalive_timeout(self) -> None:
        """Drops a client that does not answer a ping."""
        self.drop()

    def _end(self) -> None:
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(1008, "too fast")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        super()._end()


def make_room(newcomer: Counted, connections: Iterable[object]) -> None:
    """Drops one of the *connections*, the *newcomer* among them, if there are too many.

    It is one of the address that holds most: the one that has been idle longest, or else, if the
    newcomer's address holds fewer, the newest.
    """
    alive = [each for each in connections if isinstance(each, Counted) and not each.is_dropped]
    held = Counter(each.party for each in alive)
    rules = Shares(MAX_CONNECTIONS, MAX_CONNECTIONS_EACH, RESERVED_CONNECTIONS)
    over = rules.over(newcomer.party, held)
    found = [each for each in alive if each.party in over]
    idle = [each for each in found if each.is_waiting]
    if idle:
        min(idle, key=lambda each: each.since_s).drop()
    elif found:
        max(found, key=lambda each: each.since_s).drop()

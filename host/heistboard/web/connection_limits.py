"""Connections that are too many, too fast, too slow or dead go: they cost the table nothing.

uvicorn serves them; what it leaves to a proxy in front of it is done here.
"""

import asyncio
import time
from asyncio.transports import BaseTransport
from collections.abc import Iterable
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from heistboard.web.rate_limits import Bucket

__all__ = ["GuardedHttp", "GuardedWebSocket"]

CONNECTIONS_MOST = 200
CONNECTIONS_MOST_EACH = 100  # from one address: eight browsers on one machine want about sixty
IDLE_S = 10.0  # without a request, or with nothing left to do but to end
SLOW_S = 10.0  # with its buffers full
FRAMES_MOST = 16  # of one message; browsers send it in one


class _Guarded(asyncio.Protocol):
    # What goes for both: who sends too much is dropped, and who takes nothing, with what was
    # still to be sent. To wait for that is to wait for ever.

    hears = (0, 0)  # bytes at once, and in a second
    is_dropped = False

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: tuple[str, int] | None
    _slow: asyncio.TimerHandle | None = None
    _idle: asyncio.TimerHandle | None = None
    _heard: Bucket
    since_s: float

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.since_s = time.monotonic()
        self._heard = Bucket(*self.hears)
        self._wait()

    @property
    def is_waiting(self) -> bool:
        """Nothing is asked of us, or it has been answered."""
        raise NotImplementedError

    def drop(self) -> None:
        """Ends it now."""
        self.is_dropped = True
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._heard.take(time.monotonic(), len(data)):
            self._end()

    def pause_writing(self) -> None:
        """The buffers are full."""
        super().pause_writing()
        self._slow = self.loop.call_later(SLOW_S, self.drop)

    def resume_writing(self) -> None:
        """They are not any more."""
        super().resume_writing()
        if self._slow is not None:
            self._slow.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        for timer in (self._slow, self._idle):
            if timer is not None:
                timer.cancel()

    def _wait(self) -> None:
        self._idle = self.loop.call_later(IDLE_S, self._look)

    def _look(self) -> None:
        if self.transport.is_closing() or self._is_idle():
            self.drop()
        else:
            self._wait()

    def _is_idle(self) -> bool:
        return False

    def _end(self) -> None:
        self.transport.close()


class GuardedHttp(_Guarded, H11Protocol):
    """HTTP where whoever asks for nothing soon is dropped, and sooner where there are many."""

    hears = (256 * 1024, 32 * 1024)  # a page asks with 10 KB, and cookies of others come with it
    _answered: object = None  # what was, when we looked

    def connection_made(self, transport: BaseTransport) -> None:
        """Takes a connection; where that is one too many, the one that has idled longest goes."""
        super().connection_made(transport)
        guarded = [each for each in self.connections if isinstance(each, _Guarded)]
        all_here = [each for each in guarded if not each.is_dropped]
        same = [each for each in all_here if _address(each) == _address(self)]
        if len(same) > CONNECTIONS_MOST_EACH:
            _drop_one(same)
        elif len(all_here) > CONNECTIONS_MOST:
            _drop_one(all_here)

    @property
    def is_waiting(self) -> bool:
        """Nothing is asked of us, or it has been answered."""
        return self.cycle is None or self.cycle.response_complete

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hands the connection over."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP; whatever is being answered is answered no more."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _is_idle(self) -> bool:
        before, self._answered = self._answered, self.cycle
        return self.cycle is before and self.is_waiting


class GuardedWebSocket(_Guarded, WebSocketsSansIOProtocol):
    """A web socket that is dropped when it takes nothing for a while, or answers no ping."""

    hears = (32 * 1024, 8 * 1024)  # the request that began it, then a few moves

    def connection_made(self, transport: BaseTransport) -> None:
        """Takes over a connection that was HTTP until now."""
        super().connection_made(transport)
        cast(asyncio.Transport, transport).set_write_buffer_limits(high=16 * 1024)

    @property
    def is_waiting(self) -> bool:
        """It has been told that it is over."""
        return self.close_sent

    def data_received(self, data: bytes) -> None:
        """Takes what came; first, and at once, the request that began it."""
        try:
            super().data_received(data)
        except InvalidState:  # garbage behind the end
            self.drop()
        if not self.handshake_initiated:  # websockets has found fault with it, and says nothing
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
            self.transport.close()

    def pause_writing(self) -> None:
        """The buffers are full: nothing more is taken that could want an answer."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """They are not any more."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def handle_cont(self, event: Frame) -> None:
        """Takes a part of a message, of which there are few."""
        super().handle_cont(event)
        if len(self.frames) > FRAMES_MOST:
            self._end()

    def keepalive_timeout(self) -> None:
        """Nobody answers."""
        self.drop()

    def _end(self) -> None:
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(1008, "too fast")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        super()._end()


def _address(connection: _Guarded) -> str | None:
    return connection.client[0] if connection.client else None


def _drop_one(crowd: Iterable[_Guarded]) -> None:
    # There is always one: whoever has just come.
    min((each for each in crowd if each.is_waiting), key=lambda each: each.since_s).drop()

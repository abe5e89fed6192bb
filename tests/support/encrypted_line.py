"""An encrypted web socket for tests, and what devices trust.

The client that is used for other sockets reads in one thread and writes in another, which Python's
TLS does not allow: now and then what it writes is lost.
"""

import asyncio
import ssl
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, TypeVar

from heistboard.web import Encryption
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["EncryptedLine", "trusting"]

WITHIN_S = 20.0
_T = TypeVar("_T")


class EncryptedLine:
    """Use it in a ``with`` statement; it is like the client of ``websockets.sync``."""

    def __init__(self, address: str, headers: dict[str, str], context: ssl.SSLContext) -> None:
        self._address = address
        self._headers = headers
        self._context = context
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._line: ClientConnection

    def __enter__(self) -> "EncryptedLine":
        self._thread.start()
        try:
            self._line = self._run(self._connect())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._run(self._line.close())
        finally:
            self._end()

    def send(self, text: str) -> None:
        """Sends a message."""
        self._run(self._line.send(text))

    def recv(self, timeout: float | None = None) -> str | bytes:
        """Returns the next message."""
        return self._run(asyncio.wait_for(self._line.recv(), timeout))

    async def _connect(self) -> ClientConnection:
        return await connect(
            self._address,
            additional_headers=self._headers,
            ssl=self._context,
            proxy=None,
            close_timeout=1,
        )

    def _run(self, work: Coroutine[Any, Any, _T]) -> _T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WITHIN_S)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def trusting(tls: Encryption) -> ssl.SSLContext:
    """What a device does that trusts the authority."""
    assert tls.authority is not None
    return ssl.create_default_context(cadata=tls.authority.decode())

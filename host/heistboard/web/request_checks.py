"""Which requests are served, where they come from, how often, and the headers of every answer.

A page from elsewhere must not talk to us through somebody's browser: neither as itself (its
``Origin`` gives it away) nor under a name that it points at us (DNS rebinding: ``Host`` holds that
name then). An IP address needs no name, so it cannot be rebound.
"""

import asyncio
import ipaddress
import json
import re
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heistboard.web import shares
from heistboard.web.explanations import not_from_here

__all__ = [
    "DOCUMENT_HEADERS",
    "HEADERS",
    "RateLimit",
    "RateLimits",
    "RequestFilter",
    "client_address",
    "is_local",
    "read_body",
    "read_object",
    "require_rate",
]

BODY_S = 5.0  # for all of a body to arrive

HEADERS = {  # of every answer that says nothing else
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
DOCUMENT_HEADERS = {  # of every answer but parts of pages, which are many and small
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
}


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


_RAW_HEADERS = _raw(HEADERS)
_RAW_DOCUMENT_HEADERS = _raw(DOCUMENT_HEADERS)
_PARTS_OF_PAGES = (b"text/css", b"text/javascript", b"application/json")


class RequestFilter:
    """Passes requests for this host on to *app*, and answers all others with 403.

    *names* are this host's names beside ``localhost``. IP addresses are accepted, without
    *is_lan* only those of the loopback interface. ``is_lan`` may change while it runs.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], *, is_lan: bool) -> None:
        self._app = app
        self._names = {"localhost", *(name.lower() for name in names)}
        self.is_lan = is_lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request and adds :data:`HEADERS` to its answer, and to a document's also
        :data:`DOCUMENT_HEADERS`.
        """

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                said = dict(message.get("headers", []))
                headers = [each for each in _RAW_HEADERS if each[0] not in said]
                if not said.get(b"content-type", b"").startswith(_PARTS_OF_PAGES):
                    headers += _RAW_DOCUMENT_HEADERS
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        if self._is_accepted(scope):
            await self._app(scope, receive, send_with_headers)
            return
        kind = "http" if scope["type"] == "http" else "websocket.http"
        headers, body = not_from_here(scope)
        start = {"type": f"{kind}.response.start", "status": 403, "headers": headers}
        await send_with_headers(start)
        await send_with_headers({"type": f"{kind}.response.body", "body": body})

    def _is_accepted(self, scope: Scope) -> bool:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or not self._is_own_host(hosts[0].decode("latin-1")):
            return False
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD") or origins:
            scheme = b"https://" if scope["scheme"] in ("https", "wss") else b"http://"
            return origins == [scheme + hosts[0]]
        return True

    def _is_own_host(self, host: str) -> bool:
        name, in_brackets = _split_host(host)
        if name.lower() in self._names:
            return True
        try:
            if in_brackets:
                address: ipaddress.IPv4Address | ipaddress.IPv6Address
                address = ipaddress.IPv6Address(in_brackets)
            else:
                address = ipaddress.IPv4Address(name)
        except ValueError:
            return False
        return self.is_lan or address.is_loopback


def _split_host(host: str) -> tuple[str, str | None]:
    # The host without its port, and what it has in brackets.
    found = re.fullmatch(r"(\[([^\[\]]*)\]|[^:\[\]]*)(:[0-9]*)?", host)
    return (found[1], found[2]) if found else ("", None)


def is_local(request: HTTPConnection) -> bool:
    """Returns whether the request was made on this machine."""
    # RequestFilter has refused rebound names.
    return shares.is_loopback(client_address(request))


def client_address(request: HTTPConnection) -> str:
    """Returns the address that the request came from, or an empty text."""
    return request.client.host if request.client else ""


async def read_body(request: Request, max_bytes: int) -> bytes:
    """Returns the request's body; answers 413 if it is longer than *max_bytes* or too slow."""
    too_long = HTTPException(413, "too long", {"Connection": "close"})
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > max_bytes:
                    raise too_long
    except (TimeoutError, ClientDisconnect):
        raise too_long from None
    return body


def read_object(text: str | bytes) -> dict[str, Any] | None:
    """Returns the JSON object in *text*, or None if it is anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class RateLimit:
    """A token bucket: *burst* at once, then *per_s* a second."""

    def __init__(self, burst: int, per_s: float) -> None:
        self._burst = burst
        self._per_s = per_s
        self._tokens = float(burst)
        self._updated_s: float | None = None

    def take(self, now_s: float, count: int = 1) -> bool:
        """Takes *count* tokens; returns False, and takes none, if there are fewer."""
        if self._updated_s is not None:
            gained = (now_s - self._updated_s) * self._per_s
            self._tokens = min(self._burst, self._tokens + gained)
        self._updated_s = now_s
        if self._tokens < count:
            return False
        self._tokens -= count
        return True


class RateLimits:
    """A :class:`RateLimit` for each client, for the *max_clients* that were seen last."""

    def __init__(self, burst: int, per_s: float, max_clients: int = 1000) -> None:
        self._burst = burst
        self._per_s = per_s
        self._max_clients = max_clients
        self._limits: OrderedDict[str, RateLimit] = OrderedDict()

    def take(self, client: str, now_s: float) -> bool:
        """Takes one token of *client*; returns False if it has none."""
        limit = self._limits.pop(client, None) or RateLimit(self._burst, self._per_s)
        self._limits[client] = limit
        if len(self._limits) > self._max_clients:
            self._limits.popitem(last=False)
        return limit.take(now_s)


def require_rate(limits: RateLimits, request: Request) -> None:
    """Answers 429 to a client that asks more often than *limits* allow."""
    if not limits.take(client_address(request), time.monotonic()):
        raise HTTPException(429, "too fast")

"""Which requests are looked at at all, and what stands above every answer.

A page from elsewhere must not speak with us through somebody's browser: neither as itself (its
``Origin`` gives it away) nor under a name that it has pointed at us (DNS rebinding; ``Host`` has
that name then). An address in digits needs no name, so it cannot have been pointed.
"""

import ipaddress
import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HEADERS", "Gate"]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Gate:
    """Stands before *app*; *names* are ours beside ``localhost`` and addresses in digits."""

    def __init__(self, app: ASGIApp, names: Iterable[str], *, is_lan: bool) -> None:
        self._app = app
        self._names = {"localhost", *(name.lower() for name in names)}
        self._is_lan = is_lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request pass, or refuses it with 403."""

        async def send_on(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        if self._is_ours(scope):
            await self._app(scope, receive, send_on)
            return
        kind = "http" if scope["type"] == "http" else "websocket.http"
        await send_on({"type": f"{kind}.response.start", "status": 403, "headers": []})
        await send_on({"type": f"{kind}.response.body", "body": b"not from here"})

    def _is_ours(self, scope: Scope) -> bool:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or not self._is_our_name(hosts[0].decode("latin-1")):
            return False
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD") or origins:
            return origins == [b"http://" + hosts[0]]
        return True

    def _is_our_name(self, host: str) -> bool:
        name, digits = _split(host)
        if name.lower() in self._names:
            return True
        try:
            address = ipaddress.IPv6Address(digits) if digits else ipaddress.IPv4Address(name)
        except ValueError:
            return False
        return self._is_lan or address.is_loopback


def _split(host: str) -> tuple[str, str | None]:
    # The name, and what it has in brackets; without the port.
    found = re.fullmatch(r"(\[([^\[\]]*)\]|[^:\[\]]*)(:[0-9]*)?", host)
    return (found[1], found[2]) if found else ("", None)

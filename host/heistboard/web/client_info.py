"""Who asks, how often, and what they have sent."""

import asyncio
import ipaddress
import time

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from heistboard.web.rate_limits import Buckets

__all__ = ["address", "body", "is_here", "require_rate"]

BODY_S = 5.0


def address(request: HTTPConnection) -> str:
    """Returns the address of whoever asks."""
    return request.client.host if request.client else ""


def is_here(request: HTTPConnection) -> bool:
    """Says whether it is somebody at this machine."""
    # The gate has let pass only names of ours, and nobody else can have this address.
    try:
        return ipaddress.ip_address(address(request)).is_loopback
    except ValueError:
        return False


def require_rate(buckets: Buckets, request: Request) -> None:
    """Answers 429 to whoever asks more often than *buckets* allow."""
    if not buckets.take(address(request), time.monotonic()):
        raise HTTPException(429, "too fast")


async def body(request: Request, most: int) -> bytes:
    """Returns what was sent; answers 413 if it is longer than *most* bytes, or does not come."""
    too_long = HTTPException(413, "too long", {"Connection": "close"})
    sent = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                sent += part
                if len(sent) > most:
                    raise too_long
    except (TimeoutError, ClientDisconnect):
        raise too_long from None
    return sent

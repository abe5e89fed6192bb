"""Who asks, and what they have sent."""

import asyncio
import ipaddress

from starlette.requests import ClientDisconnect, HTTPConnection, Request

__all__ = ["address", "body", "is_here"]

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


async def body(request: Request, most: int) -> bytes | None:
    """Returns what was sent; None if it is longer than *most* bytes, or does not come."""
    sent = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                sent += part
                if len(sent) > most:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return sent

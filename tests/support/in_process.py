"""HTTP requests to the web application itself, in its event loop, without a socket."""

import asyncio
from typing import Any

import httpx
from heistboard.web import Server

__all__ = ["client"]

WITHIN_S = 20.0


class _InProcess(httpx.BaseTransport):
    # Every request comes from this machine.

    def __init__(self, server: Server) -> None:
        self._loop = server._server.loop
        app: Any = server._server.config.app
        self._app = httpx.ASGITransport(app, raise_app_exceptions=False, client=("127.0.0.1", 1))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return asyncio.run_coroutine_threadsafe(self._answer(request), self._loop).result(WITHIN_S)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        request.read()  # an application in another thread takes no stream that is still open
        answer = await self._app.handle_async_request(request)
        body = httpx.ByteStream(b"".join([chunk async for chunk in answer.aiter_raw()]))
        return httpx.Response(answer.status_code, headers=answer.headers.raw, stream=body)


def client(server: Server, **headers: str) -> httpx.Client:
    """Returns a client that sends the Origin of the server's pages, unless told otherwise."""
    address = f"http://127.0.0.1:{server.port}"
    return httpx.Client(
        base_url=address, headers={"Origin": address} | headers, transport=_InProcess(server)
    )

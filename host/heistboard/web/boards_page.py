"""The page that assigns floors: people say which board is which floor.

| Request | Answer |
|---|---|
| ``GET /boards`` | the page |
| ``GET /boards.json`` | the boards found and the floors that the game needs, for a host |
| ``POST /boards/assign`` | ``{}``, or ``{"refused": {"why": …}}`` |
| ``POST /boards/identify`` | the same |

The body of the first post is ``{"floor": 2, "serial": "E66…"}``; with ``null`` as the serial
number, the board is the one on which Done is pressed next. The body of the second one is
``{"serial": null}``: all boards blink their numbers; or one does, or ``{"stop": true}``.
"""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard.app import Daemon
from heistboard.places.place import MOST_FLOORS
from heistboard.web import page_messages
from heistboard.web.hosting import Host, refusal, require_host
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, read_body, read_object, require_rate

__all__ = ["BoardsPage"]

READS, READS_PER_S = 60, 6.0  # from one address
POSTS, POSTS_PER_S = 20, 2.0  # from one address
MAX_BODY = 256  # bytes
MAX_SERIAL = 64  # characters


class BoardsPage:
    """Answers requests about the boards of *daemon*'s table; *page* is the HTML."""

    def __init__(self, daemon: Daemon, host: Host, page: bytes) -> None:
        self._daemon = daemon
        self._host = host
        self._page = page
        self._reads = RateLimits(READS, READS_PER_S)
        self._posts = RateLimits(POSTS, POSTS_PER_S)
        self.routes = [
            Route("/boards", self._get),
            Route("/boards.json", self._get_data),
            Route("/boards/assign", self._assign, methods=["POST"]),
            Route("/boards/identify", self._identify, methods=["POST"]),
        ]

    async def _get(self, request: Request) -> Response:
        return Response(self._page, media_type="text/html")

    async def _get_data(self, request: Request) -> Response:
        require_rate(self._reads, request)
        message = await asyncio.to_thread(self._data, is_host=self._host.is_host(request))
        return Response(message, media_type="application/json")

    def _data(self, *, is_host: bool) -> PageMessage:
        status = self._daemon.status()
        if not is_host:
            return page_messages.boards(status, None)
        return page_messages.boards(status, self._daemon.boards(), self._daemon.assigning())

    async def _assign(self, request: Request) -> Response:
        def parse(data: dict[str, object]) -> Callable[[], object] | None:
            match data:
                case {"floor": int(floor), "serial": str() | None as serial, **rest}:
                    if not rest and _is_floor(floor) and _is_serial(serial):
                        return lambda: self._daemon.assign(floor, serial)
            return None

        return await self._post(request, parse)

    async def _identify(self, request: Request) -> Response:
        def parse(data: dict[str, object]) -> Callable[[], object] | None:
            match data:
                case {"stop": True, **rest} if not rest:
                    return self._daemon.stop_identify
                case {"serial": str() | None as serial, **rest} if not rest and _is_serial(serial):
                    return lambda: self._daemon.identify(serial)
            return None

        return await self._post(request, parse)

    async def _post(self, request: Request, parse: "_Parse") -> Response:
        require_rate(self._posts, request)
        data = read_object(await read_body(request, MAX_BODY))
        do = None if data is None else parse(data)
        if do is None:
            return PlainTextResponse("malformed", 400)
        try:
            require_host(is_host=self._host.is_host(request))
            await asyncio.to_thread(do)
        except Exception as error:
            return refusal(error)
        return Response(page_messages.refused(None), media_type="application/json")


_Parse = Callable[[dict[str, object]], Callable[[], object] | None]


def _is_floor(value: int) -> bool:
    return type(value) is int and 1 <= value <= MOST_FLOORS


def _is_serial(value: str | None) -> bool:
    return value is None or 0 < len(value) <= MAX_SERIAL

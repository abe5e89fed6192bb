"""The game on the table: whether there is one, for pages without a socket, and its rematch.

| Request | Answer |
|---|---|
| ``GET /now.json`` | ``running``: the game or null; ``you``: whether a ``host``, which ``seats`` |
| ``POST /again`` | ``{}``, or ``{"refused": {"why": …}}``: begins the game that is over anew |

A rematch is begun by a host, or by a device that sits in a seat. Who played alone against the
computer is answered ``{"seat": N}``: the page then sits down there again.

``/now.json`` says what everybody may see at the table. Pages ask it every few seconds, so it never
reads the journal.
"""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from heistboard.app import Daemon, Lobby
from heistboard.rules.contract import Json
from heistboard.web import page_messages
from heistboard.web.hosting import Host, refusal, require_host, require_over
from heistboard.web.request_checks import RateLimits, require_rate
from heistboard.web.table_seats import SeatsShown

__all__ = ["CurrentGame"]

READS, READS_PER_S = 60, 6.0  # from one address
POSTS, POSTS_PER_S = 10, 0.5  # from one address


class CurrentGame:
    """Answers requests about the game of *table*; *host* begins the next one.

    *seats* returns who sits where.
    """

    def __init__(
        self,
        table: Daemon | Lobby,
        host: Host,
        seats: Callable[[], SeatsShown],
    ) -> None:
        self._table = table
        self._host = host
        self._shown = seats
        self._reads = RateLimits(READS, READS_PER_S)
        self._posts = RateLimits(POSTS, POSTS_PER_S)
        self.routes: list[BaseRoute] = [Route("/now.json", self._get)]
        if isinstance(table, Daemon):
            self.routes.append(Route("/again", self._play_again, methods=["POST"]))

    async def _get(self, request: Request) -> Response:
        require_rate(self._reads, request)
        status = await asyncio.to_thread(self._table.status)
        is_host, seats = self._host.is_host(request), self._seats(request)
        message = page_messages.now(status, seats, is_host=is_host)
        return Response(message, media_type="application/json")

    async def _play_again(self, request: Request) -> Response:
        require_rate(self._posts, request)
        device = self._host.device(request)
        seat = None if device is None else self._shown().alone(device.id)
        try:
            require_host(is_host=self._host.is_host(request) or bool(self._seats(request)))
            await asyncio.to_thread(self._host.play_again, require_over)
        except Exception as error:
            return refusal(error)
        more: dict[str, Json] = {} if seat is None else {"seat": seat}
        return Response(page_messages.done(**more), media_type="application/json")

    def _seats(self, request: Request) -> list[int]:
        device = self._host.device(request)
        return [] if device is None else self._shown().seats_of(device.id)

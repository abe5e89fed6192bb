"""Invitations on the table's page, and seats that are freed.

| Request | Answer |
|---|---|
| ``POST /seat/N/invite`` | ``address``, its QR as ``rows``, and ``lan``: is the network served |
| ``POST /seat/N/put-out`` | ``{}``; whoever sat there is to be invited again |

From the network nobody is invited to a seat that knows more than the table does, and an invitation
that was given before ends then.
"""

import asyncio
from collections.abc import Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard.app import Daemon
from heistboard.web import client_info, outgoing
from heistboard.web.host import Host, NotHost, refusal, require_host
from heistboard.web.rate_limits import Buckets

__all__ = ["Seating"]

ASKS, ASKS_PER_S = 10, 0.5  # from one address


class Seating:
    """Answers whoever fills the seats of *daemon*'s game."""

    def __init__(
        self, daemon: Daemon, host: Host, is_here: Callable[[HTTPConnection], bool]
    ) -> None:
        self._daemon = daemon
        self._host = host
        self._is_here = is_here
        self._asks = Buckets(ASKS, ASKS_PER_S)
        self.routes = [
            Route("/seat/{seat}/invite", self._invite, methods=["POST"]),
            Route("/seat/{seat}/put-out", self._put_out, methods=["POST"]),
        ]

    async def _invite(self, request: Request) -> Response:
        is_here = self._is_here(request)

        def invite(seat: int) -> outgoing.Message:
            if not is_here and self._daemon.knows_more(seat):
                raise NotHost
            return outgoing.invitation(
                self._host.invite(seat, is_here=is_here), is_lan=self._host.is_lan
            )

        return await self._do(request, invite)

    async def _put_out(self, request: Request) -> Response:
        is_here = self._is_here(request)

        def put_out(seat: int) -> outgoing.Message:
            require_host(self._daemon.status(), is_here=is_here)
            self._host.renew(seat)
            return outgoing.refused(None)

        return await self._do(request, put_out)

    async def _do(self, request: Request, do: Callable[[int], outgoing.Message]) -> Response:
        client_info.require_rate(self._asks, request)
        name = request.path_params["seat"]

        def do_if_there() -> outgoing.Message | None:
            names = map(str, range(len(self._daemon.seats())))
            return do(int(name)) if name in names else None

        try:
            message = await asyncio.to_thread(do_if_there)
        except Exception as error:
            return refusal(error)
        if message is None:
            return PlainTextResponse("not found", 404)
        return Response(message, media_type="application/json")

"""Requests about the network: letting phones join, and trusting the table's certificate.

| Request | Answer |
|---|---|
| ``POST /lan`` by a host (see ``hosting``) | ``address``, its QR code as ``rows``, ``lan`` |
| ``GET /authority.crt`` | the authority to trust, if the certificate was made here |
"""

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard.web import page_messages
from heistboard.web.hosting import Host, refusal, require_host
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, require_rate

__all__ = ["NetworkRequests"]

REQUESTS, REQUESTS_PER_S = 10, 0.5  # from one address


class NetworkRequests:
    """Answers the requests; *host* opens the pages to the network."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._limits = RateLimits(REQUESTS, REQUESTS_PER_S)
        self.routes = [
            Route("/lan", self._open, methods=["POST"]),
            Route("/authority.crt", self._get_authority),
        ]

    async def _open(self, request: Request) -> Response:
        require_rate(self._limits, request)
        is_host = self._host.is_host(request)

        def open_to_network() -> PageMessage:
            require_host(is_host=is_host)
            self._host.open_to_network()
            return page_messages.address(self._host.address, is_lan=self._host.is_lan)

        try:
            message = await asyncio.to_thread(open_to_network)
        except Exception as error:
            return refusal(error)
        return Response(message, media_type="application/json")

    async def _get_authority(self, request: Request) -> Response:
        if self._host.authority is None:
            return PlainTextResponse("not found", 404)
        return Response(self._host.authority, media_type="application/x-x509-ca-cert")

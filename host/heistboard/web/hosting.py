"""What only a host may do: leave a game for another one, invite people to seats, put them out.

On this machine everybody is a host. From the network only while no game is under way (there is
none, it has not begun, or it is over): a passer-by must neither end a game nor look into one.

| Request | Answer |
|---|---|
| ``POST /seat/N/invite`` | ``address``, its QR code as ``rows``, ``lan``: is the LAN served |
| ``POST /seat/N/put-out`` | ``{}``; the seat's devices need a new invitation |

Nobody is invited from the network to a seat that knows more than the table does. An earlier
invitation expires as soon as its seat knows more.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol, TypeAlias

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard.app import Daemon, Settings, Status
from heistboard.journal.game_text import JournalError
from heistboard.web import page_messages, request_checks
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, require_rate

__all__ = [
    "Check",
    "Host",
    "Invitations",
    "NotHost",
    "may_host",
    "refusal",
    "require_host",
    "require_may_begin",
]

REQUESTS, REQUESTS_PER_S = 10, 0.5  # from one address

_log = logging.getLogger(__name__)

Check: TypeAlias = Callable[[Status | None], None]


class NotHost(Exception):
    """Only somebody at this machine may do that now."""


class GameUnderWay(Exception):
    """A game is under way, and the request does not confirm leaving it."""


class Host(Protocol):
    """What the web server does for a host."""

    @property
    def is_lan(self) -> bool:
        """Whether the network is served."""

    @property
    def is_tls(self) -> bool:
        """Whether the pages are encrypted."""

    @property
    def address(self) -> str:
        """The address of the pages."""

    @property
    def authority(self) -> bytes | None:
        """The certificate (PEM) of the authority that devices may trust, if it was made here."""

    def open_to_network(self) -> None:
        """Serves the network too, from now on."""

    def begin(self, settings: Settings, check: Check) -> None:
        """Begins or resumes a game, as ``Daemon.begin`` does."""

    def invite(self, seat: int, *, is_local: bool = True) -> str:
        """Returns an address that brings one device into *seat*."""

    def put_out(self, seat: int) -> None:
        """Removes every device from *seat*."""

    def put_out_before(self, game: int, *, is_local: bool) -> None:
        """Before *game* is resumed, removes all who were not invited to its secrets."""


def may_host(status: Status | None, *, is_local: bool) -> bool:
    """Returns whether a client, on this machine or another, may host now."""
    return is_local or status is None or not status.is_going_on


def require_host(status: Status | None, *, is_local: bool) -> None:
    """Raises :exc:`NotHost` for a client that may not host now."""
    if not may_host(status, is_local=is_local):
        raise NotHost


def require_may_begin(status: Status | None, leaving: int | None, *, is_local: bool) -> None:
    """Like :func:`require_host`; raises :exc:`GameUnderWay` if a game other than *leaving* is."""
    require_host(status, is_local=is_local)
    if status is not None and status.is_going_on and leaving != status.game:
        raise GameUnderWay


def refusal(error: Exception) -> Response:
    """Returns the answer to a host whose request failed with *error*."""
    if isinstance(error, JournalError):
        _log.warning("%s", error)
    elif not isinstance(error, NotHost | GameUnderWay | ValueError):
        _log.error("a host's request failed: %s", type(error).__name__)
    code = 403 if isinstance(error, NotHost) else 409
    return Response(page_messages.refused(error), code, media_type="application/json")


class Invitations:
    """Answers requests to invite people to seats of *daemon*'s game, or to put them out."""

    def __init__(self, daemon: Daemon, host: Host) -> None:
        self._daemon = daemon
        self._host = host
        self._limits = RateLimits(REQUESTS, REQUESTS_PER_S)
        self.routes = [
            Route("/seat/{seat}/invite", self._invite, methods=["POST"]),
            Route("/seat/{seat}/put-out", self._put_out, methods=["POST"]),
        ]

    async def _invite(self, request: Request) -> Response:
        is_local = request_checks.is_local(request)

        def invite(seat: int) -> PageMessage:
            if not is_local and self._daemon.knows_more(seat):
                raise NotHost
            address = self._host.invite(seat, is_local=is_local)
            return page_messages.invitation(address, is_lan=self._host.is_lan)

        return await self._answer(request, invite)

    async def _put_out(self, request: Request) -> Response:
        is_local = request_checks.is_local(request)

        def put_out(seat: int) -> PageMessage:
            require_host(self._daemon.status(), is_local=is_local)
            self._host.put_out(seat)
            return page_messages.refused(None)

        return await self._answer(request, put_out)

    async def _answer(self, request: Request, do: Callable[[int], PageMessage]) -> Response:
        require_rate(self._limits, request)
        name = request.path_params["seat"]

        def do_if_there() -> PageMessage | None:
            names = map(str, range(len(self._daemon.seats())))
            return do(int(name)) if name in names else None

        try:
            message = await asyncio.to_thread(do_if_there)
        except Exception as error:
            return refusal(error)
        if message is None:
            return PlainTextResponse("not found", 404)
        return Response(message, media_type="application/json")

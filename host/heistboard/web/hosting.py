"""What only a host may do, and what the web server does for requests about games and seats.

A host is a device that has sent the secret of this run of the program: see ``devices``. Where a
request comes from makes nobody a host.
"""

import logging
from collections.abc import Callable
from typing import Protocol, TypeAlias

from starlette.requests import HTTPConnection
from starlette.responses import Response

from heistboard.app import Settings, Status
from heistboard.journal.game_text import JournalError
from heistboard.web import page_messages
from heistboard.web.devices import Device
from heistboard.web.seating import SeatRefused

__all__ = [
    "Check",
    "Host",
    "NoDevice",
    "NotHost",
    "refusal",
    "require_host",
    "require_may_begin",
    "require_over",
]

_log = logging.getLogger(__name__)

Check: TypeAlias = Callable[[Status | None], None]


class NotHost(Exception):
    """Only a host may do that."""


class NoDevice(Exception):
    """Only a browser that has joined may do that."""


class GameUnderWay(Exception):
    """A game is under way, and the request does not confirm leaving it."""


class Host(Protocol):
    """What the web server does and knows for requests."""

    @property
    def is_lan(self) -> bool:
        """Whether the network is served."""

    @property
    def is_tls(self) -> bool:
        """Whether the pages are encrypted."""

    @property
    def address(self) -> str:
        """The address of the pages, without any secret."""

    @property
    def authority(self) -> bytes | None:
        """The certificate (PEM) of the authority that devices may trust, if it was made here."""

    def open_to_network(self) -> None:
        """Serves the network too, from now on."""

    def device(self, connection: HTTPConnection) -> Device | None:
        """Returns the device that a request or a socket comes from."""

    def is_host(self, connection: HTTPConnection) -> bool:
        """Returns whether a request or a socket comes from a host."""

    def begin(self, settings: Settings, check: Check) -> None:
        """Begins or resumes a game, as ``Daemon.begin`` does."""

    def play_again(self, check: Check) -> None:
        """Begins the game on the table anew, as ``Daemon.play_again`` does."""

    def watch(self, seat: int) -> None:
        """Publishes from now on what *seat* may see; raises :exc:`ValueError`."""


def require_host(*, is_host: bool) -> None:
    """Raises :exc:`NotHost` for anybody else."""
    if not is_host:
        raise NotHost


def require_may_begin(status: Status | None, leaving: int | None, *, is_host: bool) -> None:
    """Like :func:`require_host`; raises :exc:`GameUnderWay` if a game other than *leaving* is."""
    require_host(is_host=is_host)
    if status is not None and status.is_going_on and leaving != status.game:
        raise GameUnderWay


def require_over(status: Status | None) -> None:
    """Raises :exc:`GameUnderWay` unless the game is over."""
    if status is None or status.phase != "over":
        raise GameUnderWay


def refusal(error: Exception) -> Response:
    """Returns the answer to a request that failed with *error*."""
    if isinstance(error, JournalError):
        _log.warning("%s", error)
    elif not isinstance(error, NotHost | NoDevice | GameUnderWay | ValueError):
        _log.error("a request failed: %s", type(error).__name__)
    code = 403 if isinstance(error, NotHost | NoDevice | SeatRefused) else 409
    return Response(page_messages.refused(error), code, media_type="application/json")

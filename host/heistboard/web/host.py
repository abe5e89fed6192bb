"""Who may host: begin, resume or leave a game, put somebody out of a seat, invite to one.

From this machine always. From the network only while nothing is going on: no game, none begun, or
one that is over; whoever comes by must not end a game, or look into it.
"""

import logging
from collections.abc import Callable
from typing import Protocol, TypeAlias

from starlette.responses import Response

from heistboard.app import Settings, Status
from heistboard.journal.game_text import JournalError
from heistboard.web import outgoing

__all__ = ["Check", "Host", "NotHost", "may_host", "refusal", "require_host", "require_left"]

_log = logging.getLogger(__name__)

Check: TypeAlias = Callable[[Status | None], None]


class NotHost(Exception):
    """Only somebody at this machine may do that now."""


class GoingOn(Exception):
    """There is a game that would be left, and nobody has said so."""


class Host(Protocol):
    """What a web server does for those who host."""

    @property
    def is_lan(self) -> bool:
        """Whether the network is served."""

    def begin(self, settings: Settings, check: Check) -> None:
        """Begins a game, or goes on with one, as ``Daemon.begin`` does."""

    def invite(self, seat: int, *, is_here: bool = True) -> str:
        """Returns an address that brings one device into *seat*."""

    def renew(self, seat: int) -> None:
        """Puts every device out of *seat*."""

    def renew_for(self, game: int, *, is_here: bool) -> None:
        """Puts out, before *game* goes on, whoever was not invited to its secrets."""


def may_host(status: Status | None, *, is_here: bool) -> bool:
    """Says whether somebody may host who is at this machine, or not, while things stand so."""
    return is_here or status is None or not status.is_going_on


def require_host(status: Status | None, *, is_here: bool) -> None:
    """Raises :exc:`NotHost` for somebody who may not host."""
    if not may_host(status, is_here=is_here):
        raise NotHost


def require_left(status: Status | None, left: int | None, *, is_here: bool) -> None:
    """Does the same, and raises :exc:`GoingOn` if another game than *left* would be left."""
    require_host(status, is_here=is_here)
    if status is not None and status.is_going_on and left != status.game:
        raise GoingOn


def refusal(error: Exception) -> Response:
    """Returns what whoever wanted to host is told of an *error*."""
    if isinstance(error, JournalError):
        _log.warning("%s", error)
    elif not isinstance(error, NotHost | GoingOn | ValueError):
        _log.error("what a host wanted failed: %s", type(error).__name__)
    code = 403 if isinstance(error, NotHost) else 409
    return Response(outgoing.refused(error), code, media_type="application/json")

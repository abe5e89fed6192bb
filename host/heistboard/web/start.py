"""The start page: games to begin, to go on with, and to look back at.

| Request | Answer |
|---|---|
| ``GET /start`` | the page |
| ``GET /start.json`` | what it draws |
| ``POST /start`` | ``{}``, or ``{"refused": {"why": …}}`` |

What is posted is ``{"game": "car-thief", "options": {"players": 3}}`` or ``{"resume": 7}``, with
``closed_s``, how long eyes stay closed at least (null: what the game thinks right; without it as
long as before), for a new game with ``hints``, their grade, and with ``leaves``, the number of the
game that is left for it: nobody leaves one that has begun without having seen which.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard.daemon import Daemon, Lobby, Settings, Status
from heistboard.hints import GRADES
from heistboard.journal.entries import Summary
from heistboard.journal.store import Store
from heistboard.journal.text import JournalError
from heistboard.rules import Choice
from heistboard.web import asking, leaves
from heistboard.web.hosting import Host, may_host, refusal, require_left
from heistboard.web.rates import Buckets

__all__ = ["Start"]

ASKS, ASKS_PER_S = 60, 6.0  # from one address
BEGINS, BEGINS_PER_S = 10, 0.5  # from one address
BODY_MOST = 1024  # bytes
CLOSED_MOST_S = 3600

_log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """What somebody wants to play."""

    settings: Settings
    leaves: int | None
    has_time: bool  # it says how long eyes stay closed


class Start:
    """Answers for the start page; *table* is the one whose game is chosen."""

    def __init__(
        self,
        table: Daemon | Lobby,
        host: Host,
        page: bytes,
        is_here: Callable[[HTTPConnection], bool],
    ) -> None:
        self._table = table
        self._host = host
        self._page = page
        self._is_here = is_here
        self._one = asyncio.Lock()
        self._asks = Buckets(ASKS, ASKS_PER_S)
        self._begins = Buckets(BEGINS, BEGINS_PER_S)
        self.routes = [
            Route("/start", self.get),
            Route("/start", self._begin, methods=["POST"]),
            Route("/start.json", self._get_data),
        ]

    async def get(self, request: Request) -> Response:
        """Returns the page."""
        return Response(self._page, media_type="text/html")

    async def _get_data(self, request: Request) -> Response:
        asking.require_rate(self._asks, request)
        is_here = self._is_here(request)
        async with self._one:
            message = await asyncio.to_thread(self._data, is_here)
        return Response(message, media_type="application/json")

    def _data(self, is_here: bool) -> leaves.Message:
        status = self._table.status()
        may = may_host(status, is_here=is_here)
        return leaves.start(status, self._known(), self._table.table_options, may_host=may)

    def _known(self) -> list[Summary]:
        try:
            with Store(self._table.journal) as store:
                known = store.games()
                if store.damage:
                    _log.warning("%s", store.damage)
                return known
        except JournalError as error:
            if self._table.journal.exists():
                _log.warning("no games are listed: %s", error)
            return []

    async def _begin(self, request: Request) -> Response:
        asking.require_rate(self._begins, request)
        body = await asking.body(request, BODY_MOST)
        wanted = _read(body)
        if wanted is None:
            return PlainTextResponse("malformed", 400)
        is_here = self._is_here(request)

        def check(status: Status | None) -> None:
            require_left(status, wanted.leaves, is_here=is_here)
            if wanted.settings.resume is not None:
                self._host.renew_for(wanted.settings.resume, is_here=is_here)

        settings = wanted.settings
        if not wanted.has_time:
            settings = settings._replace(table_options=self._table.table_options)
        try:
            await asyncio.to_thread(self._host.begin, settings, check)
        except Exception as error:
            return refusal(error)
        return Response(leaves.refused(None), media_type="application/json")


def _read(body: bytes) -> Wanted | None:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    resume, left, closed_s = (data.get(name) for name in ("resume", "leaves", "closed_s"))
    if not all(each is None or _is_number(each) for each in (resume, left, closed_s)):
        return None
    if closed_s is not None and closed_s > CLOSED_MOST_S:
        return None
    table = {} if closed_s is None else {"thief-seconds": str(closed_s)}
    if resume is not None:
        known = {"resume", "leaves", "closed_s"}
        settings = Settings("", resume=resume, table_options=table)
    else:
        known = {"game", "options", "leaves", "closed_s", "hints"}
        name, options, hints = data.get("game"), data.get("options", {}), data.get("hints")
        if not isinstance(name, str) or not _are_options(options) or hints not in (None, *GRADES):
            return None
        settings = Settings(name, table_options=table, options=options, hints=hints)
    return Wanted(settings, left, "closed_s" in data) if data.keys() <= known else None


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _are_options(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(each, Choice) for each in value.values())

"""The start page: games to begin, to go on with, and to look back at.

| Request | Answer |
|---|---|
| ``GET /start`` | the page |
| ``GET /start.json`` | what it draws |
| ``POST /start`` | ``{}``, or ``{"refused": {"why": …}}`` |

What is posted is ``{"game": NAME, "options": {"players": 3}}`` or ``{"resume": 7}``, and with it

* ``table_options``: what changes no rule; without it as it is, as far as the game knows it,
* for a new game ``deal``, by deck ``host`` or ``hands``, and ``hints``, their grade,
* ``leaves``, the number of the game that is left for it: nobody leaves one that has begun without
  having seen which.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard import games
from heistboard.app import Daemon, Lobby, Settings, Status
from heistboard.games import Package
from heistboard.journal.entries import Summary
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.rules import HANDS, HOST, Choice, Option
from heistboard.rules.options import fitting
from heistboard.web import client_info, outgoing
from heistboard.web.host import Host, may_host, refusal, require_left
from heistboard.web.rate_limits import Buckets
from heistboard.web.refusals import BadOption

__all__ = ["Start"]

ASKS, ASKS_PER_S = 60, 6.0  # from one address
BEGINS, BEGINS_PER_S = 10, 0.5  # from one address
BODY_MOST = 1024  # bytes

_log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """What somebody wants to play."""

    settings: Settings
    leaves: int | None
    keeps: bool  # the table options that there are


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
        client_info.require_rate(self._asks, request)
        is_here = self._is_here(request)
        async with self._one:
            message = await asyncio.to_thread(self._data, is_here)
        return Response(message, media_type="application/json")

    def _data(self, is_here: bool) -> outgoing.Message:
        status = self._table.status()
        may = may_host(status, is_here=is_here)
        return outgoing.start(status, self._known(), self._table.table_options, may_host=may)

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
        client_info.require_rate(self._begins, request)
        body = await client_info.body(request, BODY_MOST)
        wanted = _read(body)
        if wanted is None:
            return PlainTextResponse("malformed", 400)
        is_here = self._is_here(request)

        def check(status: Status | None) -> None:
            require_left(status, wanted.leaves, is_here=is_here)
            if wanted.settings.resume is not None:
                self._host.renew_for(wanted.settings.resume, is_here=is_here)

        def begin() -> None:
            self._host.begin(self._checked(wanted), check)

        try:
            await asyncio.to_thread(begin)
        except Exception as error:
            return refusal(error)
        return Response(outgoing.refused(None), media_type="application/json")

    def _checked(self, wanted: Wanted) -> Settings:
        settings = wanted.settings
        package = self._package(settings)
        if package is None:
            return settings  # the table says what is wrong with it
        table_options = settings.table_options
        if wanted.keeps:
            table_options = fitting(self._table.table_options, package.table_options)
        return settings._replace(
            options=_checked(settings.options, package.game.choices),
            table_options=_checked(table_options, package.table_options),
        )

    def _package(self, settings: Settings) -> Package | None:
        name = settings.game
        if settings.resume is not None:
            found = (each.game for each in self._known() if each.id == settings.resume)
            name = next(found, "")
        return games.package(name) if name in games.names() else None


def _checked(values: Mapping[str, Choice], options: Mapping[str, Option]) -> dict[str, Choice]:
    checked = {}
    for name, value in values.items():
        if name not in options:
            raise BadOption(name, f"expected {', '.join(options)}")
        try:
            checked[name] = options[name].checked(value)
        except ValueError as error:
            raise BadOption(name, str(error)) from None
    return checked


def _read(body: bytes) -> Wanted | None:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    resume, left = data.get("resume"), data.get("leaves")
    table = data.get("table_options", {})
    if not all(each is None or _is_number(each) for each in (resume, left)):
        return None
    if not _are_options(table):
        return None
    if resume is not None:
        known = {"resume", "leaves", "table_options"}
        settings = Settings("", resume=resume, table_options=table)
    else:
        known = {"game", "options", "leaves", "table_options", "deal", "hints"}
        name, options, hints = data.get("game"), data.get("options", {}), data.get("hints")
        deal = data.get("deal", {})
        if not isinstance(name, str) or not _are_options(options):
            return None
        if not isinstance(hints, str | None):
            return None
        if not isinstance(deal, dict) or not all(each in (HOST, HANDS) for each in deal.values()):
            return None
        settings = Settings(name, table_options=table, deal=deal, options=options, hints=hints)
    if data.keys() - known:
        return None
    return Wanted(settings, left, keeps="table_options" not in data)


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _are_options(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(each, Choice) for each in value.values())

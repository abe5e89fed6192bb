"""The statistics over all finished games of the journal, for everybody: the page, and its data.

| Request | Answer |
|---|---|
| ``GET /statistics`` | the page |
| ``GET /statistics.json`` | its data: nothing of a game that goes on |
"""

import asyncio
import logging
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from heistboard.journal.game_text import JournalError
from heistboard.statistics.facts_file import Found, find_finished
from heistboard.web import page_messages
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, require_rate

__all__ = ["StatisticsPage"]

REQUESTS, REQUESTS_PER_S = 40, 4.0  # from one address

_log = logging.getLogger(__name__)


class StatisticsPage:
    """Answers requests for the statistics of the *journal*; *page* is the HTML."""

    def __init__(self, journal: Path, page: bytes) -> None:
        self._journal = journal
        self._page = page
        self._limits = RateLimits(REQUESTS, REQUESTS_PER_S)
        self._lock = asyncio.Lock()  # the first look at many games takes long
        self.routes = [
            Route("/statistics", self._get),
            Route("/statistics.json", self._get_data),
        ]

    async def _get(self, request: Request) -> Response:
        return Response(self._page, media_type="text/html")

    async def _get_data(self, request: Request) -> Response:
        require_rate(self._limits, request)
        async with self._lock:
            message = await asyncio.to_thread(self._data)
        return Response(message, media_type="application/json")

    def _data(self) -> PageMessage:
        found = Found([])
        try:
            found = find_finished(self._journal)
        except JournalError as error:
            if self._journal.exists():
                _log.warning("no games are counted: %s", error)
        return page_messages.statistics(found)

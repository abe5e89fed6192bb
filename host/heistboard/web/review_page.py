"""The review of a finished game: the page, and its data from the journal.

| Request | Answer |
|---|---|
| ``GET /review/N`` | the page, the same for all games; 404 unless game N is finished |
| ``GET /review/N.json`` | its data |
| ``GET /review/N/turning.json`` | where it was decided, which takes seconds; or 404 |
"""

import asyncio
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.rules import State
from heistboard.web import page_messages
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, require_rate

__all__ = ["ReviewPage"]

MAX_DIGITS = 18  # of a game's number
REQUESTS, REQUESTS_PER_S = 40, 4.0  # from one address


class ReviewPage:
    """Answers requests for reviews of the games in the *journal*; *page* is the HTML."""

    def __init__(self, journal: Path, page: bytes) -> None:
        self._journal = journal
        self._page = page
        self._limits = RateLimits(REQUESTS, REQUESTS_PER_S)
        self._lock = asyncio.Lock()  # reviews take long, so one at a time is made
        self._judging = asyncio.Lock()
        self.routes = [
            Route("/review/{number}/turning.json", self._turning),
            Route("/review/{number}.json", self._get),
            Route("/review/{number}", self._get),
        ]

    async def _get(self, request: Request) -> Response:
        require_rate(self._limits, request)
        number = request.path_params["number"]
        message = None
        if _is_number(number):
            async with self._lock:
                message = await asyncio.to_thread(self._read, int(number))
        if message is None:
            raise HTTPException(404, "not found")  # the page explains it
        if request.url.path.endswith(".json"):
            return Response(message, media_type="application/json")
        return Response(self._page, media_type="text/html")

    async def _turning(self, request: Request) -> Response:
        require_rate(self._limits, request)
        number = request.path_params["number"]
        message = None
        if _is_number(number):
            async with self._judging:
                message = await asyncio.to_thread(self._judge, int(number))
        if message is None:
            raise HTTPException(404, "not found")
        return Response(message, media_type="application/json")

    def _judge(self, number: int) -> PageMessage | None:
        state = self._state(number)
        return None if state is None else page_messages.judgement(state)

    def _read(self, number: int) -> PageMessage | None:
        state = self._state(number)
        return None if state is None else page_messages.review(number, state)

    def _state(self, number: int) -> State | None:
        try:
            with Store(self._journal) as store:
                return store.get(number).state
        except JournalError:
            return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS

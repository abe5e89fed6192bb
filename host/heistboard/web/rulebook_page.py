"""The rulebooks of the installed games: the page, and its data. They hold no secret of any table.

| Request | Answer |
|---|---|
| ``GET /rules/GAME`` | the page, the same for all games; 404 unless the game has a rulebook |
| ``GET /rules/GAME.json`` | the texts in each language, and the pictures |

A page is opened at a section, a rule or a prompt by the part of the address after ``#``, which
browsers keep to themselves.
"""

import asyncio
import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from heistboard import games
from heistboard.games.rulebook import rulebook
from heistboard.web import page_messages
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, require_rate
from heistboard.words import LANGUAGES

__all__ = ["RulebookPage"]

REQUESTS, REQUESTS_PER_S = 40, 4.0  # from one address

_log = logging.getLogger(__name__)


class RulebookPage:
    """Answers requests for rulebooks; *page* is the HTML. What was made once is kept."""

    def __init__(self, page: bytes) -> None:
        self._page = page
        self._limits = RateLimits(REQUESTS, REQUESTS_PER_S)
        self._lock = asyncio.Lock()
        self._made: dict[str, PageMessage | None] = {}
        self.routes = [
            Route("/rules/{game}.json", self._get),
            Route("/rules/{game}", self._get),
        ]

    async def _get(self, request: Request) -> Response:
        require_rate(self._limits, request)
        game = request.path_params["game"]
        message = None
        if game in games.names():
            async with self._lock:
                if game not in self._made:
                    self._made[game] = await asyncio.to_thread(_make, game)
            message = self._made[game]
        if message is None:
            raise HTTPException(404, "not found")  # the page explains it
        if request.url.path.endswith(".json"):
            return Response(message, media_type="application/json")
        return Response(self._page, media_type="text/html")


def _make(game: str) -> PageMessage | None:
    try:
        books = {language: book for language in LANGUAGES if (book := rulebook(game, language))}
        return page_messages.rulebook(games.package(game), books) if books else None
    except Exception as error:  # a game of other people
        _log.warning("the rulebook of %s cannot be shown: %s", game, error)
        return None

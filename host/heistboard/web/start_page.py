"""The start page: games to begin, to resume and to review.

| Request | Answer |
|---|---|
| ``GET /start`` | the page |
| ``GET /start.json`` | its data |
| ``POST /start`` | ``{}``, or ``{"refused": {"why": …}}`` |

The body of the post is ``{"game": NAME, "options": {"players": 3}}``, ``{"guide": NAME}`` for a
guided first game, or ``{"resume": 7}``, with

* ``table_options``, which change no rule; without them, those of this evening that the game has,
* for a new game ``deal``, for each deck ``host`` or ``hands``, and ``hints``, their grade,
* for a new game ``bots``, the computer players by seat; they begin when people have taken all
  other seats,
* ``leaves``, the number of the game under way: a game begun meanwhile is not left by mistake.
"""

import asyncio
import logging
from collections.abc import Mapping
from random import SystemRandom
from typing import NamedTuple, TypeGuard

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard import games
from heistboard.app import Daemon, Lobby, Settings, Status
from heistboard.app.computer_players import check_bots
from heistboard.app.guide_calls import guided
from heistboard.games import Package
from heistboard.journal.entries import Summary
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.rules import HANDS, HOST, Choice, Option
from heistboard.rules.options import fitting
from heistboard.web import page_messages
from heistboard.web.hosting import Host, refusal, require_host, require_may_begin
from heistboard.web.page_messages import BadOption, PageMessage
from heistboard.web.request_checks import RateLimits, read_body, read_object, require_rate

__all__ = ["StartPage"]

READS, READS_PER_S = 60, 6.0  # from one address
POSTS, POSTS_PER_S = 10, 0.5  # from one address
MAX_BODY = 1024  # bytes

_log = logging.getLogger(__name__)


class GameRequest(NamedTuple):
    """The game that a host asks for."""

    settings: Settings
    leaving: int | None  # the number of the game under way
    keeps_table_options: bool


class StartPage:
    """Answers the start page's requests, which choose the game of *table*; *page* is the HTML."""

    def __init__(self, table: Daemon | Lobby, host: Host, page: bytes) -> None:
        self._table = table
        self._host = host
        self._page = page
        self._lock = asyncio.Lock()  # reading the journal takes long, so one at a time does
        self._reads = RateLimits(READS, READS_PER_S)
        self._posts = RateLimits(POSTS, POSTS_PER_S)
        self.routes = [
            Route("/start", self.get),
            Route("/start", self._post, methods=["POST"]),
            Route("/start.json", self._get_data),
        ]

    async def get(self, request: Request) -> Response:
        """Returns the page."""
        return Response(self._page, media_type="text/html")

    async def _get_data(self, request: Request) -> Response:
        require_rate(self._reads, request)
        is_host = self._host.is_host(request)
        async with self._lock:
            message = await asyncio.to_thread(self._data, is_host=is_host)
        return Response(message, media_type="application/json")

    def _data(self, *, is_host: bool) -> PageMessage:
        options = self._table.table_options
        return page_messages.start(self._table.status(), self._games(), options, may_host=is_host)

    def _games(self) -> list[Summary]:
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

    async def _post(self, request: Request) -> Response:
        require_rate(self._posts, request)
        body = await read_body(request, MAX_BODY)
        wanted = _parse(body)
        if wanted is None:
            return PlainTextResponse("malformed", 400)
        is_host = self._host.is_host(request)

        def check(status: Status | None) -> None:
            require_may_begin(status, wanted.leaving, is_host=is_host)

        def begin() -> None:
            self._host.begin(self._checked(wanted), check)

        try:
            require_host(is_host=is_host)  # before anything is claimed or told
            await asyncio.to_thread(begin)
        except Exception as error:
            return refusal(error)
        return Response(page_messages.refused(None), media_type="application/json")

    def _checked(self, wanted: GameRequest) -> Settings:
        settings = wanted.settings
        package = self._package(settings)
        if package is None or settings.guide is not None:
            return settings  # the table refuses it, and says why
        table_options = settings.table_options
        if wanted.keeps_table_options:
            table_options = fitting(self._table.table_options, package.table_options)
        options = _checked(settings.options, package.game.choices)
        if settings.bots:
            seats = package.game.new(**options).seats
            try:
                check_bots(settings.bots, package.bot_makers(), seats)
            except ValueError as error:
                raise BadOption("bots", str(error)) from None
        return settings._replace(
            options=options, table_options=_checked(table_options, package.table_options)
        )

    def _package(self, settings: Settings) -> Package | None:
        name = settings.game
        if settings.resume is not None:
            found = (each.game for each in self._games() if each.id == settings.resume)
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


def _parse(body: bytes) -> GameRequest | None:
    data = read_object(body)
    if data is None:
        return None
    if "guide" in data:
        settings = _guided(data)
    else:
        settings = _resumed(data) if data.get("resume") is not None else _new(data)
    leaving = data.get("leaves")
    if settings is None or not (leaving is None or _is_number(leaving)):
        return None
    return GameRequest(settings, leaving, keeps_table_options="table_options" not in data)


def _resumed(data: dict[str, object]) -> Settings | None:
    match data:
        case {"resume": int(number), **rest} if _is_number(number):
            table = rest.pop("table_options", {})
            if rest.keys() <= {"leaves"} and _is_options(table):
                return Settings("", resume=number, table_options=table)
    return None


def _guided(data: dict[str, object]) -> Settings | None:
    name = data["guide"]
    if not isinstance(name, str) or data.keys() - {"guide", "leaves"}:
        return None
    if name not in games.names() or games.package(name).guide is None:
        return None
    return guided(games.package(name), SystemRandom())._replace(waits=True)


def _new(data: dict[str, object]) -> Settings | None:
    known = {"game", "options", "leaves", "table_options", "deal", "hints", "bots"}
    name, hints, deal = data.get("game"), data.get("hints"), data.get("deal", {})
    options, table = data.get("options", {}), data.get("table_options", {})
    if not isinstance(name, str) or not isinstance(hints, str | None) or data.keys() - known:
        return None
    if not _is_options(options) or not _is_options(table):
        return None
    if not isinstance(deal, dict) or not all(each in (HOST, HANDS) for each in deal.values()):
        return None
    bots = data.get("bots", {})
    if not isinstance(bots, dict) or not all(isinstance(each, str) for each in bots.values()):
        return None
    return Settings(
        name,
        table_options=table,
        deal=deal,
        options=options,
        hints=hints,
        bots=bots,
        waits=bool(bots),
    )


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _is_options(value: object) -> TypeGuard[dict[str, Choice]]:
    return isinstance(value, dict) and all(isinstance(each, Choice) for each in value.values())

"""What the web server answers: the table's page, seats' pages and their sockets.

| Request | Answer |
|---|---|
| ``GET /`` | the table's page, for everybody; the start page while there is no game |
| ``/start``, ``/start.json`` | the start page: see ``start_page`` |
| ``/boards``, ``/boards.json`` | which board is which floor: see ``boards_page`` |
| ``POST /lan``, ``GET /authority.crt`` | phones join, devices trust: see ``network_requests`` |
| ``POST /seat/N/invite``, ``/seat/N/put-out`` | who sits where: see ``hosting`` |
| ``GET /seat/``, ``/seat/N/`` | a seat's page; the same for everybody |
| ``/review/N``, ``/review/N.json`` | the review of game N: see ``review_page`` |
| ``GET /pages/NAME`` | scripts, styles, words; a game's are ``GAME/NAME`` |
| ``POST /hints`` with a grade, by a host (see ``hosting``) | 204, or why not |
| ``POST /brightness`` with a brightness, by a host | 204, or why not |
| ``POST /seat/join`` with an invitation's code | ``{"seat": N}`` and the seat's cookie, or 403 |
| ``GET /board`` from this machine | the simulated boards' page, if such boards are used; \
else a page that says when they are |
| socket ``/board/live`` from this machine | the simulated boards' pieces; commands to move them |
| socket ``/live`` | what everybody may see |
| socket ``/seat/N/live`` with the seat's cookie | what the seat may see; its moves |

A seat's socket takes ``{"number": 7, "game": 2, "at": 12, "say": MOVE}`` and answers with the same
number; ``done``, ``undo`` and ``pencil c3 no`` are said like moves. ``at`` is the number of the
prompt that the page shows: an answer to an older one is refused as stale. The simulated board's
socket takes neither ``game`` nor ``at``.

If a message cannot be made, pages get a constant one until the next one succeeds. The host's log
says what went wrong.
"""

import asyncio
import gzip
import logging
import secrets
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import PurePath

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from heistboard.app import Daemon, Lobby, Status
from heistboard.link.port import now_ms
from heistboard.rules import TABLE, View
from heistboard.sim import SimHands
from heistboard.web import page_messages, request_checks
from heistboard.web.assets import TYPES, assets
from heistboard.web.boards_page import BoardsPage
from heistboard.web.game_texts import Announcement, Announcements
from heistboard.web.hosting import Host, Invitations, refusal, require_host
from heistboard.web.network_requests import NetworkRequests
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, read_body, require_rate
from heistboard.web.review_page import ReviewPage
from heistboard.web.seat_tokens import JoinedSeat, SeatTokens
from heistboard.web.sockets import NOT_SEATED, Audience, SocketRequest, close, serve
from heistboard.web.start_page import StartPage

__all__ = ["WebApp"]

MAX_BODY = 256  # bytes of a code
COOKIE_S = 30 * 24 * 3600
JOINS, JOINS_PER_S = 10, 0.5  # from one address
SETTINGS, SETTINGS_PER_S = 40, 4.0  # from one address
SEATS = tuple("0123456789")
BOARD_INTERVAL_S = 0.04  # between two looks at the simulated board's lights

PAGES = ("boards", "no_simulated_board", "review", "seat", "simulated_board", "start", "table")

_log = logging.getLogger(__name__)


class WebApp:
    """The web application. :meth:`publish` and all requests run in one event loop.

    In a lobby there is no game, so there are no seats, and ``/`` is the start page.
    """

    def __init__(
        self,
        table: Daemon | Lobby,
        seats: SeatTokens,
        cookie: str,
        host: Host,
        hands: SimHands | None = None,
    ) -> None:
        self._host = host
        self._hands = hands
        self._hands_audience = Audience()
        folder = files("heistboard.web") / "pages"
        self._pages = {name: (folder / f"{name}.html").read_bytes() for name in PAGES}
        self._files = assets()
        self._compressed = {name: gzip.compress(data) for name, data in self._files.items()}
        self._seats = seats
        self._cookie = cookie
        self._audiences: dict[int, Audience] = {}
        self._taken: set[int] = set()
        self._status: Status | None = None
        self._announcements = Announcements()
        self._announced: tuple[Announcement, ...] = ()
        self._run_id = secrets.token_hex(4)  # tells pages that the server was restarted
        self._joins = RateLimits(JOINS, JOINS_PER_S)
        self._settings = RateLimits(SETTINGS, SETTINGS_PER_S)
        start = StartPage(table, host, self._pages["start"])
        routes: list[BaseRoute] = [
            *start.routes,
            *NetworkRequests(table, host).routes,
            *ReviewPage(table.journal, self._pages["review"]).routes,
            Route("/board", self._get_simulated_board),
            Route("/seat/", self._get_seat),
            Route("/seat/{seat}/", self._get_seat),
            Route("/pages/{name:path}", self._get_file),
        ]
        if isinstance(table, Lobby):
            routes.append(Route("/", start.get))
        else:
            self._daemon = table
            routes += [
                *Invitations(table, host).routes,
                *BoardsPage(table, self._pages["boards"]).routes,
                Route("/", self._get_table),
                Route("/seat/join", self._join, methods=["POST"]),
                Route("/hints", self._set_hints, methods=["POST"]),
                Route("/brightness", self._set_brightness, methods=["POST"]),
                WebSocketRoute("/board/live", self._serve_simulated_board),
                WebSocketRoute("/live", self._serve_table),
                WebSocketRoute("/seat/{seat}/live", self._serve_seat),
            ]
        self.app = Starlette(routes=routes)
        self.app.router.redirect_slashes = False

    def publish(self, seat: int, status: Status, view: View) -> None:
        """Sends *status*, with what only *seat* may see, to the pages of *seat*."""
        if seat != TABLE:
            self._audience(seat).publish(lambda: page_messages.seat(status, view))
            return
        if self._status is not None and self._status.game != status.game:
            for audience in self._audiences.values():
                audience.latest = None  # the next game may lack the seat; it must not show this
        self._status = status
        self._publish_table(is_news=True)

    def publish_network(self) -> None:
        """Tells pages whether the network is served."""
        self._publish_table()

    def is_taken(self, seat: int) -> bool:
        """Returns whether a device has joined *seat*; thread-safe."""
        return seat in self._taken

    def clear(self, seat: int) -> None:
        """Closes the sockets of everybody in *seat*."""
        self._taken.discard(seat)
        self._audience(seat).close_all()
        self._publish_table()

    def _audience(self, seat: int) -> Audience:
        if seat not in self._audiences:
            # The table's page shows how many devices sit in each seat.
            changed = (lambda: None) if seat == TABLE else self._publish_table
            self._audiences[seat] = Audience(changed)
        return self._audiences[seat]

    def _publish_table(self, *, is_news: bool = False) -> None:
        if (status := self._status) is None:
            return
        taken = [
            page_messages.SeatTaken(name, self._audience(seat).count, seat in self._taken)
            for seat, name in enumerate(status.seats)
        ]

        def make() -> PageMessage:
            if is_news:
                self._announced = self._announcements.update(status)
            return page_messages.table(status, taken, self._announced, is_lan=self._host.is_lan)

        self._audience(TABLE).publish(make)

    # Pages.

    async def _get_table(self, request: Request) -> Response:
        page = self._pages["table"]
        if self._hands is not None and request_checks.is_local(request):
            link = b'target="hands"'
            page = page.replace(link + b" hidden", link)
        return Response(page, media_type="text/html")

    async def _get_simulated_board(self, request: Request) -> Response:
        if self._hands is None or not request_checks.is_local(request):
            return Response(self._pages["no_simulated_board"], 404, media_type="text/html")
        return Response(self._pages["simulated_board"], media_type="text/html")

    async def _get_seat(self, request: Request) -> Response:
        if request.path_params.get("seat", SEATS[0]) not in SEATS:
            return PlainTextResponse("not found", 404)
        return Response(self._pages["seat"], media_type="text/html")

    async def _get_file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self._files:
            return PlainTextResponse("not found", 404)
        kind = TYPES[PurePath(name).suffix]
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return Response(self._files[name], media_type=kind)
        encoding = {"Content-Encoding": "gzip"}
        return Response(self._compressed[name], headers=encoding, media_type=kind)

    async def _set_hints(self, request: Request) -> Response:
        return await self._set(request, self._daemon.set_hints)

    async def _set_brightness(self, request: Request) -> Response:
        return await self._set(request, self._daemon.set_brightness)

    async def _set(self, request: Request, set_value: Callable[[str], None]) -> Response:
        require_rate(self._settings, request)
        value = await read_body(request, MAX_BODY)
        is_local = request_checks.is_local(request)

        def check_and_set() -> None:
            require_host(self._daemon.status(), is_local=is_local)
            set_value(value.decode("latin-1"))

        try:
            await asyncio.to_thread(check_and_set)
        except Exception as error:
            return refusal(error)
        return Response(status_code=204)

    async def _join(self, request: Request) -> Response:
        require_rate(self._joins, request)
        code = await read_body(request, MAX_BODY)
        joined = self._seats.join(code.decode("latin-1"), time.monotonic())
        if joined is None or not await self._may_join(joined):
            return PlainTextResponse("not invited", 403)
        seat, token, _ = joined
        self._taken.add(seat)
        response = JSONResponse({"seat": seat})
        response.set_cookie(
            self._cookie,
            token,
            max_age=COOKIE_S,
            path=f"/seat/{seat}/",
            secure=self._host.is_tls,
            httponly=True,
            samesite="strict",
        )
        return response

    async def _may_join(self, joined: JoinedSeat) -> bool:
        # The seat may have learned secrets since the invitation: then the network is refused.
        def join() -> bool:
            if self._daemon.knows_more(joined.seat):
                return False
            try:
                self._seats.note_network_join(joined.seat, self._daemon.status().game)
            except OSError as error:
                _log.warning("nobody can join while seats cannot be saved: %s", error)
                return False
            return True

        return joined.is_local or await asyncio.to_thread(join)

    # Sockets.

    async def _serve_table(self, socket: WebSocket) -> None:
        await socket.accept()
        await serve(socket, self._audience(TABLE), first=self._first_message)

    def _first_message(self, message: PageMessage) -> PageMessage:
        span = self._status and self._status.eyes_closed
        left_ms = span and max(0, span.since_ms + span.least_ms - now_ms())
        return page_messages.entered(message, self._run_id, left_ms)

    async def _serve_seat(self, socket: WebSocket) -> None:
        await socket.accept()
        name = socket.path_params["seat"]
        if name not in SEATS or not self._is_seated(socket, int(name)):
            await close(socket, NOT_SEATED)
            return
        seat = int(name)
        self._taken.add(seat)
        await serve(socket, self._audience(seat), lambda command: self._run(seat, command))

    def _is_seated(self, request: HTTPConnection, seat: int) -> bool:
        return self._seats.is_token(seat, request.cookies.get(self._cookie, ""))

    def _run(self, seat: int, command: SocketRequest) -> None:
        match command.text.split(" "):
            case [("done" | "undo") as button]:
                self._daemon.press_for(seat, button, command.prompt)
            case ["pencil", place, mark]:
                self._daemon.pencil(seat, place, mark)
            case _:
                self._daemon.say(seat, command.text, command.prompt)

    async def _serve_simulated_board(self, socket: WebSocket) -> None:
        await socket.accept()
        hands = self._hands
        if hands is None or not request_checks.is_local(socket):
            await close(socket, NOT_SEATED)
            return
        self._publish_look(hands)  # not what an earlier page was sent last
        publisher = asyncio.create_task(self._publish_simulated_board(hands))
        try:
            await serve(
                socket,
                self._hands_audience,
                lambda command: hands.do(command.text),
                has_prompt=False,
            )
        finally:
            publisher.cancel()
            if not self._hands_audience.count:
                await asyncio.to_thread(hands.let_go)

    def _publish_look(self, hands: SimHands) -> None:
        self._hands_audience.publish(lambda: page_messages.simulated_board(hands.look()))

    async def _publish_simulated_board(self, hands: SimHands) -> None:
        while True:
            self._publish_look(hands)
            await asyncio.sleep(BOARD_INTERVAL_S)

"""What the web server answers: the table's page, seats' pages and their sockets.

| Request | Answer |
|---|---|
| ``GET /`` | the table's page, for everybody; the start page while there is no game |
| ``/start``, ``/start.json`` | the start page: see ``start_page`` |
| ``/now.json``, ``POST /again`` | the game on the table, and its rematch: see ``current_game`` |
| ``GET /export/N``, ``/share/N``, ``POST /import``, ``/forget`` | files: see ``game_files`` |
| ``/boards``, ``/boards.json`` | which board is which floor: see ``boards_page`` |
| ``POST /lan``, ``GET /authority.crt`` | phones join, devices trust: see ``network_requests`` |
| ``/you.json``, ``POST /host``, ``/device``, ``/address`` | devices: see ``device_requests`` |
| ``POST /seat/join``, ``/seat/N/…`` | who sits where: see ``seat_requests`` |
| ``GET /seat/N/`` | a seat's page; the same for everybody |
| ``/review/N``, ``/review/N.json`` | the review of game N: see ``review_page`` |
| ``/statistics``, ``/statistics.json`` | counts the finished games: see ``statistics_page`` |
| ``/rules/GAME``, ``/rules/GAME.json`` | the rulebook of a game: see ``rulebook_page`` |
| ``GET /pages/NAME`` | scripts, styles, words; a game's are ``GAME/NAME`` |
| ``POST /hints`` with a grade, by a host | 204, or why not |
| ``POST /brightness`` with a brightness, by a host | 204, or why not |
| ``POST /windows`` with an option and its value, by a host | 204, or why not |
| ``GET /board`` by a host at this machine | the simulated boards' page, if there are any; \
else a page that says when there are |
| socket ``/board/live``, likewise | the simulated boards' pieces; commands to move them |
| socket ``/live`` | what everybody may see; ``you``; public moves, of devices that may act |
| socket ``/seat/N/live`` of a device that sits there | what the seat may see; its moves; ``you`` |

``you`` is what this device is called and may do; it is a message of its own.

A seat's socket takes ``{"number": 7, "game": 2, "at": 12, "say": MOVE}`` and answers with the same
number; ``done``, ``undo``, ``guide off``, ``pencil c3 no`` and what ``window_requests`` has are
said like moves. ``at`` is the
number of the prompt that the page shows: an answer to an older one is refused as stale. The
table's socket takes the same, for the table's prompt and with ``help``, from devices that may act
for the one seat whose turn it is.
The simulated board's socket takes neither ``game`` nor ``at``.

In a lobby all sockets are closed as ``NO_GAME``, and pages go to the start page. What is missing
or refused is explained to browsers on a page of its own: see ``explanations``.

If a message cannot be made, pages get a constant one until the next one succeeds. The host's log
says what went wrong.
"""

import asyncio
import gzip
import logging
import secrets
from collections.abc import Callable, Collection
from functools import partial
from importlib.resources import files
from pathlib import PurePath

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from heistboard.app import Daemon, Lobby, Status
from heistboard.games.gestures import Span
from heistboard.link.port import now_ms
from heistboard.rules import TABLE, View
from heistboard.sim import SimHands
from heistboard.web import page_messages, request_checks, window_requests
from heistboard.web.assets import TYPES, assets
from heistboard.web.boards_page import BoardsPage
from heistboard.web.current_game import CurrentGame
from heistboard.web.device_requests import DeviceCookie, DeviceRequests
from heistboard.web.devices import Device, Devices
from heistboard.web.explanations import explaining
from heistboard.web.game_files import GameFiles
from heistboard.web.game_texts import Announcement, Announcements
from heistboard.web.hosting import Host, refusal, require_host
from heistboard.web.network_requests import NetworkRequests
from heistboard.web.page_messages import PageMessage, Presence
from heistboard.web.request_checks import RateLimits, read_body, require_rate
from heistboard.web.review_page import ReviewPage
from heistboard.web.rulebook_page import RulebookPage
from heistboard.web.seat_requests import SeatRequests
from heistboard.web.seating_file import SeatingFile
from heistboard.web.sockets import (
    NO_GAME,
    NOT_SEATED,
    NOT_YET,
    Audience,
    SocketRequest,
    close,
    serve,
)
from heistboard.web.start_page import StartPage
from heistboard.web.statistics_page import StatisticsPage
from heistboard.web.table_seats import SeatsShown, TableSeats

__all__ = ["WebApp"]

MAX_BODY = 256  # bytes of a setting
LEAVE_GUIDE = "guide off"
SETTINGS, SETTINGS_PER_S = 40, 4.0  # from one address
SEATS = tuple("0123456789")
BOARD_INTERVAL_S = 0.04  # between two looks at the simulated board's lights
RETRY_S = 1.0  # before an announced act that failed is tried again

PAGES = (
    "boards",
    "explanation",
    "review",
    "rulebook",
    "seat",
    "simulated_board",
    "start",
    "statistics",
    "table",
)

_log = logging.getLogger(__name__)


class WebApp:
    """The web application. :meth:`publish` and all requests run in one event loop.

    In a lobby there is no game, so there are no *seats*, and ``/`` is the start page.
    """

    def __init__(
        self,
        table: Daemon | Lobby,
        devices: Devices,
        cookie: DeviceCookie,
        host: Host,
        hands: SimHands | None = None,
        seats: TableSeats | None = None,
        invite: Callable[[int], str] = str,
    ) -> None:
        self._hands = hands
        self._hands_audience = Audience()
        folder = files("heistboard.web") / "pages"
        self._pages = {name: (folder / f"{name}.html").read_bytes() for name in PAGES}
        self._files = assets()
        self._compressed = {name: gzip.compress(data) for name, data in self._files.items()}
        self._host = host
        self._devices = devices
        self._audiences: dict[int, Audience] = {}
        self._seats = seats
        self._journal = table.journal
        self._shown = SeatsShown()
        self._seen: set[str] = set()  # devices that were here since the start
        self._due: asyncio.TimerHandle | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._status: Status | None = None
        self._announcements = Announcements()
        self._announced: tuple[Announcement, ...] = ()
        self._run_id = secrets.token_hex(4)  # tells pages that the server was restarted
        self._settings = RateLimits(SETTINGS, SETTINGS_PER_S)
        start = StartPage(table, host, self._pages["start"])
        own = DeviceRequests(
            devices, cookie, host, seats, lambda: self._shown, self._here, self._publish_table
        )
        routes: list[BaseRoute] = [
            *start.routes,
            *own.routes,
            *CurrentGame(table, host, lambda: self._shown).routes,
            *GameFiles(table, host, self._forget_seats).routes,
            *NetworkRequests(host).routes,
            *ReviewPage(table.journal, self._pages["review"]).routes,
            *StatisticsPage(table.journal, self._pages["statistics"]).routes,
            *RulebookPage(self._pages["rulebook"]).routes,
            Route("/board", self._get_simulated_board),
            Route("/pages/{name:path}", self._get_file),
        ]
        if isinstance(table, Lobby):
            live = ("/live", "/board/live", "/seat/{seat}/live")
            routes += [
                Route("/", start.get),
                *(WebSocketRoute(path, self._close_lobby) for path in live),
            ]
        else:
            assert seats is not None, "a table has seats"
            self._daemon = table
            routes += [
                *SeatRequests(
                    seats,
                    lambda: self._shown,
                    devices,
                    cookie,
                    own,
                    host,
                    invite,
                    self._seen.add,
                    self._here,
                ).routes,
                *BoardsPage(table, host, self._pages["boards"]).routes,
                Route("/", self._get_table),
                Route("/seat/{seat}/", self._get_seat),
                Route("/hints", self._set_hints, methods=["POST"]),
                Route("/brightness", self._set_brightness, methods=["POST"]),
                Route("/windows", self._set_windows, methods=["POST"]),
                WebSocketRoute("/board/live", self._serve_simulated_board),
                WebSocketRoute("/live", self._serve_table),
                WebSocketRoute("/seat/{seat}/live", self._serve_seat),
            ]
        explain = explaining(self._pages["explanation"])
        self.app = Starlette(routes=routes, exception_handlers={HTTPException: explain})
        self.app.router.redirect_slashes = False

    def publish(self, seat: int, status: Status, view: View) -> None:
        """Sends *status*, with what only *seat* may see, to the pages of *seat*."""
        if seat != TABLE:
            is_tls = self._host.is_tls
            self._audience(seat).publish(
                lambda: page_messages.seat(status, view, is_encrypted=is_tls)
            )
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
        """Returns whether a device sits in *seat* that was here since the start; thread-safe."""
        sitters = self._shown.sitters
        return seat < len(sitters) and any(each.id in self._seen for each in sitters[seat])

    def show_seats(self, seats: SeatsShown) -> None:
        """Publishes who sits where; closes the sockets of those who sit there no longer."""
        is_other_game = seats.game != self._shown.game
        self._shown = seats
        for seat, audience in self._audiences.items():
            if seat != TABLE:
                if is_other_game:
                    audience.latest = None  # who sits there now did not sit there then
                sitters = seats.sitters[seat] if seat < len(seats.sitters) else ()
                end = NOT_SEATED if seats.game else NOT_YET
                audience.close_all_but([each.id for each in sitters], end)
        self._plan(seats)
        if self._status is not None and self._status.game == seats.game:
            self._publish_table()
        else:
            self._tell_each()  # the rest follows with the game

    def _audience(self, seat: int) -> Audience:
        if seat not in self._audiences:
            self._audiences[seat] = Audience(self._publish_table)
        return self._audiences[seat]

    def _publish_table(self, *, is_news: bool = False) -> None:
        if (status := self._status) is None:
            return

        def make() -> PageMessage:
            if is_news:
                self._announced = self._announcements.update(status)
            return page_messages.table(status, self._presence(), self._announced)

        self._audience(TABLE).publish(make)
        if not is_news:
            self._tell_each()

    # Devices and seats.

    def _here(self) -> frozenset[str]:
        devices = (audience.devices for audience in self._audiences.values())
        return frozenset[str]().union(*devices)

    def _presence(self) -> Presence:
        return Presence(self._shown, self._here(), now_ms(), self._host.is_lan)

    def _tell_each(self) -> None:
        # A message for each device: what it may do; on seats' pages, also who sits where.
        presence = self._presence()
        for seat, audience in self._audiences.items():
            more = None if seat == TABLE else presence
            audience.tell_each(partial(self._you, more))

    def _you(self, more: Presence | None, id_: str | None) -> PageMessage:
        device = None if id_ is None else self._devices.get(id_)
        is_host = self._devices.is_host(device)
        return page_messages.you(device, self._shown, is_host=is_host, more=more)

    def _plan(self, seats: SeatsShown) -> None:
        # Wakes when the next announced act is due.
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if seats.acts:
            wait_ms = min(act.due_ms for act in seats.acts) - now_ms()
            self._wake_in(max(0, wait_ms) / 1000)

    def _wake_in(self, seconds: float) -> None:
        self._due = asyncio.get_running_loop().call_later(seconds, self._start_tick)

    def _forget_seats(self, numbers: Collection[int]) -> None:
        if self._seats is None:
            SeatingFile(self._journal.parent).forget(numbers)
        else:
            self._seats.forget(numbers)

    def _start_tick(self) -> None:
        self._ticking = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        assert self._seats is not None
        try:
            await asyncio.to_thread(self._seats.tick, self._here())
        except Exception as error:
            _log.warning("an announced act has to wait: %s", type(error).__name__)
            self._wake_in(RETRY_S)

    # Pages.

    async def _get_table(self, request: Request) -> Response:
        page = self._pages["table"]
        if self._may_move_hands(request):
            link = b'target="hands"'
            page = page.replace(link + b" hidden", link)
        return Response(page, media_type="text/html")

    async def _get_simulated_board(self, request: Request) -> Response:
        if not self._may_move_hands(request):
            raise HTTPException(404, "not found")
        return Response(self._pages["simulated_board"], media_type="text/html")

    async def _get_seat(self, request: Request) -> Response:
        if request.path_params["seat"] not in SEATS:
            raise HTTPException(404, "not found")
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

    async def _set_windows(self, request: Request) -> Response:
        return await self._set(request, partial(window_requests.set_option, self._daemon))

    async def _set(self, request: Request, set_value: Callable[[str], None]) -> Response:
        require_rate(self._settings, request)
        value = await read_body(request, MAX_BODY)
        try:
            require_host(is_host=self._host.is_host(request))
            await asyncio.to_thread(set_value, value.decode("latin-1"))
        except Exception as error:
            return refusal(error)
        return Response(status_code=204)

    def _may_move_hands(self, connection: HTTPConnection) -> bool:
        # Only a host at this machine: the page shows what hidden hands carry.
        is_local = request_checks.is_local(connection)
        return self._hands is not None and is_local and self._host.is_host(connection)

    # Sockets.

    async def _close_lobby(self, socket: WebSocket) -> None:
        await socket.accept()
        await close(socket, NO_GAME)

    async def _serve_table(self, socket: WebSocket) -> None:
        await socket.accept()
        device = self._host.device(socket)
        if device is not None:
            self._seen.add(device.id)
        id_ = device and device.id

        def run(command: SocketRequest) -> None:
            acts = self._shown.acts_for(id_, is_host=self._host.is_host(socket))
            if window_requests.stop(self._daemon, acts, command):
                return
            if command.text == LEAVE_GUIDE:
                self._daemon.leave_guide(acts, command.prompt)
                return
            is_button = command.text in ("done", "undo", "help")
            do = self._daemon.press_at_table if is_button else self._daemon.say_at_table
            do(acts, command.text, command.prompt)

        await serve(
            socket,
            self._audience(TABLE),
            run,
            first=self._first_message,
            device=id_,
        )

    def _first_message(self, message: PageMessage) -> PageMessage:
        span = self._status and self._status.eyes_closed
        return page_messages.entered(
            message, self._run_id, _left_ms(span), self._presence(), self._beat_left_ms()
        )

    def _beat_left_ms(self) -> int | None:
        beat = self._status and self._status.beat
        return _left_ms(beat and beat.span)

    async def _serve_seat(self, socket: WebSocket) -> None:
        await socket.accept()
        name = socket.path_params["seat"]
        device = self._host.device(socket)
        if device is None or name not in map(str, self._shown.seats_of(device.id)):
            # Just after the start the table has not told its game yet; pages try again.
            await close(socket, NOT_SEATED if self._shown.game else NOT_YET)
            return
        seat = int(name)
        self._seen.add(device.id)
        await asyncio.to_thread(self._host.watch, seat)
        if seat not in self._shown.seats_of(device.id):  # it was led out meanwhile
            await close(socket, NOT_SEATED)
            return
        await serve(
            socket,
            self._audience(seat),
            lambda command: self._run(seat, device, command),
            first=lambda message: page_messages.seat_entered(message, self._beat_left_ms()),
            device=device.id,
        )

    def _run(self, seat: int, device: Device, command: SocketRequest) -> None:
        acts = self._shown.acts_for(device.id, is_host=self._devices.is_host(device))
        if window_requests.stop(self._daemon, acts, command):
            return
        match command.text.split(" "):
            case [("done" | "undo") as button]:
                self._daemon.press_for(seat, button, command.prompt)
            case _ if command.text == LEAVE_GUIDE:
                self._daemon.leave_guide((seat,), command.prompt)
            case ["pencil", place, mark]:
                self._daemon.pencil(seat, place, mark, command.prompt)
            case ["wish", *wish]:
                self._daemon.set_wish(seat, " ".join(wish), command.prompt)
            case _:
                self._daemon.say(seat, command.text, command.prompt)

    async def _serve_simulated_board(self, socket: WebSocket) -> None:
        await socket.accept()
        hands = self._hands
        if hands is None or not self._may_move_hands(socket):
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


def _left_ms(span: Span | None) -> int | None:
    return span and max(0, span.since_ms + span.least_ms - now_ms())

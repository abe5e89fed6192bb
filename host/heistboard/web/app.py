"""What the web server answers: pages, joining a seat, and a socket for each who looks.

| Request | Answer |
|---|---|
| ``GET /`` | the table's page, for everybody; the start page while there is no game |
| ``/start``, ``/start.json`` | the start page: see ``start`` |
| ``POST /seat/N/invite``, ``/seat/N/put-out`` | who sits where: see ``seating`` |
| ``GET /seat/``, ``/seat/N/`` | the private page; the same for everybody |
| ``GET /review/N`` | the review of game N, if it is finished; a page, the same for all games |
| ``GET /review/N.json`` | what it draws |
| ``GET /pages/NAME`` | scripts, styles, words; a game's are ``GAME/NAME`` |
| ``POST /hints`` with a grade, from whoever may host (see ``hosting``) | 204, or why not |
| ``POST /brightness`` with how bright, from whoever may host | 204, or why not |
| ``POST /seat/join`` with an invitation's code | ``{"seat": N}`` and the seat's cookie, or 403 |
| ``GET /board`` from this machine | hands at the simulated board, where it is played on one |
| socket ``/board/live`` from this machine | what they see, and what they do |
| socket ``/live`` | the table's room |
| socket ``/seat/N/live`` with the seat's cookie | the seat's room; moves are made here |

A seat's socket takes ``{"number": 7, "game": 2, "at": 12, "say": MOVE}`` and answers with the same
number; beside moves, ``done``, ``undo`` and ``pencil c3 no`` are said so. ``at`` is the number of
the prompt that the page shows: an answer to an older one is refused as stale. The simulated
board's takes no such pair.

A message that cannot be made is a constant one instead, until the next that can: no page goes
silent, and what went wrong is a line in the host's log (see ``troubles``).
"""

import asyncio
import contextlib
import gzip
import json
import logging
import secrets
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import PurePath
from typing import NamedTuple, TypeAlias

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from heistboard.app import Daemon, Lobby, Status
from heistboard.link.port import now_ms
from heistboard.rules import TABLE, View
from heistboard.sim import SimHands
from heistboard.web import client_info, outgoing
from heistboard.web.announcements import Numbered, Spoken
from heistboard.web.assets import TYPES, assets
from heistboard.web.audiences import Audience, AudienceSocket
from heistboard.web.host import Host, refusal, require_host
from heistboard.web.invitations import Seating
from heistboard.web.rate_limits import Bucket, Buckets
from heistboard.web.reviews import Reviews
from heistboard.web.seat_tokens import Joined, Seats
from heistboard.web.start_page import Start
from heistboard.web.troubles import made_or_trouble

__all__ = ["WebApp"]

BEAT_S = 2.0  # a line that says nothing else says this often that it is alive
BODY_MOST = 256  # bytes of a code
COOKIE_S = 30 * 24 * 3600
JOINS, JOINS_PER_S = 10, 0.5  # from one address
REVIEWS, REVIEWS_PER_S = 40, 4.0  # from one address
SAYS, SAYS_PER_S = 20, 5.0  # on one socket
SAID_MOST = 64  # characters of a move
SEATS = tuple("0123456789")
LOOK_S = 0.04  # at the simulated board's light

Change: TypeAlias = Callable[[outgoing.Message], outgoing.Message]

PAGES = ("board", "review", "seat", "start", "table")

_is_here = client_info.is_here
_log = logging.getLogger(__name__)


class SocketEnd(NamedTuple):
    """Why a socket is closed; the page knows the first."""

    code: int
    reason: str


class Said(NamedTuple):
    """What a page asked for; *at* is the game, and the number of the prompt that it shows."""

    number: int
    text: str
    at: tuple[int, int] | None


Say: TypeAlias = Callable[[Said], None]

NOT_SEATED = SocketEnd(4003, "not in this seat")
TOO_MANY = SocketEnd(1013, "too many look already")
TOO_FAST = SocketEnd(1008, "too fast")
ONLY_LOOK = SocketEnd(1008, "there is nothing to say here")
NOT_TEXT = SocketEnd(1003, "not text")
MALFORMED = SocketEnd(1008, "malformed")


class WebApp:
    """The application. :meth:`publish` and all it serves run in one event loop.

    In a lobby there is no game, so there is neither table nor seat, and ``/`` is the start page.
    """

    def __init__(
        self,
        table: Daemon | Lobby,
        seats: Seats,
        cookie: str,
        host: Host,
        hands: SimHands | None = None,
    ) -> None:
        self._hands = hands
        self._hands_room = Audience()
        folder = files("heistboard.web") / "pages"
        self._pages = {name: (folder / f"{name}.html").read_bytes() for name in PAGES}
        self._files = assets()
        self._packed = {name: gzip.compress(content) for name, content in self._files.items()}
        self._seats = seats
        self._cookie = cookie
        self._rooms: dict[int, Audience] = {}
        self._joins = Buckets(JOINS, JOINS_PER_S)
        self._taken: set[int] = set()
        self._status: Status | None = None
        self._spoken = Spoken()
        self._texts: tuple[Numbered, ...] = ()
        self._run = secrets.token_hex(4)  # another one for each that serves
        self._reviews = Reviews(table.journal)
        self._asks = Buckets(REVIEWS, REVIEWS_PER_S)
        # By name, at each request: tests say who is on this machine.
        is_here = lambda request: _is_here(request)  # noqa: E731
        start = Start(table, host, self._pages["start"], is_here)
        routes: list[BaseRoute] = [
            *start.routes,
            Route("/seat/", self._get_seat),
            Route("/seat/{seat}/", self._get_seat),
            Route("/review/{number}.json", self._get_review),
            Route("/review/{number}", self._get_review),
            Route("/pages/{name:path}", self._get_file),
        ]
        if isinstance(table, Lobby):
            routes.append(Route("/", start.get))
        else:
            self._daemon = table
            routes += [
                *Seating(table, host, is_here).routes,
                Route("/", self._get_table),
                Route("/seat/join", self._join, methods=["POST"]),
                Route("/hints", self._set_hints, methods=["POST"]),
                Route("/brightness", self._set_brightness, methods=["POST"]),
                Route("/board", self._get_board),
                WebSocketRoute("/board/live", self._play_hands),
                WebSocketRoute("/live", self._look),
                WebSocketRoute("/seat/{seat}/live", self._sit),
            ]
        self.app = Starlette(routes=routes)
        self.app.router.redirect_slashes = False

    def publish(self, seat: int, status: Status, view: View) -> None:
        """Shows how things stand to all who look at what *seat* may see."""
        if seat != TABLE:
            self._make(self._room(seat), lambda: outgoing.seat(status, view))
            return
        if self._status is not None and self._status.game != status.game:
            for room in self._rooms.values():  # what another game lacks is not to be seen there
                room.newest = None
        self._status = status
        self._show_table(spoken=True)

    def is_taken(self, seat: int) -> bool:
        """Says whether a device has sat down in *seat*; may be asked from any thread."""
        return seat in self._taken

    def clear(self, seat: int) -> None:
        """Sends everybody out of *seat*."""
        self._taken.discard(seat)
        self._room(seat).clear()
        self._show_table()

    def _room(self, seat: int) -> Audience:
        if seat not in self._rooms:
            self._rooms[seat] = Audience() if seat == TABLE else Audience(self._show_table)
        return self._rooms[seat]

    def _show_table(self, *, spoken: bool = False) -> None:
        # When somebody sits down or leaves, all are to see it.
        if (status := self._status) is None:
            return
        taken = [
            outgoing.SeatTaken(name, self._room(seat).count, seat in self._taken)
            for seat, name in enumerate(status.seats)
        ]

        def make() -> outgoing.Message:
            if spoken:
                self._texts = self._spoken.take(status)
            return outgoing.table(status, taken, self._texts)

        self._make(self._room(TABLE), make)

    def _make(self, room: Audience, make: Callable[[], outgoing.Message]) -> None:
        is_known = room.newest == outgoing.TROUBLE
        room.publish(made_or_trouble(make, is_known=is_known))

    # Pages.

    async def _get_table(self, request: Request) -> Response:
        page = self._pages["table"]
        if self._hands is not None and _is_here(request):
            page = page.replace(b'target="hands" hidden', b'target="hands"')  # the way there
        return Response(page, media_type="text/html")

    async def _get_board(self, request: Request) -> Response:
        if self._hands is None or not _is_here(request):
            return PlainTextResponse("not found", 404)
        return Response(self._pages["board"], media_type="text/html")

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
        return Response(self._packed[name], headers={"Content-Encoding": "gzip"}, media_type=kind)

    async def _get_review(self, request: Request) -> Response:
        client_info.require_rate(self._asks, request)
        message = await self._reviews.get(request.path_params["number"])
        if message is None:
            return PlainTextResponse("not found", 404)
        if request.url.path.endswith(".json"):
            return Response(message, media_type="application/json")
        return Response(self._pages["review"], media_type="text/html")

    async def _set_hints(self, request: Request) -> Response:
        return await self._set(request, self._daemon.set_hints)

    async def _set_brightness(self, request: Request) -> Response:
        return await self._set(request, self._daemon.set_brightness)

    async def _set(self, request: Request, do: Callable[[str], None]) -> Response:
        client_info.require_rate(self._asks, request)
        word = await client_info.body(request, BODY_MOST)
        is_here = _is_here(request)

        def set_it() -> None:
            require_host(self._daemon.status(), is_here=is_here)
            do(word.decode("latin-1"))

        try:
            await asyncio.to_thread(set_it)
        except Exception as error:
            return refusal(error)
        return Response(status_code=204)

    async def _join(self, request: Request) -> Response:
        client_info.require_rate(self._joins, request)
        body = await client_info.body(request, BODY_MOST)
        joined = self._seats.join(body.decode("latin-1"), time.monotonic())
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
            httponly=True,
            samesite="strict",
        )
        return response

    async def _may_join(self, joined: Joined) -> bool:
        # Meanwhile the seat may have got secrets, which the network invites nobody to.
        def join() -> bool:
            if self._daemon.knows_more(joined.seat):
                return False
            try:
                self._seats.came(joined.seat, self._daemon.status().game)
            except OSError as error:
                _log.warning("nobody joins while seats cannot be kept: %s", error)
                return False
            return True

        return joined.is_here or await asyncio.to_thread(join)

    # Sockets.

    async def _look(self, socket: WebSocket) -> None:
        await socket.accept()
        await self._serve(socket, self._room(TABLE), first=self._entered)

    def _entered(self, message: outgoing.Message) -> outgoing.Message:
        span = self._status and self._status.eyes_closed
        left_ms = span and max(0, span.since_ms + span.least_ms - now_ms())
        return outgoing.entered(message, self._run, left_ms)

    async def _sit(self, socket: WebSocket) -> None:
        await socket.accept()
        name = socket.path_params["seat"]
        if name not in SEATS or not self._is_seated(socket, int(name)):
            await _close(socket, NOT_SEATED)
            return
        self._taken.add(int(name))
        await self._serve(
            socket,
            self._room(int(name)),
            lambda said: self._do(int(name), said),
        )

    def _do(self, seat: int, said: Said) -> None:
        match said.text.split(" "):
            case [("done" | "undo") as button]:
                self._daemon.press_for(seat, button, said.at)
            case ["pencil", place, mark]:
                self._daemon.pencil(seat, place, mark)
            case _:
                self._daemon.say(seat, said.text, said.at)

    async def _play_hands(self, socket: WebSocket) -> None:
        await socket.accept()
        hands = self._hands
        if hands is None or not _is_here(socket):
            await _close(socket, NOT_SEATED)
            return
        look = asyncio.create_task(self._watch_hands(hands))
        try:
            await self._serve(
                socket, self._hands_room, lambda said: hands.do(said.text), has_state=False
            )
        finally:
            look.cancel()
            await asyncio.to_thread(hands.let_go)

    async def _watch_hands(self, hands: SimHands) -> None:
        while True:
            self._make(self._hands_room, lambda: outgoing.hands(hands.look()))
            await asyncio.sleep(LOOK_S)

    def _is_seated(self, request: HTTPConnection, seat: int) -> bool:
        return self._seats.is_token(seat, request.cookies.get(self._cookie, ""))

    async def _serve(
        self,
        socket: WebSocket,
        room: Audience,
        say: Say | None = None,
        *,
        first: Change | None = None,
        has_state: bool = True,
    ) -> None:
        line = room.enter()
        if line is None:
            await _close(socket, TOO_MANY)
            return
        show = asyncio.create_task(self._show(socket, room, line, first))
        try:
            end = await self._hear(socket, line, say, has_state=has_state)
        except (WebSocketDisconnect, RuntimeError):  # sent on what has just been closed
            end = None
        finally:
            room.leave(line)
            show.cancel()
            await asyncio.gather(show, return_exceptions=True)
        if end is not None:
            await _close(socket, end)

    async def _show(
        self, socket: WebSocket, room: Audience, line: AudienceSocket, first: Change | None
    ) -> None:
        while line.is_open:
            is_new = await line.wait(BEAT_S)
            message = room.newest if is_new and room.newest else outgoing.BEAT
            if first is not None and message not in (outgoing.BEAT, outgoing.TROUBLE):
                message, first = first(message), None
            if line.is_open:
                await socket.send_text(message)
        await _close(socket, NOT_SEATED)

    async def _hear(
        self, socket: WebSocket, line: AudienceSocket, say: Say | None, *, has_state: bool
    ) -> SocketEnd | None:
        bucket = Bucket(SAYS, SAYS_PER_S)
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect" or not line.is_open:
                return None
            if say is None:
                return ONLY_LOOK
            if not bucket.take(time.monotonic()):
                return TOO_FAST
            text = message.get("text")
            if text is None:
                return NOT_TEXT
            said = _read(text, has_state=has_state)
            if said is None:
                return MALFORMED
            error = await _try(say, said)
            await socket.send_text(outgoing.answer(said.number, error))


async def _try(say: Say, said: Said) -> Exception | None:
    try:
        await asyncio.to_thread(say, said)
    except Exception as error:
        # What an error says may be a secret, so it is not for the log.
        if not isinstance(error, ValueError):
            _log.error("what a page said failed: %s", type(error).__name__)
        return error
    return None


def _read(text: str, *, has_state: bool) -> Said | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    counts = ("number", "game", "at") if has_state else ("number",)
    if not isinstance(data, dict) or data.keys() != {*counts, "say"}:
        return None
    if not all(type(data[name]) is int and 0 <= data[name] < 2**31 for name in counts):
        return None
    said = data["say"]
    if not isinstance(said, str) or len(said) > SAID_MOST:
        return None
    return Said(data["number"], said, (data["game"], data["at"]) if has_state else None)


async def _close(socket: WebSocket, end: SocketEnd) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has gone by itself
        await socket.close(end.code, end.reason)

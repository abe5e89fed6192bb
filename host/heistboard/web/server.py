"""The web server's thread, its port and its addresses."""

import asyncio
import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import uvicorn

from heistboard.app import Daemon, Lobby, Settings, Status
from heistboard.rules import TABLE, View
from heistboard.sim import SimHands
from heistboard.web.connection_limits import LimitedHttp, LimitedWebSocket
from heistboard.web.hosting import Check
from heistboard.web.request_checks import RequestFilter
from heistboard.web.routes import WebApp
from heistboard.web.seat_tokens import SeatTokens

__all__ = ["PORT", "Server", "WebError", "listen"]

PORT = 8555  # the first one tried
PORTS = 20  # how many are tried
SEATS_FILE = "seats.json"

PING_S = 5.0
PONG_S = 10.0
MAX_MESSAGE = 1024  # bytes of a message that a page sends
MAX_HEAD = 16 * 1024  # bytes of a request's head
SEND_BUFFER = 64 * 1024  # bytes; the operating system's, for each connection
BACKLOG = 256
SHUTDOWN_S = 2
ACCEPT_TURNS = 3  # of the event loop, from accepting a connection until it is made


class WebError(Exception):
    """Pages cannot be served; the text says why and what to do."""


class Server:
    """Serves the pages of one *table*. Use it in a ``with`` statement, inside the daemon's.

    In a lobby there is only the start page.

    The seats' tokens are kept in the data *folder*. Pages are served on this machine only, unless
    *is_lan*, on *port*: 0 is any free one, None the first free one from :data:`PORT` on. Instead,
    *listener* may be a socket of :func:`listen`; it is closed at the end. With *hands* there is a
    page of the simulated board, on this machine only.
    """

    def __init__(
        self,
        table: Daemon | Lobby,
        folder: Path,
        *,
        port: int | None = None,
        is_lan: bool = False,
        hands: SimHands | None = None,
        listener: socket.socket | None = None,
    ) -> None:
        self._listener = listener
        self._hands = hands
        self._table = table
        self._folder = folder
        self._wanted_port = port
        self._is_lan = is_lan
        self._watches: dict[int, partial[None]] = {}
        self._watching = threading.Lock()
        self._port = 0
        self._seats: SeatTokens
        self._web_app: WebApp
        self._thread: threading.Thread
        self._server: _Uvicorn

    def __enter__(self) -> "Server":
        """Starts serving; raises :exc:`WebError`."""
        with _as_web_error(self._folder):
            if isinstance(self._table, Daemon):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._seats = SeatTokens(self._folder / SEATS_FILE)
            if isinstance(self._table, Daemon):
                for seat in self._seats.joined_after(self._table.status().game):
                    self._seats.renew(seat)  # invited to a later game, not to these secrets
        listener = self._listener or listen(self._wanted_port, is_lan=self._is_lan)
        self._port = listener.getsockname()[1]
        cookie = f"heistboard-{self._port}"
        self._web_app = WebApp(self._table, self._seats, cookie, self, self._hands)
        app = RequestFilter(self._web_app.app, _host_names(), is_lan=self._is_lan)
        self._server = _Uvicorn(app)
        self._thread = threading.Thread(
            target=self._server.run, args=([listener],), name="web", daemon=True
        )
        self._thread.start()
        self._server.has_started.wait()
        if not self._server.started:
            raise WebError("cannot serve pages: the web server did not start")
        self._watch_seats()
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._table, Daemon):
            for watch in self._watches.values():
                self._table.unwatch(watch)
        self._server.stop()
        self._thread.join()

    @property
    def port(self) -> int:
        """The port the server listens on."""
        return self._port

    @property
    def is_lan(self) -> bool:
        """Whether the network is served, not only this machine."""
        return self._is_lan

    @property
    def address(self) -> str:
        """The address of the pages, for this machine or, with ``is_lan``, for the network."""
        return f"http://{_lan_address() if self._is_lan else '127.0.0.1'}:{self._port}/"

    def begin(self, settings: Settings, check: Check) -> None:
        """Begins or resumes a game, as ``Daemon.begin`` does; everybody keeps their seat."""
        self._table.begin(settings, check)
        self._watch_seats()

    def invite(self, seat: int, *, is_local: bool = True) -> str:
        """Returns an address that brings one device into *seat*, once, within ten minutes.

        Only the player of that seat may see it. With *is_local* False, for a request from the
        network, the invitation ends as soon as the seat knows more than the table.

        Raises :exc:`ValueError` if the game has no such seat, :exc:`WebError` if the data folder
        cannot be written to.
        """
        if seat < 0:  # chance or the table
            raise ValueError(f"there is no seat {seat} to join")
        assert isinstance(self._table, Daemon), "a lobby has no seats"
        self._watch(self._table, seat)
        with _as_web_error(self._folder):
            code = self._seats.invite(seat, time.monotonic(), is_local=is_local)
            return f"{self.address}seat/#{code}"

    def is_taken(self, seat: int) -> bool:
        """Returns whether a device has joined *seat*, or come back to it, since the start."""
        return self._web_app.is_taken(seat)

    def put_out(self, seat: int) -> None:
        """Removes every device from *seat*; they need a new invitation."""
        with _as_web_error(self._folder):
            self._seats.renew(seat)
        self._call_in_loop(lambda: self._web_app.clear(seat))

    def put_out_before(self, game: int, *, is_local: bool) -> None:
        """Before *game* is resumed, removes all who were not invited to its secrets.

        If it is resumed from the network (not *is_local*), removes everybody.
        """
        for seat in self._seats.joined_after(game) if is_local else self._seats.seats():
            self.put_out(seat)

    def _watch_seats(self) -> None:
        if isinstance(self._table, Daemon):
            for seat in (TABLE, *self._seats.seats()):
                with contextlib.suppress(ValueError):  # a seat that this game lacks
                    self._watch(self._table, seat)

    def _watch(self, daemon: Daemon, seat: int) -> None:
        daemon.seat_view(seat)  # raises ValueError if this game lacks a seat of the last one
        with self._watching:
            if seat not in self._watches:
                watch = partial(self._publish, seat)
                daemon.watch(seat, watch)
                self._watches[seat] = watch

    def _publish(self, seat: int, status: Status, view: View) -> None:
        # In the daemon's thread.
        self._call_in_loop(lambda: self._web_app.publish(seat, status, view))

    def _call_in_loop(self, do: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._server.loop.call_soon_threadsafe(do)


class _Uvicorn(uvicorn.Server):
    # uvicorn's server, which says when it has started and in which loop it runs.

    loop: asyncio.AbstractEventLoop

    def __init__(self, app: RequestFilter) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=LimitedHttp,
                ws=LimitedWebSocket,
                loop="asyncio",
                lifespan="off",
                # No request is logged: it may hold a secret.
                log_config=None,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                backlog=BACKLOG,
                h11_max_incomplete_event_size=MAX_HEAD,
                ws_max_size=MAX_MESSAGE,
                ws_ping_interval=PING_S,
                ws_ping_timeout=PONG_S,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=SHUTDOWN_S,
            )
        )
        self.has_started = threading.Event()
        self._stop = asyncio.Event()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            super().run(sockets)
        finally:
            self.has_started.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.has_started.set()

    async def main_loop(self) -> None:
        # uvicorn's own loop wakes ten times a second, for features that are off here.
        await self._stop.wait()
        # asyncio never closes a connection that it is accepting while the listener is closed: so
        # no more are accepted, and those that were are made first.
        for server in self.servers:
            for listener in server.sockets:
                with contextlib.suppress(NotImplementedError):  # Windows
                    self.loop.remove_reader(listener.fileno())
        for _ in range(ACCEPT_TURNS):
            await asyncio.sleep(0)

    def stop(self) -> None:
        # From any thread.
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self.loop.call_soon_threadsafe(self._stop.set)


@contextlib.contextmanager
def _as_web_error(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise WebError(
            f"cannot keep the seats in the data folder {folder}: {error.strerror or error}; "
            "choose another one with --data DIR"
        ) from None


def listen(wanted_port: int | None, *, is_lan: bool) -> socket.socket:
    """Returns a socket at *wanted_port*, or at the first free port; raises :exc:`WebError`."""
    host = "0.0.0.0" if is_lan else "127.0.0.1"
    ports = [*range(PORT, PORT + PORTS), 0] if wanted_port is None else [wanted_port]
    for port in ports:
        # asyncio sets TCP_NODELAY only on a socket that says it is TCP. Without it small answers
        # wait 40 ms for the acknowledgement of earlier ones.
        listener = socket.socket(proto=socket.IPPROTO_TCP)
        if os.name == "posix":  # on Windows it would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it: it limits what piles up for a slow client.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            listener.bind((host, port))
            listener.listen(BACKLOG)
            return listener
        except OSError as error:
            listener.close()
            if wanted_port is not None:
                raise WebError(
                    f"cannot serve pages on port {port}: {error.strerror}; choose another one "
                    "with --port, or none"
                ) from None
        except OverflowError:
            listener.close()
            raise WebError(f"there is no port {port}, expected 0..65535") from None
    raise WebError("cannot serve pages: no port is free")


def _host_names() -> set[str]:
    name = socket.gethostname()
    return {name, f"{name}.local"}


def _lan_address() -> str:
    # Connecting a datagram socket sends nothing, but tells its own address.
    for somewhere in ("10.255.255.255", "192.168.255.255", "172.31.255.255"):
        with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 1))
            return str(probe.getsockname()[0])
    return f"{socket.gethostname()}.local"

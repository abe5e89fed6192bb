"""The web server's thread, its port, and the addresses that are told to people."""

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
from heistboard.web.app import WebApp
from heistboard.web.connection_limits import GuardedHttp, GuardedWebSocket
from heistboard.web.host import Check
from heistboard.web.request_checks import Gate
from heistboard.web.seat_tokens import Seats

__all__ = ["PORT", "Server", "WebError", "listen"]

PORT = 8555  # and the next ones, where it is taken
PORTS = 20
SEATS_FILE = "seats.json"

PING_S = 5.0
PONG_S = 10.0
MESSAGE_MOST = 1024  # bytes that a page may send at once
HEAD_MOST = 16 * 1024  # bytes of a request's head
SEND_BUFFER = 64 * 1024  # of the system, for each connection
BACKLOG = 256
END_S = 2


class WebError(Exception):
    """The pages cannot be served; the text says why and what to do."""


class Server:
    """Serves the pages of one *table*. Use it in a ``with`` statement, inside the daemon's.

    Where the table is a lobby, that is the start page.

    *folder* is the data folder, where the seats' tokens are kept. On this machine only, unless
    *is_lan*. Without a *port* it takes the first that is free, from :data:`PORT` on; port 0 is
    any that is free. A *listener* of :func:`listen` has its port already, and is closed in the
    end. With *hands*, those of the simulated board, there is a page for them, on this machine
    only.
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
        self._wanted = port
        self._is_lan = is_lan
        self._watches: dict[int, partial[None]] = {}
        self._watching = threading.Lock()
        self._port = 0
        self._seats: Seats
        self._pages: WebApp
        self._thread: threading.Thread
        self._server: _Uvicorn

    def __enter__(self) -> "Server":
        """Begins to serve; raises :exc:`WebError`."""
        with _as_web_error(self._folder):
            if isinstance(self._table, Daemon):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._seats = Seats(self._folder / SEATS_FILE)
            if isinstance(self._table, Daemon):
                for seat in self._seats.later(self._table.status().game):
                    self._seats.renew(seat)  # not invited to the secrets of this game
        listener = self._listener or listen(self._wanted, is_lan=self._is_lan)
        self._port = listener.getsockname()[1]
        cookie = f"heistboard-{self._port}"
        self._pages = WebApp(self._table, self._seats, cookie, self, self._hands)
        self._server = _Uvicorn(Gate(self._pages.app, _names(), is_lan=self._is_lan))
        self._thread = threading.Thread(
            target=self._server.run, args=([listener],), name="web", daemon=True
        )
        self._thread.start()
        self._server.begun.wait()
        if not self._server.started:
            raise WebError("cannot serve pages: the web server did not start")
        self._watch_known()
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._table, Daemon):
            for watch in self._watches.values():
                self._table.unwatch(watch)
        self._server.should_exit = True
        self._thread.join()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def is_lan(self) -> bool:
        """Whether it serves the network, not this machine only."""
        return self._is_lan

    @property
    def address(self) -> str:
        """The address that people on this machine, or with ``is_lan`` in this network, open."""
        return f"http://{_lan_address() if self._is_lan else '127.0.0.1'}:{self._port}/"

    def begin(self, settings: Settings, check: Check) -> None:
        """Begins another game at the table, as ``Daemon.begin`` does; those who sit stay there."""
        self._table.begin(settings, check)
        self._watch_known()

    def invite(self, seat: int, *, is_here: bool = True) -> str:
        """Returns an address that brings one device into *seat*, once, within ten minutes.

        Only whoever sits there may read it. One that was asked for from the network (not
        *is_here*) ends as soon as the seat knows more than the table. Raises :exc:`ValueError` if
        the game has no such seat, :exc:`WebError` if the data folder cannot be written to.
        """
        if seat < 0:  # chance or the table, who join nothing
            raise ValueError(f"there is no seat {seat} to join")
        assert isinstance(self._table, Daemon), "nobody sits in a lobby"
        self._watch(self._table, seat)
        with _as_web_error(self._folder):
            code = self._seats.invite(seat, time.monotonic(), is_here=is_here)
            return f"{self.address}seat/#{code}"

    def is_taken(self, seat: int) -> bool:
        """Says whether a device has joined *seat*, or was back in it, since this began."""
        return self._pages.is_taken(seat)

    def renew(self, seat: int) -> None:
        """Puts every device out of *seat*; it is joined again by invitation."""
        with _as_web_error(self._folder):
            self._seats.renew(seat)
        self._in_loop(lambda: self._pages.clear(seat))

    def renew_for(self, game: int, *, is_here: bool) -> None:
        """Puts out, before *game* goes on, whoever was not invited to its secrets.

        If that is wanted from the network (not *is_here*), these are all.
        """
        for seat in self._seats.later(game) if is_here else self._seats.known():
            self.renew(seat)

    def _watch_known(self) -> None:
        if isinstance(self._table, Daemon):
            for seat in (TABLE, *self._seats.known()):
                with contextlib.suppress(ValueError):  # a seat of another game
                    self._watch(self._table, seat)

    def _watch(self, daemon: Daemon, seat: int) -> None:
        daemon.seat_view(seat)  # the game before may have had the seat, and this one not
        with self._watching:
            if seat not in self._watches:
                watch = partial(self._heard, seat)
                daemon.watch(seat, watch)
                self._watches[seat] = watch

    def _heard(self, seat: int, status: Status, view: View) -> None:
        # In the daemon's thread.
        self._in_loop(lambda: self._pages.publish(seat, status, view))

    def _in_loop(self, do: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and so have the pages
            self._server.loop.call_soon_threadsafe(do)


class _Uvicorn(uvicorn.Server):
    # Says when it has begun, and in which loop.

    loop: asyncio.AbstractEventLoop

    def __init__(self, app: Gate) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=GuardedHttp,
                ws=GuardedWebSocket,
                loop="asyncio",
                lifespan="off",
                # Nothing of a request is logged, so no secret of one is.
                log_config=None,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                backlog=BACKLOG,
                h11_max_incomplete_event_size=HEAD_MOST,
                ws_max_size=MESSAGE_MOST,
                ws_ping_interval=PING_S,
                ws_ping_timeout=PONG_S,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=END_S,
            )
        )
        self.begun = threading.Event()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            super().run(sockets)
        finally:
            self.begun.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.begun.set()


@contextlib.contextmanager
def _as_web_error(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise WebError(
            f"cannot keep the seats in the data folder {folder}: {error.strerror or error}; "
            "choose another one with --data DIR"
        ) from None


def listen(wanted: int | None, *, is_lan: bool) -> socket.socket:
    """Returns a socket at port *wanted*, or at the first that is free; raises :exc:`WebError`."""
    host = "0.0.0.0" if is_lan else "127.0.0.1"
    ports = [*range(PORT, PORT + PORTS), 0] if wanted is None else [wanted]
    for port in ports:
        # Only of a socket that says it is TCP does asyncio ask that what it sends goes at once;
        # else small answers wait 40 ms for the acknowledgement of those before them.
        listener = socket.socket(proto=socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere it would let two programs have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections have it from here: what a slow client can pile up is bounded.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            listener.bind((host, port))
            listener.listen(BACKLOG)
            return listener
        except OSError as error:
            listener.close()
            if wanted is not None:
                raise WebError(
                    f"cannot serve pages on port {port}: {error.strerror}; choose another one "
                    "with --port, or none"
                ) from None
        except OverflowError:
            listener.close()
            raise WebError(f"there is no port {port}, expected 0..65535") from None
    raise WebError("cannot serve pages: no port is free")


def _names() -> set[str]:
    name = socket.gethostname()
    return {name, f"{name}.local"}


def _lan_address() -> str:
    # A datagram socket that is connected has sent nothing yet, but knows its own address.
    for somewhere in ("10.255.255.255", "192.168.255.255", "172.31.255.255"):
        with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 1))
            return str(probe.getsockname()[0])
    return f"{socket.gethostname()}.local"

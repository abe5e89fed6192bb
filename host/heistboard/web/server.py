"""The web server's thread, its port and its addresses."""

import asyncio
import contextlib
import secrets
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from starlette.requests import HTTPConnection

from heistboard.app import Daemon, Lobby, Settings, Status, trouble_log
from heistboard.rules import TABLE, View
from heistboard.sim import SimHands
from heistboard.web import own_addresses
from heistboard.web.connection_limits import LimitedHttp, LimitedWebSocket
from heistboard.web.device_requests import DeviceCookie
from heistboard.web.devices import Device, Devices, hashed
from heistboard.web.encryption import Encryption
from heistboard.web.hosting import Check
from heistboard.web.listening import BACKLOG, Listening, WebError, listen
from heistboard.web.request_checks import RequestFilter
from heistboard.web.routes import WebApp
from heistboard.web.table_seats import Change, SeatsShown, TableSeats
from heistboard.web.tls_handshake import TlsHandshake

__all__ = ["Server"]


PING_S = 5.0
PONG_S = 10.0
MAX_MESSAGE = 1024  # bytes of a message that a page sends
MAX_HEAD = 16 * 1024  # bytes of a request's head
SHUTDOWN_S = 2
OPENED_WITHIN_S = 5.0  # the event loop listens at further addresses
CODE_BYTES = 16  # of an invitation
ACCEPT_TURNS = 3  # of the event loop, from accepting a connection until it is made


class Server:
    """Serves the pages of one *table*. Use it in a ``with`` statement, inside the daemon's.

    In a lobby there is only the start page.

    Devices and seats are kept in the data *folder*; *devices* may be those of a lobby. Pages are
    served on this machine only, unless *is_lan*, on *port*: 0 is any free one, None the first free
    one from 8555 on. Instead, *listener* may be what :func:`~heistboard.web.listening.listen`
    returned; it is left open at the end. With *tls* they are encrypted. With *hands* there is a
    page of the simulated board, for hosts at this machine.
    """

    def __init__(
        self,
        table: Daemon | Lobby,
        folder: Path,
        *,
        port: int | None = None,
        is_lan: bool = False,
        hands: SimHands | None = None,
        listener: Listening | None = None,
        devices: Devices | None = None,
        tls: Encryption | None = None,
    ) -> None:
        self._given_listener = listener
        self._listener: Listening
        self._given_devices = devices
        self._tls = tls
        self._hands = hands
        self._table = table
        self._folder = folder
        self._wanted_port = port
        self._is_wanted_on_lan = is_lan
        self._watches: dict[int, partial[None]] = {}
        self._watching = threading.Lock()
        self._devices: Devices
        self._cookie: DeviceCookie
        self._seats: TableSeats | None = None
        self._web_app: WebApp
        self._thread: threading.Thread
        self._server: _Uvicorn

    def __enter__(self) -> "Server":
        """Starts serving; raises :exc:`WebError`."""
        with _as_web_error(self._folder):
            if isinstance(self._table, Daemon):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._seats = TableSeats(self._table, self._folder, self._show_seats)
            is_lobby = isinstance(self._table, Lobby)
            self._devices = self._given_devices or Devices(self._folder, is_kept=not is_lobby)
            if not is_lobby:
                self._devices.keep()
        self._listener = self._given_listener or listen(
            self._wanted_port, is_lan=self._is_wanted_on_lan
        )
        self._cookie = DeviceCookie(self._devices, self.port, is_tls=self.is_tls)
        self._web_app = WebApp(
            self._table, self._devices, self._cookie, self, self._hands, self._seats, self.invite
        )
        covered = self._tls.names if self._tls else frozenset({own_addresses.LOCAL})
        self._local_name = own_addresses.local_name(covered)
        names = own_addresses.host_names() | covered
        self._filter = RequestFilter(self._web_app.app, names, is_lan=self.is_lan)
        self._server = _Uvicorn(self._filter, self._tls)
        self._thread = threading.Thread(
            target=self._server.run,
            args=(self._listener.duplicates(),),
            name="web",
            daemon=True,
        )
        self._thread.start()
        self._server.has_started.wait()
        if not self._server.started:
            raise WebError("cannot serve pages: the web server did not start")
        if self._seats is not None:
            self.watch(TABLE)
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._table, Daemon):
            with self._watching:  # a page may still open
                watches = [*self._watches.values()]
            for watch in watches:
                self._table.unwatch(watch)
        self._server.stop()
        self._thread.join()
        if self._given_listener is None:
            self._listener.close()

    @property
    def port(self) -> int:
        """The port the server listens on."""
        return self._listener.port

    @property
    def is_lan(self) -> bool:
        """Whether the network is served, not only this machine."""
        return self._listener.is_lan

    @property
    def is_tls(self) -> bool:
        """Whether the pages are encrypted."""
        return self._tls is not None

    @property
    def authority(self) -> bytes | None:
        """The certificate (PEM) of the authority that devices may trust, if it was made here."""
        return self._tls.authority if self._tls else None

    @property
    def authority_to_trust(self) -> tuple[str, str] | None:
        """The address and the fingerprint of that authority, for people to compare."""
        if self._tls is None or self._tls.authority is None:
            return None
        return f"{self.address}authority.crt", self._tls.fingerprint

    @property
    def local_address(self) -> str:
        """The address of the pages for a browser on this machine."""
        is_covered = self._tls is None or self._local_name in self._tls.names
        return self._at(self._local_name) if is_covered or not self.is_lan else self.address

    @property
    def address(self) -> str:
        """The address of the pages, for this machine or, with ``is_lan``, for the network."""
        if not self.is_lan:
            return self.local_address
        host = self._listener.lan_address or f"{socket.gethostname()}.local"
        return self._at(own_addresses.network_name(self._tls.names, host) if self._tls else host)

    def _at(self, host: str) -> str:
        return f"{'https' if self.is_tls else 'http'}://{host}:{self.port}/"

    def open_to_network(self) -> None:
        """Serves the network too, from now on; pages are told.

        Where it already does, it listens at addresses that this machine got since. Not for the web
        server's own thread. Raises :exc:`WebError`.
        """
        if self._tls is not None:
            self._tls.renew()
        fresh = self._listener.open_to_network()
        serving = self._serve_network(fresh)
        try:
            asyncio.run_coroutine_threadsafe(serving, self._server.loop).result(OPENED_WITHIN_S)
        except (RuntimeError, TimeoutError):  # the loop has ended
            serving.close()
            for listener in fresh:
                listener.close()
            raise WebError("cannot serve pages to the network: the server has ended") from None

    async def _serve_network(self, listeners: Iterable[socket.socket]) -> None:
        self._filter.is_lan = True
        for listener in listeners:
            await self._server.listen_at(listener)
        self._web_app.publish_network()

    @property
    def host_address(self) -> str:
        """The address that makes a browser on this machine a host. It holds the secret."""
        return f"{self.local_address}#host={self._devices.secret}"

    def device(self, connection: HTTPConnection) -> Device | None:
        """Returns the device that a request or a socket comes from."""
        return self._cookie.device(connection)

    def is_host(self, connection: HTTPConnection) -> bool:
        """Returns whether a request or a socket comes from a host."""
        return self._cookie.is_host(connection)

    def begin(self, settings: Settings, check: Check) -> None:
        """Begins or resumes a game, as ``Daemon.begin`` does."""
        self._table.begin(settings, check)

    def play_again(self, check: Check) -> None:
        """Begins the game on the table anew, as ``Daemon.play_again`` does."""
        assert isinstance(self._table, Daemon), "a lobby has no game"
        self._table.play_again(check)

    def invite(self, seat: int) -> str:
        """Returns an address that seats one device in *seat*, once, within ten minutes.

        Only the player of that seat may see it. Where the seat may hold a secret, the invitation
        is announced to everybody, and the address works after that.

        Raises :exc:`ValueError` if the game has no such seat, :exc:`WebError` if the data folder
        cannot be written to.
        """
        assert self._seats is not None, "a lobby has no seats"
        code = secrets.token_urlsafe(CODE_BYTES)

        def invite(change: Change) -> None:
            _require_seat(change, seat)
            change.seating.invite(hashed(code), seat, change.chairs, change.now_ms)

        with _as_web_error(self._folder):
            self._seats.change(invite)
        return f"{self.address}#sit={code}"

    def look(self, seat: int) -> bool:
        """Lets the terminal show what *seat* sees, or announces it; returns whether it may now.

        Raises :exc:`~heistboard.web.seating.SeatRefused` if the seat is played elsewhere, and
        :exc:`WebError` as :meth:`invite` does.
        """
        assert self._seats is not None, "a lobby has no seats"
        with _as_web_error(self._folder):
            return self._seats.change(lambda change: change.seating.look(seat, *change[1:]))

    def is_taken(self, seat: int) -> bool:
        """Returns whether a device sits in *seat* that was here since the start."""
        return self._web_app.is_taken(seat)

    def put_out(self, seat: int) -> bool:
        """Leads every device out of *seat*, or announces it; returns whether it is done.

        Raises :exc:`ValueError` if the game has no such seat, :exc:`WebError` if the data folder
        cannot be written to.
        """
        assert self._seats is not None, "a lobby has no seats"

        def put_out(change: Change) -> bool:
            _require_seat(change, seat)
            return change.seating.put_out(None, seat, *change[1:])

        with _as_web_error(self._folder):
            return self._seats.change(put_out)

    def watch(self, seat: int) -> None:
        """Publishes from now on what *seat* may see; raises :exc:`ValueError`."""
        assert isinstance(self._table, Daemon), "a lobby has no seats"
        with self._watching:
            if seat not in self._watches:
                watch = partial(self._publish, seat)
                self._table.watch(seat, watch)
                self._watches[seat] = watch

    def _show_seats(self, seats: SeatsShown) -> None:
        # In the daemon's thread.
        self._call_in_loop(lambda: self._web_app.show_seats(seats))

    def _publish(self, seat: int, status: Status, view: View) -> None:
        # In the daemon's thread. The seats follow the game before anything of it is shown.
        if seat == TABLE and self._seats is not None and isinstance(self._table, Daemon):
            try:
                self._seats.follow(self._table.seat_facts())
            except Exception as error:
                trouble_log.report(error)
                self._seats.lose()
        self._call_in_loop(lambda: self._web_app.publish(seat, status, view))

    def _call_in_loop(self, do: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._server.loop.call_soon_threadsafe(do)


def _require_seat(change: Change, seat: int) -> None:
    count = len(change.seating.sitters)
    if not 0 <= seat < count:
        raise ValueError(f"there is no seat {seat}, expected 0..{count - 1}")


class _Uvicorn(uvicorn.Server):
    # uvicorn's server, which says when it has started and in which loop it runs.

    loop: asyncio.AbstractEventLoop

    def __init__(self, app: RequestFilter, tls: Encryption | None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=LimitedHttp if tls is None else _encrypted_http(tls),
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

    async def listen_at(self, listener: socket.socket) -> None:
        # Serves one more listening socket, as startup() does.
        protocol = partial(
            cast(Any, self.config.http_protocol_class),
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        self.servers.append(
            await self.loop.create_server(protocol, sock=listener, backlog=BACKLOG)
        )

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


def _encrypted_http(tls: Encryption) -> type[asyncio.Protocol]:
    # Stands in for the class of HTTP connections.
    def begin(**settings: Any) -> TlsHandshake:  # noqa: ANN401 (what uvicorn hands to a protocol)
        connections = settings["server_state"].connections
        return TlsHandshake(tls.context, partial(LimitedHttp, **settings), connections)

    return cast("type[asyncio.Protocol]", begin)

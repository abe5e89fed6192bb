"""A game with pages: simulated board, daemon and web server, with real clients."""

import contextlib
import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import httpx
from heistboard.app import Daemon, Settings, Status
from heistboard.games.pieces import pieces_of
from heistboard.places import layout
from heistboard.sim import Hands, SimBoard, SimHands
from heistboard.sim.following_hands import FollowingHands
from heistboard.web import Encryption, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support import in_process
from tests.support.seats import a_host, seated

THIEF, POLICE = 0, 1
WITHIN_S = 20.0  # for a machine that is busy
SPEED = 20
PLACED = {"green": "x22", "yellow": "x44", "pink": "x11"}


Then = Callable[[], None]


def nothing() -> None:
    """The default for what is done after each step."""


class Evening:
    """Use it in a ``with`` statement; helicopters and buildings *off* are not on the board yet.

    *is_followed*: the hands of the boards' page carry the pieces, as without a board.
    """

    def __init__(
        self,
        folder: Path,
        *,
        is_lan: bool = False,
        port: int = 0,
        speed: int = SPEED,
        resume: int | None = None,
        off: Collection[str] = (),
        has_board_page: bool = False,
        is_followed: bool = False,
        thief_ms: int = 0,
        tls: Encryption | None = None,
    ) -> None:
        self._tls = tls
        self._has_board_page = has_board_page or is_followed
        self._is_followed = is_followed
        self.folder = folder
        self._is_lan = is_lan
        options = {"thief-seconds": f"{thief_ms / 1000:g}"}
        self._settings = Settings("car-thief", resume=resume, table_options=options, speed=speed)
        self._port = port
        self._off = off
        self._ends = contextlib.ExitStack()
        self.board: SimBoard
        self.hands: Hands
        self.daemon: Daemon
        self.server: Server

    def __enter__(self) -> "Evening":
        self.folder.mkdir(exist_ok=True)
        self.board = self._ends.enter_context(SimBoard())
        self.hands = Hands(self.board, bounces=False)
        for cell in set(layout.CELLS) - set(self._off):
            self.hands.cover(cell)
        page = SimHands([self.board], pieces_of("car-thief"))
        follows = FollowingHands(page, lambda floors: [self.board])
        self.daemon = self._ends.enter_context(
            Daemon(
                self.folder / "journal.sqlite",
                self._settings,
                self.board.ports,
                hands=follows if self._is_followed else None,
            )
        )
        if not self._is_followed:
            self.daemon.listeners.append(
                lambda status: setattr(page, "shows_hidden", status.is_secret)
            )
        self.server = self._ends.enter_context(
            Server(
                self.daemon,
                self.folder,
                port=self._port,
                is_lan=self._is_lan,
                tls=self._tls,
                hands=page if self._has_board_page else None,
            )
        )
        self.until(lambda status: status.sync != "lost")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ends.close()

    # The table.

    def until(self, wanted: Callable[[Status], bool]) -> Status:
        """Waits until the status is as *wanted*."""
        end_s = time.monotonic() + WITHIN_S
        while not wanted(status := self.daemon.status()):
            assert time.monotonic() < end_s, status
            time.sleep(0.002)
        return status

    def until_at(self, colour: str, crossing: str) -> None:
        """Waits until a helicopter is at *crossing*."""
        self.until(lambda status: helicopters(status)[colour] == crossing)

    def until_hiding(self, status: str, **more: object) -> None:
        """Waits until the thief is told *status* of the hiding place."""
        self.until(lambda _: self.hiding().items() >= {"status": status, **more}.items())

    def hiding(self) -> dict[str, Any]:
        """What the thief is told of the hiding place."""
        board: Any = self.daemon.seat_view(THIEF)["board"]
        return dict(board)

    def place(self, then: Then = nothing) -> None:
        """Places the helicopters and closes eyes; calls *then* after each step."""
        for colour, crossing in PLACED.items():
            self.hands.put(crossing)
            self.until_at(colour, crossing)
            then()
        self.done("eyes-closed", then)

    def done(self, phase: str, then: Then = nothing) -> None:
        """Presses Done and waits for *phase*."""
        self.hands.press("done", hold_ms=40)
        self.until(lambda status: status.phase == phase)
        self.until(lambda _: "done" not in self.daemon.picture())
        then()

    def fly(self, colours: Iterable[str] = PLACED, then: Then = nothing) -> None:
        """Flies helicopters to and fro, and closes eyes."""
        for colour in colours:
            home = helicopters(self.daemon.status())[colour]
            away = f"x{int(home[1]) + (1 if home[1] < '4' else -1)}{home[2]}"
            self.hands.take(home)
            self.until(lambda status: status.ask.id == "police.hand")
            then()
            self.hands.put(away)
            self.until_at(colour, away)
            then()
        self.done("eyes-closed", then)

    def hide(self, cell: str, old: str | None = None, then: Then = nothing) -> None:
        """Puts the car under the building on *cell*, by hand."""
        if old:
            self.hands.uncover(old)
            self.until_hiding("open", open=[old])
            then()
            self.hands.take(old)
        self.hands.uncover(cell)
        self.until(lambda _: cell in self.hiding()["open"])
        then()
        self.hands.put(cell)
        if old:
            self.hands.cover(old)
            self.until_hiding("open", open=[cell])
        time.sleep(0.4 / self._settings.speed)  # shorter would be a knock
        self.hands.cover(cell)
        self.until_hiding("ready", cell=cell)
        then()
        self.done("police", then)

    # Clients.

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.port}"

    def http(self, *, cookie: str = "", is_host: bool = False, **headers: str) -> httpx.Client:
        """An in-process HTTP client that sends the Origin of our pages, unless told otherwise."""
        cookie = a_host(self.server) if is_host else cookie
        return in_process.client(self.server, **({"Cookie": cookie} if cookie else {}), **headers)

    def code(self, seat: int) -> str:
        """The code of a new invitation."""
        return self.server.invite(seat).partition("#sit=")[2]

    def saying(self, text: str, number: int = 1, seat: int | None = None) -> str:
        """A command as a seat's page with the current prompt sends it.

        By default it is the seat whose turn it is.
        """
        status = self.daemon.status()
        if seat is None:
            seat = status.seats.index(status.seat) if status.seat else 0
        prompt: Any = self.daemon.seat_view(seat)["prompt"]
        said = {"number": number, "game": status.game, "at": prompt["number"], "say": text}
        return json.dumps(said)

    def join(self, seat: int) -> str:
        """Seats a new device; returns its cookie."""
        return seated(self.server, seat)

    @contextlib.contextmanager
    def socket(
        self, path: str = "/live", cookie: str | None = None, *, origin: str | None = ""
    ) -> Iterator[ClientConnection]:
        """Opens a web socket with the Origin of our pages."""
        headers = {"Cookie": cookie} if cookie else {}
        if origin is not None:
            headers["Origin"] = origin or f"http://{self.host}"
        address = f"ws://{self.host}{path}"
        with connect(address, additional_headers=headers, proxy=None, close_timeout=1) as line:
            yield line

    @contextlib.contextmanager
    def sit(self, seat: int) -> Iterator[ClientConnection]:
        """Joins *seat* and opens its web socket."""
        with self.socket(f"/seat/{seat}/live", self.join(seat)) as line:
            yield line


def helicopters(status: Status) -> dict[str, str]:
    """The crossings of the helicopters."""
    at: Any = status.view["helicopters"]
    return dict(at)


class _Line(Protocol):
    def recv(self, timeout: float | None = None) -> str | bytes: ...


def receive(socket: _Line, key: str = "") -> Any:  # noqa: ANN401 (whatever JSON says)
    """The next message that is not a keepalive.

    Those for one device alone (``you``) are left out, unless that is the *key* looked for.
    """
    end_s = time.monotonic() + WITHIN_S
    while True:
        assert time.monotonic() < end_s
        content = json.loads(socket.recv(timeout=WITHIN_S))
        if content and (key in content if key else "you" not in content):
            return content


def receive_until(socket: _Line, wanted: Callable[[Any], bool]) -> Any:  # noqa: ANN401
    """The next message that is as *wanted*."""
    while not wanted(content := receive(socket)):
        pass
    return content


def closed(socket: ClientConnection) -> int:
    """The code with which the server closes a socket."""
    until_s = time.monotonic() + WITHIN_S
    try:
        while time.monotonic() < until_s:  # keepalives come for ever
            socket.recv(timeout=WITHIN_S)
        raise AssertionError("the socket stays open")
    except ConnectionClosed as ended:
        return ended.rcvd.code if ended.rcvd else 1006

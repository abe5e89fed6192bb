"""Web sockets: who receives the same messages, and what a page sends.

All of it runs in the web server's event loop. No socket has a queue: when it can send again it
sends the latest message, so a slow client costs nothing and always gets the current state.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from heistboard.app import trouble_log
from heistboard.web import page_messages, shares
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimit, client_address, read_object
from heistboard.web.shares import LOOPBACK, Shares

__all__ = [
    "MAX_VIEWERS",
    "NOT_SEATED",
    "NOT_YET",
    "NO_GAME",
    "Audience",
    "CloseReason",
    "SocketRequest",
    "Viewer",
    "close",
    "serve",
]

MAX_VIEWERS = 16  # of one audience
RESERVED_VIEWERS = 8  # of these, for this machine
KEEPALIVE_S = 2.0  # between messages; pages take a silent socket for dead after 5 s
MAX_COMMAND_LENGTH = 200  # characters; no move is longer, see rules.testing
PADDED_TO = 4096  # bytes; the length of an encrypted message is a multiple of it
COMMANDS, COMMANDS_PER_S = 20, 5.0  # on one socket

_log = logging.getLogger(__name__)


class CloseReason(NamedTuple):
    """Why the server closes a socket.

    Pages know the codes of :data:`NOT_SEATED` and :data:`NO_GAME`.
    """

    code: int
    reason: str


NOT_SEATED = CloseReason(4003, "not in this seat")
NO_GAME = CloseReason(4004, "no game")
NOT_YET = CloseReason(1013, "who sits where is not known yet")
TOO_MANY = CloseReason(1013, "too many look already")
TOO_FAST = CloseReason(1008, "too fast")
NOT_TEXT = CloseReason(1003, "not text")
MALFORMED = CloseReason(1008, "malformed")


class SocketRequest(NamedTuple):
    """What a page asks for, such as a move.

    *prompt* has the numbers of the game and of the prompt that the page shows.
    """

    number: int
    text: str
    prompt: tuple[int, int] | None


RunCommand: TypeAlias = Callable[[SocketRequest], None]
ChangeMessage: TypeAlias = Callable[[PageMessage], PageMessage]


class Viewer:
    """One socket of an audience.

    *party* is what it counts for (see ``shares``), *device* its device's id, if it has one.
    """

    def __init__(self, party: str = LOOPBACK, device: str | None = None) -> None:
        self.is_open = True
        self.party = party
        self.device = device
        self.end = NOT_SEATED
        self._changed = asyncio.Event()
        self._has_news = False
        self._own: PageMessage | None = None  # the last message for this viewer alone
        self._own_sent: PageMessage | None = None

    def notify(self) -> None:
        """Wakes the socket's sender: there is a new message for the whole audience."""
        self._has_news = True
        self._changed.set()

    def tell(self, message: PageMessage) -> None:
        """Sends a message to this viewer alone, unless it was the last such message."""
        self._own = message
        if message != self._own_sent:
            self._changed.set()

    def take(self) -> tuple[bool, PageMessage | None]:
        """Returns whether there is news for the audience, and the message for this viewer."""
        has_news, self._has_news = self._has_news, False
        own = None if self._own == self._own_sent else self._own
        self._own_sent = self._own
        return has_news, own

    def close(self, end: CloseReason = NOT_SEATED) -> None:
        """Wakes the socket's sender to close the socket, with *end*."""
        self.is_open = False
        self.end = end
        self._changed.set()

    async def wait(self, timeout_s: float) -> bool:
        """Waits for a new message; returns False if there was none within *timeout_s*."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class Audience:
    """The sockets that receive the same messages; calls *changed* when one comes or goes."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.latest: PageMessage | None = None
        self._changed = changed
        self._make_own: Callable[[str | None], PageMessage] | None = None
        self._viewers: dict[Viewer, None] = {}  # in the order in which they came

    @property
    def count(self) -> int:
        """How many sockets there are."""
        return len(self._viewers)

    def publish(self, make: Callable[[], PageMessage]) -> None:
        """Sends the message that *make* returns to every socket here.

        If it raises, :data:`~heistboard.web.page_messages.TROUBLE` is sent instead. Of several
        errors in a row only the first one is logged: its type and place, never a value.
        """
        try:
            message = make()
        except Exception as error:
            if self.latest != page_messages.TROUBLE:
                trouble_log.report(error)
            message = page_messages.TROUBLE
        if message != self.latest:
            self.latest = message
            for viewer in self._viewers:
                viewer.notify()

    def tell_each(self, make: Callable[[str | None], PageMessage]) -> None:
        """Sends each viewer, also later ones, the message that *make* returns for its device."""
        self._make_own = make
        for viewer in self._viewers:
            viewer.tell(make(viewer.device))

    @property
    def devices(self) -> set[str]:
        """The ids of the devices that are here."""
        return {each.device for each in self._viewers if each.device is not None}

    def close_all_but(self, devices: Collection[str], end: CloseReason) -> None:
        """Closes the sockets of all other devices, with *end*."""
        for viewer in self._viewers:
            if viewer.device not in devices:
                viewer.close(end)

    def join(self, party: str = LOOPBACK, device: str | None = None) -> Viewer | None:
        """Adds a viewer and returns it, or returns None if there is no room for it.

        There is room for :data:`MAX_VIEWERS`. When all places are taken, the newest viewer of the
        party that has most gives way to a party that has fewer.
        """
        viewer = Viewer(party, device)
        present = [each for each in self._viewers if each.is_open]
        held = Counter(each.party for each in (*present, viewer))
        over = Shares(MAX_VIEWERS, MAX_VIEWERS, RESERVED_VIEWERS).over(party, held)
        if party in over:
            return None
        if over:
            next(each for each in reversed(present) if each.party in over).close(TOO_MANY)
        self._viewers[viewer] = None
        if self.latest is not None:
            viewer.notify()
        if self._make_own is not None:
            viewer.tell(self._make_own(device))
        self._changed()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Removes a viewer."""
        self._viewers.pop(viewer, None)
        self._changed()


async def serve(
    socket: WebSocket,
    audience: Audience,
    run: RunCommand,
    *,
    first: ChangeMessage | None = None,
    has_prompt: bool = True,
    device: str | None = None,
) -> None:
    """Sends the audience's messages to *socket*, and passes the page's commands to *run*.

    *device* is the id of the socket's device. *first* changes the first message. Commands answer
    a prompt if *has_prompt*. Returns when the socket is closed.
    """
    viewer = audience.join(shares.party(client_address(socket)), device)
    if viewer is None:
        await close(socket, TOO_MANY)
        return
    sender = asyncio.create_task(_send(socket, audience, viewer, first))
    try:
        reason = await _receive(socket, viewer, run, has_prompt=has_prompt)
    except (WebSocketDisconnect, RuntimeError):  # an answer to a socket that has just closed
        reason = None
    finally:
        audience.leave(viewer)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
    if reason is not None:
        await close(socket, reason)


async def close(socket: WebSocket, reason: CloseReason) -> None:
    """Closes a socket, which may be closed already."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(reason.code, reason.reason)


async def _send(
    socket: WebSocket, audience: Audience, viewer: Viewer, first: ChangeMessage | None
) -> None:
    while viewer.is_open:
        await viewer.wait(KEEPALIVE_S)
        has_news, own = viewer.take()
        message = audience.latest if has_news else None
        if first and message is not None and message != page_messages.TROUBLE:
            message, first = first(message), None
        for each in [each for each in (message, own) if each] or [page_messages.KEEPALIVE]:
            if viewer.is_open:
                await _send_text(socket, each)
    await close(socket, viewer.end)


async def _send_text(socket: WebSocket, message: str) -> None:
    # Encryption hides what is sent but not its length, which would tell how many moves a seat has,
    # and so where it is (see also page_messages.seat). Spaces after JSON mean nothing. A keepalive
    # says nothing.
    if socket.scope["scheme"] == "wss" and message != page_messages.KEEPALIVE:
        message += " " * (-len(message.encode()) % PADDED_TO)
    await socket.send_text(message)


async def _receive(
    socket: WebSocket, viewer: Viewer, run: RunCommand, *, has_prompt: bool
) -> CloseReason | None:
    limit = RateLimit(COMMANDS, COMMANDS_PER_S)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect" or not viewer.is_open:
            return None
        if not limit.take(time.monotonic()):
            return TOO_FAST
        text = message.get("text")
        if text is None:
            return NOT_TEXT
        command = _parse(text, has_prompt=has_prompt)
        if command is None:
            return MALFORMED
        error = await _run(run, command)
        await _send_text(socket, page_messages.answer(command.number, error))


async def _run(run: RunCommand, command: SocketRequest) -> Exception | None:
    try:
        await asyncio.to_thread(run, command)
    except Exception as error:
        # The text of an error may hold a secret, so it is not logged.
        if not isinstance(error, ValueError):
            _log.error("a page's command failed: %s", type(error).__name__)
        return error
    return None


def _parse(text: str, *, has_prompt: bool) -> SocketRequest | None:
    data = read_object(text)
    numbers = ("number", "game", "at") if has_prompt else ("number",)
    if data is None or data.keys() != {*numbers, "say"}:
        return None
    if not all(type(data[name]) is int and 0 <= data[name] < 2**31 for name in numbers):
        return None
    command = data["say"]
    if not isinstance(command, str) or len(command) > MAX_COMMAND_LENGTH:
        return None
    return SocketRequest(
        data["number"], command, (data["game"], data["at"]) if has_prompt else None
    )

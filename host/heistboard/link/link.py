"""One connection to one board: the host's side of firmware/PROTOCOL.md. Pure.

:mod:`heistboard.link.port` feeds bytes and the time to a :class:`Link`, sends the bytes that
:meth:`Link.take_output` returns and passes on the notices of :meth:`Link.take_notices`.
"""

import struct
from enum import Enum
from typing import NamedTuple

from heistboard.firmware import VERSION, wire
from heistboard.link.floors import NEW_MOST, Modules
from heistboard.link.messages import (
    Configured,
    Fault,
    Hello,
    Lit,
    Rise,
    Snapshot,
    Stats,
    decode,
)
from heistboard.link.module import Event, Module, Resync
from heistboard.link.scene_sender import SceneSender
from heistboard.places import layout
from heistboard.places.lighting import Lighting

__all__ = [
    "NOT_ANSWERING",
    "Counters",
    "Link",
    "LinkState",
    "Notice",
    "Presence",
    "StateChange",
    "config_for",
    "incompatibility",
]

GREET_EVERY_MS = 250
ANSWER_WITHIN_MS = 2000
QUIET_MS = 100  # silence after which the host sends an ACK marked quiet
ASK_EVERY_MS = 400  # for a short answer, so that a board that may send is never silent for long
MUTE_MS = 500  # without a good frame; so many bytes may be lost that only a GREET helps
SILENCE_MS = 3000  # without a good frame
CONFIG_EVERY_MS = 100
DEFAULTS = Configured(layout.DEFAULT_BUDGET_MA, 255, 5, 20)


class LinkState(Enum):
    """The state of a connection; firmware/PROTOCOL.md has the state table."""

    LOST = "lost"
    GREETING = "greeting"
    SYNCING = "syncing"
    READY = "ready"
    REFUSED = "refused"


_MET = (LinkState.SYNCING, LinkState.READY)
_CONNECTING = (LinkState.GREETING, LinkState.SYNCING)
_ENDED = (LinkState.LOST, LinkState.REFUSED)
NOT_ANSWERING = "not answering"


class StateChange(NamedTuple):
    """A connection changed its state; *floor* is None while the board is unknown."""

    floor: int | None
    old: LinkState
    new: LinkState
    cause: str


class Presence(NamedTuple):
    """Whether a READY connection of the module exists now; told by the hub at each change.

    *missed* is how many events the board had already queued, of which nobody saw the changes.
    """

    is_there: bool
    missed: int = 0


Notice = Event | Resync | StateChange | Presence | Lit | Stats | Fault | Rise


class Counters:
    """Frames received and blocks sent on one connection."""

    def __init__(self) -> None:
        self.frames = 0
        self.blocks = 0
        self.malformed = 0


class Link:
    """The protocol state of one connection. *session* is a random number, 1..65535."""

    def __init__(
        self,
        session: int,
        modules: Modules,
        config: Configured = DEFAULTS,
        serial: str | None = None,
    ) -> None:
        """With *serial*, a board with another serial number is refused."""
        self.state = LinkState.LOST
        self.module: Module | None = None
        self.counters = Counters()
        self.reader = wire.FrameReader()
        self.stats: Stats | None = None
        self.is_silent = False
        """Whether it was refused because nothing answered."""
        self.is_twin = False
        """Whether it was refused because another connection has a board with its serial number."""
        self._session = session
        self._modules = modules
        self._config = config
        self._serial = serial
        self._is_configured = False
        self._is_met = False  # a HELLO has answered the last GREET
        self._intents: bytes | None = None  # wanted before the board was known
        self._scenes = SceneSender(session)
        self._seen = 0
        self._out = bytearray()
        self._notices: list[Notice] = []
        self._opened_ms = 0
        self._greeted_ms = 0
        self._heard_ms = 0  # time of the last byte of any kind
        self._frame_ms = 0  # time of the last good frame
        self._acked_ms = 0
        self._asked_ms = 0
        self._configured_ms = 0

    # Called by the owner of the port.

    def open(self, now_ms: int) -> None:
        """Starts greeting; call it once the port is open and its input buffer is empty."""
        self._opened_ms = self._heard_ms = self._frame_ms = now_ms
        self._to(LinkState.GREETING, "port opened")
        self._greet(now_ms)

    def close(self, cause: str) -> None:
        """Marks the connection as lost: the port disappeared or was closed."""
        if self.state not in _ENDED:
            self._to(LinkState.LOST, cause)

    def feed(self, data: bytes, now_ms: int) -> None:
        """Handles bytes from the port; ideally all that are waiting."""
        self._heard_ms = now_ms
        frames = self.reader.feed(data)
        if not frames:
            return
        self._frame_ms = now_ms
        self.counters.frames += len(frames)
        for frame in frames:
            try:
                self._take(frame, now_ms)
            except (struct.error, IndexError):
                self.counters.malformed += 1
            self._seen = frame[3]
        if self.state is LinkState.READY:
            self._ack(now_ms, is_quiet=False)
            self._send_scene(now_ms)

    def tick(self, now_ms: int) -> None:
        """Advances the clock; call it at least every 50 ms while the port is open."""
        if self.state is LinkState.GREETING and now_ms - self._opened_ms >= ANSWER_WITHIN_MS:
            self._give_up()
        elif self.state in _MET and now_ms - self._frame_ms >= SILENCE_MS:
            self._to(LinkState.LOST, f"silent for {SILENCE_MS // 1000} s")
        elif self.state in _CONNECTING and now_ms - self._greeted_ms >= GREET_EVERY_MS:
            self._greet(now_ms)
        elif self.state is LinkState.READY:
            self._tick_ready(now_ms)

    def _give_up(self) -> None:
        if self.module is not None:
            self._to(LinkState.LOST, f"silent for {ANSWER_WITHIN_MS // 1000} s")
        elif self._serial is not None and self._modules.knows(self._serial):
            self._to(LinkState.LOST, NOT_ANSWERING)
        else:
            self.is_silent = True
            self._to(
                LinkState.REFUSED,
                "it does not answer like a Heistboard; if it is one, run `heistboard board "
                "flash` to install the firmware of this version on it",
            )

    def _tick_ready(self, now_ms: int) -> None:
        if now_ms >= self._mute_ms:
            self._greet(now_ms)
            self._scenes.lit(0)  # which a board shows after a GREET, as far as it counts
        elif now_ms - self._asked_ms >= ASK_EVERY_MS:
            self._asked_ms = now_ms
            self.ask(wire.ASK_SETTINGS)
        if now_ms - max(self._heard_ms, self._acked_ms) >= QUIET_MS:
            self._ack(now_ms, is_quiet=True)
        if not self._is_configured and now_ms - self._configured_ms >= CONFIG_EVERY_MS:
            self._configure(now_ms)
        self._send_scene(now_ms)

    @property
    def _mute_ms(self) -> int:
        # When to greet a READY board again.
        if self._is_met:
            return self._frame_ms + MUTE_MS
        return self._greeted_ms + GREET_EVERY_MS

    @property
    def due_ms(self) -> int | None:
        """When :meth:`tick` next has something to do; ``None`` while the port is closed."""
        match self.state:
            case LinkState.GREETING:
                times = [self._opened_ms + ANSWER_WITHIN_MS, self._greeted_ms + GREET_EVERY_MS]
            case LinkState.SYNCING:
                times = [self._frame_ms + SILENCE_MS, self._greeted_ms + GREET_EVERY_MS]
            case LinkState.READY:
                heard_ms = max(self._heard_ms, self._acked_ms)
                times = [self._mute_ms, self._frame_ms + SILENCE_MS, heard_ms + QUIET_MS]
                times.append(self._asked_ms + ASK_EVERY_MS)
                if not self._is_configured:
                    times.append(self._configured_ms + CONFIG_EVERY_MS)
                scene_ms = self._scenes.due_ms
                if scene_ms is not None:
                    times.append(scene_ms)
            case _:
                return None
        return min(times)

    # Called by the hub.

    def show(self, intents: bytes, now_ms: int) -> None:
        """Sends *intents* (see :func:`~heistboard.places.scene.pack`) as soon as possible."""
        self._scenes.want(intents)
        if self.module is not None:
            self.module.intents = intents
        else:
            self._intents = intents
        if self.state is LinkState.READY:
            self._send_scene(now_ms)

    def configure(self, config: Configured, now_ms: int) -> None:
        """Sends *config* as soon as possible, and again after each restart of the board."""
        self._config = config
        self._is_configured = False
        if self.state is LinkState.READY:
            self._configure(now_ms)

    def ask(self, what: int) -> None:
        """Requests *what*: ``wire.ASK_SNAPSHOT``, ``ASK_STATS`` and so on."""
        self._send(wire.block(wire.ASK, self._session, wire.ASK_FORM, what))

    @property
    def is_settled(self) -> bool:
        """Whether the board is ready and shows the wanted scene."""
        return self.state is LinkState.READY and self._scenes.is_settled

    def take_output(self) -> bytes:
        """Returns the bytes to send and clears them."""
        if not self._out:
            return b""
        out = bytes(self._out)
        self._out.clear()
        return out

    def take_notices(self) -> list[Notice]:
        """Returns the notices so far, in order, and clears them."""
        notices = self._notices
        self._notices = []
        return notices

    # Messages from the board.

    def _take(self, frame: bytes, now_ms: int) -> None:
        kind = frame[2]
        if kind == wire.EVENTS:
            if self.state is LinkState.READY and self._is_met and self.module is not None:
                self.module.take_events(frame, self._notices.append)
            return
        message = decode(frame)
        if isinstance(message, Hello):
            self._meet(message, now_ms)
        elif not self._is_met:
            return  # after a GREET the board may turn out to have restarted
        elif self.state is LinkState.SYNCING and isinstance(message, Snapshot):
            self._take_snapshot(message)
            self._to(LinkState.READY, "snapshot")
            if self.module is not None:
                self._scenes.want(self.module.intents)  # the hub may have changed it since HELLO
            self._asked_ms = now_ms
            self._configure(now_ms)
        elif self.state is not LinkState.READY:
            return
        elif isinstance(message, Snapshot):
            self._take_snapshot(message)
        elif isinstance(message, Lit):
            self._scenes.lit(message.scene)
            self._notices.append(message)
        elif isinstance(message, Configured):
            self._is_configured = message == self._config
        elif isinstance(message, Stats):
            self.stats = message
            if self.module is not None:
                self.module.hear_clock(message.time_ms)
            self._notices.append(message)
        elif isinstance(message, Fault | Rise):
            self._notices.append(message)

    def _take_snapshot(self, snapshot: Snapshot) -> None:
        if self.module is not None:
            self.module.take_snapshot(snapshot, self._notices.append)

    def _meet(self, hello: Hello, now_ms: int) -> None:
        if hello.session not in (0, self._session):
            return  # meant for an earlier session
        if self.state in (LinkState.SYNCING, LinkState.READY):
            # Session 0: the board has restarted and has not been greeted yet. New boot id: it has
            # restarted and now answers an earlier GREET.
            if not hello.session or (self.module and not self.module.is_of(hello)):
                self._opened_ms = now_ms
                self._to(LinkState.GREETING, "board restarted")
                self._greet(now_ms)
            else:
                self._is_met = True
            return
        if self.state is not LinkState.GREETING or not hello.session:
            return
        expected = self.module.serial if self.module else self._serial
        reason = incompatibility(hello)
        if not reason and expected not in (None, hello.serial):
            reason = f"it is board {hello.serial}, expected {expected}"
        if not reason and self._modules.is_full and not self._modules.knows(hello.serial):
            reason = f"{NEW_MOST} new boards have been connected already; restart this program"
        if reason:
            self._to(LinkState.REFUSED, reason)
            return
        module = self._modules.hold(hello.serial, self)
        if module is None:
            self.is_twin = True
            self._to(
                LinkState.REFUSED,
                f"another board with the same serial number, {hello.serial}, is connected; "
                "unplug one of the two, and give one of them another Pico to use both",
            )
            return
        self.module = module
        self.module.meet(hello)
        if self._intents is not None:
            self.module.intents = self._intents
            self._intents = None
        self._is_met = True
        self._to(LinkState.SYNCING, "hello")
        self._scenes = SceneSender(self._session)
        self._scenes.want(self.module.intents)

    # Messages to the board.

    def _send(self, block: bytes) -> None:
        self._out += block
        self.counters.blocks += 1

    def _greet(self, now_ms: int) -> None:
        self._greeted_ms = now_ms
        self._is_met = self._is_configured = False
        self._out += wire.GREETING_ZEROS
        self._send(wire.block(wire.GREET, self._session, wire.GREET_FORM, wire.PROTOCOL))

    def _ack(self, now_ms: int, *, is_quiet: bool) -> None:
        self._acked_ms = now_ms
        assert self.module is not None and self.module.expected is not None
        self._send(
            wire.block(
                wire.ACK, self._session, wire.ACK_FORM, self.module.expected, self._seen, is_quiet
            )
        )

    def _configure(self, now_ms: int) -> None:
        self._configured_ms = now_ms
        self._send(wire.block(wire.CONFIG, self._session, wire.CONFIG_FORM, *self._config))

    def _send_scene(self, now_ms: int) -> None:
        for block in self._scenes.blocks(now_ms):
            self._send(block)

    def _to(self, new: LinkState, cause: str) -> None:
        floor = self.module.floor if self.module else None
        self._notices.append(StateChange(floor, self.state, new, cause))
        self.state = new
        if new in _ENDED and self.module is not None:
            self._modules.release(self.module.serial, self)


def config_for(lighting: Lighting) -> Configured:
    """Returns the board settings for *lighting*."""
    return DEFAULTS._replace(budget_ma=lighting.budget_ma, brightness=lighting.level)


def incompatibility(hello: Hello) -> str:
    """Returns why this host cannot work with the board, or an empty string if it can."""
    major, minor, _ = (int(part) for part in VERSION.split("."))
    if hello.safe_mode:
        return (
            "it is in safe mode, because its firmware failed three times in a row "
            f"({hello.safe_mode}); {_cure(True)}"
        )
    if hello.protocol != wire.PROTOCOL:
        return (
            f"it speaks protocol {hello.protocol}, expected {wire.PROTOCOL}; "
            f"{_cure(hello.protocol < wire.PROTOCOL)}"
        )
    if (hello.major, hello.minor) != (major, minor):
        return (
            f"its firmware is {hello.firmware}, expected {major}.{minor}; "
            f"{_cure((hello.major, hello.minor) < (major, minor))}"
        )
    if hello.revision != layout.REVISION:
        return (
            f"it is hardware revision {hello.revision}, expected {layout.REVISION}; "
            "use the heistboard release made for that revision"
        )
    if (hello.layout_crc, hello.inputs, hello.leds) != (
        layout.LAYOUT_CRC,
        len(layout.REEDS),
        len(layout.LEDS),
    ):
        return (
            f"its layout is {hello.layout_crc:08x} with {hello.inputs} inputs and {hello.leds} "
            f"LEDs, expected {layout.LAYOUT_CRC:08x} with {len(layout.REEDS)} inputs and "
            f"{len(layout.LEDS)} LEDs; {_cure(True)}"
        )
    return ""


def _cure(is_board_old: bool) -> str:
    if is_board_old:
        return "run `heistboard board flash` to install the firmware of this version on it"
    return "update this program: pip install --upgrade heistboard"

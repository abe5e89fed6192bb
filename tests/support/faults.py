"""A virtual line with faults, which checks what the host receives.

:class:`FaultyLine` records what the board's reeds really did and checks every millisecond how many
bytes are in flight; :meth:`FaultyLine.judge` compares the record with what the host received.
"""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from heist import wire
from heist.board import Board
from heistboard.link.link import LinkState
from heistboard.link.messages import Configured
from heistboard.link.module import Event, Resync
from heistboard.places import layout
from heistboard.places.scene import DARK, pack
from heistboard.sim.byte_faults import ByteFaults

from .virtual import Tamper, VirtualLine, untouched

SETTLE_MS = 15_000  # worst case: silence noticed, port reopened, greeting, and all that again
CONFIG = Configured(450, 200, 4, 18)  # differs from a board's defaults
WINDOW = 192  # bytes that may be in flight
REPLUG_MS = 200  # the host looks for ports this often
REST_OF_BLOCK_MS = 5
ENDED = (LinkState.LOST, LinkState.REFUSED)


class OneByteFault:
    """Applies *fault* to the byte at position *at* of the stream."""

    def __init__(self, at: int, fault: Callable[[int], bytes]) -> None:
        self.has_struck = False
        self._at = at
        self._fault = fault

    def __call__(self, data: bytes) -> bytes:
        at = self._at
        self._at -= len(data)
        if not 0 <= at < len(data):
            return data
        self.has_struck = True
        return data[:at] + self._fault(data[at]) + data[at + 1 :]


ONE_BYTE_FAULTS: dict[str, Callable[[int], bytes]] = {
    "lowest_bit_flipped": lambda byte: bytes([byte ^ 0x01]),
    "all_bits_flipped": lambda byte: bytes([byte ^ 0xFF]),
    "zeroed": lambda byte: b"\x00" if byte else b"\x80",
    "made_a_frame_start": lambda byte: b"\xa5" if byte != 0xA5 else b"\x5a",
    "made_a_block_start": lambda byte: b"A" if byte != 0x41 else b"G",
    "deleted": lambda byte: b"",
    "doubled": lambda byte: bytes([byte, byte]),
    "junk_before": lambda byte: bytes([0xA5, 0x41, byte]),
}


class Spoiler:
    """Spoils bytes at random, by *faults*, until :meth:`stop`."""

    def __init__(self, faults: ByteFaults) -> None:
        self._faults: ByteFaults | None = faults

    def __call__(self, data: bytes) -> bytes:
        return b"".join(self._faults.spoil(data)) if self._faults else data

    def stop(self) -> None:
        self._faults = None


class MessageSpoiler:
    """Spoils messages (blocks or frames) at random until :meth:`stop`."""

    def __init__(
        self,
        seed: int | str,
        *,
        loss: float = 0.0,
        corruption: float = 0.0,
        duplication: float = 0.0,
    ) -> None:
        self._random = Random(seed)
        self._rates = (loss, corruption, duplication)
        self._is_on = True

    def __call__(self, data: bytes) -> bytes:
        return b"".join(map(self._spoil, messages(data))) if self._is_on else data

    def stop(self) -> None:
        self._is_on = False

    def _spoil(self, message: bytes) -> bytes:
        random = self._random
        loss, corruption, duplication = self._rates
        chance = random.random()
        start = random.randrange(len(message))
        end = random.randrange(start, len(message)) + 1
        if chance < loss:
            # The whole message or a part of it.
            return b"" if random.random() < 0.5 else message[:start] + message[end:]
        if chance < loss + corruption:
            bad = bytearray(message)
            bad[start] ^= random.randrange(1, 256)
            return bytes(bad)
        if chance < loss + corruption + duplication:
            return message * 2 if random.random() < 0.5 else message[:end] + message[start:]
        return message


def messages(data: bytes) -> list[bytes]:
    """Splits *data*, as a board or host has sent it, into frames or blocks."""
    found = []
    at = 0
    while at < len(data):
        if data[at] == wire.FRAME_SYNC:
            size = data[at + 1] + wire.FRAME_OVERHEAD
        elif data[at] in wire.BLOCK_KINDS:
            size = wire.BLOCK_SIZE
        else:
            assert data[at] == 0, f"{data[at:].hex()} is no message"
            size = len(wire.GREETING_ZEROS)
        found.append(data[at : at + size])
        at += size
    return found


class OneMessageFault:
    """Applies *fault* to the message with that *number* in the stream."""

    def __init__(self, number: int, fault: Callable[[bytes], bytes]) -> None:
        self.has_struck = False
        self._number = number
        self._fault = fault

    def __call__(self, data: bytes) -> bytes:
        return b"".join(map(self._pass, messages(data)))

    def _pass(self, message: bytes) -> bytes:
        self._number -= 1
        if self._number != -1:
            return message
        self.has_struck = True
        return self._fault(message)


class MessageLoss:
    """Loses *count* messages of a *kind* after the first *skip* of them."""

    def __init__(self, kind: int, count: int, skip: int = 0) -> None:
        self.dropped = 0
        self._kind = kind
        self._count = count
        self._skip = skip

    def __call__(self, data: bytes) -> bytes:
        return b"".join(message for message in messages(data) if not self._drops(message))

    def _drops(self, message: bytes) -> bool:
        if message[2 if message[0] == wire.FRAME_SYNC else 0] != self._kind:
            return False
        if self._skip:
            self._skip -= 1
            return False
        if self.dropped == self._count:
            return False
        self.dropped += 1
        return True


class DelayedBytes:
    """Bytes in transit, in order; *cut* = (at, ms) delays what follows byte *at* by ms."""

    def __init__(self, takes_ms: int, piece: int, bundle_ms: int) -> None:
        self.cut: tuple[int, int] | None = None
        self._takes_ms = takes_ms
        self._piece = piece
        self._bundle_ms = bundle_ms
        self._queue: deque[tuple[int, bytes]] = deque()
        self._count = 0
        self._reader_ms = 0  # until when the reader has waited

    def __len__(self) -> int:
        return len(self._queue)

    def clear(self) -> None:
        self._queue.clear()

    def put(self, data: bytes, now_ms: int) -> None:
        due_ms = now_ms + self._takes_ms
        parts = [data]
        if self.cut is not None and self._count < self.cut[0] < self._count + len(data):
            at = self.cut[0] - self._count
            parts = [data[:at], data[at:]]
        self._count += len(data)
        for number, part in enumerate(parts):
            if number and self.cut is not None:
                due_ms += self.cut[1]
            size = self._piece or len(part) or 1
            for at in range(0, len(part), size):
                if self._queue:
                    due_ms = max(due_ms, self._queue[-1][0] + bool(self._piece))
                self._queue.append((due_ms, part[at : at + size]))

    def take(self, now_ms: int) -> bytes:
        """Returns what has arrived."""
        data = b""
        if now_ms % self._bundle_ms == 0:
            while self._queue and self._queue[0][0] <= now_ms:
                data += self._queue.popleft()[1]
        return data

    def take_waiting(self, now_ms: int, size: int) -> bytes:
        """Returns what a reader of *size* bytes gets if it waits as long as bytes keep coming."""
        data = b""
        self._reader_ms = max(self._reader_ms, now_ms)
        while self._queue and len(data) < size:
            if self._queue[0][0] > self._reader_ms + REST_OF_BLOCK_MS:
                break
            self._reader_ms = max(self._reader_ms, self._queue[0][0])
            data += self._queue.popleft()[1]
        return data


class TrueChange(NamedTuple):
    """A real change of a reed; *number* is None if the board had to drop it."""

    boot: int
    number: int | None
    reed: int
    is_closed: bool
    time_ms: int  # 29 bits


class FaultyLine(VirtualLine):
    """A line with delays *up_ms* and *down_ms* that carries at most *piece* bytes per millisecond.

    Bytes arrive only when the clock is a multiple of *bundle_ms*. The first event of each boot
    has the number *first*. After losing or refusing its board, the host opens the port again, as
    the hub does.
    """

    def __init__(
        self,
        up: Tamper = untouched,
        down: Tamper = untouched,
        clock_ms: int = 0,
        *,
        first: int = 0,
        up_ms: int = 0,
        down_ms: int = 0,
        piece: int = 0,
        bundle_ms: int = 1,
    ) -> None:
        self.truth: list[TrueChange] = []
        self.heard: list[tuple[int, Event]] = []  # boot, event
        self._first = first
        super().__init__(up, down, clock_ms)
        self.config = CONFIG
        self.up_pipe = DelayedBytes(up_ms, piece, bundle_ms)
        self.down_pipe = DelayedBytes(down_ms, piece, bundle_ms)
        self.wanted = pack(DARK)
        self.replugs = 0
        self.is_plugged = True
        self.drivers.wait = self._wait
        self._heard_to = 0
        self._replug_ms: int | None = None

    # Actions.

    def run(self, ms: int) -> None:
        for _ in range(ms):
            super().run(1)
            assert self.board.session.flights.bytes <= WINDOW
            assert len(self.drivers.to_host) <= WINDOW, "written since the host read"
            if self._replug_ms is not None or self.link.state in ENDED:
                self._plug_again()

    def set_reed(self, reed: int, *, is_closed: bool) -> None:
        self.drivers.set(layout.REEDS[reed], is_closed=is_closed)

    def toggle(self, reed: int) -> None:
        column, row = divmod(reed, 5)
        self.drivers.closed[column] ^= 1 << row

    def show(self, intents: bytes) -> None:
        """Sends *intents* to the board, now or once it is ready."""
        self.wanted = intents
        for module in self.modules.met():
            module.intents = intents
        self.link.show(intents, self.now_ms)

    def unplug(self) -> None:
        """Pulls the cable; the port and all bytes in transit are lost."""
        self.is_plugged = False
        self.link.take_output()
        self.link.close("pulled")
        self.notices += self.link.take_notices()
        self.is_reading = False
        self.down_pipe.clear()
        self.up_pipe.clear()
        self.drivers.to_board.clear()
        self.drivers.to_host.clear()

    def replug(self) -> None:
        """Plugs the cable in; the host opens the port with a new session."""
        self.is_plugged = self.is_reading = True
        self.replugs += 1
        self.plug(0x4D2 + self.replugs)
        self.link.show(self.wanted, self.now_ms)

    def restart_board(self) -> None:
        """Cuts the board's power briefly; its clock starts again, the line stays connected."""
        self.down_pipe.clear()
        self.up_pipe.clear()
        self.drivers.now_ms = 0
        super().restart_board()

    def settle(self) -> None:
        self.run_until(self._is_settled, SETTLE_MS)

    def flood(self, rounds: int) -> None:
        """Closes and opens every reed *rounds* times: 140 changes per round."""
        for _ in range(rounds):
            for is_closed in (True, False):
                for reed in range(len(layout.REEDS)):
                    self.set_reed(reed, is_closed=is_closed)
                self.run(30)

    # Checks.

    def judge(self) -> None:
        """Compares the host's picture, its events and the lights with the board."""
        assert bytes(self.module.closed) == self.reeds, "picture"
        assert self.module.corrected == 0, "a snapshot contradicted the events"
        assert self.module.intents == self.wanted, "lights the host wants"
        assert bytes(self.board.lights.intents) == self.wanted, "lights"
        assert not self.board.lights.alone, "the board breathes"
        lights, debounce = self.board.lights, self.board.debounce
        assert self.config == (
            lights.budget_ma,
            lights.brightness,
            debounce.close_ms,
            debounce.open_ms,
        ), "config"
        for boot in range(1, self.boots + 1):
            self._judge_boot(boot)
        boots = [boot for boot, _ in self.heard]
        assert boots == sorted(boots), "events of a boot that is over"

    def _judge_boot(self, boot: int) -> None:
        # A restarted board loses the events it still kept; no other event may be missing.
        told = [
            TrueChange(boot, event.number, event.reed, event.is_closed, event.time_ms & 0x1FFFFFFF)
            for of, event in self.heard
            if of == boot
        ]
        due = [
            change for change in self.truth if change.boot == boot and change.number is not None
        ]
        if boot < self.boots:
            due = due[: len(told)]
        assert told == due, f"boot {boot}: {len(told)} events told, {len(due)} due"
        self._judge_numbers(boot)
        times = [event.time_ms for of, event in self.heard if of == boot]
        assert times == sorted(times), f"boot {boot}: times"

    def _judge_numbers(self, boot: int) -> None:
        # After a dropped change, every change is dropped until all events are acknowledged; all
        # dropped changes together take one number.
        number = self._first
        is_dropping = False
        for change in self.truth:
            if change.boot != boot:
                continue
            if change.number is not None:
                number += is_dropping
                assert change.number == number & 0xFFFF, f"boot {boot}: number"
                number += 1
            is_dropping = change.number is None

    @property
    def lost(self) -> int:
        """How many changes the board has dropped since its last start."""
        return sum(change.number is None for change in self.truth if change.boot == self.boots)

    @property
    def resyncs(self) -> list[Resync]:
        return [notice for notice in self.notices if isinstance(notice, Resync)]

    def _is_settled(self) -> bool:
        return (
            self.link.state is LinkState.READY
            and not len(self.board.session.queue)
            and self.link.is_settled
            and self.link._is_configured
            and self.module.expected == self.board.session.queue.next
        )

    # The steps of a millisecond.

    def _boot(self) -> Board:
        board = super()._boot()
        session = board.session
        queue = session.queue
        queue.restart(self._first)
        boot = self.boots
        changed = session.changed

        def record(code: int, now_ms: int) -> None:
            lost = queue.lost
            number = queue.next
            changed(code, now_ms)
            self.truth.append(
                TrueChange(
                    boot,
                    number if queue.lost == lost else None,
                    code & 0x7F,
                    code >= wire.CLOSED,
                    now_ms,
                )
            )

        session.changed = record  # type: ignore[method-assign]
        return board

    def _host_writes(self) -> None:
        data = self.link.take_output()
        if data:
            self.sent_down.append((self.now_ms, data))
            if self.is_plugged:
                self.down_pipe.put(self.down(data), self.now_ms)
        if self.down_pipe:
            self.drivers.to_board += self.down_pipe.take(self.now_ms)

    def _host_reads(self) -> None:
        if self.drivers.to_host:
            written = bytes(self.drivers.to_host)
            self.drivers.to_host.clear()
            self.sent_up.append((self.now_ms, written))
            self.up_pipe.put(self.up(written), self.now_ms)
        if self.up_pipe and (data := self.up_pipe.take(self.now_ms)):
            self.link.feed(data, self.now_ms)
        self.link.tick(self.now_ms)
        self.notices += self.link.take_notices()
        if len(self.notices) > self._heard_to:
            self._hear()

    def _hear(self) -> None:
        for notice in self.notices[self._heard_to :]:
            if isinstance(notice, Event):
                assert self.module.hello is not None
                self.heard.append((int.from_bytes(self.module.hello.boot[2:], "big"), notice))
        self._heard_to = len(self.notices)

    def _wait(self, size: int) -> None:
        self.drivers.to_board += self.down_pipe.take_waiting(self.now_ms, size)

    def _plug_again(self) -> None:
        if not self.is_plugged or self.link.state not in ENDED:
            self._replug_ms = None
        elif self._replug_ms is None:
            self._replug_ms = self.now_ms + REPLUG_MS
        elif self.now_ms >= self._replug_ms:
            self.replug()

"""A port that follows a script to the byte, and a pty that answers like a board, or does not."""

import os
import select
import struct
import threading
import tty
from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple

from heistboard.firmware import VERSION, wire
from heistboard.places import layout

NEVER_S = 2.0  # after this, nothing more is expected


class Expect(NamedTuple):
    """The host writes exactly *data* next."""

    data: bytes


class Answer(NamedTuple):
    """The host reads *data* next."""

    data: bytes


class Wait(NamedTuple):
    """Nothing arrives for *ms* of the port's clock."""

    ms: int


class Break(NamedTuple):
    """The next read fails with *error*."""

    error: OSError


Step = Expect | Answer | Wait | Break


class ScriptBroken(AssertionError, OSError):
    """The host did not follow the script: a port error to the code under test, and a failure to
    the test."""


class StrictPort:
    """A serial port for :class:`~heistboard.link.port.Connection` that follows *steps*.

    An unexpected byte fails at once; a missing one fails at the end of the ``with`` statement.
    Only :class:`Wait` advances the clock, :meth:`now_ms`, which the code under test must use.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self.failure: ScriptBroken | None = None
        self.is_open = True
        self._steps = list(steps)
        self._now_ms = 1000
        self._is_cancelled = False
        self._changed = threading.Condition()

    def __enter__(self) -> "StrictPort":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.failure is not None:
            raise self.failure from error
        if error is None and self._steps:
            raise ScriptBroken(f"never came: {self._steps[0]}, {len(self._steps)} steps are left")

    def now_ms(self) -> int:
        return self._now_ms

    def wait(self) -> None:
        """Waits until the script has ended or failed."""
        with self._changed:
            self._changed.wait_for(
                lambda: not self._steps or self.failure is not None, 2 * NEVER_S
            )

    # The interface of pyserial.

    @property
    def in_waiting(self) -> int:
        with self._changed:
            step = self._steps[0] if self._steps else None
            return len(step.data) if isinstance(step, Answer) else 0

    def read(self, size: int = 1) -> bytes:
        with self._changed:
            while True:
                step = self._steps[0] if self._steps else None
                if isinstance(step, Answer):
                    data, rest = step.data[:size], step.data[size:]
                    self._steps[:1] = [Answer(rest)] if rest else []
                    self._changed.notify_all()
                    return data
                if isinstance(step, Wait):
                    self._now_ms += step.ms
                    self._next()
                    return b""
                if isinstance(step, Break):
                    self._next()
                    raise step.error
                is_late = not self._changed.wait(NEVER_S)
                if self._is_cancelled:
                    return b""
                if is_late and isinstance(step, Expect) and self._steps[:1] == [step]:
                    self._fail(f"expected {step.data.hex()}, nothing came")

    def write(self, data: bytes) -> int:
        with self._changed:
            rest = bytes(data)
            while rest:
                step = self._steps[0] if self._steps else None
                if not isinstance(step, Expect):
                    self._fail(f"got {rest.hex()}, expected nothing before {step}")
                elif not (step.data.startswith(rest) or rest.startswith(step.data)):
                    self._fail(f"got {rest.hex()}, expected {step.data.hex()}")
                elif len(rest) < len(step.data):
                    self._steps[0] = Expect(step.data[len(rest) :])
                    rest = b""
                else:
                    rest = rest[len(step.data) :]
                    self._next()
            return len(data)

    def reset_input_buffer(self) -> None:
        pass

    def reset_output_buffer(self) -> None:
        pass

    def cancel_read(self) -> None:
        with self._changed:
            self._is_cancelled = True
            self._changed.notify_all()

    def close(self) -> None:
        self.is_open = False
        self.cancel_read()

    def _next(self) -> None:
        del self._steps[0]
        self._changed.notify_all()

    def _fail(self, text: str) -> None:
        self.failure = ScriptBroken(text)
        self._changed.notify_all()
        raise self.failure


def frame(kind: int, seq: int, form: str, *fields: int | bytes, tail: bytes = b"") -> bytes:
    """Returns a frame as a board sends it."""
    writer = wire.FrameWriter()
    data = struct.pack(form, *fields) + tail
    writer.buffer[wire.FRAME_FIELDS_AT : wire.FRAME_FIELDS_AT + len(data)] = data
    return bytes(writer.seal(kind, seq, len(data)))


def hello(
    session: int,
    *,
    seq: int = 0,
    protocol: int = wire.PROTOCOL,
    firmware: str = VERSION,
    revision: int = layout.REVISION,
    layout_crc: int = layout.LAYOUT_CRC,
    serial: str = "46414B4500000001",
    inputs: int = len(layout.REEDS),
    leds: int = len(layout.LEDS),
    next_event: int = 0,
) -> bytes:
    """Returns a HELLO; by default one that this host accepts."""
    return frame(
        wire.HELLO,
        seq,
        wire.HELLO_FORM,
        session,
        protocol,
        *(int(part) for part in firmware.split(".")),
        revision,
        layout_crc.to_bytes(4, "little"),
        b"boot",
        bytes.fromhex(serial),
        inputs,
        leds,
        next_event,
        next_event,
        tail=b"MicroPython of a fake",
    )


def snapshot(*, seq: int = 1, at: int = 0, closed: Sequence[str] = ()) -> bytes:
    """Returns a SNAPSHOT with the reeds *closed*."""
    reeds = sum(1 << layout.REEDS.index(name) for name in closed)
    return frame(wire.SNAPSHOT, seq, wire.SNAPSHOT_FORM, at, 0, 0, reeds.to_bytes(9, "little"))


class FakeBoard:
    """A pty that answers a GREET with a HELLO of these *fields*, or *garbage*, or nothing.

    Use it in a ``with`` statement; :attr:`port` is its device.
    """

    def __init__(
        self, *, is_silent: bool = False, garbage: bytes = b"", **fields: int | str
    ) -> None:
        self._is_silent = is_silent
        self._garbage = garbage
        self._fields = fields
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fake board", daemon=True)

    def __enter__(self) -> "FakeBoard":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _run(self) -> None:
        reader = wire.BlockReader()
        while not self._ends.is_set():
            if not select.select([self._master], [], [], 0.02)[0]:
                continue
            data = os.read(self._master, 4096)
            if self._is_silent:
                continue
            if self._garbage:
                os.write(self._master, self._garbage)
                continue
            self._answer(reader, data)

    def _answer(self, reader: wire.BlockReader, data: bytes) -> None:
        while data:
            want = reader.want()
            want[:] = data[: len(want)].ljust(len(want), b"\0")
            data = data[len(want) :]
            if reader.got() == wire.GREET:
                session = int.from_bytes(reader.data[1:3], "little")
                os.write(self._master, hello(session, **self._fields))  # type: ignore[arg-type]

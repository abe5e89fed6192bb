"""Records the link's bytes in files and decodes them into lines: ``--record``, ``--frames``."""

import contextlib
from collections import deque
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TextIO

from heistboard.boards.data_folder import open_private
from heistboard.boards.secrecy import public_line
from heistboard.errors import CommandError
from heistboard.link.line_record import Chunk, Describer, Recorder
from heistboard.link.port import Port

__all__ = ["FrameLines", "Recorders"]


LINES_MOST = 10_000  # that wait to be printed


class FrameLines:
    """Decodes frames and blocks into lines; an ACK equal to the previous one is left out.

    If nobody takes them in time, the oldest are dropped and counted.
    Changes of *hidden* reeds are left out: see :func:`~heistboard.boards.secrecy.public_line`.
    """

    def __init__(self, hidden: Collection[str] = frozenset()) -> None:
        self._hidden = hidden
        self._lines: deque[str] = deque()
        self._dropped = 0

    def sink(self, prefix: str = "") -> Callable[[Chunk], None]:
        """Returns a function that decodes the chunks of one board."""
        describer = Describer(reveal=True)
        last_ack = ""

        def decode(chunk: Chunk) -> None:
            nonlocal last_ack
            for line in describer.lines(chunk):
                text = line.partition(" ")[2]
                if text.startswith("> ACK"):
                    if text == last_ack:
                        continue
                    last_ack = text
                if self._hidden:
                    public = public_line(line, self._hidden)
                    if public is None:
                        continue
                    line = public
                self._lines.append(f"{prefix}{line}")
            while len(self._lines) > LINES_MOST:
                self._lines.popleft()
                self._dropped += 1

        return decode

    def take(self) -> list[str]:
        """Returns the lines since the last call."""
        lines: list[str] = []
        with contextlib.suppress(IndexError):
            while len(lines) < LINES_MOST:
                lines.append(self._lines.popleft())
        if self._dropped:
            lines.insert(0, f"{self._dropped} lines were dropped: they came too fast")
            self._dropped = 0
        return lines


class Recorders:
    """One recorder for each board, kept when it reconnects. Use it in a ``with`` statement.

    The first board is recorded in the file *name*, the second in *name*-2 and so on.
    """

    def __init__(self, name: str | None, frames: FrameLines | None) -> None:
        self._name = name
        self._frames = frames
        self._recorders: dict[str, Recorder] = {}
        self._files: list[TextIO] = []
        self._error: OSError | None = None

    def __enter__(self) -> "Recorders":
        if self._name is not None:
            try:
                self._files.append(open_private(self._name, "x"))
            except FileExistsError:
                raise CommandError(f"{self._name} already exists; choose another name") from None
            except OSError as error:
                raise CommandError(f"cannot write {self._name}: {error.strerror}") from None
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            # check() has reported a failed write.
            with contextlib.suppress(OSError):
                file.close()

    def new(self, port: Port) -> Recorder:
        """Returns the recorder for the board at *port*."""
        key = port.serial or port.device
        if key not in self._recorders:
            sink = self._frames.sink(self._prefix(port)) if self._frames else None
            self._recorders[key] = Recorder(self._file(), sink)
        return self._recorders[key]

    def check(self) -> None:
        """Raises :exc:`CommandError` if writing a recording has failed."""
        errors = [self._error, *(recorder.error for recorder in list(self._recorders.values()))]
        for error in errors:
            if error is not None:
                raise CommandError(f"the recording {self._name} stopped: {error.strerror}")

    def _prefix(self, port: Port) -> str:
        return f"{Path(port.device).name} " if self._recorders else ""

    def _file(self) -> TextIO | None:
        number = len(self._recorders) + 1
        if self._name is None or number == 1:
            return self._files[0] if self._files else None
        try:
            self._files.append(open_private(f"{self._name}-{number}", "x"))
        except OSError as error:
            self._error = error
            return None
        return self._files[-1]

"""Bytes of the link in files and as lines: ``--record``, ``--replay``, ``--frames``."""

import contextlib
import queue
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TextIO

from heistboard.boards.data_folder import open_private
from heistboard.boards.secrecy import public_line
from heistboard.boards.snapshot import BoardSight, ReedSight
from heistboard.link.line_record import Chunk, Describer, Recorder, load, replay
from heistboard.link.link import LinkState
from heistboard.link.module import Event, Module, Modules
from heistboard.link.port import Port
from heistboard.places import layout, scene
from heistboard.terminal.board_screen import Glyphs, draw_reeds, plain_console
from heistboard.terminal.output import CommandError, emit, say

__all__ = ["FrameLines", "Recorders", "replay_file"]


class FrameLines:
    """Frames and blocks as lines, as they come, without ACKs that say what the last one said.

    Of *hidden* reeds nothing is told: see :func:`~heistboard.boards.secrecy.public_line`.
    """

    def __init__(self, hidden: Collection[str] = frozenset()) -> None:
        self._hidden = hidden
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def sink(self, prefix: str = "") -> Callable[[Chunk], None]:
        """Returns what takes the pieces of one board."""
        describer = Describer(reveal=True)
        last_ack = ""

        def take(piece: Chunk) -> None:
            nonlocal last_ack
            for line in describer.lines(piece):
                text = line.partition(" ")[2]
                if text.startswith("> ACK"):
                    if text == last_ack:
                        continue
                    last_ack = text
                if self._hidden:
                    told = public_line(line, self._hidden)
                    if told is None:
                        continue
                    line = told
                self._lines.put(f"{prefix}{line}")

        return take

    def take(self) -> list[str]:
        """Returns the lines since the last call."""
        lines = []
        with contextlib.suppress(queue.Empty):
            while True:
                lines.append(self._lines.get_nowait())
        return lines


class Recorders:
    """A recorder for each board, the same one when it comes back. Use it in a ``with`` statement.

    The first board goes to the file *name*, the second to *name*-2 and so on.
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
                raise CommandError(f"{self._name} is there already; choose another name") from None
            except OSError as error:
                raise CommandError(f"cannot write {self._name}: {error.strerror}") from None
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            # What could not be written was said by then.
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
        """Raises :exc:`CommandError` if a recording could not be written."""
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


def replay_file(name: str, *, as_json: bool) -> int:
    """Plays the recording *name* and prints it decoded, then the picture it ends with."""
    try:
        with open(name, encoding="ascii", errors="replace") as file:
            pieces = load(file)
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from None
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None
    modules = Modules()
    notices = replay(pieces, modules)
    boards = [_sight(module) for module in modules.met()]
    events = sum(isinstance(notice, Event) for notice in notices)
    if as_json:
        documents = [board.document() for board in boards]
        emit({"pieces": len(pieces), "events": events, "boards": documents})
        return 0
    frames = FrameLines()
    sink = frames.sink()
    for piece in pieces:
        sink(piece)
        for line in frames.take():
            say(line)
    if not boards:
        raise CommandError(f"{name}: no board answers in this recording")
    console = plain_console()
    glyphs = Glyphs(is_ascii=console.options.ascii_only)
    for board in boards:
        console.print(f"\nboard {board.serial} in the end, {events} events")
        for row in draw_reeds(board, glyphs):
            console.print(row)
        console.print(f"closed: {', '.join(sorted(board.closed)) or 'nothing'}")
    return 0


def _sight(module: Module) -> BoardSight:
    reeds = [ReedSight(name, module.health.reed(i)) for i, name in enumerate(layout.REEDS)]
    return BoardSight(
        serial=module.serial,
        floor=module.floor,
        state=LinkState.LOST,
        firmware=module.hello.firmware if module.hello else "",
        interpreter=module.hello.interpreter if module.hello else "",
        closed=frozenset(
            name for name, closed in zip(layout.REEDS, module.closed, strict=True) if closed
        ),
        lights=scene.unpack(module.intents),
        counters={
            "repeated": module.repeated,
            "gaps": module.gaps,
            "corrected": module.corrected,
        },
        reeds=tuple(reed for reed in reeds if reed.health.changes),
    )

"""``heistboard board watch``: reeds, lights and link on the screen, as lines, or recorded."""

import time
from argparse import Namespace
from collections.abc import Callable, Iterator

from rich.console import Console

from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.recording import FrameLines, Recorders
from heistboard.boards.secrecy import CELL_REEDS, REVEALS, reason_to_hide, refuse_recording
from heistboard.boards.snapshot import BoardSnapshot, BoardsSnapshot, reeds_of
from heistboard.cli import values
from heistboard.link.floors import Modules
from heistboard.link.line_record import load, replay
from heistboard.link.link import LinkState
from heistboard.link.module import Event, Module
from heistboard.places import layout, scene
from heistboard.terminal.board_screen import BoardsScreen, Glyphs, draw_reeds, plain_console
from heistboard.terminal.full_screen import DrawnScreen
from heistboard.terminal.output import (
    CommandError,
    emit,
    is_screen,
    leave_stdout,
    say,
    say_failure,
)
from heistboard.word_lists import counted

__all__ = ["follow", "watch"]

JSON_SECONDS = 5.0
POLL_EVERY_S = 0.125


def watch(args: Namespace) -> int:
    """Watches boards until ``--seconds`` are over or Ctrl-C; or plays a recording."""
    if args.replay is not None:
        if args.board is not None:
            raise CommandError("--replay plays a recording; leave --board out")
        return _replay(args.replay, as_json=args.json)
    choice = values.boards(args, "sim")
    data = DataFolder(args.data)
    reason = "" if choice == ("sim",) else reason_to_hide(data)
    is_hiding = bool(reason) and not args.reveal
    if is_hiding and args.record is not None:
        raise CommandError(refuse_recording(reason))
    has_lines = not args.json and (args.frames or not is_screen())
    frames = FrameLines(CELL_REEDS if is_hiding else ()) if has_lines else None
    if reason and not is_hiding:
        say_failure(REVEALS)
    with Recorders(args.record, frames) as recorders:
        boards = ConnectedBoards(
            "heistboard board watch",
            choice,
            data,
            is_alive=True,
            reveal=args.reveal,
            new_recorder=recorders.new,
        )
        return follow(
            boards,
            seconds=args.seconds,
            as_json=args.json,
            lines=frames.take if frames else None,
            check=recorders.check,
        )


def follow(
    boards: ConnectedBoards,
    *,
    seconds: float | None,
    as_json: bool,
    lines: Callable[[], list[str]] | None,
    check: Callable[[], None] = lambda: None,
) -> int:
    """Shows *boards* on the screen, or prints *lines*, until *seconds* are over or Ctrl-C.

    With *as_json* it prints one document at the end. *check* is called repeatedly and may
    raise to end it.
    """
    if as_json and seconds is None:
        seconds = JSON_SECONDS
    last: BoardsSnapshot | None = None

    def is_over() -> bool:
        boards.update()
        check()
        return seconds is not None and boards.seconds >= seconds

    try:
        with boards:
            if boards.chosen.has_board:
                boards.require_ready()
            try:
                if as_json:
                    _wait(boards, is_over)
                elif lines is None:
                    _show(boards, is_over)
                else:
                    _print(is_over, lines)
            finally:
                last = boards.snapshot()
    except KeyboardInterrupt:
        pass  # the usual way to end it
    except BrokenPipeError:
        leave_stdout()  # for example piped to `head`
    if as_json:
        emit(last.document() if last else {"boards": []})
    elif last and lines is None:
        say(f"{last.title}: {last.seconds:.0f} s, {counted(last.events, 'event')}")
    return 0


def _replay(name: str, *, as_json: bool) -> int:
    # Prints the recording *name* decoded, then the reeds at its end.
    try:
        with open(name, encoding="ascii", errors="replace") as file:
            chunks = load(file)
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from None
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None
    modules = Modules()
    notices = replay(chunks, modules)
    boards = [_recorded_board(module) for module in modules.met()]
    events = sum(isinstance(notice, Event) for notice in notices)
    if as_json:
        documents = [board.document() for board in boards]
        emit({"pieces": len(chunks), "events": events, "boards": documents})
        return 0
    frames = FrameLines()
    sink = frames.sink()
    for chunk in chunks:
        sink(chunk)
        for line in frames.take():
            say(line)
    if not boards:
        raise CommandError(f"{name}: no board answers in this recording")
    console = plain_console()
    glyphs = Glyphs(is_ascii=console.options.ascii_only)
    for board in boards:
        console.print(f"\nboard {board.serial} at the end, {counted(events, 'event')}")
        for row in draw_reeds(board, glyphs):
            console.print(row)
        console.print(f"closed: {', '.join(sorted(board.closed)) or 'nothing'}")
    return 0


def _recorded_board(module: Module) -> BoardSnapshot:
    names = zip(layout.REEDS, module.closed, strict=True)
    return BoardSnapshot(
        serial=module.serial,
        floor=module.floor,
        state=LinkState.LOST,
        firmware=module.hello.firmware if module.hello else "",
        interpreter=module.hello.interpreter if module.hello else "",
        closed=frozenset(name for name, closed in names if closed),
        lights=scene.unpack(module.intents),
        counters={
            "repeated": module.repeated,
            "gaps": module.gaps,
            "corrected": module.corrected,
        },
        reeds=reeds_of(module),
    )


def _wait(boards: ConnectedBoards, is_over: Callable[[], bool]) -> None:
    while not is_over():
        time.sleep(POLL_EVERY_S)
        boards.snapshot()


def _show(boards: ConnectedBoards, is_over: Callable[[], bool]) -> None:
    with DrawnScreen(Console()) as screen:
        while not is_over():
            screen.is_stale()  # stops here on Ctrl-Z
            screen.draw(BoardsScreen(boards.snapshot()))
            time.sleep(POLL_EVERY_S)


def _print(is_over: Callable[[], bool], lines: Callable[[], list[str]]) -> None:
    for line in _until(is_over, lines):
        say(line)


def _until(is_over: Callable[[], bool], lines: Callable[[], list[str]]) -> Iterator[str]:
    while not is_over():
        yield from lines()
        time.sleep(POLL_EVERY_S)
    yield from lines()

"""``heistboard board watch``: reeds, lights and link, on the screen, line by line, or recorded."""

import time
from argparse import Namespace
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.live import Live

from heistboard.boards.connected import Boards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.recording import FrameLines, Recorders, replay_file
from heistboard.boards.secrecy import CELL_REEDS, REVEALS, reason_to_hide, refuse_recording
from heistboard.boards.snapshot import Sight
from heistboard.terminal.board_screen import View
from heistboard.terminal.output import (
    CommandError,
    emit,
    is_screen,
    leave_stdout,
    say,
    say_failure,
)

__all__ = ["follow", "watch"]

JSON_SECONDS = 5.0
LOOK_EVERY_S = 0.125


def watch(args: Namespace) -> int:
    """Watches until the time is up or somebody ends it."""
    if args.replay is not None:
        if args.board is not None:
            raise CommandError("--replay plays a recording, so it takes no --board")
        return replay_file(args.replay, as_json=args.json)
    choice = args.board or "sim"
    data = DataFolder(args.data)
    reason = "" if choice == "sim" else reason_to_hide(data)
    is_hiding = bool(reason) and not args.reveal
    if is_hiding and args.record is not None:
        raise CommandError(refuse_recording(reason))
    has_lines = not args.json and (args.frames or not is_screen())
    frames = FrameLines(CELL_REEDS if is_hiding else ()) if has_lines else None
    if reason and not is_hiding:
        say_failure(REVEALS)
    with Recorders(args.record, frames) as recorders:
        boards = Boards(
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
    boards: Boards,
    *,
    seconds: float | None,
    as_json: bool,
    lines: Callable[[], list[str]] | None,
    check: Callable[[], None] = lambda: None,
) -> int:
    """Shows *boards* on the screen, or prints *lines*, until the time is up or somebody ends it.

    With *as_json* it prints one document in the end. *check* may raise :exc:`CommandError`.
    """
    if as_json and seconds is None:
        seconds = JSON_SECONDS
    last: Sight | None = None

    def is_over() -> bool:
        boards.tend()
        check()
        return seconds is not None and boards.seconds >= seconds

    try:
        with boards:
            boards.require_ready()
            try:
                if as_json:
                    _wait(boards, is_over)
                elif lines is None:
                    _show(boards, is_over)
                else:
                    _print(is_over, lines)
            finally:
                last = boards.look()
    except KeyboardInterrupt:
        pass  # how a person ends it
    except BrokenPipeError:
        leave_stdout()  # how `head` ends it
    if as_json:
        emit(last.document() if last else {"boards": []})
    elif last and lines is None:
        say(f"{last.title}: {last.seconds:.0f} s, {last.events} events")
    return 0


def _wait(boards: Boards, is_over: Callable[[], bool]) -> None:
    while not is_over():
        time.sleep(LOOK_EVERY_S)
        boards.look()


def _show(boards: Boards, is_over: Callable[[], bool]) -> None:
    with Live(console=Console(), screen=True, auto_refresh=False) as live:
        while not is_over():
            live.update(View(boards.look()), refresh=True)
            time.sleep(LOOK_EVERY_S)


def _print(is_over: Callable[[], bool], lines: Callable[[], list[str]]) -> None:
    for line in _until(is_over, lines):
        say(line)


def _until(is_over: Callable[[], bool], lines: Callable[[], list[str]]) -> Iterator[str]:
    while not is_over():
        yield from lines()
        time.sleep(LOOK_EVERY_S)
    yield from lines()

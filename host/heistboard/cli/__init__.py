"""The command line: each command is a module, which is loaded when the command runs.

| Module | Content |
|---|---|
| ``arguments``, ``parser``, ``values`` | commands, options and usage errors |
| ``game_options`` | ``--players``, ``-o``, ``--deal`` and ``--hints`` |
| ``game_commands`` | commands that games bring |
| ``play`` | ``play``, with a game or until one is chosen |
| ``play_lobby`` | the start page until a game is chosen |
| ``play_settings``, ``play_game`` | the game's settings, and everything that runs during it |
| ``play_screen``, ``play_pages`` | the game on the terminal, and on web pages |
| ``typed_again`` | commands that people are told to type |
| ``umpire`` | corrects the running table |
| ``games``, ``simulate``, ``perft`` | games without a board |
| ``rules``, ``reader_language`` | rulebooks, in the reader's language |
| ``journal``, ``replay``, ``review`` | games that were played |
| ``journal_forget`` | deletes such games |
| ``statistics`` | counts those that are finished |
| ``rehearse`` | plays scripts on the whole system |
| ``board_list``, ``board_watch`` | list, describe, watch and record boards |
| ``board_assign`` | which board is which floor |
| ``board_test``, ``board_bench`` | the guided walk, and timing a board's answers |
| ``board_flash``, ``board_udev`` | firmware for a board, and permission to use it |
| ``completion`` | what a shell completes |
| ``doctor`` | versions, ports, permissions, faults and sensors |
"""

import contextlib
import logging
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pkgutil import resolve_name
from types import FrameType
from typing import cast

from heistboard.cli.arguments import parse
from heistboard.terminal.output import (
    CommandError,
    UsageError,
    emit,
    keep_traceback,
    leave_stdout,
    say_failure,
)

__all__ = ["main"]

_ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 success, 1 failure, 2 wrong usage."""
    # Log records go only where a command sends them, never into its output.
    logging.getLogger("heistboard").addHandler(logging.NullHandler())
    logging.raiseExceptions = False
    try:
        args = parse(argv)
        with _signals_as_interrupt():
            code = _run(args)
        sys.stdout.flush()
    except SystemExit as end:
        return cast(int, end.code)
    except UsageError as error:
        code = _fail(str(error), 2)
    except CommandError as error:
        code = _fail(str(error))
    except KeyboardInterrupt:
        code = _fail("interrupted")
    except BrokenPipeError:
        code = _fail("nothing reads the output any more")
    except OSError as error:
        code = _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except Exception as error:
        code = _fail(
            f"this is a bug in heistboard: {type(error).__name__}: {error}; "
            f"please report it with {keep_traceback()}"
        )
    return code


def _run(args: Namespace) -> int:
    run = resolve_name(args.run) if isinstance(args.run, str) else args.run
    try:
        return cast(int, run(args))
    except CommandError as error:
        if args.json:
            emit(error.document)
        raise


def _fail(sentence: str, code: int = 1) -> int:
    try:
        sys.stdout.flush()
    except OSError:
        leave_stdout()
    say_failure(sentence)
    return code


@contextlib.contextmanager
def _signals_as_interrupt() -> Iterator[None]:
    # SIGTERM and SIGHUP end a command as Ctrl-C does. Later signals are ignored, so that they do
    # not interrupt the clean-up.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDING_SIGNALS if hasattr(signal, name)]

    def end(number: int, frame: FrameType | None) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

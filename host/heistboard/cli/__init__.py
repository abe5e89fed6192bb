"""The command line. A module of a command is loaded when the command runs.

| File | Job |
|---|---|
| ``arguments``, ``parser``, ``values`` | what may be written, and what is said otherwise |
| ``game_options`` | ``--players``, ``-o`` and ``--deal`` |
| ``game_commands`` | commands that games bring |
| ``output`` | one JSON document, or one sentence about what failed |
| ``data`` | the data folder |
| ``which``, ``boards``, ``sight`` | the board that is meant, connected, and seen at one moment |
| ``secrecy``, ``health`` | what is told and kept of a real board while a game is not over |
| ``play``, ``settings``, ``evening``, ``lobby`` | ``play``: with a game, and until one is chosen |
| ``commands``, ``keyboard`` | what is typed there |
| ``text_table``, ``styles`` | the table in a terminal |
| ``pages`` | the pages that ``play`` serves |
| ``demo`` | hands for a simulated board that nobody moves |
| ``umpire`` | commands to the running table |
| ``games``, ``simulate``, ``perft`` | commands on games without a board |
| ``journal``, ``replay``, ``review`` | commands on games that were played |
| ``rehearse`` | scripts on the whole system |
| ``board``, ``watch``, ``view``, ``recording`` | list, describe, watch and record boards |
| ``test``, ``test_view`` | the guided walk |
| ``bench``, ``turns`` | how fast a board answers |
| ``flash``, ``udev`` | puts firmware on a board; lets users use boards |
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

_ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 did it, 1 it failed, 2 wrong usage."""
    # What the link logs goes where a command sends it, never between its lines.
    logging.getLogger("heistboard").addHandler(logging.NullHandler())
    logging.raiseExceptions = False
    try:
        args = parse(argv)
        with _endings():
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
        code = _fail("nobody reads the output any more")
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
def _endings() -> Iterator[None]:
    # A closed terminal and a service manager end a command as Ctrl-C does, once: what is
    # being put away is not interrupted again.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDINGS if hasattr(signal, name)]

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

"""The output of all commands: lines, one JSON document, or a sentence on failure."""

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from heistboard.errors import CommandError, UsageError

__all__ = [
    "CommandError",
    "UsageError",
    "counting",
    "emit",
    "is_screen",
    "keep_traceback",
    "leave_stdout",
    "say",
    "say_failure",
]


def emit(document: dict[str, Any]) -> None:
    """Prints the one JSON *document*."""
    print(json.dumps(document, indent=2))


def say(line: str) -> None:
    """Prints a *line* and flushes, so that a pipe gets it at once."""
    print(line, flush=True)


def is_screen() -> bool:
    """Returns whether stdout is a terminal that can be drawn on."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")


@contextmanager
def counting(*, as_json: bool) -> Iterator[Callable[[int, int], None]]:
    """Yields a function that draws a progress bar of *done* and *total*, if there is a screen."""
    if as_json or not is_screen():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(file=sys.stdout), transient=True) as bar:
        task = bar.add_task("counting", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def leave_stdout() -> None:
    """Discards all further output, because nobody reads stdout any more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (open until the program ends)


def say_failure(sentence: str) -> None:
    """Prints the *sentence* on stderr, if it is open."""
    try:
        print(f"heistboard: {sentence}", file=sys.stderr, flush=True)
    except OSError:
        # At exit Python would flush it again and print another error.
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def keep_traceback() -> str:
    """Writes the traceback of the current exception to a file and returns the file's name."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="heistboard-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
    return file.name

"""What a command says: one JSON document, or one sentence about what failed.

The commands of games say it through this module, too.
"""

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

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


class CommandError(Exception):
    """The thing asked failed: one sentence, lower case, without a full stop.

    With ``--json``, *document* goes to stdout all the same; without one, the sentence does as
    ``error``.
    """

    def __init__(self, sentence: str, document: dict[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.document = document if document is not None else {"error": sentence}


class UsageError(Exception):
    """The command was written wrongly: one sentence, as for :exc:`CommandError`."""


def emit(document: dict[str, Any]) -> None:
    """Prints the one JSON *document*."""
    print(json.dumps(document, indent=2))


def say(line: str) -> None:
    """Prints a *line* now, also into a pipe."""
    print(line, flush=True)


def is_screen() -> bool:
    """Says whether stdout is a terminal that can be drawn on."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")


@contextmanager
def counting(*, as_json: bool) -> Iterator[Callable[[int, int], None]]:
    """Gives a function that draws how many are done, of how many, where a screen shows it."""
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
    """Sends to nowhere what is still to be printed: nobody reads it any more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (as long as the program lives)


def say_failure(sentence: str) -> None:
    """Prints the *sentence* on stderr, if anybody is there."""
    try:
        print(f"heistboard: {sentence}", file=sys.stderr, flush=True)
    except OSError:
        # Python would try once more at its end, and say so.
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def keep_traceback() -> str:
    """Writes the traceback of the exception at hand to a file and returns the file's name."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="heistboard-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
    return file.name

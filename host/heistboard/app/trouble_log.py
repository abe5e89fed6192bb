"""Reports internal errors by type and place, never with values.

A value may be a secret, so only an error's type and the lines in its traceback are reported. They
go to the logger ``heistboard.app.trouble_log``; a table writes them to ``trouble.log`` in its data
folder, which only its owner may read.
"""

import contextlib
import logging
import os
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

__all__ = ["FILE", "Trouble", "kept", "place_of", "report"]

FILE = "trouble.log"
PLACES_MOST = 6  # innermost calls to report

_log = logging.getLogger(__name__)


class Trouble(Exception):
    """An internal error: nothing was done; the trouble log says where it happened."""

    def __init__(self) -> None:
        super().__init__("something went wrong inside heistboard; nothing was done")


def place_of(error: BaseException) -> str:
    """Returns the type of *error*, and file, line and function of its innermost calls."""
    frames = traceback.extract_tb(error.__traceback__)[-PLACES_MOST:]
    places = [f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in frames]
    return " < ".join([type(error).__name__, *reversed(places)])


def report(error: BaseException) -> None:
    """Logs *error* for the host's user."""
    _log.error("%s", place_of(error))


class _Handler(logging.Handler):
    # Reopens the file for each line: lines are rare, and none may be lost.

    def __init__(self, path: Path) -> None:
        super().__init__(logging.ERROR)
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(record.created))
        with contextlib.suppress(OSError):
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with open(file, "a", encoding="utf-8") as out:
                out.write(f"{moment} {record.getMessage()}\n")


@contextlib.contextmanager
def kept(folder: Path) -> Iterator[None]:
    """Writes reports to the data folder *folder* while the context is open."""
    handler = _Handler(folder / FILE)
    _log.addHandler(handler)
    try:
        yield
    finally:
        _log.removeHandler(handler)

"""The voice: espeak-ng says aloud what the table speaks, one text after the other.

The table never waits for it. What comes while it speaks waits here, or is overtaken: ``aloud``.
"""

import logging
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence

from heistboard.daemon.aloud import Text, aloud, is_broken_off, queued, text
from heistboard.daemon.status import Status
from heistboard.words import Words

__all__ = ["Voice", "VoiceMissing"]

PROGRAM = "espeak-ng"
LONGEST_S = 30.0  # no text takes half as long; then the program hangs

_log = logging.getLogger(__name__)


class VoiceMissing(Exception):
    """There is no program that speaks: one sentence that says how to install it."""


class Voice:
    """Says what :meth:`take` gets. Use it in a ``with`` statement.

    *on_trouble* is called once, on some thread, if the program fails. *arguments* go to espeak-ng.
    Raises :exc:`VoiceMissing`.
    """

    def __init__(
        self,
        words: Words,
        on_trouble: Callable[[], None] = lambda: None,
        arguments: Sequence[str] = (),
    ) -> None:
        program = shutil.which(PROGRAM)
        if program is None:
            raise VoiceMissing(
                "there is no voice without espeak-ng; install it (Debian, Ubuntu: `sudo apt "
                "install espeak-ng`, macOS: `brew install espeak-ng`) or leave --voice out"
            )
        self._words = words
        self._command = [program, "-v", words.voice, "-b", "1", *arguments, "--stdin"]
        self._on_trouble = on_trouble
        self._waiting: list[Text] = []
        self._saying: Text | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._has_failed = False
        self._ends = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    def __enter__(self) -> "Voice":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._ends = True
            self._changed.notify_all()
            if self._process is not None:
                self._process.kill()
        self._thread.join()

    def take(self, status: Status) -> None:
        """Takes what is to be said because of a change; returns at once."""
        with self._changed:
            for kind, ask in aloud(status):
                said = text(kind, ask, status, self._words)
                self._waiting = queued(self._waiting, said, self._saying)
            self._changed.notify_all()

    # In the voice's thread.

    def _run(self) -> None:
        while True:
            with self._changed:
                self._saying = None
                self._changed.wait_for(lambda: self._waiting or self._ends)
                if self._ends:
                    return
                self._saying = self._waiting.pop(0)
            self._say_all(self._saying.parts)

    def _say_all(self, parts: Sequence[str]) -> None:
        for part in parts:
            with self._changed:
                if part is not parts[0] and is_broken_off(self._waiting):
                    return
            cause = self._say(part)
            if cause and not self._ends:
                _log.warning("voice=failed %s", cause)
                if not self._has_failed:
                    self._has_failed = True
                    self._on_trouble()

    def _say(self, words: str) -> str:
        # Returns what went wrong, if anything did.
        try:
            with self._changed:
                if self._ends:
                    return ""
                # A session of its own: Ctrl-C is for us alone.
                self._process = process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
        except OSError as error:
            return str(error)
        with process:
            try:
                _, said = process.communicate(words.encode(), timeout=LONGEST_S)
            except subprocess.TimeoutExpired:
                process.kill()
                return f"it did not end within {LONGEST_S:.0f} s"
            finally:
                with self._changed:
                    self._process = None
        # Without a sound card it says so, and ends as if all were well.
        lines = said.decode(errors="replace").splitlines()
        errors = [line for line in lines if line.startswith("error:")]
        if process.returncode == 0 and not errors:
            return ""
        return f"it ended with {process.returncode}: {'; '.join(errors or lines[-1:])}"

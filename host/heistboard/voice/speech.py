"""The voice: espeak-ng says aloud what the table speaks, one text after the other.

The table never waits for it. What comes while it speaks waits here, or is overtaken: ``aloud``.
While eyes are closed and nothing is said, the covering sound is played: ``cover``.
"""

import contextlib
import logging
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence

from heistboard.games.status import Status
from heistboard.voice.announcer import Text, aloud, is_broken_off, queued, text
from heistboard.words import Words

__all__ = ["Voice", "VoiceMissing"]

PROGRAM = "espeak-ng"
LONGEST_S = 30.0  # no text takes half as long; then the program hangs

_log = logging.getLogger(__name__)


class VoiceMissing(Exception):
    """There is no program that speaks: one sentence that says how to install it."""


class Voice:
    """Says what :meth:`take` gets. Use it in a ``with`` statement.

    *on_trouble* is called, on some thread: with ``voice`` when its program fails first, with
    ``cover`` if nothing plays the covering sound. *arguments* go to espeak-ng. Raises
    :exc:`VoiceMissing`.
    """

    def __init__(
        self,
        words: Words,
        on_trouble: Callable[[str], None] = lambda what: None,
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
        self._is_secret = False
        self._can_cover = True
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
        words = self._words.of_game(status.view["game"])
        with self._changed:
            self._is_secret = status.is_secret
            for kind, ask in aloud(status):
                said = text(kind, ask, status, words)
                self._waiting = queued(self._waiting, said, self._saying)
            self._changed.notify_all()

    # In the voice's thread.

    def _run(self) -> None:
        from heistboard.voice.player import Cover  # with numpy; here nobody waits for it

        cover = Cover()
        while True:
            with self._changed:
                self._saying = None
                self._changed.wait_for(self._is_called)
                if self._ends:
                    return
                self._saying = self._waiting.pop(0) if self._waiting else None
            if self._saying:
                self._say_all(self._saying.parts)
            elif not cover.play(self._running, self._is_cover_over):
                self._can_cover = False
                self._on_trouble("cover")

    def _is_called(self) -> bool:
        return bool(self._waiting) or self._ends or (self._is_secret and self._can_cover)

    def _is_cover_over(self, wait_s: float) -> bool:
        with self._changed:
            return self._changed.wait_for(
                lambda: bool(self._waiting) or self._ends or not self._is_secret, wait_s
            )

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
                    self._on_trouble("voice")

    def _say(self, words: str) -> str:
        # Returns what went wrong, if anything did.
        try:
            with self._running(self._command, subprocess.PIPE) as process:
                if process is None:
                    return ""
                _, said = process.communicate(words.encode(), timeout=LONGEST_S)
        except OSError as error:
            return str(error)
        except subprocess.TimeoutExpired:
            return f"it did not end within {LONGEST_S:.0f} s"
        # Without a sound card it says so, and ends as if all were well.
        lines = said.decode(errors="replace").splitlines()
        errors = [line for line in lines if line.startswith("error:")]
        if process.returncode == 0 and not errors:
            return ""
        return f"it ended with {process.returncode}: {'; '.join(errors or lines[-1:])}"

    @contextlib.contextmanager
    def _running(
        self, command: Sequence[str], stderr: int = subprocess.DEVNULL
    ) -> Iterator[subprocess.Popen[bytes] | None]:
        with self._changed:
            if not self._ends:
                # A session of its own: Ctrl-C is for us alone.
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=stderr,
                    start_new_session=True,
                )
            process = self._process
        if process is None:
            yield None
            return
        with process:
            try:
                yield process
            finally:
                with self._changed:
                    process.kill()
                    self._process = None

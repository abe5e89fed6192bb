"""The voice: espeak-ng speaks the table's announcements one after another, on its own thread.

The table never waits for it. Texts that arrive while it speaks are queued by the rules of
``announcer``. While eyes are closed and nothing is spoken, it plays the masking sound.
"""

import contextlib
import logging
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from heistboard.games.status import Status
from heistboard.voice.announcer import Text, announcements, is_cut_short, queued, text
from heistboard.words import Words

__all__ = ["Voice", "VoiceMissing", "VoiceTrouble"]

PROGRAM = "espeak-ng"
TEXT_WITHIN_S = 30.0  # no text takes half as long; beyond this, the program hangs

_log = logging.getLogger(__name__)


class VoiceMissing(Exception):
    """No speech program is installed; the message says how to install one."""


class VoiceTrouble(Enum):
    """What failed; the value is the id of the message in the catalogue's ``table``."""

    SPEECH = "voice"
    MASKING_SOUND = "cover"


class Voice:
    """Speaks what :meth:`announce` queues. Use it in a ``with`` statement.

    *on_trouble* is called on the voice's thread: the first time that espeak-ng fails, and when no
    program can play the masking sound. *arguments* are passed to espeak-ng. Raises
    :exc:`VoiceMissing`.
    """

    def __init__(
        self,
        words: Words,
        on_trouble: Callable[[VoiceTrouble], None] = lambda trouble: None,
        arguments: Sequence[str] = (),
    ) -> None:
        program = shutil.which(PROGRAM)
        if program is None:
            raise VoiceMissing(
                "--voice needs espeak-ng; install it (Debian, Ubuntu: `sudo apt "
                "install espeak-ng`, macOS: `brew install espeak-ng`) or leave --voice out"
            )
        self._words = words
        self._command = [program, "-v", words.voice, "-b", "1", *arguments, "--stdin"]
        self._on_trouble = on_trouble
        self._waiting: list[Text] = []
        self._current: Text | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._has_failed = False
        self._is_secret = False
        self._can_mask = True
        self._is_closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    def __enter__(self) -> "Voice":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
            if self._process is not None:
                self._process.kill()
        self._thread.join()

    def announce(self, status: Status) -> None:
        """Queues the announcements of *status*; returns at once."""
        words = self._words.of_game(status.view["game"])
        with self._changed:
            self._is_secret = status.is_secret
            for kind, ask in announcements(status):
                announcement = text(kind, ask, status, words)
                self._waiting = queued(self._waiting, announcement, self._current)
            self._changed.notify_all()

    # On the voice's thread.

    def _run(self) -> None:
        from heistboard.voice.player import MaskingPlayer  # loads numpy; nobody waits here

        masking = MaskingPlayer()
        while True:
            with self._changed:
                self._current = None
                self._changed.wait_for(self._has_work)
                if self._is_closing:
                    return
                self._current = self._waiting.pop(0) if self._waiting else None
            if self._current:
                self._speak_all(self._current.parts)
            elif not masking.play(self._running, self._is_masking_over):
                self._can_mask = False
                self._on_trouble(VoiceTrouble.MASKING_SOUND)

    def _has_work(self) -> bool:
        return bool(self._waiting) or self._is_closing or (self._is_secret and self._can_mask)

    def _is_masking_over(self, wait_s: float) -> bool:
        with self._changed:
            return self._changed.wait_for(
                lambda: bool(self._waiting) or self._is_closing or not self._is_secret, wait_s
            )

    def _speak_all(self, parts: Sequence[str]) -> None:
        for part in parts:
            with self._changed:
                if part is not parts[0] and is_cut_short(self._waiting):
                    return
            cause = self._speak(part)
            if cause and not self._is_closing:
                _log.warning("voice=failed %s", cause)
                if not self._has_failed:
                    self._has_failed = True
                    self._on_trouble(VoiceTrouble.SPEECH)

    def _speak(self, part: str) -> str:
        # Returns the cause of a failure, or an empty string.
        try:
            with self._running(self._command, subprocess.PIPE) as process:
                if process is None:
                    return ""
                _, stderr = process.communicate(part.encode(), timeout=TEXT_WITHIN_S)
        except OSError as error:
            return str(error)
        except subprocess.TimeoutExpired:
            return f"it did not exit within {TEXT_WITHIN_S:.0f} s"
        # Without a sound card, espeak-ng prints an error and exits with 0.
        lines = stderr.decode(errors="replace").splitlines()
        errors = [line for line in lines if line.startswith("error:")]
        if process.returncode == 0 and not errors:
            return ""
        return f"it exited with {process.returncode}: {'; '.join(errors or lines[-1:])}"

    @contextlib.contextmanager
    def _running(
        self, command: Sequence[str], stderr: int = subprocess.DEVNULL
    ) -> Iterator[subprocess.Popen[bytes] | None]:
        with self._changed:
            if not self._is_closing:
                # In its own session, so that Ctrl-C does not reach it.
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

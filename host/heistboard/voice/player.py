"""Plays the masking sound through one of the system's programs.

Samples are written only shortly before they are due: the sound stops promptly, and a program that
reads faster than it plays does not run ahead.
"""

import contextlib
import logging
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence

import numpy as np

from heistboard.voice.masking_sound import RATE, MaskingSound, Samples

__all__ = ["IsOver", "MaskingPlayer", "RunProgram"]

RunProgram = Callable[
    [Sequence[str]], contextlib.AbstractContextManager[subprocess.Popen[bytes] | None]
]
"""Runs a program for the length of the context; yields None if none may be started any more."""

IsOver = Callable[[float], bool]
"""Waits up to the given seconds; returns whether the sound should stop."""

# Programs that play raw samples: PulseAudio or PipeWire, ALSA, SoX.
PLAYERS = (
    ("pacat", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=200"),
    ("aplay", "-q", "-t", "raw", "-f", "S16_LE", "-r", str(RATE), "-c", "1", "-B", "200000"),
    ("play", "-q", "-t", "raw", "-e", "signed", "-b", "16", "-r", str(RATE), "-c", "1", "-"),
)
CHUNK_S = 0.05
AHEAD_S = 0.25
FADE_S = 0.2
STUCK_S = 3.0  # a program that reads nothing for this long hangs

_log = logging.getLogger(__name__)


class MaskingPlayer:
    """Plays the masking sound through the first program that works."""

    def __init__(self) -> None:
        self._sound = MaskingSound(np.random.default_rng())
        self._players = [each for each in PLAYERS if shutil.which(each[0])]
        if not self._players:
            _log.warning("masking=missing there is no pacat, aplay (alsa-utils) or play (SoX)")

    def play(self, run_program: RunProgram, is_over: IsOver) -> bool:
        """Plays until *is_over*; returns False if no program can play."""
        while self._players:
            command = self._players[0]
            try:
                with run_program(command) as process:
                    if process is None or _feed(process, self._sound, is_over):
                        return True
                cause = f"it exited with {process.returncode}"
            except OSError as error:
                cause = str(error)
            if is_over(0):
                return True
            _log.warning("masking=failed %s %s", command[0], cause)
            del self._players[0]
        return False


def _feed(process: subprocess.Popen[bytes], sound: MaskingSound, is_over: IsOver) -> bool:
    # Returns False if the program ends too early or hangs.
    assert process.stdin is not None
    pipe = process.stdin.fileno()
    os.set_blocking(pipe, False)
    sound.begin()
    due_s = moved_s = time.monotonic()
    data = b""
    try:
        while not is_over(CHUNK_S / 2):
            now_s = time.monotonic()
            due_s = max(due_s, now_s)  # after a suspend, do not catch up
            if not data and due_s - now_s < AHEAD_S:
                data = _bytes(sound.next_samples(round(CHUNK_S * RATE)))
                due_s += CHUNK_S
            sent = _send(pipe, data)
            data = data[sent:]
            if sent or not data:
                moved_s = now_s
            elif now_s - moved_s > STUCK_S:
                return False
        fading = sound.next_samples(round(FADE_S * RATE))
        _send(pipe, data + _bytes(fading * np.linspace(1, 0, len(fading), dtype=np.float32)))
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2 * (AHEAD_S + FADE_S))
    except BrokenPipeError:
        return False
    return True


def _bytes(samples: Samples) -> bytes:
    return (samples * 32767).clip(-32768, 32767).astype("<i2").tobytes()


def _send(pipe: int, data: bytes) -> int:
    try:
        return os.write(pipe, data) if data else 0
    except BlockingIOError:
        return 0

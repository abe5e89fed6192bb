"""The real voice, whose program is a stand-in that keeps each text."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace, TracebackType
from typing import Any, Self

import pytest
from heistboard.games.status import Status
from heistboard.voice import player, speech
from heistboard.voice.speech import Voice
from heistboard.words import Words

__all__ = ["CaughtVoice", "caught_voice"]

WITHIN_S = 60.0  # reached only by a test that fails


class CaughtVoice:
    """Says what tables announce; people wait until it has finished."""

    def __init__(self, voice: Voice, said: list[str], changed: threading.Condition) -> None:
        self.said = said
        """The texts that espeak-ng got."""
        self._voice = voice
        self._changed = changed

    def announce(self, status: Status) -> None:
        """Speaks what *status* has to say, to the end."""
        voice = self._voice
        with voice._changed:  # before its thread takes the first one
            voice._current = None  # it has been spoken, whether the thread is ready or not
            voice.announce(status)
            texts = [part for text in voice._waiting for part in text.parts]
            wanted = len(self.said) + len(texts)
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.said) >= wanted, WITHIN_S), texts
        assert self.said[wanted - len(texts) :] == texts


@contextmanager
def caught_voice(monkeypatch: pytest.MonkeyPatch, language: str = "en") -> Iterator[CaughtVoice]:
    """Runs a voice without a sound."""
    said: list[str] = []
    changed = threading.Condition()

    class Program:
        returncode = 0

        def __init__(self, command: list[str], **_: object) -> None:
            assert command[0].endswith("espeak-ng") and "--stdin" in command

        def __enter__(self) -> Self:
            return self

        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            pass

        def communicate(self, text: bytes, timeout: float) -> tuple[bytes, bytes]:
            with changed:
                said.append(text.decode())
                changed.notify_all()
            return b"", b""

        def kill(self) -> None:
            pass

    programs: Any = SimpleNamespace(**vars(subprocess) | {"Popen": Program})
    monkeypatch.setattr(speech, "subprocess", programs)
    monkeypatch.setattr(speech, "shutil", SimpleNamespace(which=str))
    monkeypatch.setattr(player, "MaskingSound", lambda random: None)
    monkeypatch.setattr(player, "PLAYERS", ())
    with Voice(Words(language)) as voice:
        yield CaughtVoice(voice, said, changed)

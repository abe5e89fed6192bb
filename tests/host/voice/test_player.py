"""The masking sound: its samples, when it is played, and programs that fail.

Real time: the real aplay plays one second into a file. Stand-ins on PATH show order and faults.
"""

import contextlib
import functools
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from heistboard.voice import player
from heistboard.voice.masking_sound import RATE, MaskingSound
from heistboard.voice.speech import Voice, VoiceTrouble
from heistboard.words import Words

from tests.support.masking_sound_checks import Samples, check, levels
from tests.support.speaking import CLOSE, HIDE, OPEN, RED, closed, english, status, wait

APLAY = shutil.which("aplay") or ""
CLOSING = closed(CLOSE)

SPEAKER = """#!/bin/sh
/bin/cat >> "$HERE/said"
echo >> "$HERE/said"
"""
PLAYER = """#!/bin/sh
echo begins >> "$HERE/said"
/bin/cat >> "$HERE/sound"
echo ends >> "$HERE/said"
"""
BROKEN = """#!/bin/sh
echo broken >> "$HERE/said"
exit 1
"""
HANGS = """#!/bin/sh
echo hangs >> "$HERE/said"
exec /bin/sleep 1000
"""


@functools.cache
def shared_sound() -> MaskingSound:
    return MaskingSound(np.random.default_rng(9))


class MutedRoom:
    """Stand-ins for programs, which write down what would be heard."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.troubles: list[VoiceTrouble] = []

    def has(self, program: str, script: str) -> None:
        path = self._folder / program
        path.write_text(script)
        path.chmod(0o755)

    @property
    def said(self) -> list[str]:
        path = self._folder / "said"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def sound(self) -> Samples:
        data = (self._folder / "sound").read_bytes()
        return np.frombuffer(data[: len(data) // 2 * 2], "<i2") / 32768


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MutedRoom:
    monkeypatch.setattr(player, "MaskingSound", lambda random: shared_sound())  # 0.2 s to make
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HERE", str(tmp_path))
    room = MutedRoom(tmp_path)
    room.has("espeak-ng", SPEAKER)
    return room


def voice(room: MutedRoom) -> Voice:
    return Voice(Words("en"), room.troubles.append)


@pytest.mark.parametrize("seed", [1, 2, 77])
def test_it_masks_noises(seed: int) -> None:
    sound = MaskingSound(np.random.default_rng(seed))
    check(sound.next_samples(32 * RATE)[RATE:].astype(float), RATE)


def test_it_fades_in_each_time_and_continues_where_it_was() -> None:
    one, other = (MaskingSound(np.random.default_rng(3)) for _ in range(2))
    whole = one.next_samples(2 * RATE)
    parts = [other.next_samples(count) for count in (1, 999, RATE, RATE - 1000)]
    assert np.array_equal(np.concatenate(parts), whole)
    assert not np.array_equal(MaskingSound(np.random.default_rng(4)).next_samples(2 * RATE), whole)
    one.begin()
    rises = levels(one.next_samples(RATE // 2).astype(float), RATE, 50)
    assert rises[0] < -32 and rises[5] > rises[0] + 8


def test_it_is_heard_between_announcements_while_eyes_are_closed(room: MutedRoom) -> None:
    room.has("aplay", PLAYER)
    with voice(room) as speaks:
        speaks.announce(status(RED))
        assert wait(lambda: room.said == english(RED))
        speaks.announce(CLOSING)
        due = [*english(RED), *english(CLOSE), "begins"]
        assert wait(lambda: room.said == due)
        speaks.announce(closed(HIDE))
        due += ["ends", *english(HIDE), "begins"]
        assert wait(lambda: room.said == due)
        speaks.announce(closed())  # nothing to say
        speaks.announce(status(OPEN))
        assert wait(lambda: room.said == [*due, "ends", *english(OPEN)])
    assert room.troubles == []


class VirtualPrograms:
    """Runs programs that read their stdin at once, or never, in virtual time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, hangs: tuple[str, ...] = ()) -> None:
        self.now_s = 0.0
        self.started: list[tuple[str, float]] = []
        self.data = b""
        self._hangs = hangs
        monkeypatch.setattr(player, "time", SimpleNamespace(monotonic=lambda: self.now_s))

    @contextlib.contextmanager
    def running(self, command: Sequence[str]) -> Iterator[subprocess.Popen[bytes] | None]:
        self.started.append((command[0], self.now_s))
        self._reader, writer = os.pipe()
        os.set_blocking(self._reader, False)
        with open(writer, "wb", buffering=0) as stdin:
            process = SimpleNamespace(stdin=stdin, returncode=0, wait=lambda timeout: 0)
            yield cast("subprocess.Popen[bytes]", process)
        self._read()
        os.close(self._reader)

    def is_over(self, wait_s: float, at_s: float) -> bool:
        self.now_s += wait_s
        self._read()
        return self.now_s >= at_s

    def _read(self) -> None:
        if self.started[-1][0] not in self._hangs:
            with contextlib.suppress(BlockingIOError):
                self.data += os.read(self._reader, 1 << 20)


def test_samples_come_as_fast_as_they_are_played_and_fade(
    room: MutedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.has("aplay", PLAYER)
    programs = VirtualPrograms(monkeypatch)
    assert player.MaskingPlayer().play(
        programs.running, lambda wait_s: programs.is_over(wait_s, 1)
    )
    sound = np.frombuffer(programs.data, "<i2") / 32768
    assert 1 <= len(sound) / RATE < 1 + player.AHEAD_S + 2 * player.CHUNK_S + player.FADE_S
    rises_and_falls = levels(sound, RATE, 50)
    assert rises_and_falls[0] < -32 and rises_and_falls[-1] < -32
    assert rises_and_falls[8:-8].min() > -27


def test_program_that_fails_gives_way_to_the_next(room: MutedRoom) -> None:
    room.has("pacat", BROKEN)
    room.has("aplay", PLAYER)
    with voice(room) as speaks:
        speaks.announce(CLOSING)
        assert wait(lambda: room.said[-2:] == ["broken", "begins"])
        speaks.announce(closed(HIDE))
        assert wait(lambda: room.said[-1:] == ["begins"] and room.said.count("begins") == 2)
    assert room.said.count("broken") == 1 and room.troubles == []


@pytest.mark.parametrize("programs", [(), ("pacat", "play")])
def test_voice_works_without_a_program_for_the_masking_sound(
    room: MutedRoom, programs: tuple[str, ...]
) -> None:
    for program in programs:
        room.has(program, BROKEN)
    with voice(room) as speaks:
        for _ in range(2):
            speaks.announce(CLOSING)
            speaks.announce(status(OPEN))
            assert wait(lambda: room.said[-1:] == english(OPEN))
            speaks.announce(CLOSING)
            assert wait(lambda: room.troubles == [VoiceTrouble.MASKING_SOUND])
    assert room.said.count("broken") == len(programs)


def test_program_that_hangs_is_given_up(room: MutedRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    room.has("pacat", HANGS)
    room.has("aplay", PLAYER)
    programs = VirtualPrograms(monkeypatch, hangs=("pacat",))
    assert player.MaskingPlayer().play(
        programs.running, lambda wait_s: programs.is_over(wait_s, 20)
    )
    (first, _), (second, then_s) = programs.started
    assert (first, second) == ("pacat", "aplay")
    assert player.STUCK_S < then_s < 2 * player.STUCK_S + 2


def test_program_that_hangs_does_not_delay_the_opening_words(
    room: MutedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "AHEAD_S", 0.05)  # the program gets twice that to finish
    monkeypatch.setattr(player, "FADE_S", 0.05)
    room.has("pacat", HANGS)
    with voice(room) as speaks:
        speaks.announce(CLOSING)
        assert wait(lambda: room.said[-1:] == ["hangs"])
        speaks.announce(status(OPEN))
        assert wait(lambda: room.said[-1:] == english(OPEN))
    assert room.troubles == []


def test_it_ends_with_the_voice(room: MutedRoom) -> None:
    room.has("aplay", HANGS)
    with voice(room) as speaks:
        speaks.announce(CLOSING)
        assert wait(lambda: room.said[-1:] == ["hangs"])
    assert speaks._process is None and not speaks._thread.is_alive()


@pytest.mark.skipif(not APLAY, reason="no aplay (Debian: alsa-utils)")
def test_aplay_plays_it(room: MutedRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "asound.conf").write_text(
        f'pcm.!default {{ type file file "{tmp_path}/sound" format raw slave.pcm none }}\n'
        "pcm.none { type null }\n"
    )
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "asound.conf"))
    (tmp_path / "aplay").symlink_to(APLAY)

    def has_come() -> bool:
        return (tmp_path / "sound").exists() and len(room.sound) > RATE

    with voice(room) as speaks:
        speaks.announce(CLOSING)
        assert wait(has_come)
        speaks.announce(status(OPEN))
        assert wait(lambda: room.said[-1:] == english(OPEN))
    middle = levels(room.sound, RATE, 50)[8:18]
    assert middle.min() > -25 and middle.max() < -14
    assert room.troubles == []

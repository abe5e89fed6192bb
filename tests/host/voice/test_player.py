"""The covering sound of the voice: what it is, when it is played, and programs that fail.

The real aplay plays it into a file; order and faults by stand-ins on PATH.
"""

import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from heistboard.voice import player
from heistboard.voice.masking_sound import RATE, Rain
from heistboard.voice.speech import Voice
from heistboard.words import Words

from tests.support.covering import Samples, check, levels
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


class MutedRoom:
    """Programs that write down what is to be heard."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.troubles: list[str] = []

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
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HERE", str(tmp_path))
    room = MutedRoom(tmp_path)
    room.has("espeak-ng", SPEAKER)
    return room


def voice(room: MutedRoom) -> Voice:
    return Voice(Words("en"), room.troubles.append)


@pytest.mark.parametrize("seed", [1, 2, 77])
def test_it_covers(seed: int) -> None:
    rain = Rain(np.random.default_rng(seed))
    check(rain.take(32 * RATE)[RATE:].astype(float), RATE)


def test_it_fades_in_each_time_and_goes_on_where_it_was() -> None:
    one, other = (Rain(np.random.default_rng(3)) for _ in range(2))
    whole = one.take(2 * RATE)
    parts = [other.take(count) for count in (1, 999, RATE, RATE - 1000)]
    assert np.array_equal(np.concatenate(parts), whole)
    assert not np.array_equal(Rain(np.random.default_rng(4)).take(2 * RATE), whole)
    one.begin()
    rises = levels(one.take(RATE // 2).astype(float), RATE, 50)
    assert rises[0] < -32 and rises[5] > rises[0] + 8


def test_it_is_heard_between_the_words_while_eyes_are_closed(room: MutedRoom) -> None:
    room.has("aplay", PLAYER)
    with voice(room) as speaks:
        speaks.take(status(RED))
        assert wait(lambda: room.said == english(RED))
        speaks.take(CLOSING)
        due = [*english(RED), *english(CLOSE), "begins"]
        assert wait(lambda: room.said == due)
        speaks.take(closed(HIDE))
        due += ["ends", *english(HIDE), "begins"]
        assert wait(lambda: room.said == due)
        speaks.take(closed())  # nothing that is to be said
        time.sleep(0.3)
        assert room.said == due
        speaks.take(status(OPEN))
        assert wait(lambda: room.said == [*due, "ends", *english(OPEN)])
    assert room.troubles == []


def test_samples_come_as_fast_as_time_goes_and_fade(room: MutedRoom) -> None:
    room.has("aplay", PLAYER)  # takes them as fast as they come
    with voice(room) as speaks:
        speaks.take(CLOSING)
        assert wait(lambda: room.said[-1:] == ["begins"])
        began_s = time.monotonic()
        time.sleep(1)
        speaks.take(status(OPEN))
        assert wait(lambda: room.said[-1:] == english(OPEN))
        took_s = time.monotonic() - began_s
    sound = room.sound
    assert len(sound) / RATE < took_s + player.AHEAD_S + player.CHUNK_S + player.FADE_S
    rises_and_falls = levels(sound, RATE, 50)
    assert rises_and_falls[0] < -32 and rises_and_falls[-1] < -32
    assert rises_and_falls[8:-8].min() > -27


def test_program_that_fails_gives_way_to_the_next(room: MutedRoom) -> None:
    room.has("pacat", BROKEN)
    room.has("aplay", PLAYER)
    with voice(room) as speaks:
        speaks.take(CLOSING)
        assert wait(lambda: room.said[-2:] == ["broken", "begins"])
        speaks.take(closed(HIDE))
        assert wait(lambda: room.said[-1:] == ["begins"] and room.said.count("begins") == 2)
    assert room.said.count("broken") == 1 and room.troubles == []


@pytest.mark.parametrize("programs", [(), ("pacat", "play")])
def test_without_a_program_that_plays_it_the_voice_goes_on(
    room: MutedRoom, programs: tuple[str, ...]
) -> None:
    for program in programs:
        room.has(program, BROKEN)
    with voice(room) as speaks:
        for _ in range(2):
            speaks.take(CLOSING)
            speaks.take(status(OPEN))
            assert wait(lambda: room.said[-1:] == english(OPEN))
            speaks.take(CLOSING)
            assert wait(lambda: room.troubles == ["cover"])
    assert room.said.count("broken") == len(programs)


def test_program_that_hangs_is_given_up(room: MutedRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "STUCK_S", 0.3)
    room.has("pacat", HANGS)
    room.has("aplay", PLAYER)
    with voice(room) as speaks:
        speaks.take(CLOSING)
        assert wait(lambda: room.said[-2:] == ["hangs", "begins"])
        speaks.take(status(OPEN))
        assert wait(lambda: room.said[-1:] == english(OPEN))


def test_program_that_hangs_does_not_hold_the_opening_words(room: MutedRoom) -> None:
    room.has("pacat", HANGS)
    with voice(room) as speaks:
        speaks.take(CLOSING)
        assert wait(lambda: room.said[-1:] == ["hangs"])
        speaks.take(status(OPEN))
        assert wait(lambda: room.said[-1:] == english(OPEN))
    assert room.troubles == []


def test_it_ends_with_the_evening(room: MutedRoom) -> None:
    room.has("aplay", HANGS)
    with voice(room) as speaks:
        speaks.take(CLOSING)
        assert wait(lambda: room.said[-1:] == ["hangs"])
        began_s = time.monotonic()
    assert speaks._process is None and not speaks._thread.is_alive()
    assert time.monotonic() - began_s < player.STUCK_S


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
        speaks.take(CLOSING)
        assert wait(has_come)
        speaks.take(status(OPEN))
        assert wait(lambda: room.said[-1:] == english(OPEN))
    middle = levels(room.sound, RATE, 50)[8:18]
    assert middle.min() > -25 and middle.max() < -14
    assert room.troubles == []

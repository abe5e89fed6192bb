"""The voice: what is spoken, in which order, and what happens if its program fails.

The real espeak-ng speaks into a file; a stand-in on PATH shows order and faults.
"""

import os
import shutil
import threading
import wave
from pathlib import Path

import pytest
from heistboard.app import Status
from heistboard.games.gestures import Ask
from heistboard.voice import player
from heistboard.voice.speech import Voice, VoiceMissing
from heistboard.words import LANGUAGES, Words

from tests.support.speaking import (
    ACT,
    ARREST,
    CAR,
    CLOSE,
    HIDE,
    NOTHING,
    OPEN,
    RED,
    WITHIN_S,
    closed,
    english,
    status,
    wait,
)

# Writes down its text, then waits until its gate exists.
STAND_IN = """#!/bin/sh
text=$(cat)
echo "$text" >> "$HERE/said"
while [ ! -e "$HERE/gate" ]; do sleep 0.01; done
case "$text" in
    *"Nothing on"*) echo "no voice" >&2; exit 3;;
    *"The car is on"*) echo "ALSA lib: a warning" >&2; echo "error: no card" >&2;;
    *) echo "ALSA lib: a warning" >&2;;
esac
"""


class StandIn:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def said(self) -> list[str]:
        path = self._folder / "said"
        return path.read_text().splitlines() if path.exists() else []

    def go_on(self) -> None:
        (self._folder / "gate").touch()


@pytest.fixture(autouse=True)
def no_masking_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "MaskingSound", lambda random: None)  # takes 0.2 s to make
    monkeypatch.setattr(player, "PLAYERS", ())


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    program = tmp_path / "espeak-ng"
    program.write_text(STAND_IN)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HERE", str(tmp_path))
    return StandIn(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.skipif(not shutil.which("espeak-ng"), reason="no espeak-ng")
def test_espeak_speaks_both_languages(language: str, tmp_path: Path) -> None:
    path = tmp_path / "said.wav"
    troubles: list[bool] = []
    with Voice(Words(language), lambda _: troubles.append(True), ("-w", str(path))) as voice:
        voice.announce(status(RED))
        assert wait(lambda: path.exists() and path.stat().st_size > 44)
        assert wait(lambda: voice._process is None)
    with wave.open(str(path)) as sound:
        seconds = sound.getnframes() / sound.getframerate()
    assert 2 < seconds < 10  # a sentence, not its letters one by one
    assert troubles == []


def test_missing_program_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(VoiceMissing, match="sudo apt install espeak-ng"):
        Voice(Words("en"))


def test_texts_are_spoken_one_at_a_time_in_order(stand_in: StandIn) -> None:
    with Voice(Words("en")) as voice:
        voice.announce(status(RED))
        voice.announce(status(CAR, ARREST))
        assert wait(lambda: len(stand_in.said) == 1)
        assert stand_in.said == english(RED)
        stand_in.go_on()
        assert wait(lambda: len(stand_in.said) == 3)
    assert stand_in.said == english(RED, CAR, ARREST)


def test_speaking_does_not_block_the_table(stand_in: StandIn) -> None:
    with Voice(Words("en")) as voice:
        voice.announce(status(RED))
        assert wait(lambda: len(stand_in.said) == 1)

        def speak() -> None:
            for _ in range(100):
                voice.announce(status(RED))

        table = threading.Thread(target=speak)
        table.start()
        table.join(WITHIN_S)
        assert not table.is_alive()  # although the program never exits
    assert stand_in.said == english(RED)


def said_after(stand_in: StandIn, *statuses: Status) -> list[str]:
    # Returns what is spoken after the first text, if the others arrive while it is spoken.
    last = Ask("over.escape")
    with Voice(Words("en")) as voice:
        voice.announce(statuses[0])
        assert wait(lambda: len(stand_in.said) == 1)
        for each in statuses[1:]:
            voice.announce(each)
        voice.announce(status(last, ask=last))
        stand_in.go_on()
        assert wait(lambda: stand_in.said[-1:] == english(last))
    return stand_in.said[1:-1]


def test_closing_words_replace_queued_texts(stand_in: StandIn) -> None:
    closing = status(CLOSE, ask=HIDE, is_secret=True)
    assert said_after(stand_in, status(RED), status(NOTHING), closing) == english(CLOSE)


def test_opening_words_replace_the_closing_ones(stand_in: StandIn) -> None:
    closing = status(CLOSE, HIDE, ask=HIDE, is_secret=True)
    assert said_after(stand_in, status(RED), closing, status(OPEN)) == english(OPEN)


def test_later_answer_to_help_replaces_the_earlier_one(stand_in: StandIn) -> None:
    hand = Ask("police.hand", {"helicopter": "pink"})
    asked = (status(ACT), status(ACT), status(hand, ask=hand), status(RED), status(ACT))
    # The first is being spoken, so the second is not queued; the end removes the last one.
    assert said_after(stand_in, *asked) == english(RED)


def test_help_pressed_again_is_answered_once(stand_in: StandIn) -> None:
    hand = Ask("police.hand", {"helicopter": "pink"})
    with Voice(Words("en")) as voice:
        voice.announce(status(RED))
        assert wait(lambda: len(stand_in.said) == 1)
        for _ in range(3):
            voice.announce(status(ACT))
        voice.announce(status(hand, ask=hand))
        voice.announce(status(CAR))
        stand_in.go_on()
        assert wait(lambda: len(stand_in.said) == 3)
    assert stand_in.said == english(RED, hand, CAR)


def test_with_eyes_closed_nothing_else_is_spoken(stand_in: StandIn) -> None:
    stand_in.go_on()
    with Voice(Words("en")) as voice:
        voice.announce(closed(CLOSE, RED, ARREST, ACT))
        assert wait(lambda: stand_in.said == english(CLOSE))
        voice.announce(closed(HIDE))
        assert wait(lambda: stand_in.said == english(CLOSE, HIDE))
        voice.announce(status(OPEN))
        assert wait(lambda: stand_in.said == english(CLOSE, HIDE, OPEN))


def test_opening_words_cut_the_count_short(stand_in: StandIn) -> None:
    with Voice(Words("en")) as voice:
        voice.announce(status(CLOSE, ask=HIDE, is_secret=True))
        assert wait(lambda: len(stand_in.said) == 1)
        voice.announce(status(OPEN))
        stand_in.go_on()
        assert wait(lambda: len(stand_in.said) == 2)
    assert stand_in.said == [english(CLOSE)[0], *english(OPEN)]


def test_failing_program_is_reported_once_and_tried_again(stand_in: StandIn) -> None:
    stand_in.go_on()
    troubles: list[bool] = []
    with Voice(Words("en"), lambda _: troubles.append(True)) as voice:
        for ask in (NOTHING, NOTHING, RED):
            voice.announce(status(ask))
        assert wait(lambda: len(stand_in.said) == 3)
    assert stand_in.said == english(NOTHING, NOTHING, RED)
    assert troubles == [True]


def test_missing_sound_card_is_reported_and_a_warning_is_not(stand_in: StandIn) -> None:
    stand_in.go_on()
    troubles: list[str] = []
    with Voice(Words("en"), lambda _: troubles.append(stand_in.said[-1])) as voice:
        voice.announce(status(RED))
        voice.announce(status(CAR))
        assert wait(lambda: bool(troubles))
    assert troubles == english(CAR)


def test_missing_program_is_reported(stand_in: StandIn, tmp_path: Path) -> None:
    troubles: list[bool] = []
    with Voice(Words("en"), lambda _: troubles.append(True)) as voice:
        (tmp_path / "espeak-ng").unlink()
        voice.announce(status(RED))
        assert wait(lambda: troubles == [True])


def test_end_does_not_wait_for_the_program(stand_in: StandIn) -> None:
    with Voice(Words("en")) as voice:
        voice.announce(status(RED))
        assert wait(lambda: len(stand_in.said) == 1)
        voice.announce(status(CAR))
    assert stand_in.said == english(RED)  # it was killed, and nothing was started after it

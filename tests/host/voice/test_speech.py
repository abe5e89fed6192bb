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
def test_espeak_says_it_in_both_languages(language: str, tmp_path: Path) -> None:
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


def test_without_the_program_the_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(VoiceMissing, match="sudo apt install espeak-ng"):
        Voice(Words("en"))


def test_texts_are_said_one_at_a_time_in_order(stand_in: StandIn) -> None:
    with Voice(Words("en")) as voice:
        voice.announce(status(RED))
        voice.announce(status(CAR, ARREST))
        assert wait(lambda: len(stand_in.said) == 1)
        assert stand_in.said == english(RED)
        stand_in.go_on()
        assert wait(lambda: len(stand_in.said) == 3)
    assert stand_in.said == english(RED, CAR, ARREST)


def test_what_speaks_does_not_hold_the_table(stand_in: StandIn) -> None:
    with Voice(Words("en")) as voice:
        voice.announce(status(RED))
        assert wait(lambda: len(stand_in.said) == 1)

        def speak() -> None:
            for _ in range(100):
                voice.announce(status(RED))

        table = threading.Thread(target=speak)
        table.start()
        table.join(WITHIN_S)
        assert not table.is_alive()  # though the program never ends
    assert stand_in.said == english(RED)


def said_after(stand_in: StandIn, *statuses: Status) -> list[str]:
    # What is said after the first text, when the others came while it was being said.
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


def test_closing_words_overtake_what_waits(stand_in: StandIn) -> None:
    closing = status(CLOSE, ask=HIDE, is_secret=True)
    assert said_after(stand_in, status(RED), status(NOTHING), closing) == english(CLOSE)


def test_opening_words_overtake_the_closing_ones(stand_in: StandIn) -> None:
    closing = status(CLOSE, HIDE, ask=HIDE, is_secret=True)
    assert said_after(stand_in, status(RED), closing, status(OPEN)) == english(OPEN)


def test_last_answer_to_help_is_the_one_that_counts(stand_in: StandIn) -> None:
    hand = Ask("police.hand", {"helicopter": "pink"})
    asked = (status(ACT), status(ACT), status(hand, ask=hand), status(RED), status(ACT))
    # The first is being said, so the second is not said again; the end drops the last one.
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


def test_with_eyes_closed_nothing_else_is_said(stand_in: StandIn) -> None:
    stand_in.go_on()
    with Voice(Words("en")) as voice:
        voice.announce(closed(CLOSE, RED, ARREST, ACT))
        assert wait(lambda: stand_in.said == english(CLOSE))
        voice.announce(closed(HIDE))
        assert wait(lambda: stand_in.said == english(CLOSE, HIDE))
        voice.announce(status(OPEN))
        assert wait(lambda: stand_in.said == english(CLOSE, HIDE, OPEN))


def test_opening_words_break_off_the_count(stand_in: StandIn) -> None:
    with Voice(Words("en")) as voice:
        voice.announce(status(CLOSE, ask=HIDE, is_secret=True))
        assert wait(lambda: len(stand_in.said) == 1)
        voice.announce(status(OPEN))
        stand_in.go_on()
        assert wait(lambda: len(stand_in.said) == 2)
    assert stand_in.said == [english(CLOSE)[0], *english(OPEN)]


def test_program_that_fails_is_said_once_and_tried_again(stand_in: StandIn) -> None:
    stand_in.go_on()
    troubles: list[bool] = []
    with Voice(Words("en"), lambda _: troubles.append(True)) as voice:
        for ask in (NOTHING, NOTHING, RED):
            voice.announce(status(ask))
        assert wait(lambda: len(stand_in.said) == 3)
    assert stand_in.said == english(NOTHING, NOTHING, RED)
    assert troubles == [True]


def test_missing_sound_card_is_trouble_and_a_warning_is_none(stand_in: StandIn) -> None:
    stand_in.go_on()
    troubles: list[str] = []
    with Voice(Words("en"), lambda _: troubles.append(stand_in.said[-1])) as voice:
        voice.announce(status(RED))
        voice.announce(status(CAR))
        assert wait(lambda: bool(troubles))
    assert troubles == english(CAR)


def test_program_that_is_gone_is_trouble_too(stand_in: StandIn, tmp_path: Path) -> None:
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
    assert stand_in.said == english(RED)  # it was ended, and nothing begun after it

"""Burgle Bros at virtual boards: by lights and voice alone, with disturbances and faults."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from heistboard.rules import TABLE
from heistboard.words import Words

from tests.support.board_player import BoardPlayer
from tests.support.burgle_boards import BurgleBoards
from tests.support.burgle_faults import FAULTS, play_faulty_games
from tests.support.burgle_hands import act_somehow
from tests.support.burgle_walks import walk_without_a_move
from tests.support.caught_voice import CaughtVoice, caught_voice

MOST_ACTS = 400
WITH_A_LOOK = 11  # a seed
MINUTES = 1.6
WALKS = 6


@pytest.fixture
def voice(monkeypatch: pytest.MonkeyPatch) -> Iterator[CaughtVoice]:
    with caught_voice(monkeypatch) as voice:
        yield voice


def play(boards: BurgleBoards, player: BoardPlayer) -> None:
    for _ in range(MOST_ACTS):
        if player.is_over:
            return
        player.act()
    raise AssertionError(f"stuck: {boards.ask}")


def test_an_office_is_played_by_lights_and_voice_alone(tmp_path: Path, voice: CaughtVoice) -> None:
    with BurgleBoards(
        tmp_path, WITH_A_LOOK, on_status=voice.announce, players=4, advanced=True
    ) as boards:
        play(boards, BoardPlayer(boards, voice.said, Random(WITH_A_LOOK)))
        assert boards.ask.id == "over.caught" and boards.state.outcome is not None
        words = Words("en", "burgle-bros")
        assert voice.said[-1] == words.spoken(boards.ask, {})
        # What one player looked at was told to the table.
        shown = [line for line in boards.state.told(TABLE) if line.startswith("show")]
        assert shown and "look" in {move.verb for move in boards.state.moves}
        assert (
            "Show it to all? Done takes it, Help says the next one, Undo ends this." in voice.said
        )
        boards.check_replay()


def test_faults_with_mistakes_meanwhile_are_lit_and_healed_and_are_no_moves(
    tmp_path: Path,
) -> None:
    counts = play_faulty_games(tmp_path, MINUTES, seed=4)
    assert {*FAULTS} <= counts.keys() and counts["moves"] > 20, counts


def test_a_guards_walk_at_boards_is_never_taken_for_taps(tmp_path: Path) -> None:
    random = Random(3)
    with BurgleBoards(tmp_path, 3, scenario="bank", players=2) as boards:
        boards.ready()
        while boards.state.phase != "act":
            act_somehow(boards, random)
        steps = [walk_without_a_move(boards, random) for _ in range(WALKS)]
    assert min(steps) >= 5

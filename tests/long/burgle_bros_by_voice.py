"""Plays Burgle Bros by lights and voice: ``python -m tests.long.burgle_bros_by_voice [GAMES]``.

At virtual boards, all buildings, one to four players. The player knows what lights show and what
the voice says, and nothing else. Prints which questions were answered from the spoken menu.
"""

import logging
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from heistboard.games.burgle_bros.components import SCENARIOS
from heistboard.rules import Choice

from tests.bench.figures import machine
from tests.support.board_player import BoardPlayer
from tests.support.burgle_boards import BurgleBoards
from tests.support.caught_voice import caught_voice

GAMES = 100
MOST_ACTS = 1_500


def play(folder: Path, seed: int) -> tuple[BoardPlayer, BurgleBoards]:
    """Plays one game to its end."""
    options: dict[str, Choice] = {
        "scenario": sorted(SCENARIOS)[seed % 3],
        "players": 1 + seed % 4,
        "advanced": seed % 2 == 1,
    }
    with (
        pytest.MonkeyPatch.context() as patch,
        caught_voice(patch) as voice,
        BurgleBoards(folder, seed, on_status=voice.announce, **options) as boards,
    ):
        player = BoardPlayer(boards, voice.said, Random(seed))
        for _ in range(MOST_ACTS):
            if player.is_over:
                break
            player.act()
        assert boards.state.outcome is not None, (seed, boards.ask, voice.said[-5:])
        boards.check_replay()
        return player, boards


def main(arguments: list[str]) -> None:
    """Runs it."""
    logging.disable()
    games = int(arguments[0]) if arguments else GAMES
    answered: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    moves = minutes = 0.0
    for seed in range(games):
        with tempfile.TemporaryDirectory() as folder:
            player, boards = play(Path(folder), seed)
        answered.update({re.sub(r"\d|[A-E]-\d", "…", each) for each in player.answered})
        played = boards.state.moves
        verbs.update(move.verb for move in played)
        moves += len(played)
        minutes += boards.time.now_ms / 60_000
        looks = [move.verb for move in played if move.verb in ("look", "show", "stack", "bottom")]
        print(f"seed {seed}: {len(played)} moves {' '.join(looks)}", flush=True)
    print(f"{machine()}: {games} games, {moves:.0f} moves, {minutes:.0f} minutes at the boards")
    print(f"moves: {dict(verbs.most_common())}")
    for question, often in answered.most_common():
        print(f"{often:4} {question}")


if __name__ == "__main__":
    main(sys.argv[1:])

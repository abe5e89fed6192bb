"""Recorded games agree with the rules at every step, one for each ending."""

from pathlib import Path

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.rules import playthrough

FOLDER = Path(__file__).parent / "playthroughs"
PATHS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_recorded_game_agrees_with_the_rules(path: Path) -> None:
    text = path.read_text()
    header = dict(line.split(" ", 1) for line in text.partition("\n> ")[0].splitlines() if line)
    options = GAME.read_options({name: header[name] for name in GAME.choices})
    moves = playthrough.moves_of(text)
    now = playthrough.record(GAME.new(**options), moves)
    assert playthrough.compare(text, now) == ""
    state = GAME.new(**options)
    for move in moves:
        state.push(move)
    assert state.outcome is not None and state.outcome.ending == path.stem


def test_every_ending_is_recorded() -> None:
    assert {path.stem for path in PATHS} == set(GAME.endings)

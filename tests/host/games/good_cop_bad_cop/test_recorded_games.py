"""Recorded games agree with the rules: each number of players, with and without the expansion.

And each option, in a game that it changes. The games of each ending are in ``playthroughs``.
"""

import pytest
from heistboard.games.good_cop_bad_cop import GAME

from tests.host.games.good_cop_bad_cop.recorded_games import (
    FOLDER,
    GAMES,
    goes_otherwise,
    moves_of,
    record,
    state_of,
)

OPTIONS = sorted(GAME.options.keys() - {"bombers"})


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_agrees_with_the_rules(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text()
    assert '"rule": "GC-' in recorded  # it is played to its end
    assert record(state_of(name), moves_of(recorded)) == recorded


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_changes_the_game_that_is_recorded_for_it(option: str) -> None:
    assert goes_otherwise(option, moves_of((FOLDER / f"{option}.txt").read_text()))


def test_every_number_of_players_and_every_option_is_recorded() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(GAMES) >= set(OPTIONS)
    boxes = [(options["players"], "bombers" in options) for options in GAMES.values()]
    expected = {(players, box) for players in GAME.players for box in (False, True)} - {(3, False)}
    assert set(boxes) == expected

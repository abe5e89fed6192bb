"""A game of each scenario and number of players goes as it was recorded."""

import pytest

from tests.host.games.burgle_bros.recorded_games import FOLDER, GAMES, record


@pytest.mark.parametrize(("scenario", "players"), GAMES)
def test_a_recorded_game_agrees_with_the_rules(scenario: str, players: int) -> None:
    recorded = (FOLDER / f"{scenario}_{players}.txt").read_text()
    moves = [line[2:] for line in recorded.splitlines() if line.startswith("> ")][1:]
    assert recorded.endswith("\n") and '"rule": "BB-' in recorded  # it is played to its end
    assert record(scenario, players, moves) == recorded

"""The pieces of the running game on a simulated board."""

import pytest
from heistboard.cli import play_game
from heistboard.games.pieces import Pieces

from tests.support.command import Cli


def test_unreadable_pieces_fail_with_a_sentence(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(game: str, floors: int) -> Pieces:
        raise ValueError(f"{game}: pieces.toml: dog is 1, expected a table")

    monkeypatch.setattr(play_game, "pieces_of", read)
    code, _, err = cli("play", "car-thief", "--board", "sim", "--seconds", "0.2")
    assert (code, err) == (1, "heistboard: car-thief: pieces.toml: dog is 1, expected a table\n")


# Which boards a game is played on.


def test_game_is_played_without_a_board(cli: Cli) -> None:
    document = cli("play", "car-thief", "--board", "none", "--json", "--seconds", "0.2").document
    assert (document["sync"], document["ask"]["id"]) == ("synced", "setup.place")
    document = cli("play", "--board", "none", "--json", "--seconds", "0.2").document
    assert (document["boards"], document["notes"][0]) == ([], "no board: played on screens")


@pytest.mark.parametrize("words", [("none", "sim"), ("none", "auto")])
def test_no_board_and_a_board_is_wrong_usage(cli: Cli, words: tuple[str, str]) -> None:
    code, _, err = cli("play", "car-thief", "--board", words[0], "--board", words[1])
    assert (code, err) == (2, "heistboard: --board none goes with no other --board\n")

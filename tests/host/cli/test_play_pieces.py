"""The pieces of the running game on a simulated board."""

from types import SimpleNamespace
from typing import cast

import pytest
from heistboard.app import Status
from heistboard.cli import play_game
from heistboard.games.pieces import Pieces
from heistboard.sim import SimHands

from tests.support.command import Cli
from tests.support.harbour import harbour_installed, harbour_pieces


def test_unreadable_pieces_fail_with_a_sentence(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(game: str, floors: int) -> Pieces:
        raise ValueError(f"{game}: pieces.toml: dog is 1, expected a table")

    monkeypatch.setattr(play_game, "pieces_of", read)
    code, _, err = cli("play", "car-thief", "--board", "sim", "--seconds", "0.2")
    assert (code, err) == (1, "heistboard: car-thief: pieces.toml: dog is 1, expected a table\n")


def test_another_games_pieces_are_set_up_when_it_starts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    laid: list[tuple[Pieces, tuple[str, ...]]] = []
    hands = cast(SimHands, SimpleNamespace(change=lambda *change: laid.append(change)))
    with harbour_installed(monkeypatch):
        for game, floors in (("harbour", 1), ("harbour", 3), ("chess", 1)):
            status = cast(Status, SimpleNamespace(view={"game": game}, floors=floors))
            play_game._lay_out(hands, lambda floors: ("board",) * floors, status)  # type: ignore[arg-type, return-value]
    pieces = harbour_pieces(monkeypatch)
    assert laid == [(pieces, ("board",)), (pieces.on(3), ("board",) * 3)]
    assert "there is no game 'chess'" in caplog.text  # and the game goes on


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

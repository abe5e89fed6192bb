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
    def read(game: str) -> Pieces:
        raise ValueError(f"{game}: pieces.toml: dog is 1, expected a table")

    monkeypatch.setattr(play_game, "pieces_of", read)
    code, _, err = cli("play", "car-thief", "--board", "sim", "--seconds", "0.2")
    assert (code, err) == (1, "heistboard: car-thief: pieces.toml: dog is 1, expected a table\n")


def test_another_games_pieces_are_set_up_when_it_starts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    laid: list[Pieces] = []
    hands = cast(SimHands, SimpleNamespace(change=laid.append))
    with harbour_installed(monkeypatch):
        for game in ("harbour", "chess"):
            play_game._lay_out(hands, cast(Status, SimpleNamespace(view={"game": game})))
    assert laid == [harbour_pieces(monkeypatch)]
    assert "there is no game 'chess'" in caplog.text  # and the game goes on

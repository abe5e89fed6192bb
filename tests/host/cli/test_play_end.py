"""What `heistboard play` prints when it ends."""

from argparse import Namespace
from dataclasses import replace

import pytest
from heistboard.cli.play_game import _print_end
from heistboard.games import package
from heistboard.words import Words

from tests.support.games import replace_package
from tests.support.tabletop import TableTop


@pytest.fixture
def table() -> TableTop:
    table = TableTop()
    table.place_all()
    return table


def printed(table: TableTop, capsys: pytest.CaptureFixture[str], language: str = "en") -> str:
    _print_end(Namespace(json=False, data=None), Words(language), table.status)
    return capsys.readouterr().out


def test_a_game_that_goes_on_can_be_continued(
    table: TableTop, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(table, capsys) == (
        "Game 1 is saved. Continue it with `heistboard play --resume 1`.\n"
    )


def test_a_finished_game_leads_to_its_review(
    table: TableTop, capsys: pytest.CaptureFixture[str]
) -> None:
    table.hide("a1")
    table.lift("a1", for_ms=10_000)
    assert table.status.view["outcome"] is not None
    assert (
        printed(table, capsys) == "Game 1 is over. Look back at it with `heistboard review 1`.\n"
    )
    assert "`heistboard review 1`" in printed(table, capsys, "ru")


def test_a_finished_game_without_a_review_leads_to_its_moves(
    table: TableTop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.hide("a1")
    table.lift("a1", for_ms=10_000)
    replace_package(monkeypatch, replace(package("car-thief"), review=None))
    assert "`heistboard journal show 1`" in printed(table, capsys)

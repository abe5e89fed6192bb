"""The answer to Help on the terminal."""

import pytest
from heistboard.terminal.game_screen import ScreenState
from heistboard.terminal.help_screen import draw_help, help_lines
from heistboard.words import LANGUAGES, Words

from tests.support.tabletop import TableTop

EN = Words("en", "car-thief")


@pytest.fixture
def table() -> TableTop:
    table = TableTop()
    table.place_all()
    return table


def drawn(state: ScreenState, width: int = 80, height: int = 24, words: Words = EN) -> list[str]:
    return [text.plain.rstrip() for text in draw_help(state, words, width, height)]


def test_help_says_what_is_asked_what_to_type_and_where_the_rules_are(table: TableTop) -> None:
    table.hide("c3")
    lines = drawn(ScreenState(table.status, address="http://127.0.0.1:8555/", is_simulated=True))
    assert lines[:2] == [
        "What is asked",
        "  The police to act: Fly a pulsing helicopter to a neighbouring crossing, or",
    ]
    assert "  fly green x21  Fly the green helicopter to x21" in lines
    assert "  search green a1  Search a1 with the green helicopter" in lines
    assert any(line.startswith("  … and ") for line in lines)
    shown = " ".join(line.strip() for line in lines)
    assert "“The police's turn”, as heistboard rules car-thief police prints it." in shown
    assert lines[-2:] == [
        "  What the lights and the buttons mean: http://127.0.0.1:8555/",
        "Any key closes this.",
    ]


def test_without_a_board_nobody_is_told_to_lift_anything(table: TableTop) -> None:
    table.hide("c3")
    state = ScreenState(table.status._replace(is_carried=True))
    assert "lift" not in " ".join(help_lines(state, EN)[:3])


def test_moves_of_each_kind_come_first(table: TableTop) -> None:
    table.hide("c3")
    kinds = {(move.verb, move.parts["helicopter"]) for move in table.status.moves}
    shown = [line.split()[:2] for line in help_lines(ScreenState(table.status), EN)[3:]]
    assert {(verb, helicopter) for verb, helicopter in shown[: len(kinds)]} == kinds


def test_help_tells_the_same_whatever_is_hidden() -> None:
    told = []
    for cell in ("c3", "a1"):
        table = TableTop()
        table.place_all()
        table.hide(cell)
        told.append(help_lines(ScreenState(table.status), EN))
    assert told[0] == told[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 50), (40, 12), (20, 5), (1, 1)])
def test_help_fits_every_terminal(table: TableTop, language: str, size: tuple[int, int]) -> None:
    width, height = size
    texts = draw_help(ScreenState(table.status), Words(language), width, height)
    assert len(texts) == height and all(len(text.plain) <= width for text in texts)


def test_help_on_a_game_that_is_over_offers_another(table: TableTop) -> None:
    table.hide("a1")
    table.search("a1")
    said = "\n".join(help_lines(ScreenState(table.status), EN))
    assert "again: another game; help: this page" in said and "done" not in said

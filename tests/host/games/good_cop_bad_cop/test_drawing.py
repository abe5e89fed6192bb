"""The drawing in a terminal: a line for each player, and nothing that is not public."""

from collections.abc import Iterator

import pytest
from heistboard.games import Canvas
from heistboard.games.good_cop_bad_cop import drawing
from heistboard.rules import State
from heistboard.words import LANGUAGES, Words

from tests.support.good_cop import NAME, dealt, good_cop_installed, on_to, shown

WIDTH = 80


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with good_cop_installed():
        yield


def drawn(state: State, language: str = "en", *, is_ascii: bool = True) -> list[str]:
    canvas, words = Canvas(WIDTH, is_ascii, 0), Words(language, NAME)
    return [line.plain.rstrip() for line in drawing.board(shown(state), words, canvas)]


def test_a_player_has_a_line_with_cards_gun_and_what_lies_there() -> None:
    state = on_to(dealt(4, {"p1": "planted_evidence"}), "p1 play planted_evidence p3", "p1 arm")
    on_to(state, "p1 aim p2", "p1 turn_up p1.2")
    assert drawn(state) == [
        "* Player 1   [ ? ] [HON] [ ? ]  equipment 0  --> player 2",
        "  Player 2   [ ? ] [ ? ] [ ? ]  equipment 1",
        "  Player 3   [ ? ] [ ? ] [ ? ]  equipment 1  evidence",
        "  Player 4   [ ? ] [ ? ] [ ? ]  equipment 1",
        "guns in the middle: 1; equipment in the deck: 10",
    ]
    assert drawn(state, "ru", is_ascii=False)[0] == (
        "★ Игрок 1    [ ? ] [ЧЕС] [ ? ]  экипировка 0  ──▶ игрок 2"
    )


def test_a_declared_shot_is_told_and_a_wound_is_seen() -> None:
    state = on_to(
        dealt(4), "p1 arm", "p1 aim p2", "p2 equip", "p3 equip", "p4 equip", "p1 shoot p2"
    )
    assert "declared: shoot player 2" in drawn(state)
    assert "объявлено: выстрелить в игрока 2" in drawn(state, "ru")
    while state.phase != "after-action":
        legal = [move for seat in state.movers for move in state.legal(seat)]
        state.push(next((move for move in legal if move.verb == "pass"), legal[0]))
    assert drawn(state)[1].startswith("  Player 2   [KNG] [CRO] [CRO]")
    assert " + " in f"{drawn(state)[1]} "


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_ascii", [True, False])
def test_every_line_fits_and_ascii_is_ascii(language: str, *, is_ascii: bool) -> None:
    state, canvas = dealt(8, bombers=True), Canvas(WIDTH, is_ascii, 0)
    words = Words(language, NAME)
    while state.movers:
        lines = [
            drawing.track(shown(state), words, canvas),
            *drawing.board(shown(state), words, canvas),
            *drawing.legend(shown(state), words, canvas),
        ]
        for line in lines:
            assert line.cell_len <= WIDTH, line.plain
            assert not line.plain.endswith("…")
            if is_ascii and language == "en":
                assert line.plain.isascii(), line.plain
        if len(state.moves) > 400:
            break
        seat = state.movers[len(state.moves) % len(state.movers)]
        legal = state.legal(seat)
        state.push(legal[len(state.moves) * 7 % len(legal)])


def test_the_drawing_follows_from_what_everybody_knows() -> None:
    one, other = dealt(4, {"p2": "coffee"}), dealt(4, {"p2": "polygraph"})
    assert drawn(one) == drawn(other)

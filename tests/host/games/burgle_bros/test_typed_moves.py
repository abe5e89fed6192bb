"""Moves as people type them: what may be left out."""

import pytest
from heistboard.rules import AmbiguousMove, InvalidMove

from tests.host.games.burgle_bros.stage import game, illegal, put, show


def test_the_floor_is_left_out_where_one_floor_only_makes_a_legal_move() -> None:
    state = put(show(game(2), "2:b2 foyer"), p1="2:b2")
    assert state.parse("move b3") == "move 2:b3"
    assert state.parse("Peek A2") == "peek 2:a2"
    assert state.parse("move 2:b3") == "move 2:b3"
    assert "move d4" not in state.legal() and state.parse("move d4") == "move d4"


def test_a_legal_move_on_floor_1_is_never_another_floor() -> None:
    state = put(show(game(2), "2:b2 foyer"), p1="2:b2", items1="blueprints")
    assert {"use blueprints b3", "use blueprints 2:b3"} <= {*state.legal()}
    assert state.parse("use blueprints b3") == "use blueprints b3"
    with pytest.raises(InvalidMove, match="no cell 'b9'"):
        state.parse("move b9")


def test_a_cell_that_fits_on_several_floors_is_asked_for() -> None:
    state = put(show(game(2, scenario="bank"), "b3 foyer"), items1="blueprints")
    with pytest.raises(AmbiguousMove) as error:
        state.parse("use blueprints b3")
    assert error.value.moves == ("use blueprints 2:b3", "use blueprints 3:b3")


def test_exact_notation_is_demanded_of_the_journal() -> None:
    state = put(show(game(2), "2:b2 foyer"), p1="2:b2")
    assert illegal(state, "move b3") == "BB-ACT-MOVE"

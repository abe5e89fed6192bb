"""Parsing moves, and the messages for texts that are not moves."""

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.notation import FORMS, make
from heistboard.rules import IllegalMove, InvalidMove, MoveError
from hypothesis import given
from hypothesis import strategies as st

from tests.host.games.burgle_bros.stage import game, put

STATE = put(game(2), items1="crowbar emp")


def test_typed_moves_ignore_case_and_spaces() -> None:
    assert STATE.parse("  Move   B1 ") == "move b1"
    with pytest.raises(InvalidMove, match="'Move B1' is not exact notation, expected 'move b1'"):
        STATE.push("Move B1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("jump b1", "'jump b1' is not a move of Burgle Bros, expected one like 'move b3'"),
        ("", "'' is not a move of Burgle Bros"),
        ("move", "'move' is incomplete or too long, expected move CELL"),
        ("tile b1", "'tile b1' is incomplete or too long"),
        ("tile b1 face_down", "there is no tile 'face_down'"),
        ("stack p1", "'stack p1' is incomplete or too long"),
        ("move b1 b2", "'move b1 b2' is incomplete or too long"),
        ("move x1", "'move x1': there is no cell 'x1'"),
        ("move 4:a1", "'move 4:a1': there is no cell '4:a1'"),
        ("move 3:e1", "'move 3:e1': there is no cell '3:e1'"),
        ("use spoon", "'use spoon' is not a move"),
        ("use", "'use' is not a move"),
        ("use_emp", "'use_emp' is not a move"),
        ("use thermal_bomb", "is incomplete or too long, expected use thermal_bomb WAY"),
        ("give spoon p2", "there is no item 'spoon'"),
        ("event lost_visual", "there is no card 'lost_visual'"),
        ("event b3", "there is no card 'b3'"),
        ("look p1 ?", "does not say which card, expected one by name"),
    ],
)
def test_text_that_is_no_move_is_refused_with_what_was_expected(text: str, said: str) -> None:
    for refuse in (STATE.parse, STATE.push):
        with pytest.raises(InvalidMove) as error:
            refuse(text)
        assert said in str(error.value)


def test_a_tool_is_used_by_two_words() -> None:
    move = STATE.parse("use crowbar b1")
    assert (move.verb, move.parts) == ("use_crowbar", {"cell": "b1"})
    assert STATE.parse("use crowbar").parts == {}


def test_an_event_is_named_as_a_card() -> None:
    assert GAME.read("event crash").parts == {"card": "crash"}


WORDS = (*FORMS, "use", "b1", "2:b3", "p1", "p2", "emp", "crash", "own", "up", "?", "3")
TEXTS = st.text(max_size=30) | st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)


@given(TEXTS)
def test_any_text_is_a_move_or_refused(text: str) -> None:
    before = STATE.view(0)
    try:
        move = STATE.parse(text)
    except MoveError:
        with pytest.raises(MoveError):
            STATE.push(text)
    else:
        assert STATE.parse(move) == move
        if move in STATE.legal():
            STATE.push(move)
            assert STATE.pop() == move
        else:
            with pytest.raises(IllegalMove, match=f"^{move}: "):
                STATE.push(move)
    assert STATE.view(0) == before


def test_a_move_is_read_as_it_is_made() -> None:
    for state in (STATE, GAME.new(3, scenario="bank", advanced=True)):
        for move in state.legal():
            read = GAME.read(move)
            assert (read, read.parts) == (move, move.parts)
            assert make(move.verb, *move.parts.values()) == move


def test_the_cells_of_all_buildings_are_named() -> None:
    assert [GAME.read(f"move {cell}") for cell in ("e5", "2:e5", "3:d4")]


def test_a_stack_may_be_of_one_card() -> None:
    assert GAME.read("stack p1 crash").parts == {"player": "p1", "first": "crash"}


def test_what_reveals_forbids_to_take_back() -> None:
    for text in ("roll 3", "look p1 crash", "show", "event crash", "tile a1 safe"):
        assert GAME.read(text).reveals, text
    assert not GAME.read("move b1").reveals and not GAME.read("stack p1 crash").reveals

"""Parsing moves, and the messages for texts that are not moves."""

import pytest
from heistboard.rules import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from hypothesis import given
from hypothesis import strategies as st

from tests.support.car_thief import car_thief, trail_game


def test_typed_moves_ignore_case_and_spaces() -> None:
    assert car_thief().parse("  Hide   C3 ") == "hide c3"
    with pytest.raises(InvalidMove, match="'Hide C3' is not exact notation, expected 'hide c3'"):
        car_thief().push("Hide C3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hyde c3", "'hyde c3' is not a move of Car Thief, expected place COLOUR CROSSING, hide"),
        ("", "'' is not a move of Car Thief"),
        ("hide", "'hide' is not a move"),
        ("hide c3 c4", "is not a move"),
        ("surrounded now", "is not a move"),
        ("hide f1", "there is no cell 'f1', expected a1..e5"),
        ("search green x11", "there is no cell 'x11', expected a1..e5"),
        ("fly red x11", "there is no helicopter 'red', expected green, yellow, pink"),
        ("fly green x55", "there is no crossing 'x55', expected x11..x44"),
        ("fly green c3", "there is no crossing 'c3'"),
    ],
)
def test_text_that_is_no_move_is_refused_with_what_was_expected(text: str, said: str) -> None:
    for state in (car_thief(placed=False), car_thief(), car_thief("hide c3")):
        for refuse in (state.parse, state.push):
            with pytest.raises(InvalidMove) as error:
                refuse(text)
            assert said in str(error.value)


def test_a_helicopter_may_be_left_out_where_one_fits() -> None:
    state = car_thief("hide c3")
    assert state.parse("search a1") == "search green a1"
    assert state.parse("fly x43") == "fly pink x43"
    with pytest.raises(AmbiguousMove) as error:
        state.parse("search b2")
    assert error.value.moves == ("search green b2", "search yellow b2")
    assert str(error.value) == "'search b2' can mean search green b2 or search yellow b2"
    state.push("fly green x21")
    assert state.parse("search a2") == "search yellow a2"
    with pytest.raises(IllegalMove, match="search a1: no helicopter that still has to act"):
        state.parse("search a1")


def test_left_out_helicopters_out_of_turn() -> None:
    with pytest.raises(IllegalMove, match="CT-THIEF-1"):
        car_thief().parse("search a1")
    with pytest.raises(IllegalMove, match="CT-END-1"):
        car_thief("hide b2; search green b2").parse("fly x21")
    with pytest.raises(AmbiguousMove):
        car_thief(placed=False).parse("place x11")
    assert car_thief("place green x11; place pink x12", placed=False).parse("place x13") == (
        "place yellow x13"
    )


@pytest.mark.parametrize(
    ("script", "text", "said"),
    [
        ("hide c3", "fly green x22", "green is on x11, next to x21 and x12 (CT-POLICE-4)"),
        ("hide c3", "fly green x12", "there is a helicopter on x12 (CT-POLICE-4)"),
        ("hide c3", "search pink a1", "pink is on x44, between d4, e4, d5 and e5 (CT-POLICE-5)"),
        (
            "hide c3; search pink e5",
            "fly pink x34",
            "pink has already acted in this round (CT-POLICE-2)",
        ),
        ("", "search pink e5", "the thief is hiding the car (CT-THIEF-1)"),
        ("hide c3", "hide c4", "the helicopters act now (CT-THIEF-8)"),
        ("hide c3", "place pink x22", "all helicopters have already been placed (CT-SETUP-5)"),
        ("", "surrounded", "there is a cell the car can go to (CT-THIEF-6)"),
    ],
)
def test_a_refusal_says_why_and_by_which_rule(script: str, text: str, said: str) -> None:
    state = car_thief(script)
    with pytest.raises(IllegalMove) as error:
        state.push(text)
    assert str(error.value) == f"{text}: {said}"


def test_a_refusal_while_placing() -> None:
    state = car_thief("place green x22", placed=False)
    for text, said in {
        "place pink x22": "there is a helicopter on x22 (CT-SETUP-5)",
        "place green x23": "green has been placed on x22 (CT-SETUP-5)",
        "search green b2": "all three helicopters must be placed first (CT-SETUP-5)",
        "hide c3": "the helicopters must be placed first (CT-SETUP-6)",
    }.items():
        with pytest.raises(IllegalMove) as error:
            state.push(text)
        assert str(error.value) == f"{text}: {said}"


def test_a_surrounded_thief_is_told_what_to_say() -> None:
    with pytest.raises(IllegalMove, match="no cell is left; say 'surrounded'"):
        trail_game(["a2", "b2", "b1", "a1"]).push("hide c1")


WORDS = "place hide fly search surrounded green pink x11 x22 b2 c3 ?".split()  # noqa: SIM905
TEXTS = st.text(max_size=30) | st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)


@given(TEXTS)
def test_any_text_is_a_move_or_refused(text: str) -> None:
    for state in (car_thief(placed=False), car_thief(), car_thief("hide c3")):
        before = state.view(0)
        try:
            move = state.parse(text)
        except MoveError:
            with pytest.raises(MoveError):
                state.push(text)
        else:
            assert state.parse(move) == move
            if move in state.legal():
                state.push(move)
                assert state.pop() == move
            else:
                with pytest.raises(IllegalMove, match=f"^{move}: "):
                    state.push(move)
        assert state.view(0) == before

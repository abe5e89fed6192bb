"""Parsing moves, and the messages for texts that are not moves."""

from contextlib import suppress

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT
from heistboard.games.good_cop_bad_cop.notation import DEALT, FORMS, dealt, make, read
from heistboard.rules import IllegalMove, InvalidMove, Move
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.host.games.good_cop_bad_cop.stage import game, play, put


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is not a move of Good Cop Bad Cop, expected one like 'p1 investigate p3'"),
        ("p1", "is not a move of Good Cop Bad Cop"),
        ("p9 pass", "is not a move of Good Cop Bad Cop"),
        ("p1 dance", "there is no such move"),
        ("p1 play_coffee", "there is no such move"),
        ("p1 play tea", "there is no such move"),
        ("p1 play", "there is no such move"),
        ("p1 look", "incomplete or too long, expected look CARD"),
        ("p1 look p3.4", "there is no card 'p3.4'"),
        ("p1 equip now", "incomplete or too long, expected equip"),
        ("p1 play blackmail p2.1", "expected play blackmail FIRST SECOND"),
        ("p1 play wiretap", "expected play wiretap FIRST SECOND"),
        ("p1 play metal_detector", "expected play metal_detector FIRST SECOND THIRD FOURTH"),
        ("p1 arrange 122", "there is no order '122'"),
        ("deal p1 mayor", "there is no kind 'mayor'"),
        ("draw p1", "incomplete or too long, expected draw PLAYER EQUIPMENT"),
        ("deal p1 ?", "does not say what is hidden"),
        ("p1 discard ?", "does not say what is hidden"),
    ],
)
def test_text_that_is_no_move_is_refused_with_what_was_expected(text: str, said: str) -> None:
    for state in (GAME.new(4), game(), game(hands={"p1": "coffee", "p2": "taser"})):
        for refuse in (state.parse, state.push):
            with pytest.raises(InvalidMove) as error:
                refuse(text)
            assert said in str(error.value)


def test_typed_moves_ignore_case_and_spaces_and_name_the_player_who_is_asked() -> None:
    state = game()
    assert state.parse("  P1  Investigate P3") == "p1 investigate p3"
    assert state.parse("investigate p3") == "p1 investigate p3"
    with pytest.raises(InvalidMove, match="is not exact notation, expected 'p1 equip'"):
        state.push("p1  equip")
    with pytest.raises(InvalidMove):
        game(hands={"p1": "coffee", "p2": "taser"}).parse("pass")  # several are asked


def test_what_is_told_can_be_read() -> None:
    for text in ("deal p2 ?", "draw p2 ?", "p2 arrange ?", "p2 discard ?"):
        assert read(text) == text


def test_every_verb_is_read_as_it_is_made() -> None:
    words = {
        **dict.fromkeys(("target", "holder", "player"), "p2"),
        **dict.fromkeys(("card", "first", "second", "third", "fourth"), "p3.1"),
        **{"order": "213", "equipment": "coffee", "kind": "agent"},
    }
    for verb, form in FORMS.items():
        move = make(0, verb, *(words[part] for part in form))
        again = read(move)
        assert (again.verb, dict(again.parts), again.seat) == (verb, dict(move.parts), 0)
    for verb, form in DEALT.items():
        move = dealt(verb, *(words[part] for part in form))
        assert read(move).parts == move.parts and move.seat is None and move.reveals
    assert {verb.removeprefix("play_") for verb in FORMS if verb.startswith("play_")} == {
        *EQUIPMENT
    }


def test_moves_say_whether_they_are_private_and_whether_they_reveal() -> None:
    assert not make(0, "equip").private and not make(0, "equip").reveals
    assert make(0, "pass").private and make(0, "pass").reveals
    assert make(0, "play_coffee").private and make(0, "discard", "coffee").private
    assert make(0, "look", "p2.1").reveals and not make(0, "look", "p2.1").private
    assert make(0, "shoot", "p2").twice and not make(0, "arm").twice
    assert dealt("deal", "p1", "agent").private and dealt("draw", "p1", "coffee").private
    assert not dealt("shot", "p1").private and not dealt("first", "p1").private


@given(st.text(max_size=30))
@settings(max_examples=50)
def test_no_text_does_harm(text: str) -> None:
    with suppress(InvalidMove):
        assert isinstance(read(text), Move)


@pytest.mark.parametrize(
    ("moves", "text", "said"),
    [
        ("", "p2 equip", "asked now: p1, for investigate or equip or arm or shoot"),
        ("", "draw p1 coffee", "asked now: p1"),
        ("p1 equip", "draw p2 coffee", "dealt to somebody else"),
        ("p1 equip", "p1 turn_up p1.1", "asked now: the dealer"),
        ("p1 equip; draw p1 coffee", "p1 turn_up p1.9", ""),
        ("p1 investigate p2", "p1 look p8.1", "there is no card (GC-ACT-INVESTIGATE)"),
        ("p1 investigate p2", "p1 look p4.3", "no face-down card of the player named"),
        ("p1 arm", "p1 aim p1", "a gun points at another living player"),
        ("p1 investigate p2", "p1 look p3.1", "no face-down card of the player named"),
    ],
)
def test_refusals_say_why(moves: str, text: str, said: str) -> None:
    state = game()
    if moves:
        play(state, moves)
    with pytest.raises((IllegalMove, InvalidMove)) as error:
        state.push(text)
    assert said in str(error.value)


def test_refusals_in_windows_are_private() -> None:
    state = put(game(hands={"p1": "coffee", "p2": "taser"}))
    state.push("p1 pass")
    for text in ("p1 pass", "p2 play coffee", "p1 play wiretap p2.1 p3.1"):
        with pytest.raises(IllegalMove) as refused:
            state.push(text)
        assert refused.value.private
    with pytest.raises(IllegalMove) as refused:
        state.push("p1 equip")
    assert not refused.value.private

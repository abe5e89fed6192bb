"""Moves typed or tapped instead of made by hand, and moves of the umpire."""

import pytest
from heistboard.rules import AmbiguousMove, IllegalMove, MoveError
from heistboard.table.table import CorrectionRefused, NotYourTurn

from tests.support.evening import CLOSED_MS, HandPlayedGame, begun

ROUND_1 = ("a1", "a3", "d4")  # searches by green, yellow, pink, on x11, x12, x44


# Typed moves.


def test_the_seat_is_checked_before_the_legality() -> None:
    evening = begun("b1")
    for text in ("hide b2", "hide e5", "nonsense", "surrounded"):
        with pytest.raises(NotYourTurn, match=r"^it is not your turn$"):
            evening.table.say(0, text, evening.now_ms)
    with pytest.raises(MoveError):
        evening.table.say(1, "fly green x44", evening.now_ms)


def test_a_typed_flight_lights_what_hands_must_do() -> None:
    evening = begun("b1")
    evening.table.say(1, "fly green x21", evening.now_ms)
    assert evening.wrong == {"x21": "missing", "x11": "extra"}
    evening.take("x11").set("x21").wait(10)
    assert (evening.ask, evening.moves[-1]) == ("police.act", "fly green x21")


def test_a_typed_hiding_place_counts_when_the_phase_is_over() -> None:
    evening = HandPlayedGame().place("x11", "x12", "x44")
    with pytest.raises(IllegalMove):
        evening.table.say(0, "surrounded", evening.now_ms)
    evening.table.say(0, "hide c3", evening.now_ms)
    assert evening.phase == "eyes-closed"
    evening.lift("a1").wait(CLOSED_MS)
    assert evening.phase == "eyes-closed"  # a building is off
    evening.put("a1").wait(100)
    assert (evening.phase, evening.moves[-1]) == ("police", "hide c3")


def test_a_typed_answer_says_which_helicopter_searched() -> None:
    evening = begun()
    evening.lift("a2").settle()
    with pytest.raises(AmbiguousMove, match="can mean search green a2 or search yellow a2"):
        evening.table.say(1, "fly pink x34", evening.now_ms)
    evening.table.say(1, "search yellow a2", evening.now_ms)
    assert evening.moves[-1] == "search yellow a2"
    assert evening.ask == "police.put-back"


def test_after_the_third_action_only_done_goes_on() -> None:
    evening = begun("b1").search("a1").search("a3").search("d4")
    with pytest.raises(IllegalMove, match="Done"):
        evening.table.say(0, "hide b2", evening.now_ms)


# The umpire.


def test_a_reed_set_aside_is_believed_to_be_right() -> None:
    evening = begun()
    evening.lift("e1")
    assert evening.settle().ask == "wrong.missing"
    evening.table.set_aside("e1.cover", evening.now_ms)
    assert evening.ask == "police.act"
    evening.table.set_aside("e1.cover", evening.now_ms, is_aside=False)
    assert evening.ask == "wrong.missing"
    with pytest.raises(ValueError, match="no reed is called 'z9"):
        evening.table.set_aside("z9.cover", evening.now_ms)
    with pytest.raises(ValueError, match="no reed is called 'done'"):
        evening.table.set_aside("done", evening.now_ms)


def test_a_car_reed_that_sticks_is_set_aside() -> None:
    evening = HandPlayedGame().place("x11", "x12", "x44")
    evening.table.set_aside("c3.occupant", evening.now_ms)
    evening.lift("c3").wait(400).reed("c3.occupant", is_closed=True).put("c3")
    evening.press("done").wait(CLOSED_MS)
    assert evening.moves[-1] == "hide c3"


def test_the_umpire_plays_and_takes_back_what_nobody_else_may() -> None:
    evening = begun("b1").search("a1")
    evening.table.correct("undo", evening.now_ms)
    assert (evening.ask, evening.moves[-1]) == ("police.act", "hide b1")
    evening.table.correct("undo", evening.now_ms)
    assert evening.phase == "setup"
    evening.press("done").hide("c3")
    evening.table.correct("search green b2", evening.now_ms)
    assert evening.gestures.state.waiting == ["yellow", "pink"]
    evening.table.correct("search yellow a3", evening.now_ms)
    evening.table.correct("search pink e5", evening.now_ms)
    assert evening.ask == "police.done"
    for _ in range(20):
        if not evening.moves:
            break
        evening.table.correct("undo", evening.now_ms)
    with pytest.raises(CorrectionRefused, match="no move has been made"):
        evening.table.correct("undo", evening.now_ms)


def test_missing_pieces_are_asked_for_by_name() -> None:
    evening = begun()
    evening.take("x12").take("x44").lift("e5").settle()
    ask = evening.gestures.ask
    places, pieces = (ask.words[name].split(", ") for name in ("places", "pieces"))
    at = {place: f"heli {colour}" for colour, place in evening.gestures.state.helicopters.items()}
    assert ask.id == "wrong.missing" and places == ["e5", "x12", "x44"]
    assert pieces == ["building", at["x12"], at["x44"]]
    evening.set("x22").settle()
    assert evening.gestures.ask.words["from"] == "x22"
    assert evening.gestures.ask.words["pieces"] == ", ".join(pieces)

"""What pages are told in words: once for all seats, and never of another moment."""

from heistboard.app.referee import move_document
from heistboard.rules import Ask, Move
from heistboard.web import game_texts

from tests.support.good_cop import NAME, dealt, shown

SEATS = ("p1", "p2", "p3", "p4")


def test_what_all_seats_are_told_is_put_into_words_once() -> None:
    status = shown(dealt())
    texts = game_texts.status_texts(status, 12)
    assert game_texts.status_texts(status, 12) is texts
    assert game_texts.status_texts(status._replace(), 12) == texts
    other = status._replace(ask=Ask("action.wait", {"player": "p2"}))
    assert game_texts.status_texts(other, 12) != texts
    assert game_texts.status_texts(status, 2) != texts


def test_a_move_that_is_offered_again_has_its_own_parts() -> None:
    state = dealt(equipment={"p1": "coffee"})
    told = [
        game_texts.move_texts(NAME, move_document(move), SEATS)
        for _ in range(2)
        for move in (state.legal(0)[0], Move("p1 pass", "pass", {"player": "p1"}, private=True))
    ]
    assert told[:2] == told[2:] and told[0] != told[1]
    assert told[0]["move"] == "p1 play coffee"  # type: ignore[index,call-overload]
    assert told[1]["private"] is True  # type: ignore[index,call-overload]

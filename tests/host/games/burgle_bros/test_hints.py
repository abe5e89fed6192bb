"""The hints of each grade: what they have, that it is right, and that it is public."""

import json
from random import Random
from typing import Any

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.hints import GRADES, Hints
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import CHANCE, TABLE, View

from tests.host.games.burgle_bros.stage import game, play, put, show, walls

NOTES = {"calls", "tiles-out", "tools-out", "loot-out", "events-out", "patrol", "safes", "facts"}
TOLD = {
    "off": set(),
    "notes": NOTES,
    "danger": {*NOTES, "danger", "shares"},
    "odds": {*NOTES, "danger", "shares", "moves"},
}


def told(state: BurgleBros, grade: str = "odds") -> dict[str, Any]:
    return Hints().document(state.view(TABLE), grade)


def said(state: BurgleBros, key: str) -> list[dict[str, str]]:
    return [fact["words"] for fact in told(state)["facts"] if fact["id"] == key]


def at_safe() -> BurgleBros:
    """A safe on b2 with two dice: open digits 1 and 4, two marked, one room face down."""
    state = show(game(2), "b2 safe", "a2 stairs 4", "c2 keypad 4", "d2 laser 1", "b1 motion 3")
    show(state, "b3 thermo 2")
    return put(state, p1="b2", safe_dice=((5, 2),), marks="b1 b3")


def test_each_grade_includes_the_one_before() -> None:
    state = at_safe()
    for grade in GRADES:
        document = told(state, grade)
        assert set(document) == TOLD[grade]
        json.dumps(document)
    with pytest.raises(ValueError, match="'all', expected off, notes, danger or odds"):
        told(state, "all")


def test_there_are_no_hints_before_all_players_have_characters() -> None:
    state = GAME.new(2)
    state.push("character p1 hawk")
    assert Hints().document(state.view(TABLE), "odds") == {}


def test_notes_name_what_is_still_out() -> None:
    state = put(at_safe(), items1="crowbar", lying=((0, 13),), tools_gone=1 << 3)
    document = told(state, "notes")
    hidden = document["tiles-out"]
    assert sum(hidden.values()) == 32 - 7 and hidden["safe"] == 1 == hidden["foyer"]
    assert "crowbar" not in document["tools-out"] and "donuts" not in document["tools-out"]
    assert len(document["tools-out"]) == 11 and len(document["events-out"]) == 26
    first = document["patrol"][0]
    assert (first["gone"], first["left"], first["removed"]) == (["d1", "d4"], 8, 6)
    assert "d4" not in first["out"] and len(first["out"]) == 14


def test_notes_name_what_is_known_of_a_safe() -> None:
    (safe,) = told(at_safe(), "notes")["safes"]
    assert safe == {
        "cell": "b2",
        "dice": 2,
        "open": {"a2": 4, "c2": 4, "d2": 1},
        "marked": ["b1", "b3"],
        "hidden": ["b4"],
    }
    assert said(at_safe(), "safe") == [
        {"cell": "b2", "digits": "1, 4", "dice": "2", "hidden": "1"}
    ]
    assert told(put(at_safe(), cracked="b2"), "notes")["safes"] == []


def test_danger_is_where_the_guard_steps_and_ends() -> None:
    # From d4 he goes to d1 with speed 2; the other guard has not come and may be anywhere.
    first, second = told(game(2), "danger")["danger"]
    assert first["movements"][0] == {
        "steps": {"d2": 1000, "d3": 1000},
        "ends": {"d2": 1000},
        "leaves": 0,
        "error": 0,
    }
    assert len(first["movements"]) == 2 and len(second["movements"]) == 1
    assert abs(sum(second["movements"][0]["ends"].values()) - 1000) < 16
    shares = told(game(2), "danger")["shares"]
    assert shares["d2"] == 1000 and "d4" not in shares and "a1" not in shares
    assert said(put(game(2), p2="d3"), "danger") == [{"player": "p2", "share": "100%"}]


def test_odds_say_how_likely_the_next_roll_cracks_a_safe() -> None:
    state = show(at_safe(), "b4 walkway 1")
    (safe,) = told(state)["safes"]
    # Digits 1 and 4 with two dice: 2 of 36; with three: 1 - 2 (5/6)^3 + (4/6)^3.
    assert safe["now"] == round(1000 * 2 / 36)
    assert safe["more"] == round(1000 * (1 - 2 * (5 / 6) ** 3 + (4 / 6) ** 3))
    assert safe["marks"] == round(1000 * 2 * (1 - (5 / 6) ** 2))
    assert said(state, "odds") == [{"cell": "b2", "now": "6%", "more": "14%"}]


def test_moves_are_judged_while_the_active_player_acts() -> None:
    state = show(put(game(2), p1="c4", p2="a1"), "d4 stairs")
    moves = told(state)["moves"]
    assert set(moves) == {
        move for move in state.legal() if move.verb in ("move", "peek", "pass", "drop")
    }
    assert moves["move d4"] == {"now": 1000, "later": 0, "others": 0}
    assert moves["pass"] == {"now": 0, "later": 0, "others": 0}
    assert told(play(state, "peek c3; tile c3 foyer 2"))["moves"]["move c3"]["later"] == 1000
    assert told(play(state, "pass"))["moves"] == {}


@pytest.mark.parametrize("grade", GRADES)
def test_what_only_one_player_has_looked_at_changes_no_hint(grade: str) -> None:
    one = play(game(2, "spotter"), "scout; look p1 b3; leave")
    other = play(game(2, "spotter"), "scout; look p1 c2; bottom")
    documents = [Hints().document(each.view(TABLE), grade) for each in (one, other)]
    assert documents[0] == documents[1]
    assert one.view(0) != other.view(0)


@pytest.mark.parametrize("seed", range(4))
def test_hints_follow_from_the_view_alone_and_name_real_cells(seed: int) -> None:
    random = Random(seed)
    state = GAME.new(
        random.choice((1, 2, 4)), scenario=("office", "bank", "fort_knox")[seed % 3], advanced=True
    )
    hints = Hints()
    for number in range(60):
        legal = state.legal()
        if state.seat == CHANCE:
            state.push(random.choices(legal, state.odds())[0])
        else:
            state.push(random.choice(legal))
        if state.outcome is not None:
            break
        if number % 6 == 0:
            view: View = state.view(TABLE)
            document: Any = hints.document(view, "odds")
            assert document == Hints().document(json.loads(json.dumps(view)), "odds")
            assert all(0 < share <= 1000 for share in document.get("shares", {}).values())


def test_notes_know_where_an_alarm_would_draw_a_guard() -> None:
    state = walls(put(game(2), guard1="a1", alarms=""), "a1|b1")
    calls = told(state, "notes")["calls"]
    assert calls["b1"] == ["a1", "a2", "b2", "b1"]
    assert "a1" not in calls and "2:a1" not in calls  # he is there; nobody is on floor 2
    calls = told(put(state, alarms="b2"), "notes")["calls"]
    assert sorted(calls) == ["a2", "a3"]  # another alarm is as near, or nearer than the rest
    assert calls["a3"] == ["a1", "a2", "a3"]


def test_walls_that_are_blown_up_change_the_danger() -> None:
    state = walls(game(2), "d3|d4")
    assert told(state, "danger")["danger"][0]["movements"][0]["ends"] == {"c3": 1000}

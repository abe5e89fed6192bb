"""What everybody is asked in each phase; NOTATION.md has the list."""

import re
from importlib.resources import files

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import TABLE, Ask

from tests.host.games.good_cop_bad_cop.stage import game, play, put

HANDS = {"p3": "coffee", "p4": "restraining_order"}
P1 = {"player": "p1"}


def asked(state: GoodCopBadCop, seat: int) -> Ask:
    """The prompt of a seat; the public's must be the same with ``.wait``."""
    ask, public = state.asked(seat), state.asked(TABLE)
    assert public == Ask(f"{ask.id}.wait", ask.words)
    return ask


@pytest.mark.parametrize(
    ("moves", "seat", "expected"),
    [
        ("", 2, Ask("turn-start", P1)),
        ("close", 0, Ask("action", P1)),
        ("close; p1 investigate p2", 2, Ask("declared.investigate", {**P1, "target": "p2"})),
        ("close; p1 equip", 2, Ask("declared.equip", P1)),
        ("close; p1 shoot p2", 3, Ask("declared.shoot", {**P1, "target": "p2"})),
        ("close; p1 equip; p3 play coffee", 0, Ask("redeclare", P1)),
        ("close; p1 shoot p2; p4 play restraining_order", 0, Ask("redirect", P1)),
        ("close; p1 investigate p2; close", 0, Ask("look", {**P1, "target": "p2"})),
        ("close; p1 investigate p2; close; p1 look p2.1", 2, Ask("investigated", P1)),
        ("close; p1 equip; close; draw p1 taser", 0, Ask("turn-up", P1)),
        ("close; p1 investigate p2; close; p1 look p2.1; close; close", 0, Ask("aim", P1)),
    ],
)
def test_prompts_name_who_and_whom(moves: str, seat: int, expected: Ask) -> None:
    state = put(game(hands=HANDS), guns={"p1": "p2"})
    if moves:
        play(state, moves)
    assert asked(state, seat) == expected


def test_prompts_of_a_card_name_who_decides() -> None:
    state = play(game(hands={"p3": "truth_serum"}), "p3 play truth_serum p4")
    assert asked(state, 3) == Ask("turn-up", {"player": "p4"})
    state = play(game(hands={"p3": "flashbang"}), "p3 play flashbang")
    assert asked(state, 2) == Ask("flashbang", {"player": "p3"})
    state = play(game(6, hands={"p1": "report_audit"}), "p1 play report_audit; p2 audit p2.1")
    assert asked(state, 0) == Ask("audit") and state.asked(1) == Ask("audit.wait")


def test_who_has_looked_is_named_also_in_the_turn_of_another() -> None:
    hands = {"p2": "coffee", "p3": "wiretap", "p4": "flashbang"}
    state = play(game(hands=hands), "p3 play wiretap p1.1 p4.2")
    assert asked(state, 1) == Ask("investigated", {"player": "p3"})
    play(state, "p2 play coffee")
    assert asked(state, 3) == Ask("investigated", {"player": "p3"})
    state = play(game(hands=hands), "p3 play wiretap p1.1 p4.2; p4 play flashbang; p4 arrange 123")
    assert asked(state, 1) == Ask("investigated", {"player": "p3"})


def test_prompts_of_chance_say_what_is_dealt_and_to_whom() -> None:
    state = GAME.new(4)
    for seat in (0, TABLE):
        assert state.asked(seat) == Ask("deal.integrity", {"player": "p1"})
    drawing = play(game(), "p1 equip")
    assert drawing.asked(2) == Ask("draw", P1)
    shooting = play(put(game(), guns={"p1": "p2"}), "p1 shoot p2")
    assert shooting.asked(0) == Ask("shot", {"player": "p2"})
    dealing = GAME.new(4)
    while dealing.draw is None or dealing.draw.deck != "first":
        seat = dealing.movers[0]
        dealing.push(dealing.legal(seat)[0])
        if len(dealing.moves) == 17:
            assert dealing.asked(TABLE) == Ask("deal.equipment", {"player": "p2"})
    assert dealing.asked(0) == Ask("deal.first")


def test_prompts_at_the_end_name_the_winners() -> None:
    state = put(game(), guns={"p1": "p2"}, wounded="p2")
    play(state, "p1 shoot p2; shot p2")
    assert state.outcome is not None
    assert state.asked(0) == Ask("over.kingpin", {"winners": state.outcome.side})


def test_the_list_of_phases_endings_and_options_is_complete() -> None:
    text = files("heistboard.games.good_cop_bad_cop").joinpath("NOTATION.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z-]+)`", text))
    assert {*GAME.phases, *GAME.endings, *GAME.options, *GAME.decks, *GAME.windows} <= named
    keys = {*game().view(0), *game().view(TABLE)} - {"players"}
    assert keys <= named

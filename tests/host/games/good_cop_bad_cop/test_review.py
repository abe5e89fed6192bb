"""Review, statistics and hints: who saw what, the shots, what anybody could note."""

from collections.abc import Iterator
from typing import Any

import pytest
from heistboard.games.good_cop_bad_cop import PACKAGE
from heistboard.games.good_cop_bad_cop.game_record import recorded
from heistboard.games.good_cop_bad_cop.hints import Hints
from heistboard.games.good_cop_bad_cop.review import REVIEWER
from heistboard.games.good_cop_bad_cop.statistics import facts
from heistboard.rules import TABLE, State
from heistboard.terminal.game_lines import review_lines
from heistboard.words import Words

from tests.support.good_cop import NAME, dealt, good_cop_installed, on_to

# p1 is the Agent. p2, the Kingpin, is found by p3 and shot twice by p1, who has not seen a thing.
STORY = (
    *("p1 arm", "p1 aim p2", "p2 investigate p3", "p2 look p3.3"),
    *("p3 investigate p2", "p3 look p2.1", "p4 equip"),
    *("p1 shoot p2", "p2 equip", "p3 equip", "p4 equip", "p1 arm", "p1 aim p2", "p2 equip"),
    *("p3 equip", "p4 equip", "p1 shoot p2"),
)


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with good_cop_installed():
        yield


@pytest.fixture(scope="module")
def story() -> State:
    state = on_to(dealt(4, {"p1": "polygraph", "p4": "wiretap"}), *STORY)
    while state.movers:
        on_to(state)
        legal = [move for seat in state.movers for move in state.legal(seat)]
        state.push(next((move for move in legal if move.verb == "pass"), legal[0]))
    return state


def said(state: State) -> list[str]:
    return Words("en", NAME).facts("review", REVIEWER.document(state))


def test_the_review_says_who_saw_whom_and_what_was_known_at_a_shot(story: State) -> None:
    assert said(story) == [
        "Nobody looked at the Agent before the end.",
        "The Kingpin was first seen by player 3, in turn 3: player 2 held the card.",
        "Turn 2: player 2 saw card 3 of player 3: Crooked.",
        "Turn 3: player 3 saw card 1 of player 2: Kingpin.",
        "Turn 5: player 1 shot and wounded player 2. Cards of player 2 known to player 1: 0.",
        "Turn 13: player 1 shot and eliminated player 2. Cards of player 2 known to player 1: 3.",
    ]
    facts: Any = REVIEWER.document(story)["facts"]
    steps = [each["step"] for each in facts[3:]]
    assert [str(story.moves[step - 1]) for step in steps] == ["p3 look p2.1", "shot p2", "shot p2"]
    assert [*review_lines(story)] == said(story)  # in the terminal, too


def test_a_polygraph_shows_each_the_row_of_the_other() -> None:
    state = on_to(dealt(4, {"p1": "polygraph"}), "p1 play polygraph p2")
    one, other = recorded(state).sights
    assert (one.player, one.owner, one.kinds) == ("p1", "p2", ("kingpin", "crooked", "crooked"))
    assert (other.player, other.owner, other.kinds) == ("p2", "p1", ("agent", "honest", "honest"))


def test_the_statistics_have_teams_turns_and_the_boldest_shot(story: State) -> None:
    found = facts(story)
    assert found.sides == ("honest", "crooked", "honest", "crooked")
    assert found.length == 13
    assert found.best is not None and found.best.rank == 3
    assert Words("en", NAME).moment(found.best.ask) == (
        "Player 1 hit a leader, player 2. Cards of player 2 known by then: 0."
    )
    assert str(story.moves[found.best.step - 1]) == "shot p2"


def test_hints_count_face_up_cards_and_say_who_looked() -> None:
    hints = Hints()
    assert hints.document(dealt(4).view(TABLE), "off") == {}
    state = on_to(
        dealt(4, {"p1": "evidence_bag"}), "p1 play evidence_bag p4", *STORY[:7], "p4 turn_up p4.1"
    )
    lines = Words("en", NAME).facts("hints", hints.document(state.view(TABLE), "notes"))
    assert lines == [
        "Face up, Honest: 1 of 5.",
        "Face up, Crooked: 0 of 5.",
        "Player 2 has looked at card 3 of player 3.",
        "Player 3 has looked at card 1 of player 2.",
        "At the bottom of the equipment: Evidence Bag.",
    ]
    assert PACKAGE.hint_grades == ("notes",)

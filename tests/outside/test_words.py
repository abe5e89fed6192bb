"""The outside game's words: nothing is missing in any language."""

import re

import pytest
from heistboard import games
from heistboard.games.spoken_moves import told_ask
from heistboard.rules import TABLE, Ask
from heistboard.words import LANGUAGES, Words, check

from tests.outside.rules.lanterns import dealt


def test_no_text_is_missing() -> None:
    assert check(games.package("lanterns")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_refuses_has_a_text(language: str) -> None:
    text = games.package("lanterns").file("README.md").read_text("utf-8")
    rules = set(re.findall(r"^\| (LN-[A-Z]+-\d) \|", text, re.M))
    words = Words(language, "lanterns")
    # What only says how something comes about refuses nothing.
    refuse_nothing = {"LN-CARRY-3", "LN-WINDOW-3", "LN-INFO-1"}
    assert {rule for rule in rules if words.has("refused", rule)} == rules - refuse_nothing


def test_what_happened_and_what_is_asked_in_words() -> None:
    state = dealt("tww", "ggg", "carry x23; street wind; p3 pass; p2 play gust")
    words = Words("en", "lanterns")
    assert words.events(state.told(TABLE)[5:]) == [
        "Player 3 is dealt a card",
        "the lantern is carried to x23",
        "the street: wind",
        "Player 3 passes",
        "Player 2 plays a gust",
    ]
    assert words.events(state.told(0)[:2]) == [
        "Player 1 is the traitor",
        "Player 2 is dealt a role",
    ]
    assert words.shown(state.asked(1), {}) == (
        "Carry the lantern from x23 along a road to the next crossing."
    )
    wrong = Ask("wrong.move", {"from": "x22", "to": "x23", "pieces": "lantern brass"})
    assert words.shown(wrong, {}) == "Move the lantern from x22 to x23."
    assert Words("ru", "lanterns").shown(wrong, {}) == "Переставьте фонарь с x22 на x23."  # noqa: RUF001
    assert [words.move(move) for move in state.legal()][:1] == ["Carry the lantern to x22"]
    ended = Ask("over.caught", {"winners": "p2, p3"})
    assert words.shown(ended, {}).endswith("The watchmen win: Player 2 and Player 3!")


def test_moves_in_prompts_are_said_in_words() -> None:
    words = Words("en", "lanterns")
    asks = [
        Ask("menu.move", {"move": "carry x23"}),
        told_ask("carry x23"),
        told_ask("role p2 ?"),
    ]
    assert [words.spoken(ask, {}).partition("?")[0] for ask in asks] == [
        "Carry the lantern to crossing 2 3",
        "The lantern is carried to crossing 2 3.",
        "Player 2 is dealt a role.",
    ]
    assert words.shown(asks[1], {}) == "The lantern is carried to x23."

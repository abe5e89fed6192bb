"""The hints of the outside game: the same sentences in the terminal's words and on pages."""

import json
from typing import Any

from heistboard.games.hint_grades import grades_of
from heistboard.rules import TABLE
from heistboard.web import game_texts
from heistboard.words import Words

from tests.outside.rules.lanterns import dealt


def test_street_cards_are_counted_in_both_languages() -> None:
    from lanterns import PACKAGE
    from lanterns.hints import Hints

    assert grades_of(PACKAGE) == ("off", "streets")
    state = dealt(script="carry x23; street wind; passes; carry x22; street wind", turns=3)
    hints = Hints().document(state.view(TABLE), "streets")
    assert Words("en", "lanterns").facts("hints", hints) == ["Street cards so far, wind: 2."]
    told: Any = game_texts.facts_texts("lanterns", "hints", hints)
    (fact,) = told["facts"]
    assert fact["said"]["en"] == "Street cards so far, wind: 2."
    assert fact["said"]["ru"].endswith(": 2.") and fact["said"]["ru"] != fact["said"]["en"]
    json.dumps(told)
    assert Hints().document(state.view(TABLE), "off") == {}

"""The public check of a package finds mistakes."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from heistboard import games
from heistboard.games import Package
from heistboard.rules import Move, Option
from heistboard.rules.testing import check

OURS = games.package("car-thief")
FOG = {"fog": Option(("thick", "thin"), "thin", "how far one sees")}


def of_game(**changes: object) -> Callable[[], Package]:
    return lambda: replace(OURS, game=replace(OURS.game, **changes))  # type: ignore[arg-type]


def forgetful(text: str) -> Move:
    move = OURS.game.read(text)
    return Move(move, move.verb, move.parts, private=move.private, twice=move.twice)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (lambda: replace(OURS, contract=1), "contract is 1, expected 2"),
        (
            lambda: replace(OURS, hints=None),
            "hints is None, hint_grades .*; claim both",
        ),
        (lambda: replace(OURS, hint_grades=()), r"hint_grades \(\); claim both or neither"),
        (lambda: replace(OURS, hint_grades=("off", "all")), "expected names of a-z, 0-9 and -"),
        (lambda: replace(OURS, hint_grades=("All",)), "expected names of a-z, 0-9 and -"),
        (lambda: replace(OURS, hint_grades=("all", "all")), "hint_grades has a grade twice"),
        (lambda: replace(OURS, hint_grades=("all",)), r"en: \[table\] lacks 'hints-all'"),
        (lambda: replace(OURS, hint_grades=("all",)), r"ru: \[start\] lacks 'hints-all'"),
        (of_game(name="Car Thief"), "name is 'Car Thief'"),
        (of_game(options={"rules": Option((1,), 1, "?")}), "an option is called one of"),
        (of_game(options=FOG), r"en: \[play\] lacks 'option.fog'"),
        (of_game(endings=()), "Outcome"),
        (of_game(endings=(*OURS.game.endings, "rain")), "lacks 'over.rain'"),
        (of_game(phases=("setup", "over")), "there is no phase eyes-closed"),
        (of_game(read=forgetful), "reveals of search"),
    ],
)
def test_each_mistake_is_named(broken: Callable[[], Package], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check(broken(), games=1)


def test_a_part_that_cannot_be_loaded_is_found() -> None:
    with pytest.raises((ImportError, AttributeError)):
        check(replace(OURS, review=f"{OURS.module}.review:NOTHING"))

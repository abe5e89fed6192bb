"""Starting a game, and the messages for bad options."""

from dataclasses import replace

import pytest
from heistboard import games
from heistboard.rules import Option

GAME = replace(
    games.load("car-thief"),
    options={
        "walls": Option((0, 8), 8, "how many walls stand"),
        "quick": Option((False, True), False, "a short game"),
        "edition": Option(("old", "new"), "new", "which rulebook"),
    },
)


def test_missing_options_have_their_defaults() -> None:
    state = GAME.new(walls=0)
    assert state.options == {"players": 2, "walls": 0, "quick": False, "edition": "new"}
    assert state.game is GAME
    assert GAME.new(**state.options).options == state.options


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 5}, "car-thief: players is 5, expected 2..4"),
        ({"players": "2"}, "car-thief: players is '2', expected 2..4"),
        ({"players": True}, "car-thief: players is True, expected 2..4"),
        ({"walls": 5}, "car-thief: walls is 5, expected 0 or 8"),
        ({"quick": 1}, "car-thief: quick is 1, expected False or True"),
        ({"edition": "newest"}, "car-thief: edition is 'newest', expected old or new"),
        (
            {"wals": 8},
            "car-thief: there is no option 'wals', expected players, walls, quick, edition",
        ),
    ],
)
def test_a_bad_option_is_named_with_its_range(options: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 (the text is compared)
        GAME.new(**options)
    assert str(error.value) == said

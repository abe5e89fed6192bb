"""Which sounds pages are told to play."""

from pathlib import Path

import heistboard.web
import pytest
from heistboard.games import load, package
from heistboard.games.gestures import Ask
from heistboard.games.sounds import SOUNDS, sounds_of
from heistboard.games.status import Status
from heistboard.rules import TABLE, State

PLACED = ("place green x22", "place yellow x44", "place pink x11")


def after(*moves: str) -> State:
    state = load("car-thief").new()
    for move in (*PLACED, *moves):
        state.push(state.parse(move))
    return state


def heard(state: State, ask: str = "police") -> tuple[str, str]:
    status = Status(
        number=1,
        game=1,
        at=1,
        phase=state.phase,
        seat=None,
        sync="synced",
        ask=Ask(ask, {}),
        wrong={},
        lifted=(),
        is_secret=False,
        scene={},
        view=state.view(TABLE),
        spoken=(),
    )
    return sounds_of(package("car-thief"), status)


def test_a_game_names_the_sounds_of_its_events_and_others_sound_like_a_move() -> None:
    assert heard(after("hide a1")) == ("move", "")
    assert heard(after("hide c3", "search green b2")) == ("nothing", "")
    assert heard(after("hide c3", "search green c3"), "over.arrest") == ("find", "caught")
    moves = ("hide b2", "search yellow e5", "fly green x21", "fly pink x12", "hide a2")
    assert heard(after(*moves, "search green b2")) == ("find", "")
    assert heard(load("car-thief").new()) == ("", "")


def test_an_ending_sounds_once_the_table_tells_of_it() -> None:
    state = after("hide c3", "search green c3")
    assert heard(state, "wrong.missing") == ("find", "")  # the building is still off


@pytest.mark.parametrize("cells", [("a1", "a2"), ("e5", "d5")])
def test_a_secret_changes_no_sound(cells: tuple[str, str]) -> None:
    first, then = cells
    told = [heard(after(f"hide {first}"))]
    away = ("search green c3", "fly yellow x34", "fly pink x12")
    told.append(heard(after(f"hide {first}", *away, f"hide {then}")))
    assert told == [("move", ""), ("move", "")]


def test_pages_can_make_every_sound() -> None:
    script = (Path(heistboard.web.__file__).parent / "pages" / "tones.js").read_text("utf-8")
    assert [name for name in (*SOUNDS, "turn") if f"\n  {name}: [" not in script] == []

"""Hints reach the lights after the lap."""

from collections.abc import Callable

import pytest
from heistboard.games.car_thief.gestures import CarThiefGestures
from heistboard.places.scene import Colour, Intent, Scene
from heistboard.rules import View

from tests.support.fed_table import BOARD
from tests.support.seen_table import Seen

GLOW = Intent(Colour.AMBER)


def test_lights_may_show_hints_when_they_are_there(
    seen: Callable[..., Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    grades: list[object] = []
    scene_of = CarThiefGestures.scene

    def hinted(self: CarThiefGestures, hints: View) -> bool:
        is_new = hints["grade"] not in grades
        grades.append(hints["grade"])
        return is_new

    def scene(self: CarThiefGestures, now_ms: int) -> Scene:
        return {**scene_of(self, now_ms), **({"x33": GLOW} if "notes" in grades else {})}

    monkeypatch.setattr(CarThiefGestures, "hinted", hinted)
    monkeypatch.setattr(CarThiefGestures, "scene", scene)
    table = seen(has_board=True)
    before = table.hub.lit(BOARD)
    assert table.table.status().scene.get("x33") != GLOW
    table.table.set_hints("notes")
    assert table.table.status().scene["x33"] == GLOW
    assert table.hub.lit(BOARD) != before
    assert {"off", "notes"} == set(grades)

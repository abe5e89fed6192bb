"""Paths of light, from the first place to the last."""

import pytest
from heist.lights import Lights
from heistboard.places import layout
from heistboard.places.path import path_scene
from heistboard.places.scene import Colour, Intent, Level, Pattern, pack, unpack

ROW = ["a3", "b3", "c3", "d3", "e3"]


def test_phases_rise_along_the_path() -> None:
    scene = path_scene(ROW, Colour.RED, Level.LOW)
    assert list(scene) == ROW
    assert [intent.phase for intent in scene.values()] == [0, 1, 2, 3, 4]
    assert {intent._replace(phase=0) for intent in scene.values()} == {
        Intent(Colour.RED, Level.LOW, Pattern.CHASE)
    }


def test_a_later_start_shifts_the_path() -> None:
    scene = path_scene(ROW, Colour.RED, start=14)
    assert [intent.phase for intent in scene.values()] == [14, 15, 0, 1, 2]


def test_place_on_the_path_twice_lights_up_the_first_time() -> None:
    scene = path_scene(["a1", "b1", "a1", "a2"], Colour.BLUE)
    assert {name: intent.phase for name, intent in scene.items()} == {"a1": 0, "b1": 1, "a2": 3}


def test_path_may_climb_to_another_floor() -> None:
    scene = path_scene(["b3", "2:b3", "2:b2"], Colour.GREEN)
    assert list(unpack(pack(scene))) == ["b3"]
    assert [intent.phase for intent in unpack(pack(scene, 2), 2).values()] == [2, 1]


@pytest.mark.parametrize("way", [1, -1])
def test_firmware_lights_the_path_from_its_first_place_to_its_last(way: int) -> None:
    path = ROW[::way]
    lights = Lights(len(layout.LEDS), 2000)
    for led, code in enumerate(memoryview(pack(path_scene(path, Colour.RED))).cast("H")):
        lights.intents[led] = code
    lights.changed()
    crests = []
    out = bytearray(3 * len(layout.LEDS))
    for step in range(len(path)):
        lights.render(1024 + 256 * step, out)
        crests.append(max(layout.LEDS, key=lambda led: out[3 * layout.LEDS.index(led) + 1]))
    assert crests == path

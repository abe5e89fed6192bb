"""Colours are recognised in what the firmware shows."""

from array import array

import pytest
from heist.lights import Lights
from heistboard.places.scene import Colour, Intent, Level, Pattern
from heistboard.rehearse.light_watcher import colour_of, fits

LEDS = 52


@pytest.mark.parametrize("colour", list(Colour)[1:])
@pytest.mark.parametrize("lit", [1, 25, LEDS])
def test_no_light_is_taken_for_another_colour(colour: Colour, lit: int) -> None:
    told = set()
    for level in Level:
        for pattern in (Pattern.STEADY, Pattern.PULSE, Pattern.BLINK):
            lights = Lights(LEDS)
            lights.intents[:lit] = array("H", [Intent(colour, level, pattern).code]) * lit
            lights.changed()
            picture = bytearray(3 * LEDS)
            for now_ms in range(0, 2048, 16):
                lights.render(now_ms, picture)
                light = (picture[1], picture[0], picture[2])
                told.add(colour_of(light))
                assert fits(light, colour.name.lower(), pattern.name.lower())
    assert told - {None, Colour.OFF} == {colour}


def test_dark_is_a_colour_of_its_own() -> None:
    assert colour_of((0, 0, 0)) is Colour.OFF
    assert fits((0, 0, 0), "off", "steady")
    assert not fits((0, 0, 0), "red", "pulse")
    assert fits((0, 0, 0), "red", "blink")
    assert not fits((255, 0, 0), "off", "steady")
    assert colour_of((3, 1, 0)) is None

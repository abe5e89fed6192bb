"""The firmware on the official MicroPython for the Pico, in exact emulated time."""

from pathlib import Path

import pytest
from heistboard.firmware import CHIPS, wire
from heistboard.flashing import files
from heistboard.link.link import LinkState
from heistboard.places import layout
from heistboard.places.path import path_scene
from heistboard.places.scene import Colour, Intent, Level, pack
from rp2040py.memory_map import RAM_START_ADDRESS

from tests.support.pico import EmulatedPico

FORTY_MINUTES_US = 40 * 60 * 1_000_000


@pytest.fixture(scope="module")
def pico(uf2: Path) -> EmulatedPico:
    # From source, as without a compiler; the other tests have it compiled.
    pico = EmulatedPico(uf2, files.sources())
    pico.connected()
    pico.run(30)
    return pico


def test_it_says_what_it_is(pico: EmulatedPico) -> None:
    (module,) = pico.modules.met()
    assert module.hello is not None
    assert module.hello.interpreter == "MicroPython 1.25.0 rp2"
    assert (module.hello.inputs, module.hello.leds) == (70, 52)


def test_each_reed_gives_exactly_its_event(pico: EmulatedPico) -> None:
    for name in layout.REEDS:
        before = len(pico.events)
        pico.set_reed(name, is_closed=True)
        pico.run_until(lambda before=before: len(pico.events) > before, 50)  # type: ignore[misc]
    told = [(event.name, event.is_closed) for _, event in pico.events]
    assert told == [(name, True) for name in layout.REEDS]
    for name in layout.REEDS:
        pico.set_reed(name, is_closed=False)
    pico.run_until(lambda: len(pico.events) == 2 * len(layout.REEDS), 500)
    assert {event.name for _, event in pico.events[70:]} == set(layout.REEDS)
    assert not any(event.is_closed for _, event in pico.events[70:])


def test_all_leds_take_their_colour_in_chain_order(pico: EmulatedPico) -> None:
    colours = (Colour.RED, Colour.GREEN, Colour.BLUE)
    scene = {led: Intent(colours[i % 3], Level.LOW) for i, led in enumerate(layout.LEDS)}
    before = len(pico.pictures)
    pico.show(pack(scene))
    pico.run_until(lambda: len(pico.pictures) > before, 100)
    picture = pico.pictures[-1][1]
    assert len(picture) == len(layout.LEDS)
    for i, (red, green, blue) in enumerate(picture):
        strongest = max(red, green, blue)
        assert strongest > 0
        assert (red, green, blue)[(0, 1, 2)[i % 3]] == strongest, layout.LEDS[i]


def test_the_loop_goes_round_2000_times_a_second(pico: EmulatedPico) -> None:
    pico.show(pack(path_scene(layout.LEDS, Colour.BLUE)))
    pico.run_until(lambda: pico.link.is_settled, 100)
    pictures = len(pico.pictures)
    ms = 100
    pico.stand(1000)  # the board starts to count another second
    pico.run(3)
    pico.matrix.passes = 0
    pico.run(ms)
    passes = pico.matrix.passes
    assert passes >= 2 * ms
    assert len(pico.pictures) - pictures >= ms // 20 - 1
    pico.stand(1000)
    pico.run(3)
    pico.link.stats = None
    pico.ask(wire.ASK_STATS)
    pico.run_until(lambda: pico.link.stats is not None, 20)
    assert pico.link.stats is not None
    assert passes <= pico.link.stats.passes <= passes + 30
    assert pico.link.state is LinkState.READY


def test_lights_change_after_forty_minutes_without_a_change(pico: EmulatedPico) -> None:
    # The chip's timer has 32 bits, of which machine code takes the first as a sign. This is the
    # last test: for another one time would go back.
    pico.show(pack(dict.fromkeys(layout.LEDS, Intent(Colour.BLUE))))
    pico.run_until(lambda: pico.link.is_settled, 100)
    pico.run(25)
    assert {red > 0 for red, _, _ in pico.pictures[-1][1]} == {False}
    mcu = pico.device.mcu

    def later(address: int) -> int:
        # Only for our machine code, which is in RAM; MicroPython's own clock goes on as before.
        is_ours = address == CHIPS["RP2040"].timer_us and mcu.core.pc >= RAM_START_ADDRESS
        return pico.read(address) + is_ours * FORTY_MINUTES_US & 0xFFFFFFFF

    pico.show(pack(dict.fromkeys(layout.LEDS, Intent(Colour.RED))))
    with pico.answered(later):
        pico.run_until(lambda: all(red > 0 for red, _, _ in pico.pictures[-1][1]), 100)
    assert {red > 0 for red, _, _ in pico.pictures[-1][1]} == {True}

"""The firmware on the official MicroPython for the Pico, in exact emulated time."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard import layout
from heistboard.link.core import LinkState
from heistboard.scene import Colour, Intent, Level, pack

from tests.support.pico import EmulatedPico


@pytest.fixture(scope="module")
def pico(uf2: Path) -> Iterator[EmulatedPico]:
    pico = EmulatedPico(uf2)
    pico.connected()
    pico.run(30)
    yield pico
    pico.device.stop()


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
    before = pico.now_ms
    pico.run(2100)
    assert pico.now_ms - before >= 2000
    assert pico.link.state is LinkState.READY
    assert pico.link.stats is not None
    assert pico.link.stats.passes >= 2000

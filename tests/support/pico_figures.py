"""Measures the budgets on an emulated Pico, in exact emulated time.

An event's latency is measured from the closing of its reed until the emulated USB hands its frame
to the host; a scene's from the host's write to the emulated USB until the LEDs latch, 280 us after
the last bit at the data pin. The host is a real :class:`~heistboard.link.link.Link`, which
acknowledges at once.
"""

import random
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import NamedTuple

from heistboard.firmware import COLUMN_PINS, wire
from heistboard.flashing import files
from heistboard.link.messages import Stats
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene, pack
from rp2040py.gpio_pin import GPIOPinState

from tests.support.pico import EmulatedPico, flashed
from tests.support.pico_flash import MPY

PARTS = Path(__file__).parents[1] / "bench/pico_parts.py"
PARTS_BLOCKS = 4
PARTS_WITHIN_MS = 5000
PICTURE_US = len(layout.LEDS) * 26 + 280

SIGN = layout.LEDS[0]  # steady in every scene that is measured, blue and green in turn


class Latency(NamedTuple):
    """An event's latency, and what the board did in that time."""

    ms: float
    cause: str


def moving(level: Level = Level.LOW) -> Scene:
    """Every LED moves, so each frame takes longest; from NORMAL on the limit applies."""
    patterns = (Pattern.CHASE, Pattern.PULSE)
    return {
        led: Intent(Colour.RED, level, patterns[i % 2], i) for i, led in enumerate(layout.LEDS)
    }


def moving_board(uf2: Path) -> EmulatedPico:
    """A connected board whose LEDs all move."""
    pico = EmulatedPico(uf2, flashed())
    pico.connected()
    pico.show(pack(moving()))
    pico.run(50)
    return pico


def parts(uf2: Path, rounds: int) -> Generator[tuple[str, float], None, None]:
    """Yields the time of each part of the main loop, in us; see tests/bench/pico_parts.py."""
    script = PARTS.read_text().replace("ROUNDS = 20", f"ROUNDS = {rounds}")
    compiled = files.compiled({"parts.py": script.encode()}, MPY)
    pico = EmulatedPico(uf2, flashed() | compiled | {"main.py": b"import parts\n"})
    said = 0
    try:
        while True:
            while (end := pico.heard.find(b"\n", said)) < 0:
                assert pico.now_ms < PARTS_WITHIN_MS, bytes(pico.heard[-200:])
                pico.run(1)
            line = bytes(pico.heard[said:end]).strip()
            said = end + 1
            if line == b"done":
                return
            if line == b"ready":
                pico.send(wire.block(wire.ACK, 1, wire.ACK_FORM, 0, 0, 0) * PARTS_BLOCKS)
            figure, _, name = line.partition(b" us ")
            if name:
                yield name.decode(), float(figure)
    finally:
        pico.device.stop()


def events(pico: EmulatedPico, count: int, dice: random.Random) -> list[Latency]:
    """Closes *count* reeds one by one, at random moments of the loop."""
    spans: list[tuple[float, float]] = []
    while len(spans) < count:
        reeds = dice.sample(layout.REEDS, min(len(layout.REEDS), count - len(spans)))
        spans += [_event(pico, reed, dice.uniform(400, 3000)) for reed in reeds]
        for reed in reeds:
            pico.set_reed(reed, is_closed=False)
        opened = len(pico.events) + len(reeds)
        pico.run_until(lambda opened=opened: len(pico.events) == opened, 100)  # type: ignore[misc]
    drawn_us = [us - PICTURE_US for us, _ in pico.pictures]
    stats_us = [us for us, notice in pico.notices if isinstance(notice, Stats)]
    took = []
    for closed_us, heard_us in spans:
        cause = "nothing else was done"
        if any(closed_us < us < heard_us for us in drawn_us):
            cause = "a frame was drawn"
        elif any(closed_us < us < heard_us for us in stats_us):
            cause = "STATS were written"
        took.append(Latency((heard_us - closed_us) / 1000, cause))
    return took


def _event(pico: EmulatedPico, reed: str, after_us: float) -> tuple[float, float]:
    # Returns when the reed closed, and when the host had its event.
    heard = len(pico.events)
    closed_us = []

    def close() -> None:
        closed_us.append(pico.us)
        pico.set_reed(reed, is_closed=True)

    pico.at(after_us, close)
    pico.run_until(lambda: len(pico.events) > heard, 100)
    us, event = pico.events[-1]
    assert (event.name, event.is_closed) == (reed, True)
    return closed_us[0], us


def scenes(
    pico: EmulatedPico, count: int, dice: random.Random, level: Level = Level.LOW
) -> list[float]:
    """Latencies in ms of *count* scenes of one block among moving LEDs; up to five change."""
    others = moving(level)
    pico.show(pack(others))
    pico.run(50)

    def scene(colour: Colour) -> Scene:
        return {**others, **{led: Intent(colour) for led in dice.sample(layout.LEDS, 2)}}

    return list(_shown(pico, count, dice, scene, blocks=1))


def whole_scenes(pico: EmulatedPico, count: int, dice: random.Random) -> list[float]:
    """Latencies in ms of *count* scenes of five blocks, in which every LED changes."""

    def scene(colour: Colour) -> Scene:
        others = set(Colour) - {Colour.OFF, colour}
        return {
            led: Intent(dice.choice(sorted(others)), Level.DIM, Pattern.CHASE)
            if colour is Colour.BLUE
            else Intent(colour, dice.choice((Level.DIM, Level.LOW)))
            for led in layout.LEDS
        }

    return list(_shown(pico, count, dice, scene, blocks=5))


def _shown(
    pico: EmulatedPico,
    count: int,
    dice: random.Random,
    scene: Callable[[Colour], Scene],
    blocks: int,
) -> Iterator[float]:
    for number in range(count):
        colour = (Colour.BLUE, Colour.GREEN)[number % 2]
        intents = pack({**scene(colour), SIGN: Intent(colour)})
        pico.run(dice.uniform(2, 22))
        pictures = len(pico.pictures)
        sent = pico.sent
        started_us = pico.us
        pico.show(intents)
        assert pico.sent - sent == blocks * wire.BLOCK_SIZE
        while not _says(pico.pictures[-1][1], colour):
            before = len(pico.pictures)
            pico.run_until(lambda before=before: len(pico.pictures) > before, 50)  # type: ignore[misc]
        assert len(pico.pictures) > pictures
        yield (pico.pictures[-1][0] - started_us) / 1000


def _says(picture: list[tuple[int, ...]], colour: Colour) -> bool:
    _, green, blue = picture[0]
    return (blue > green) if colour is Colour.BLUE else (green > blue)


def pass_rate(pico: EmulatedPico, ms: int) -> float:
    """Passes of the main loop per second, counted by scans of the first column."""
    scans = 0

    def count(state: GPIOPinState, before: GPIOPinState) -> None:
        nonlocal scans
        scans += state == GPIOPinState.LOW

    forget = pico.device.mcu.gpio[COLUMN_PINS[0]].add_listener(count)
    pico.run(ms)
    forget()
    return scans * 1000 / ms

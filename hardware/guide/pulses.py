"""How far the lights' supply drops while their pulses coincide, and whether staggering helps.

A WS2812B switches each colour fully on, 20 mA, for a part of its period: its brightness. The
firmware limits the mean. At a moment any number of the lit colours may be on:

- All at once is the worst case, whatever the firmware does.
- Two people have measured that each chip's period runs freely, whatever the data does, and that
  no two are equal: https://wp.josh.com/2014/05/15/getting-physical-to-uncover-neopixel-pwm-secrets
  and https://softsolder.com/2015/11/18. So chips are at independent places of their periods, and
  how many are on is a matter of chance. Within a chip the three colours begin together.

All current is taken at the far end of the supply, as in `margins.py`.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene, pack

from hardware.boardfile import BoardSpec
from hardware.margins import (
    BLUE_V,
    FEEDS,
    JACK,
    LED_LEAST_V,
    LED_WHITE_MA,
    PICO_LEAST_V,
    RED_V,
    USB,
    Rail,
    current_through,
    rail,
)

if TYPE_CHECKING:
    from heist.lights import Lights
else:
    from heistboard.firmware.heist.lights import Lights

__all__ = [
    "RARE",
    "AtOnce",
    "Drop",
    "Supply",
    "at_once",
    "dropping",
    "in_step",
    "looks",
    "out_of_step",
    "staggered",
    "staggering",
    "steady",
]

Simulate = Callable[[str], dict[str, float]]
Frame = bytes  # three colours for each LED

RARE = 1e-3  # a millisecond in each second
CYCLE_MS, FRAME_MS = 4096, 32  # all patterns repeat after this; every how many ms one is looked at
_PATTERNS = (Pattern.BLINK, Pattern.DOUBLE, Pattern.TRIPLE, Pattern.PULSE, Pattern.CHASE)
# By how many ms the pattern of an LED is late, by its number in the chain.
_STAGGERS: dict[str, Callable[[int], int]] = {
    "together": lambda led: 0,
    "rises 20 ms apart, by 8": lambda led: led % 8 * 20,
    "halves, 512 ms apart": lambda led: led % 2 * 512,
    "halves, 1024 ms apart": lambda led: led % 2 * 1024,
    "eighths, 256 ms apart": lambda led: led % 8 * 256,
}


class AtOnce(NamedTuple):
    """All lights white and on at once, at one feed."""

    feed: str
    leds_v: float
    pico_v: float | None  # None: this feed is not the Pico's
    drawn_a: float


class Drop(NamedTuple):
    """What a frame does to the supply."""

    lit: int  # colours of LEDs that are on for any part of their period
    at_once_v: float  # at the LEDs, while all of them are on
    rare_v: float  # the supply is lower for a millisecond in each second, chips out of step
    below: float  # share of the time below the LEDs' least voltage, chips out of step

    def worse(self, other: "Drop") -> "Drop":
        """The worst of both in each respect."""
        return Drop(
            max(self.lit, other.lit),
            min(self.at_once_v, other.at_once_v),
            min(self.rare_v, other.rare_v),
            max(self.below, other.below),
        )


class Supply:
    """The lowest voltage at an LED of *board*, by the number of colours that are on."""

    def __init__(self, board: BoardSpec, feed: Rail, simulate: Simulate) -> None:
        self._board, self._feed, self._simulate = board, feed, simulate
        most = 3 * len(board.leds.chain)
        known = sorted({0, *np.geomspace(2, most, 16).astype(int)})
        found = [self._leds_v(int(count)) for count in known]
        self.volts = np.interp(np.arange(most + 1), known, found)

    def drop(self, frame: Frame) -> Drop:
        """What *frame* does to this supply."""
        chances = np.ones(1)
        for at in range(0, len(frame), 3):
            least, middle, most = sorted(frame[at : at + 3])
            on = np.array([255 - most, most - middle, middle - least, least]) / 255
            chances = np.convolve(chances, on)
        at_least = chances[::-1].cumsum()[::-1]
        lit = sum(map(bool, frame))
        return Drop(
            lit,
            float(self.volts[lit]),
            float(self.volts[int(np.count_nonzero(at_least >= RARE)) - 1]),
            float(chances[self.volts < LED_LEAST_V].sum()),
        )

    def _leds_v(self, count: int) -> float:
        current = self._board.current
        drawn = current.idle * len(self._board.leds.chain) + current.channel * count
        return self._simulate(rail(self._feed, current_through(self._board, drawn)))["least"]


def at_once(board: BoardSpec, simulate: Simulate) -> Iterator[AtOnce]:
    """Each feed while every light is white and all pulses coincide."""
    white = [LED_WHITE_MA] * len(board.leds.chain)
    for name, feed in FEEDS.items():
        found = simulate(rail(feed, white))
        pico_v = found["plug"] if "USB" in name else None
        yield AtOnce(name, found["least"], pico_v, found["drawn"])


def steady(scene: Scene, budget_ma: int) -> Frame:
    """The frame of *scene* within *budget_ma*, every moving light at its brightest."""
    plain = {name: intent._replace(pattern=Pattern.STEADY) for name, intent in scene.items()}
    return next(_frames(plain, budget_ma, _STAGGERS["together"], (0,)))


def dropping(
    supply: Supply, scenes: Iterable[tuple[str, Scene]], budget_ma: int
) -> dict[str, Drop]:
    """The worst drops of the *scenes*, by name."""
    found: dict[str, Drop] = {}
    known: dict[Frame, Drop] = {}
    for name, scene in scenes:
        frame = steady(scene, budget_ma)
        drop = known.get(frame) or known.setdefault(frame, supply.drop(frame))
        found[name] = drop.worse(found.get(name, drop))
    return found


def staggered(board: BoardSpec, supply: Supply, pattern: Pattern) -> dict[str, Drop]:
    """The worst of a cycle, by stagger: all cells white, bright and with *pattern*."""
    scene = {cell: Intent(Colour.WHITE, Level.BRIGHT, pattern) for cell in layout.CELLS}
    times = range(0, CYCLE_MS, FRAME_MS)
    found = {}
    for name, late in _STAGGERS.items():
        drops = map(supply.drop, set(_frames(scene, board.current.default_budget, late, times)))
        found[name] = reduce(Drop.worse, drops)
    return found


def _frames(
    scene: Scene, budget_ma: int, late: Callable[[int], int], times: Iterable[int]
) -> Iterator[Frame]:
    leds = len(layout.LEDS)
    lights = Lights(leds, budget_ma)
    lights.intents[:] = array("H", pack(scene))
    lights.changed()
    for now in times:
        shown = bytearray(3 * leds)
        for delay in sorted(set(map(late, range(leds)))):
            whole = bytearray(3 * leds)
            lights.render(now + CYCLE_MS - delay, whole)
            for led in range(leds):
                if late(led) == delay:
                    shown[3 * led : 3 * led + 3] = whole[3 * led : 3 * led + 3]
        yield bytes(shown)


# Tables.


def in_step(board: BoardSpec, simulate: Simulate) -> str:
    """All lights at once as a Markdown table."""
    lines = ["| Every light white, all at once, on | Lights | They look | Pico | Drawn |"]
    lines += ["|---|---:|---|---:|---:|"]
    for each in at_once(board, simulate):
        pico = "on USB" if each.pico_v is None else f"{each.pico_v:.2f} V"
        figures = f"{each.leds_v:.2f} V | {looks(each.leds_v)} | {pico} | {each.drawn_a:.2f} A"
        lines.append(f"| {each.feed} | {figures} |")
    least = min(each.pico_v for each in at_once(board, simulate) if each.pico_v is not None)
    lives = "keeps running" if least >= PICO_LEAST_V else "stops"
    lines += [
        "",
        f"The Pico needs {PICO_LEAST_V:g} V at its plug, so it {lives}, as long as the port",
    ]
    lines[-1] += " supplies what is drawn."
    return "\n".join(lines)


def looks(volts: float) -> str:
    """What a white light looks like at *volts*."""
    if volts >= LED_LEAST_V:
        return "white"
    if volts >= BLUE_V:
        return "white, a little yellow"
    return "reddish" if volts >= RED_V else "dark red or dark"


def out_of_step(board: BoardSpec, scenes: Iterable[tuple[str, Scene]], simulate: Simulate) -> str:
    """The drops of *scenes* on USB, and of the last one at the jack, as a Markdown table."""
    *_, last = scenes = list(scenes)
    limit, powered_limit = board.current.default_budget, board.current.powered_budget
    usb, jack = (Supply(board, FEEDS[feed], simulate) for feed in (USB, JACK))
    rows = dropping(usb, scenes, limit)
    for budget_ma in (limit, powered_limit):
        name = f"{last[0]}, at {JACK}, limit {budget_ma} mA"
        rows |= dropping(jack, [(name, last[1])], budget_ma)
    head = f"On {USB} | Colours lit | All at once | Worst 1 ms a second | Below {LED_LEAST_V:g} V"
    lines = [f"| {head} |", "|---|---:|---:|---:|---:|"]
    for name, drop in rows.items():
        volts = f"{drop.at_once_v:.2f} V | {drop.rare_v:.2f} V"
        lines.append(f"| {name} | {drop.lit} | {volts} | {drop.below:.0%} |")
    return "\n".join(lines)


def staggering(board: BoardSpec, simulate: Simulate) -> str:
    """What staggered patterns change, as a Markdown table."""
    lines = [f"| | {' | '.join(_STAGGERS)} |", f"|---|{'---:|' * len(_STAGGERS)}"]
    supply = Supply(board, FEEDS[USB], simulate)
    for pattern in _PATTERNS:
        cells = [
            f"{drop.lit}: {drop.at_once_v:.2f}, {drop.rare_v:.2f} V"
            for drop in staggered(board, supply, pattern).values()
        ]
        lines.append(f"| {pattern.name.lower()} | {' | '.join(cells)} |")
    return "\n".join(lines)

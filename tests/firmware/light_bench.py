"""Lights under test: intents in, colours out."""

from heist.lights import Lights

CLOCK_MASK = 0x1FFFFFFF
LAST_MS = CLOCK_MASK  # before the clock wraps
LEDS = 52
AMPLE_MA = 20_000

OFF, WHITE, RED, BLUE, GREEN, YELLOW, PINK, AMBER = range(8)
COLOURS = range(1, 8)
DIM, LOW, NORMAL, BRIGHT = range(4)
STEADY, PULSE, BLINK, CHASE, DOUBLE, TRIPLE = range(6)
ROUND_MS = 2048  # every pattern repeats after this


def intent(colour: int, level: int = NORMAL, pattern: int = STEADY) -> int:
    return colour << 5 | level << 3 | pattern


def board(intents: "list[int]", budget_ma: int = AMPLE_MA, brightness: int = 255) -> Lights:
    lights = Lights(len(intents), budget_ma)
    for led, value in enumerate(intents):
        lights.intents[led] = value
    lights.brightness = brightness
    lights.changed()
    return lights


def frame(lights: Lights, now_ms: int = 0) -> bytearray:
    out = bytearray(3 * len(lights.intents))
    lights.changed()
    lights.render(now_ms & CLOCK_MASK, out)
    return out


def film(lights: Lights, led: int = 0, every_ms: int = 8) -> "list[int]":
    # The light of one LED through one round, from just before the clock wraps.
    return [
        sum(frame(lights, LAST_MS - 99 + ms)[3 * led : 3 * led + 3])
        for ms in range(100, 100 + ROUND_MS, every_ms)
    ]

"""Lights under test: intents in, colours out."""

from heist.lights import Lights

CLOCK_MASK = 0x1FFFFFFF
LAST_MS = CLOCK_MASK  # before the clock wraps
LEDS = 52
AMPLE_MA = 20_000

OFF, WHITE, RED, BLUE, GREEN, YELLOW, PINK, AMBER = range(8)
COLOURS = range(1, 8)
DIM, LOW, NORMAL, BRIGHT = range(4)
STEADY, SINGLE, DOUBLE, TRIPLE, QUADRUPLE, QUINTUPLE, SEXTUPLE, PULSE, BLINK = range(9)
RESERVED = range(9, 16)
CHASE = 16  # plus a phase, 0..15
FLASHES = (SINGLE, DOUBLE, TRIPLE, QUADRUPLE, QUINTUPLE, SEXTUPLE, BLINK)
MOTIONS = tuple(motion for motion in range(32) if motion not in RESERVED)
MOVING = MOTIONS[1:]
ROUND_MS = 4096  # every motion repeats after this


def intent(colour: int, level: int = NORMAL, motion: int = STEADY) -> int:
    return colour << 7 | level << 5 | motion


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

"""Flashing light and people: WCAG 2.3.1 allows three flashes in any second, and so do we.

Runs on CPython and on MicroPython.
"""

from dice import Dice
from heist.lights import Lights
from light_bench import (
    AMPLE_MA,
    BLINK,
    BRIGHT,
    CHASE,
    DOUBLE,
    FLASHES,
    LOW,
    MOTIONS,
    MOVING,
    PULSE,
    QUADRUPLE,
    QUINTUPLE,
    RED,
    ROUND_MS,
    SEXTUPLE,
    SINGLE,
    STEADY,
    TRIPLE,
    WHITE,
    board,
    film,
    frame,
    intent,
)

EVERY_MS = 16
PHASES = tuple(range(CHASE, CHASE + 16))
MOST = 3


def worst_second(light: "list[int]", every_ms: int) -> int:
    # How often the light rises: by a tenth of the most light, after a fall as large.
    tenth = max(1, max(light) // 10)
    rises_ms = []
    low = high = light[0]
    rising = False
    for at, value in enumerate(light):
        if rising:
            high = max(high, value)
            if value <= high - tenth:
                rising = False
                low = value
        else:
            low = min(low, value)
            if value >= low + tenth:
                rising = True
                high = value
                rises_ms.append(at * every_ms)
    worst = 0
    for first_ms in rises_ms:
        worst = max(worst, sum(first_ms <= rise < first_ms + 1000 for rise in rises_ms))
    return worst


def films(motions: "tuple[int, ...]") -> "dict[int, list[int]]":
    """Returns the light of one LED of each motion through one round."""
    lights = board([intent(RED, BRIGHT, motion) for motion in motions])
    taken: dict[int, list[int]] = {motion: [] for motion in motions}
    for now_ms in range(0, ROUND_MS, EVERY_MS):
        out = frame(lights, now_ms)
        for led, motion in enumerate(motions):
            taken[motion].append(out[3 * led + 1])
    return taken


def together(taken: "dict[int, list[int]]", leds: "dict[int, int]") -> "list[int]":
    """Returns the light of a board with so many *leds* of each motion, through two rounds."""
    light = [0] * (ROUND_MS // EVERY_MS)
    for motion, count in leds.items():
        for at, value in enumerate(taken[motion]):
            light[at] += count * value
    return light * 2


def test_rises_are_counted_in_the_worst_second() -> None:
    fast = [0, 9] * 4 + [0] * 60
    assert worst_second(fast, 100) == 4
    assert worst_second(fast, 200) == 3
    assert worst_second([90, 98, 90, 98, 90, 100], 100) == 1


def test_no_led_rises_more_than_twice_in_any_second() -> None:
    for motion in MOVING:
        most = 1 if motion in (SINGLE, PULSE, BLINK) or motion >= CHASE else 2
        for level in (LOW, BRIGHT):
            light = film(board([intent(WHITE, level, motion)]), 0, 8) * 2
            assert worst_second(light, 8) == most, (motion, level)


def test_flashes_of_any_scene_together_rise_no_more_than_twice() -> None:
    worst = 0
    for scene in range(60):
        roll = Dice(scene).roll
        lights = board(
            [
                intent(roll(8), roll(4), FLASHES[roll(7)] if roll(8) else STEADY)
                for _ in range(2 + scene)
            ]
        )
        light = [sum(frame(lights, now_ms)) for now_ms in range(0, ROUND_MS, 32)] * 2
        worst = max(worst, worst_second(light, 32))
    assert worst == 2


def test_flashes_go_on_at_even_beats_and_off_at_odd_ones() -> None:
    lights = board([intent(RED, BRIGHT, motion) for motion in FLASHES])
    before = frame(lights, ROUND_MS - 1)
    for beat in range(16):
        for now_ms in (256 * beat, 256 * beat + 255):
            out = frame(lights, now_ms)
            for at in range(len(out)):
                allowed = (before[at], 0 if beat & 1 else 255)
                assert out[at] == before[at] or out[at] in allowed[1:], (beat, at)
        before = out


def test_a_swell_cannot_rise_and_fall_between_two_beats() -> None:
    light = film(board([intent(RED, BRIGHT, PULSE)]), 0, 8)
    crest = light.index(max(light))
    assert light[crest - 16] > 0.9 * light[crest]
    assert light[crest + 16] > 0.9 * light[crest]


def test_chases_of_any_phases_together_rise_no_more_than_twice() -> None:
    taken = films(PHASES)
    worst = 0
    for seed in range(150):
        roll = Dice(seed).roll
        leds = {PHASES[roll(16)]: 1 + roll(13) for _ in range(1 + roll(8))}
        worst = max(worst, worst_second(together(taken, leds), EVERY_MS))
    assert worst == 2


def test_any_scene_rises_no_more_than_three_times() -> None:
    taken = films(MOTIONS)
    worst = 0
    for seed in range(400):
        roll = Dice(seed).roll
        leds = {MOTIONS[roll(len(MOTIONS))]: 1 + roll(13) for _ in range(2 + roll(12))}
        worst = max(worst, worst_second(together(taken, leds), EVERY_MS))
        assert worst <= MOST, leds
    assert worst == MOST


def test_scenes_that_were_searched_for_rise_no_more_than_three_times() -> None:
    # From a hill climb over counts of LEDs. The first one rises four times if a blink goes off
    # at even beats.
    taken = films(MOTIONS)
    for leds in (
        {DOUBLE: 2, PULSE: 5, BLINK: 5, CHASE + 2: 3, CHASE + 6: 3, CHASE + 15: 2},
        {TRIPLE: 6, QUINTUPLE: 1, CHASE + 4: 1, CHASE + 9: 1, CHASE + 11: 10, CHASE + 15: 10},
        {TRIPLE: 5, SEXTUPLE: 8, PULSE: 5, BLINK: 5, CHASE + 6: 5, CHASE + 12: 13},
        {SEXTUPLE: 2, BLINK: 3, CHASE + 13: 5},
        {QUADRUPLE: 1, CHASE + 2: 1, CHASE + 7: 3, CHASE + 11: 1, CHASE + 12: 1},
    ):
        assert worst_second(together(taken, leds), EVERY_MS) <= MOST, leds


def test_limit_adds_no_rise() -> None:
    for seed in range(20):
        roll = Dice(seed).roll
        lights = Lights(52, AMPLE_MA)
        for led in range(52):
            lights.intents[led] = intent(roll(8), roll(4), MOTIONS[roll(24)])
        lights.budget_ma = 60 + roll(100)
        light = [sum(frame(lights, now_ms)) for now_ms in range(0, ROUND_MS, 32)] * 2
        assert worst_second(light, 32) <= MOST, seed

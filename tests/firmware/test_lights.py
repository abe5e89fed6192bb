"""Lights: the appearance of intents over time; test_current.py has their current.

Runs on CPython and on MicroPython.
"""

import gc
import sys

from dice import Dice
from heist.lights import FRAME_MS, Lights
from light_bench import (
    AMBER,
    AMPLE_MA,
    BLINK,
    BLUE,
    BRIGHT,
    CHASE,
    CLOCK_MASK,
    COLOURS,
    DIM,
    DOUBLE,
    GREEN,
    LAST_MS,
    LEDS,
    LOW,
    NORMAL,
    OFF,
    PINK,
    PULSE,
    RED,
    ROUND_MS,
    STEADY,
    TRIPLE,
    WHITE,
    YELLOW,
    board,
    film,
    frame,
    intent,
)

try:
    import micropython
except ImportError:
    micropython = None


# Colours and levels.


def test_order_on_the_wire_is_green_red_blue() -> None:
    lights = board([intent(RED, BRIGHT), intent(OFF, BRIGHT), intent(WHITE, BRIGHT)])
    out = frame(lights)
    assert out[0:3] == bytearray((0, 255, 0))
    assert out[3:6] == bytearray(3)
    assert min(out[6:9]) > 50


def test_strongest_channel_of_each_colour() -> None:
    strongest = ((RED, 1), (BLUE, 2), (GREEN, 0), (YELLOW, 1), (PINK, 1), (AMBER, 1))
    for colour, channel in strongest:
        for level in (DIM, LOW, NORMAL, BRIGHT):
            out = frame(board([intent(colour, level)]))
            assert out[channel] == max(out), (colour, level, out)


def test_off_is_dark_in_every_pattern() -> None:
    lights = board([intent(OFF, level, pattern) for level in range(4) for pattern in range(8)])
    for now_ms in range(0, ROUND_MS, 64):
        assert not any(frame(lights, now_ms))
    assert not lights.animated()


def test_levels_rise_for_every_colour_and_brightness() -> None:
    lights = board([intent(colour, level) for colour in COLOURS for level in range(4)])
    for brightness in range(1, 256):
        lights.brightness = brightness
        out = frame(lights)
        light = [sum(out[at : at + 3]) for at in range(0, len(out), 3)]
        for at in range(0, len(light), 4):
            dim, low, normal, bright = light[at : at + 4]
            assert 0 < dim < low < normal < bright, (brightness, at // 4 + 1)


def test_brightness_never_dims_what_it_raises() -> None:
    lights = board([intent(colour, level) for colour in COLOURS for level in range(4)])
    before = bytearray(3 * 28)
    for brightness in range(256):
        lights.brightness = brightness
        out = frame(lights)
        assert all(out[at] >= before[at] for at in range(len(out))), brightness
        before = out
    assert max(before) == 255


def test_board_without_brightness_is_dark() -> None:
    lights = board([intent(WHITE, BRIGHT, pattern) for pattern in range(8)], brightness=0)
    assert not any(frame(lights))
    assert not lights.animated()
    assert lights.need_ma == lights.shown_ma == 8


def test_dim_is_one_or_two_percent_of_the_light() -> None:
    for colour in COLOURS:
        dim = max(frame(board([intent(colour, DIM)])))
        bright = max(frame(board([intent(colour, BRIGHT)])))
        assert bright <= dim * 100 <= bright * 2.5, colour


def test_colours_differ_at_every_level_and_brightness() -> None:
    for brightness, level in ((each >> 2, each & 3) for each in range(16 << 2, 256 << 2)):
        shades = []
        for colour in COLOURS:
            out = frame(board([intent(colour, level)], brightness=brightness))
            shades.append([256 * channel // sum(out) for channel in out])
        for one in range(7):
            for other in range(one):
                apart = [
                    abs(shades[one][channel] - shades[other][channel]) for channel in range(3)
                ]
                # With one or two steps of red, amber has no place for its green.
                is_red = (other + 1, one + 1) == (RED, AMBER) and level < 2 and brightness < 255
                least = 64 if brightness == 255 else 40
                assert is_red or sum(apart) > least, (brightness, level, one + 1, other + 1)


# Patterns.


def test_steady_does_not_move_and_reserved_patterns_are_steady() -> None:
    for pattern in (STEADY, 6, 7):
        lights = board([intent(GREEN, LOW, pattern)])
        assert set(film(lights)) == {sum(frame(board([intent(GREEN, LOW)])))}
        assert not lights.animated()


def test_moving_patterns_are_animated() -> None:
    for pattern in (PULSE, BLINK, CHASE, DOUBLE, TRIPLE):
        lights = board([0, intent(AMBER, LOW), intent(GREEN, DIM, pattern)])
        assert lights.animated()
        lights.intents[2] = intent(OFF, DIM, pattern)
        lights.changed()
        assert not lights.animated()
    assert not Lights(3).animated()


def test_every_pattern_reaches_the_steady_light_and_never_passes_it() -> None:
    for colour in COLOURS:
        for level in range(4):
            steady = sum(frame(board([intent(colour, level)])))
            for pattern in (PULSE, BLINK, CHASE, DOUBLE, TRIPLE):
                assert max(film(board([intent(colour, level, pattern)]), 0, 64)) == steady


def test_pulse_swells_once_and_fades_once_without_going_out() -> None:
    for level in range(4):
        light = film(board([intent(WHITE, level, PULSE)]))
        lowest = light.index(min(light))
        light = light[lowest:] + light[:lowest]
        crest = light.index(max(light))
        assert light[0] > 0
        assert light[:crest] == sorted(light[:crest])
        assert light[crest:] == sorted(light[crest:], reverse=True)


def test_an_eighth_of_the_light_stays_when_a_pulse_fades() -> None:
    light = film(board([intent(RED, BRIGHT, PULSE)]))
    assert max(light) == 255
    assert min(light) == 32


def test_what_fades_keeps_its_hue_however_low_the_brightness() -> None:
    for brightness in (255, 127, 31):
        for colour in COLOURS:
            lights = board([intent(colour, BRIGHT, PULSE)], brightness=brightness)
            peak, trough = frame(lights, 1024), frame(lights, 0)
            assert sum(trough) < sum(peak), (colour, brightness)
            for channel in range(3):
                is_strong = peak[channel] * 3 >= max(peak)
                assert bool(trough[channel]) >= is_strong, (colour, brightness)
                assert trough[channel] <= peak[channel]


def test_pulse_is_smooth() -> None:
    light = film(board([intent(RED, BRIGHT, PULSE)]))
    assert max(abs(light[at] - light[at - 1]) for at in range(len(light))) <= 8


def test_flashes_of_a_round() -> None:
    for pattern, flashes in ((BLINK, 2), (DOUBLE, 2), (TRIPLE, 3)):
        light = film(board([intent(BLUE, NORMAL, pattern)]))
        assert len(set(light)) == 2
        assert min(light) == 0
        assert sum(light[at - 1] == 0 < light[at] for at in range(len(light))) == flashes


def test_blink_is_even_and_double_and_triple_rest_after_their_flashes() -> None:
    def longest_dark_ms(pattern: int) -> int:
        light = film(board([intent(BLUE, NORMAL, pattern)])) * 2
        longest = now = 0
        for value in light:
            now = 0 if value else now + 8
            longest = max(longest, now)
        return longest

    assert longest_dark_ms(BLINK) == 512
    assert longest_dark_ms(DOUBLE) == 1280
    assert longest_dark_ms(TRIPLE) == 768


def test_leds_of_one_pattern_move_together() -> None:
    lights = Lights(LEDS, AMPLE_MA)
    for pattern in (PULSE, BLINK, DOUBLE, TRIPLE):
        for led in range(LEDS):
            lights.intents[led] = intent(PINK, BRIGHT, pattern)
        for now_ms in range(0, ROUND_MS, 56):
            out = frame(lights, now_ms)
            assert out == bytes(out[:3]) * LEDS


def test_chase_runs_along_the_chain() -> None:
    lights = board([intent(RED, BRIGHT, CHASE)] * 16)
    crests = []
    for now_ms in range(LAST_MS - 1023, LAST_MS + 1025, 128):
        out = frame(lights, now_ms)
        reds = [out[3 * led + 1] for led in range(16)]
        assert min(reds) > 0
        crests.append(reds.index(255) if 255 in reds else -1)
    first = crests[0]
    assert crests == [(first + step) % 16 for step in range(16)]


def test_patterns_go_on_evenly_where_the_clock_wraps() -> None:
    lights = board([intent(RED, BRIGHT, pattern) for pattern in range(8)] * 3)
    assert (CLOCK_MASK + 1) % ROUND_MS == 0
    for offset_ms in range(-200, 200, 5):
        now_ms = (LAST_MS + offset_ms) & CLOCK_MASK
        assert frame(lights, now_ms) == frame(lights, 10 * ROUND_MS - 1 + offset_ms)


# Flashing light and people: WCAG 2.3.1.


def flashes_in_the_worst_second(light: "list[int]", every_ms: int) -> int:
    # A flash is a rise by a tenth of the most light, after a fall as large.
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


def test_no_led_flashes_more_than_twice_in_any_second() -> None:
    for pattern, most in ((PULSE, 1), (BLINK, 1), (CHASE, 1), (DOUBLE, 2), (TRIPLE, 2)):
        for level in (LOW, BRIGHT):
            light = film(board([intent(WHITE, level, pattern)]), 0, 4) * 2
            assert flashes_in_the_worst_second(light, 4) == most


def test_board_of_all_flashing_patterns_flashes_no_more_than_twice_in_any_second() -> None:
    worst = 0
    for scene in range(60):
        roll = Dice(scene).roll
        lights = board(
            [
                intent(roll(8), roll(4), (STEADY, BLINK, DOUBLE, TRIPLE)[roll(4)])
                for _ in range(2 + scene)
            ]
        )
        light = [sum(frame(lights, now_ms)) for now_ms in range(0, ROUND_MS, 16)] * 2
        worst = max(worst, flashes_in_the_worst_second(light, 16))
    assert worst == 2


def test_flashes_are_counted_in_the_worst_second() -> None:
    fast = [0, 9] * 4 + [0] * 60
    assert flashes_in_the_worst_second(fast, 100) == 4
    assert flashes_in_the_worst_second(fast, 200) == 3
    assert flashes_in_the_worst_second([90, 98, 90, 98, 90, 100], 100) == 1


# Change.


def test_render_says_whether_a_byte_differs() -> None:
    lights = board([intent(RED), intent(GREEN, LOW, BLINK)])
    out = bytearray(6)
    assert lights.render(LAST_MS - 2047, out)
    assert not lights.render(LAST_MS - 2047, out)
    assert not lights.render(LAST_MS - 2000, out)
    assert lights.render(LAST_MS, out)
    assert not lights.render(LAST_MS - 1, out)
    assert lights.render(0, out)
    out[5] += 1
    assert lights.render(0, out)
    assert not lights.render(0, out)


def test_new_board_is_dark() -> None:
    out = bytearray(3 * LEDS)
    assert not Lights(LEDS).render(0, out)
    assert not any(out)


def test_what_is_written_is_seen_by_the_next_frame() -> None:
    lights = Lights(LEDS, AMPLE_MA)
    frame(lights)
    for led in (0, LEDS - 1):
        lights.intents[led] = intent(WHITE, BRIGHT)
        assert any(frame(lights)[3 * led : 3 * led + 3])
    full = sum(frame(lights))
    lights.brightness = 100
    assert 0 < sum(frame(lights)) < full
    lights.brightness = 255
    lights.budget_ma = 60
    assert 0 < sum(frame(lights)) < full
    lights.budget_ma = AMPLE_MA
    assert sum(frame(lights)) == full


def test_what_is_written_counts_from_changed_on() -> None:
    lights = board([intent(BLUE), intent(GREEN)], budget_ma=100)
    before = frame(lights)
    estimates = (lights.need_ma, lights.shown_ma)
    lights.intents[0] = intent(RED, BRIGHT, PULSE)
    lights.brightness = 9
    lights.budget_ma = 10
    lights.alone = True
    assert not lights.animated()
    assert not lights.render(500, before)
    assert (lights.need_ma, lights.shown_ma) == estimates
    lights.changed()
    assert lights.animated()
    assert lights.render(500, before)
    assert (lights.need_ma, lights.shown_ma) != estimates


def test_changes_in_any_order_come_to_what_a_new_board_shows() -> None:
    roll = Dice(5).roll
    lights = Lights(LEDS)
    for step in range(150):
        for _ in range(1 + roll(LEDS) if roll(4) == 0 else 2):
            lights.intents[roll(LEDS)] = roll(256)
        lights.alone = roll(8) == 0
        if roll(5) == 0:
            lights.brightness = roll(256)
        lights.budget_ma = 50 + roll(300)
        shown = frame(lights, 77 * step)
        new = board(list(lights.intents), lights.budget_ma, lights.brightness)
        new.alone = lights.alone
        assert shown == frame(new, 77 * step), step
        assert lights.animated() == new.animated()
        assert (lights.need_ma, lights.shown_ma) == (new.need_ma, new.shown_ma)


def test_settings_unless_told() -> None:
    lights = Lights(1)
    assert (lights.brightness, lights.budget_ma, lights.alone) == (255, 200, False)


def test_changed_estimates_without_a_frame() -> None:
    lights = Lights(2, 30)
    assert (lights.need_ma, lights.shown_ma) == (2, 2)
    lights.intents[0] = lights.intents[1] = intent(RED, BRIGHT, BLINK)
    lights.changed()
    assert lights.need_ma == 42
    assert 28 <= lights.shown_ma <= 30


def test_board_alone_breathes_and_then_shows_its_intents_again() -> None:
    lights = board([intent(RED, BRIGHT)] + [0] * (LEDS - 1))
    before = frame(lights)
    lights.alone = True
    lights.changed()
    assert lights.animated()
    breath = []
    for ms in range(100, 100 + ROUND_MS, 64):
        out = frame(lights, LAST_MS - 99 + ms)
        assert out == bytes(out[:3]) * LEDS
        assert 0 < max(out) <= 255 // 40
        breath.append(sum(out))
    assert max(breath) > 2 * min(breath)
    assert LEDS < lights.need_ma < 120
    lights.alone = False
    assert frame(lights) == before
    assert not lights.animated()


def test_impossible_boards_are_refused() -> None:
    for leds in (0, -1, 256):
        try:
            Lights(leds)
        except ValueError:
            continue
        raise AssertionError(leds)


# Memory.


def test_render_allocates_nothing_on_micropython() -> None:
    if sys.implementation.name != "micropython":
        return
    lights = Lights(LEDS)
    out = bytearray(3 * LEDS)
    now_ms = LAST_MS - 3000
    differing = 0
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    # Locked, any allocation but that of a frame is an error, also one that is freed again.
    micropython.heap_lock()
    step = 0
    while step < 1000:
        lights.intents[step % LEDS] = step * 37 & 0xFF
        if step & 15 == 0:
            lights.brightness = step & 0xFF
            lights.budget_ma = 50 + (step & 0x7F)
            lights.alone = step & 64 == 64
        lights.changed()
        differing += lights.render(now_ms, out) + lights.animated()
        now_ms = (now_ms + FRAME_MS) & CLOCK_MASK
        step += 1
    micropython.heap_unlock()
    after = gc.mem_alloc()
    gc.enable()
    assert after - before == 0
    assert differing > 1000

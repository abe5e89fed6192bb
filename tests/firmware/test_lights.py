"""Lights: the appearance of intents over time.

test_current.py has their current, test_flashes.py how often they rise.

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
    GREEN,
    LAST_MS,
    LEDS,
    LOW,
    MOTIONS,
    MOVING,
    NORMAL,
    OFF,
    PINK,
    PULSE,
    RED,
    RESERVED,
    ROUND_MS,
    SEXTUPLE,
    SINGLE,
    STEADY,
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


def test_off_is_dark_in_every_motion() -> None:
    lights = board([intent(OFF, level, motion) for level in range(4) for motion in range(32)])
    for now_ms in range(0, ROUND_MS, 128):
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
    lights = board([intent(WHITE, BRIGHT, motion) for motion in range(32)], brightness=0)
    assert not any(frame(lights))
    assert not lights.animated()
    assert lights.need_ma == lights.shown_ma == 32


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


# Motions.


def test_steady_does_not_move_and_reserved_motions_are_steady() -> None:
    for motion in range(16):
        if motion not in RESERVED and motion != STEADY:
            continue
        lights = board([intent(GREEN, LOW, motion)])
        assert set(film(lights)) == {sum(frame(board([intent(GREEN, LOW)])))}
        assert not lights.animated()


def test_moving_lights_are_animated() -> None:
    for motion in MOVING:
        lights = board([0, intent(AMBER, LOW), intent(GREEN, DIM, motion)])
        assert lights.animated()
        lights.intents[2] = intent(OFF, DIM, motion)
        lights.changed()
        assert not lights.animated()
    assert not Lights(3).animated()


def test_every_motion_reaches_the_steady_light_and_never_passes_it() -> None:
    for colour in COLOURS:
        for level in range(4):
            lights = board([intent(colour, level, motion) for motion in MOTIONS])
            most = [0] * len(lights.intents)
            for now_ms in range(0, ROUND_MS, 128):
                out = frame(lights, now_ms)
                for led in range(len(most)):
                    most[led] = max(most[led], sum(out[3 * led : 3 * led + 3]))
            assert most == most[:1] * len(most), (colour, level)


def test_pulse_swells_once_and_fades_once_without_going_out() -> None:
    for level in range(4):
        light = film(board([intent(WHITE, level, PULSE)]))[: 2048 // 8]
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


def spans_ms(light: "list[int]", *, is_lit: bool) -> "list[int]":
    # The lengths of the flashes, or of the pauses, in order from the longest pause on.
    pause = longest = start = 0
    for at, value in enumerate(light * 2):
        pause = 0 if value else pause + 1
        if pause > longest:
            longest, start = pause, at + 1
    found: list[int] = []
    was_lit = False
    for value in (light * 3)[start : start + len(light)]:
        if (value > 0) is is_lit:
            if (value > 0) is not was_lit or not found:
                found.append(0)
            found[-1] += 8
        was_lit = value > 0
    return found


def test_flashes_can_be_counted() -> None:
    rests_ms = (1792, 1280, 768, 2304, 1792, 1280)
    for motion in range(SINGLE, SEXTUPLE + 1):
        light = film(board([intent(BLUE, NORMAL, motion)]))
        assert len(set(light)) == 2
        assert min(light) == 0
        rounds = 2 if motion <= 3 else 1
        assert spans_ms(light, is_lit=True) == [256] * motion * rounds
        pauses = [256] * (motion - 1) + [rests_ms[motion - SINGLE]]
        assert spans_ms(light, is_lit=False) == pauses * rounds, motion


def test_blink_goes_dark_for_a_moment_each_second() -> None:
    light = film(board([intent(BLUE, NORMAL, BLINK)]))
    assert spans_ms(light, is_lit=True) == [768] * 4
    assert spans_ms(light, is_lit=False) == [256] * 4


def test_leds_of_one_motion_move_together() -> None:
    lights = Lights(LEDS, AMPLE_MA)
    for motion in MOVING:
        for led in range(LEDS):
            lights.intents[led] = intent(PINK, BRIGHT, motion)
        for now_ms in range(0, ROUND_MS, 104):
            out = frame(lights, now_ms)
            assert out == bytes(out[:3]) * LEDS


# Paths.


def crests(lights: Lights, leds: "list[int]", start_ms: int) -> "list[int]":
    # The brightest of *leds* every 256 ms of one round, or -1 while none swells.
    found = []
    for now_ms in range(start_ms, start_ms + ROUND_MS, 256):
        out = frame(lights, now_ms)
        reds = [out[3 * led + 1] for led in leds]
        assert min(reds) > 0
        found.append(leds[reds.index(255)] if 255 in reds else -1)
    return found


def test_chase_runs_from_phase_to_phase_whatever_the_order_of_leds() -> None:
    for leds in ([0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [7, 2, 15, 0, 9, 4]):
        lights = board([intent(BLUE, DIM)] * 16)
        for phase, led in enumerate(leds):
            lights.intents[led] = intent(RED, BRIGHT, CHASE + phase)
        assert crests(lights, leds, 1024) == leds + [-1] * 10


def test_chase_begins_again_with_phase_0_after_phase_15() -> None:
    lights = board([intent(RED, BRIGHT, CHASE + phase) for phase in range(16)])
    assert crests(lights, list(range(16)), LAST_MS + 1 - 1024) == [
        (8 + step) % 16 for step in range(16)
    ]


def test_chases_run_at_once_each_its_own_way() -> None:
    there, back = [0, 1, 2, 3, 4, 5], [11, 10, 9, 8, 7, 6]
    lights = board([0] * 12)
    for phase in range(6):
        lights.intents[there[phase]] = intent(RED, BRIGHT, CHASE + phase)
        lights.intents[back[phase]] = intent(RED, BRIGHT, CHASE + 8 + phase)
    assert crests(lights, there, 1024) == there + [-1] * 10
    assert crests(lights, back, 1024) == [-1] * 8 + back + [-1] * 2


def test_chase_swells_as_a_pulse_and_then_rests_as_long() -> None:
    pulse = film(board([intent(RED, BRIGHT, PULSE)]))[: 2048 // 8]
    chase = film(board([intent(RED, BRIGHT, CHASE)]))
    assert chase == pulse + [min(pulse)] * len(pulse)


def test_motions_go_on_evenly_where_the_clock_wraps() -> None:
    lights = board([intent(RED, BRIGHT, motion) for motion in range(32)] * 2)
    assert (CLOCK_MASK + 1) % ROUND_MS == 0
    for offset_ms in range(-200, 200, 5):
        now_ms = (LAST_MS + offset_ms) & CLOCK_MASK
        assert frame(lights, now_ms) == frame(lights, 10 * ROUND_MS - 1 + offset_ms)


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
            lights.intents[roll(LEDS)] = roll(1024)
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


def test_what_is_renewed_in_any_order_comes_to_what_a_new_board_shows() -> None:
    for seed in range(20):
        roll = Dice(seed).roll
        lights = Lights(LEDS)
        out = bytearray(3 * LEDS)
        for step in range(20):
            for _ in range(1 + roll(LEDS) if roll(4) == 0 else 2):
                lights.intents[roll(LEDS)] = roll(1024)
            if roll(4) == 0:
                lights.budget_ma = AMPLE_MA if roll(3) == 0 else 50 + roll(300)
            if roll(9) == 0:
                lights.brightness = roll(256)
            lights.changed()
            if roll(3):
                lights.renew(500, out)
                new = board(list(lights.intents), lights.budget_ma, lights.brightness)
                assert out == frame(new, 500), (seed, step)


def test_only_what_changed_is_drawn_while_the_limit_leaves_the_others_alike() -> None:
    lights = board([intent(BLUE)] + [intent(RED)] * (LEDS - 1), budget_ma=200)
    assert lights.shown_ma < lights.need_ma
    out = frame(lights)
    lights.intents[0] = intent(GREEN)
    lights.changed()
    assert lights.shown_ma < lights.need_ma
    out[3 * 9] = 77  # an LED that did not change
    assert lights.renew(0, out)
    assert out[3 * 9] == 77
    for led in range(1, 9):
        lights.intents[led] = intent(WHITE, BRIGHT)
    lights.changed()
    assert lights.renew(0, out)
    assert out == frame(lights)


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
        lights.intents[step % LEDS] = step * 37 & 0x3FF
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

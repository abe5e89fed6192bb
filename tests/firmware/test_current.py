"""The current of the lights stays within the budget.

Runs on CPython and on MicroPython.
"""

from dice import Dice
from heist.lights import Lights
from light_bench import (
    AMBER,
    BLINK,
    BRIGHT,
    CLOCK_MASK,
    COLOURS,
    DIM,
    GREEN,
    LEDS,
    NORMAL,
    PINK,
    PULSE,
    RED,
    WHITE,
    board,
    film,
    frame,
    intent,
)


def ua_at_most(out: "bytes | bytearray") -> int:
    # By the model, from the bytes alone: 1 mA per LED and 20 mA per channel at 255.
    return len(out) // 3 * 1000 + -(-sum(out) * 20_000 // 255)


def test_no_scene_draws_more_than_its_budget_at_any_time() -> None:
    limited = 0
    for seed in range(150):
        roll = Dice(seed).roll
        leds = 1 + roll(64)
        lights = Lights(leds)
        colours = 1 + roll(8)
        for led in range(leds):
            lights.intents[led] = roll(colours) << 7 | roll(128)
        lights.brightness = 255 if seed & 1 else roll(256)
        lights.budget_ma = roll(leds * (3, 60)[roll(2)])
        lights.alone = roll(8) == 0
        for _ in range(4):
            out = frame(lights, roll(CLOCK_MASK))
            assert ua_at_most(out) <= lights.shown_ma * 1000, seed
            if lights.budget_ma >= leds:
                assert lights.shown_ma <= lights.budget_ma, seed
            else:
                assert not any(out), seed
                assert lights.shown_ma == leds, seed
        assert lights.shown_ma <= lights.need_ma, seed
        if lights.need_ma <= lights.budget_ma:
            assert lights.shown_ma == lights.need_ma, seed
        limited += lights.shown_ma < lights.need_ma
    assert 30 < limited < 120, limited


def test_largest_board_at_full_light_stays_within_every_budget() -> None:
    lights = board([intent(WHITE, BRIGHT)] * 255)
    for budget_ma in (0, 254, 255, 256, 280, 1000, 9999, 15_000, 65_535):
        lights.budget_ma = budget_ma
        out = frame(lights)
        assert ua_at_most(out) <= max(budget_ma, 255) * 1000
        assert lights.need_ma == -(-ua_at_most(bytes((110, 150, 80)) * 255) // 1000)


def test_estimate_is_rounded_up_to_the_next_milliampere() -> None:
    for leds in (1, 7, LEDS):
        lights = board([intent(WHITE, NORMAL)] + [intent(PINK, BRIGHT)] * (leds - 1))
        for brightness in range(256):
            lights.brightness = brightness
            exact_ua = ua_at_most(frame(lights))
            assert lights.need_ma == lights.shown_ma == -(-exact_ua // 1000)


def test_scene_within_its_budget_is_left_alone() -> None:
    scene = [intent(WHITE, BRIGHT), intent(RED, NORMAL, PULSE), intent(AMBER, DIM)]
    free = board(scene)
    exact = board(scene, free.need_ma)
    free.changed()
    exact.budget_ma = free.need_ma
    less = board(scene, free.need_ma - 1)
    assert frame(exact, 1024) == frame(free, 1024)
    assert sum(frame(less, 1024)) < sum(frame(free, 1024))


def test_limit_leaves_as_much_light_as_the_budget_allows() -> None:
    lights = board([intent(RED, BRIGHT)] * LEDS)
    for budget_ma in range(LEDS + 5, LEDS * 21 + 9):
        lights.budget_ma = budget_ma
        most = min(255, (budget_ma - LEDS) * 1000 * 255 // 20_000 // LEDS)
        assert frame(lights)[1] == most, budget_ma


def test_last_that_goes_is_one_count_each() -> None:
    # One milliampere is 12.75 counts.
    assert frame(board([intent(RED, BRIGHT)] * 12, 13)) == b"\0\1\0" * 12
    assert not any(frame(board([intent(RED, BRIGHT)] * 13, 14)))
    assert frame(board([intent(RED, DIM)] * 12, 13, 1)) == b"\0\1\0" * 12
    assert not any(frame(board([intent(RED, DIM)] * 13, 14, 1)))


def test_limit_keeps_the_hue() -> None:
    for colour in COLOURS:
        free = frame(board([intent(colour, BRIGHT)] * LEDS))[:3]
        lead = max(free)
        for budget_ma in (80, 120, 200, 450):
            out = frame(board([intent(colour, BRIGHT)] * LEDS, budget_ma))[:3]
            assert max(out) < lead
            for channel in range(3):
                exact = free[channel] * max(out) // lead
                assert exact - 2 <= out[channel] <= exact + 1, (colour, budget_ma)


def test_dim_led_stays_lit_beside_bright_ones_over_budget() -> None:
    for colour in COLOURS:
        lights = board([intent(WHITE, BRIGHT)] * (LEDS - 1) + [intent(colour, DIM)])
        for budget_ma in (60, 100, 200):
            lights.budget_ma = budget_ma
            assert any(frame(lights)[-3:]), (colour, budget_ma)


def test_levels_stay_in_order_over_budget() -> None:
    lights = board([intent(GREEN, level) for level in range(4)] * 13, 80)
    dim, low, normal, bright = [sum(frame(lights)[at : at + 3]) for at in (0, 3, 6, 9)]
    assert 0 < dim <= low <= normal < bright


def test_limited_pulse_keeps_its_shape() -> None:
    free = film(board([intent(WHITE, BRIGHT, PULSE)] * LEDS))
    limited = film(board([intent(WHITE, BRIGHT, PULSE)] * LEDS, 200))
    assert max(limited) < max(free)
    for ms, value in enumerate(limited):
        assert abs(value - free[ms] * max(limited) // max(free)) <= 6, ms


def test_limit_does_not_move_with_the_patterns() -> None:
    # One steady LED among many that blink: it must not blink against them.
    lights = board([intent(RED, BRIGHT)] + [intent(WHITE, BRIGHT, BLINK)] * 40, 200)
    assert len(set(film(lights))) == 1


def test_budget_below_the_idle_current_is_darkness() -> None:
    lights = board([intent(RED, DIM)] * LEDS, LEDS - 1)
    assert not any(frame(lights))
    assert lights.shown_ma == LEDS

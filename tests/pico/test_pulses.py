"""The pulses on the LEDs' data pin."""

from statistics import median

from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, pack

from tests.support.pico import EmulatedPico

ZERO_NS, ONE_NS = (250, 380), (650, 950)  # accepted by old and new LEDs
LOW_AFTER_ZERO_NS, LOW_AFTER_ONE_NS = (700, 1000), (300, 420)
STEP_HZ = 12_000_000  # steps of the PIO program; a 0 is high for 4 of 13, a 1 for 9
STEPS = {4: (ZERO_NS, LOW_AFTER_ZERO_NS), 9: (ONE_NS, LOW_AFTER_ONE_NS)}
BIT_STEPS = 13
BETWEEN_NS = 550
WITHIN_NS = 10_000  # longer than any pause within a picture
RESET_NS = 300_000  # LEDs want 280 us
SPARE_NS = 40  # for edges that level shifter and wire make slower


def between_pictures(board: EmulatedPico) -> None:
    # Returns just after a picture was latched; a board with steady lights sends none.
    before = len(board.pictures)
    board.run_until(lambda: len(board.pictures) > before, 45, must=False)


def test_pulses_suit_every_led(board: EmulatedPico) -> None:
    between_pictures(board)
    lasted, silent = board.pulses_ns()
    board.show(pack(dict.fromkeys(layout.LEDS, Intent(Colour.AMBER))))
    board.run_until(lambda: board.link.is_settled, 100)
    board.run(5)
    assert lasted.total() % 24 == 0
    # The emulator sees edges only between instructions; the median of many is exact.
    shorts = sorted(ns for ns in lasted.elements() if ns < BETWEEN_NS)
    longs = sorted(ns for ns in lasted.elements() if ns >= BETWEEN_NS)
    assert ZERO_NS[0] + SPARE_NS <= median(shorts) <= ZERO_NS[1] - SPARE_NS
    assert ONE_NS[0] + SPARE_NS <= median(longs) <= ONE_NS[1] - SPARE_NS
    lows = [ns for ns in silent.elements() if ns < WITHIN_NS]
    after_ones = [ns for ns in lows if ns < BETWEEN_NS]
    after_zeros = [ns for ns in lows if ns >= BETWEEN_NS]
    assert LOW_AFTER_ONE_NS[0] <= median(after_ones) <= LOW_AFTER_ONE_NS[1]
    assert LOW_AFTER_ZERO_NS[0] <= median(after_zeros) <= LOW_AFTER_ZERO_NS[1]


def test_pulses_suit_every_led_at_any_clock() -> None:
    # MicroPython divides the processor's clock by a number with eight binary places, so a step
    # may be one cycle longer or shorter.
    for mhz in range(48, 271):
        divider = (256 * mhz * 1_000_000 // STEP_HZ) / 256
        step_ns, cycle_ns = 1000 * divider / mhz, 1000 / mhz
        for high, (high_ns, low_ns) in STEPS.items():
            assert high_ns[0] + cycle_ns <= high * step_ns <= high_ns[1] - cycle_ns, mhz
            low = (BIT_STEPS - high) * step_ns
            assert low_ns[0] <= low <= low_ns[1], (mhz, low)


def test_only_leds_up_to_the_last_that_differs_are_sent(board: EmulatedPico) -> None:
    steady = {led: Intent(Colour.BLUE) for led in layout.LEDS}
    board.show(pack(steady))
    board.run_until(lambda: board.link.is_settled, 100)
    board.run(5)
    sizes = []
    lasted, _ = board.pulses_ns()
    for colour in (Colour.RED, Colour.GREEN) * 30:
        lasted.clear()
        pictures = len(board.pictures)
        board.show(pack(steady | {layout.LEDS[9]: Intent(colour)}))
        board.run_until(
            lambda pictures=pictures: len(board.pictures) > pictures and board.link.is_settled,  # type: ignore[misc]
            100,
        )
        sizes.append(lasted.total() // 24)
    # Now and then a whole one repairs an LED that was disturbed.
    assert sorted(set(sizes)) == [11, len(layout.LEDS)]  # ten, in whole words
    assert 1 <= sizes.count(len(layout.LEDS)) <= 2
    assert len(board.pictures[-1][1]) == len(layout.LEDS)


def test_leds_take_a_picture_over_before_the_next(board: EmulatedPico) -> None:
    board.show(pack(dict.fromkeys(layout.LEDS, Intent(Colour.BLUE, Level.BRIGHT, Pattern.PULSE))))
    board.run_until(lambda: board.link.is_settled, 100)
    between_pictures(board)
    board.pictures.clear()
    _, lasted = board.pulses_ns()
    # Until enough frames: a pulse hardly changes at its top and bottom.
    board.run_until(lambda: len(board.pictures) > 5, 1000)
    silences = [ns for ns in lasted.elements() if ns > WITHIN_NS]
    assert len(silences) == len(board.pictures)
    assert min(silences) >= RESET_NS

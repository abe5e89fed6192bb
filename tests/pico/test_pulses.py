"""The pulses on the LEDs' data pin."""

from statistics import median

from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, pack

from tests.support.pico import EmulatedPico

ZERO_NS, ONE_NS = (250, 380), (650, 950)  # accepted by old and new LEDs
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
    lasted, _ = board.pulses_ns()
    board.show(pack(dict.fromkeys(layout.LEDS, Intent(Colour.AMBER))))
    board.run_until(lambda: board.link.is_settled, 100)
    board.run(5)
    assert lasted.total() % (24 * len(layout.LEDS)) == 0
    # The emulator sees edges only between instructions; the median of many is exact.
    shorts = sorted(ns for ns in lasted.elements() if ns < BETWEEN_NS)
    longs = sorted(ns for ns in lasted.elements() if ns >= BETWEEN_NS)
    assert ZERO_NS[0] + SPARE_NS <= median(shorts) <= ZERO_NS[1] - SPARE_NS
    assert ONE_NS[0] + SPARE_NS <= median(longs) <= ONE_NS[1] - SPARE_NS


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

"""What the LEDs get to see of a bit."""

from statistics import median

from heistboard import layout
from heistboard.scene import Colour, Intent, pack

from tests.support.pico import EmulatedPico

ZERO_NS, ONE_NS = (250, 380), (650, 950)  # what old and new LEDs take alike
BETWEEN_NS = 550
SPARE_NS = 40  # for edges that level shifter and wire make slower


def test_pulses_suit_every_led(board: EmulatedPico) -> None:
    lasted = board.pulses_ns()
    board.show(pack(dict.fromkeys(layout.LEDS, Intent(Colour.AMBER))))
    board.run_until(lambda: board.link.is_settled, 100)
    board.run(5)
    assert lasted.total() % (24 * len(layout.LEDS)) == 0
    # The emulation sees an edge only between two instructions; the middle of many is exact.
    shorts = sorted(ns for ns in lasted.elements() if ns < BETWEEN_NS)
    longs = sorted(ns for ns in lasted.elements() if ns >= BETWEEN_NS)
    assert ZERO_NS[0] + SPARE_NS <= median(shorts) <= ZERO_NS[1] - SPARE_NS
    assert ONE_NS[0] + SPARE_NS <= median(longs) <= ONE_NS[1] - SPARE_NS

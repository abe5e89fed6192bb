"""The lights' supply while pulses coincide: bounds, likely drops, and what staggering changes."""

import re
import shutil
from array import array
from pathlib import Path

import pytest
from heist.lights import Lights
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, pack

from hardware.boardfile import load
from hardware.guide import pages
from hardware.guide.current import GAMES, worst
from hardware.guide.pulses import (
    CYCLE_MS,
    RARE,
    Supply,
    at_once,
    dropping,
    looks,
    staggered,
    steady,
)
from hardware.margins import (
    BLUE_V,
    FEED_DIODE_V,
    FEED_LEAST_V,
    FEEDS,
    JACK,
    LED_LEAST_V,
    LED_WHITE_MA,
    PICO_A,
    PICO_LEAST_V,
    RED_V,
    USB,
    USB_FUSE_OHM,
    Rail,
    rail,
)
from hardware.spice import run

TOP = Path(__file__).parents[2]
BOARD = load(TOP / "hardware" / "board.toml")
GUIDE = (TOP / pages.GUIDE).read_text(encoding="utf-8")
LIMIT = BOARD.current.default_budget

pytestmark = pytest.mark.skipif(
    shutil.which("ngspice") is None, reason="there is no ngspice (Debian: apt-get install ngspice)"
)


def frame(**lit: tuple[int, int, int]) -> bytes:
    return b"".join(bytes(lit.get(name, (0, 0, 0))) for name in layout.LEDS)


@pytest.fixture(scope="module")
def usb() -> Supply:
    return Supply(BOARD, FEEDS[USB], run)


# The worst case.


def test_the_guide_says_the_worst_case_of_its_own_worst_feed() -> None:
    assert pytest.approx(4.35) == FEED_LEAST_V - FEED_DIODE_V
    assert USB_FUSE_OHM == 1.0
    feed = Rail(source_v=FEED_LEAST_V - FEED_DIODE_V, fuse_ohm=USB_FUSE_OHM, pico_a=PICO_A)
    least = run(rail(feed, [LED_WHITE_MA] * len(BOARD.leds.chain)))["least"]
    assert least < LED_LEAST_V / 2
    block = GUIDE.split("<!-- begin pulses")[1].split("<!-- end pulses")[0]
    assert re.findall(rf"\| {USB} \| ([\d.]+) V", block) == [f"{least:.2f}"]


def test_counts_in_the_text_are_those_of_the_board() -> None:
    text = re.sub(r"\s+", " ", GUIDE)
    assert f"how many of the {3 * len(BOARD.leds.chain)} are on" in text
    assert f"of {2 * GAMES} games of Car Thief" in text
    assert f"fully on, {BOARD.current.channel} mA" in text
    assert f"*Below {LED_LEAST_V:g} V*" in text


def test_no_page_promises_a_least_voltage() -> None:
    for page in (TOP / "hardware").rglob("*.md"):
        text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
        assert re.findall(r"never (?:below|less than).{0,30}\d V", text) == [], page


def test_the_diode_is_lost_to_the_lights_but_not_to_the_pico() -> None:
    white = [LED_WHITE_MA] * len(BOARD.leds.chain)
    with_diode = run(rail(FEEDS[USB], white))
    less = FEEDS[USB]._replace(source_v=FEED_LEAST_V - FEED_DIODE_V, diode_v=0.0)
    without = run(rail(less, white))
    assert with_diode["least"] == pytest.approx(without["least"], abs=1e-3)
    assert with_diode["plug"] == pytest.approx(without["plug"] + FEED_DIODE_V, abs=1e-3)


def test_the_pico_keeps_running_on_a_port_that_supplies_what_is_drawn() -> None:
    found = {each.feed: each for each in at_once(BOARD, run)}
    assert [each.pico_v for each in found.values()].count(None) == 1
    assert found[JACK].pico_v is None
    for each in found.values():
        assert each.pico_v is None or each.pico_v > PICO_LEAST_V
    assert min(found.values(), key=lambda each: each.leds_v).feed == USB


def test_lights_turn_yellow_then_red_then_dark() -> None:
    seen = [looks(volts) for volts in (LED_LEAST_V, BLUE_V, RED_V, RED_V - 0.01)]
    assert seen == ["white", "white, a little yellow", "reddish", "dark red or dark"]


# Out of step.


def test_one_light_is_lit_as_often_as_its_bytes_say(usb: Supply) -> None:
    drop = usb.drop(frame(a1=(255, 51, 0)))
    assert drop.lit == 2
    assert drop.at_once_v == drop.rare_v == usb.volts[2]
    assert usb.drop(frame(a1=(255, 0, 0))).rare_v == usb.volts[1]


def test_two_lights_coincide_as_often_as_chance_has_it(usb: Supply) -> None:
    # Both on for 8 of 255: (8 / 255)^2 is just below a thousandth, 9 just above.
    assert (8 / 255) ** 2 < RARE < (9 / 255) ** 2
    assert usb.drop(frame(a1=(8, 0, 0), b1=(8, 0, 0))).rare_v == usb.volts[1]
    assert usb.drop(frame(a1=(9, 0, 0), b1=(9, 0, 0))).rare_v == usb.volts[2]


def test_the_time_below_is_that_of_too_many_colours(usb: Supply) -> None:
    dark, full = usb.drop(frame()), usb.drop(bytes([255] * len(frame())))
    assert (dark.lit, dark.below) == (0, 0.0)
    assert full.below == pytest.approx(1.0)
    assert full.at_once_v == full.rare_v == usb.volts[-1]
    assert all(usb.volts[1:] < usb.volts[:-1])


def test_more_current_is_less_voltage_at_each_number_of_colours(usb: Supply) -> None:
    jack = Supply(BOARD, FEEDS[JACK], run)
    assert all(jack.volts > usb.volts)


def test_the_worst_of_several_scenes_counts_in_each_respect(usb: Supply) -> None:
    one, other = worst().items()
    apart = [dropping(usb, [each], LIMIT)[each[0]] for each in (one, other)]
    together = dropping(usb, [("all", one[1]), ("all", other[1])], LIMIT)["all"]
    assert together == apart[0].worse(apart[1]) == apart[1].worse(apart[0])


def test_the_limit_is_that_of_the_mean_and_not_of_the_worst_case(usb: Supply) -> None:
    (scene,) = (scene for name, scene in worst().items() if "white" in name)
    shown = steady(scene, LIMIT)
    idle = BOARD.current.idle * len(BOARD.leds.chain)
    assert idle + sum(shown) * BOARD.current.channel / 255 <= LIMIT
    assert usb.drop(shown).at_once_v == usb.volts[-1]


# Staggering.


def test_the_cycle_that_is_looked_at_is_that_of_every_pattern() -> None:
    for pattern in Pattern:
        film = []
        for now_ms in range(0, 3 * CYCLE_MS, 64):
            lights = Lights(len(layout.LEDS), 1000)
            scene = {led: Intent(Colour.RED, pattern=pattern) for led in layout.LEDS}
            lights.intents[:] = array("H", pack(scene))
            lights.changed()
            out = bytearray(3 * len(layout.LEDS))
            lights.render(now_ms, out)
            film.append(bytes(out[:3]))
        round_ = CYCLE_MS // 64
        assert film[:round_] == film[round_ : 2 * round_] == film[2 * round_ :], pattern


def test_late_rises_change_nothing_and_halves_do_not_suffice(usb: Supply) -> None:
    for pattern in Pattern:
        found = staggered(BOARD, usb, pattern)
        together = found["together"]
        late = found["rises 20 ms apart, by 8"]
        assert (late.lit, late.at_once_v) == (together.lit, together.at_once_v)
        assert late.rare_v == pytest.approx(together.rare_v, abs=0.01)
        assert max(drop.at_once_v for drop in found.values()) < LED_LEAST_V
    assert all(drop.lit == 75 for drop in staggered(BOARD, usb, Pattern.PULSE).values())


def test_halves_of_a_board_that_flashes_twice_are_dark_in_turn(usb: Supply) -> None:
    found = staggered(BOARD, usb, Pattern.DOUBLE)
    cells = {cell: Intent(Colour.WHITE, Level.BRIGHT) for cell in layout.CELLS}
    assert found["together"].lit == usb.drop(steady(cells, LIMIT)).lit == 3 * len(layout.CELLS)
    halves = found["halves, 1024 ms apart"]
    assert halves.lit == 3 * 13 and halves.at_once_v > found["together"].at_once_v

"""The floor module's electrical margins, simulated in the worst corner the datasheets allow.

Circuits are text, generated here and run by `spice.py`. The constants below are the parts'
guarantees (RP2040, WS2812B, 74AHCT125, diodes), from their datasheets; the board's own values come
from `board.toml`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hardware.boardfile import BoardSpec

__all__ = [
    "DIODE",
    "DIODES",
    "FEEDS",
    "HIGH_V",
    "JACK",
    "LOW_V",
    "USB",
    "USB_AT_BEST",
    "Diode",
    "Margin",
    "Rail",
    "current_through",
    "line",
    "margins",
    "matrix",
    "pulse",
    "rail",
    "rise",
]

Simulate = Callable[[str], dict[str, float]]
Place = tuple[int, int]  # column and row

# RP2040 at 3.3 V: thresholds of an input, its own pull-up at its strongest, and the voltage of a
# pin driven low at the current of its drive strength.
LOW_V, HIGH_V = 0.8, 2.0
OWN_PULL_UP_OHM = 50_000
OWN_PULL_UP_WEAK_OHM = 80_000
DRIVEN_V = 0.5
DRIVE_MA = 12.0  # as firmware/heist/pico/matrix.py sets it; MicroPython leaves it at 4
PICO_HIGH_V = 2.62
SCAN_WAIT_S = 3e-6  # least time from driving a column to reading the rows; also of that file
SUPPLY_V = 3.3
SUPPLY_MOST_V = 3.37

# 74AHCT125 at 5 V: its threshold for high, and its output at 8 mA.
SHIFTER_HIGH_IN_V, SHIFTER_HIGH_OUT_V = 2.0, 3.8
SHIFTER_OHM = 40
SHIFTER_RISE_S = 4e-9

# WS2812B: high is this share of its supply; it works down to the voltage at which blue still
# lights.
LED_HIGH_PART = 0.7
LED_LEAST_V = 4.0
BLUE_V, RED_V = 3.4, 2.2  # highest forward voltages of blue and green, and of red
LED_INPUT_F = 15e-12
LED_WHITE_MA = 60.0  # without a limit
# Limits that both generations of the chip accept.
ZERO_S = (250e-9, 380e-9)
ONE_S = (650e-9, 950e-9)
# Shortest silence of the data line after which LEDs latch.
RESET_S = 280e-6
# What the firmware sends, as tests/pico/test_pulses.py measures it.
RESET_SENT_S = 300e-6
SENT_S = {"0": (333e-9, ZERO_S), "1": (750e-9, ONE_S)}

FEED_DIODE_V = 0.4  # B340A in each feed, below 0.5 A in the cold; 0.5 at 3 A
FEED_LEAST_V = 4.75
PICO_A = 0.05  # the Pico and its pull-ups, from the same USB cable
PICO_LEAST_V = 2.3  # at its USB plug: its converter works from 1.8 V, behind a diode
# The fuses' highest resistance after soldering or tripping, and a new one's lowest.
USB_FUSE_OHM, JACK_FUSE_OHM = 1.0, 0.21
FUSE_LEAST_OHM = 0.15
SERIES_OHM = 330  # from the shifter's output into the chain
WIRE_F_PER_M = 60e-12
REED_OHM = 0.2
COLUMNS, ROWS = 14, 5
COLD_C = 0


class Diode(NamedTuple):
    """A diode's SPICE parameters, at the highest forward voltage its datasheet allows."""

    name: str
    model: str


# Is and N are fitted to the datasheet's highest forward voltages at 25 degrees.
DIODES = {
    "1N4148W": Diode("1N4148W", "D(Is=0.14n N=1.752 Rs=0.6 Cjo=4p Eg=1.11)"),
    "BAT43W": Diode("BAT43W", "D(Is=9n N=1.03 Rs=7 Cjo=7p Eg=0.69 Xti=2)"),
}


DIODE = "BAT43W"


class Margin(NamedTuple):
    """A figure and its limit, an upper one or a lower one."""

    name: str
    value: float
    unit: str
    limit: float
    is_least: bool  # the limit is a lower one

    @property
    def is_kept(self) -> bool:
        """True if the figure is within its limit."""
        return self.value >= self.limit if self.is_least else self.value <= self.limit


class Rail(NamedTuple):
    """The LEDs' 5 V supply: resistances in ohm, the same for both conductors."""

    source_v: float = 5.0
    source_ohm: float = 0.25  # a metre of USB cable and its plugs
    pico_a: float = 0.0  # the Pico's current, from the same cable
    fuse_ohm: float = USB_FUSE_OHM
    diode_v: float = 0.0  # lost behind the fuse; the Pico does not lose it
    strip_ohm: float = 0.008  # from a strip to the next, through connector and copper
    led_ohm: float = 0.004  # from an LED to the next on its strip


USB, JACK = "USB at its worst", "the jack at its worst"
USB_AT_BEST = "USB at its best: 5 V, a new fuse, no diode"
_WORST = Rail(source_v=FEED_LEAST_V, diode_v=FEED_DIODE_V)
FEEDS = {
    USB: _WORST._replace(fuse_ohm=USB_FUSE_OHM, pico_a=PICO_A),
    JACK: _WORST._replace(fuse_ohm=JACK_FUSE_OHM),
    USB_AT_BEST: Rail(fuse_ohm=FUSE_LEAST_OHM),
}


def line(margin: Margin) -> str:
    """Returns a margin as one line for people."""
    sign = "≥" if margin.is_least else "≤"
    word = "kept" if margin.is_kept else "NOT KEPT"
    limit = f"{sign} {margin.limit:.4g} {margin.unit}"
    return f"{margin.name:44} {margin.value:8.4g} {margin.unit:3} {limit:12} {word}"


# Circuits.


def matrix(
    closed: Collection[Place],
    driven: int,
    diode: Diode | None,
    *,
    pull_up_ohm: int,
    drive_ma: float = DRIVE_MA,
    has_own: bool = True,
) -> str:
    """Returns the matrix with the reeds *closed* and one column driven low; prints each row.

    Without a *diode* there is a wire instead, to show what the diodes are for.
    """
    own = OWN_PULL_UP_OHM if has_own else 1e9
    lines = [f"V1 supply 0 {SUPPLY_MOST_V}", f".temp {COLD_C}"]
    if diode:
        lines.append(f".model M {diode.model}")
    for row in range(ROWS):
        lines += [f"RP{row} supply r{row} {pull_up_ohm}", f"RO{row} supply r{row} {own:g}"]
    lines.append(f"RD c{driven} 0 {1000 * DRIVEN_V / drive_ma}")
    for column in range(COLUMNS):
        lines.append(f"RL{column} c{column} 0 3.3meg")  # an input's leakage
    for column, row in sorted(closed):
        name = f"{column}_{row}"
        lines.append(f"RR{name} r{row} n{name} {REED_OHM}")
        lines.append(f"D{name} n{name} c{column} M" if diode else f"RW{name} n{name} c{column} 1m")
    lines += [".control", "op"]
    lines += [f"let row{row} = v(r{row})\nprint row{row}" for row in range(ROWS)]
    return "\n".join([*lines, ".endc"])


def rise(diode: Diode, *, pull_up_ohm: int | None, wire_m: float, sample_s: float) -> str:
    """Returns a row whose reed in column 0 is closed, after column 0 is released.

    Prints ``at``, the row's voltage *sample_s* later, when the next column is read. Every reed of
    column 0 is closed, so the column must be charged too. Without *pull_up_ohm* only the Pico's
    own pull-up is there.
    """
    pull_up = OWN_PULL_UP_WEAK_OHM
    if pull_up_ohm is not None:
        pull_up = pull_up * pull_up_ohm // (pull_up + pull_up_ohm)
    wire_f = WIRE_F_PER_M * wire_m + 5e-12
    lines = [f"V1 supply 0 {SUPPLY_V}", f".model M {diode.model}"]
    for row in range(ROWS):
        lines += [
            f"RP{row} supply r{row} {pull_up}",
            f"CR{row} r{row} 0 {wire_f:g}",
            # The diodes of open reeds are on the other side of the reeds, so they add no
            # capacitance.
            f"RR{row} r{row} n{row} {REED_OHM}",
            f"D{row} n{row} c0 M",
        ]
    lines += [
        f"CC c0 0 {wire_f:g}",
        "VG gate 0 PULSE(1 0 10u 5n 5n 1 2)",
        f"S1 c0 0 gate 0 SW\n.model SW SW(Vt=0.5 Ron={1000 * DRIVEN_V / DRIVE_MA} Roff=10meg)",
        f".tran 10n {10e-6 + 2 * sample_s:g}",
        f".measure tran at FIND v(r2) AT={10e-6 + sample_s:g}",
    ]
    return "\n".join(lines)


def rail(rail: Rail, leds_ma: Sequence[float]) -> str:
    """Returns the LEDs' supply: nine on each of five strips, the round track on the controller.

    *leds_ma* is in chain order. Prints ``least``, the lowest voltage at an LED, ``drawn``, the
    total current in A, and ``plug``, the voltage at the Pico's plug. An LED draws its full current
    down to 3.3 V, and less below.
    """
    lines = [
        f"V1 source 0 {rail.source_v}",
        f"RS source plug {rail.source_ohm / 2}",
        f"RF plug fuse {rail.fuse_ohm}",
        f"VD fuse feed {rail.diode_v}",
        f"RT back 0 {rail.source_ohm / 2}",
        f"IP plug back {rail.pico_a}",
    ]
    names = []

    def add(name: str, after: tuple[str, str], ohm: float, ma: float) -> tuple[str, str]:
        plus, minus = f"p{name}", f"m{name}"
        lines.append(f"RP{name} {after[0]} {plus} {ohm}")
        lines.append(f"RM{name} {after[1]} {minus} {ohm}")
        taken = f"{ma / 1000}*min(1,max(0,v({plus},{minus})/3.3))"
        lines.append(f"B{name} {plus} {minus} I={taken}")
        names.append(name)
        return plus, minus

    strips, track = _strips(leds_ma)
    at = ("feed", "back")
    for i, ma in enumerate(track):
        at = add(f"t{i}", at, rail.led_ohm, ma)
    begin = ("feed", "back")
    for n, strip in enumerate(reversed(strips)):  # the last row is next to the controller
        begin = add(f"s{n}", begin, rail.strip_ohm, 0)
        at = begin
        for i, ma in enumerate(strip):
            at = add(f"s{n}_{i}", at, rail.led_ohm, ma)
    lines += [".control", "op", f"let least = {rail.source_v}"]
    for name in names:
        volts = f"v(p{name})-v(m{name})"
        lines.append(f"let least = min(least, {volts})")
    lines += ["print least", "let drawn = -i(v1)", "print drawn"]
    lines += ["let plug = v(plug)-v(back)", "print plug", ".endc"]
    return "\n".join(lines)


def _strips(leds_ma: Sequence[float]) -> tuple[list[Sequence[float]], Sequence[float]]:
    ends = [9 * n for n in range(5)] + [41]
    return [leds_ma[a:b] for a, b in pairwise(ends)], leds_ma[41:]


def pulse(width_s: float, *, series_ohm: float, wire_m: float, supply_v: float = 5.0) -> str:
    """Returns one pulse on the line to the first LED; prints its ``width`` at the threshold."""
    level = LED_HIGH_PART * supply_v
    wire_f = WIRE_F_PER_M * wire_m + LED_INPUT_F
    return "\n".join(
        [
            f"V1 out 0 PULSE(0 {supply_v} 100n {SHIFTER_RISE_S:g} {SHIFTER_RISE_S:g} "
            f"{width_s - SHIFTER_RISE_S:g} 10u)",
            f"R1 out a {SHIFTER_OHM + series_ohm}",
            f"C1 a 0 {wire_f:g}",
            f".tran 0.5n {200e-9 + 2 * width_s:g}",
            f".measure tran width TRIG v(a) VAL={level} RISE=1 TARG v(a) VAL={level} FALL=1",
            ".measure tran top MAX v(a)",
        ]
    )


# Margins.


def margins(board: BoardSpec, diode: Diode, simulate: Simulate) -> Iterator[Margin]:
    """Yields every margin of *board* with *diode* at each reed."""
    pull_up = board.matrix.row_pull_up_ohm
    column = {(3, row) for row in range(ROWS)}
    every = {(c, row) for c in range(COLUMNS) for row in range(ROWS)}
    for name, closed in (("one column closed", column), ("all 70 closed", every)):
        rows = simulate(matrix(closed, 3, diode, pull_up_ohm=pull_up)).values()
        yield Margin(f"row read low, {name}", max(rows), "V", LOW_V, is_least=False)
    ghost = {(3, 0), (4, 0), (4, 1)}  # and (3, 1) is open
    rows_of = simulate(matrix(ghost, 3, diode, pull_up_ohm=pull_up))
    yield Margin("row read high beside three closed", rows_of["row1"], "V", HIGH_V, is_least=True)
    at = simulate(rise(diode, pull_up_ohm=pull_up, wire_m=1.0, sample_s=SCAN_WAIT_S))["at"]
    yield Margin("row has risen when the next column is read", at, "V", HIGH_V, is_least=True)
    yield from _rails(board, simulate)
    yield from _data(simulate)


def _rails(board: BoardSpec, simulate: Simulate) -> Iterator[Margin]:
    count = len(board.leds.chain)
    for name, budget, feed in (
        ("LEDs on USB", board.current.default_budget, FEEDS[USB]),
        ("LEDs at the jack", board.current.powered_budget, FEEDS[JACK]),
    ):
        # The whole budget at the far end: no scene's mean current is worse.
        found = simulate(rail(feed, current_through(board, budget)))
        yield Margin(f"{name}, at the limit", found["least"], "V", LED_LEAST_V, is_least=True)
    white = simulate(rail(FEEDS[USB_AT_BEST], [LED_WHITE_MA] * count))
    yield Margin("too much for USB: all white, unlimited", white["drawn"], "A", 0.5, is_least=True)


def current_through(board: BoardSpec, budget_ma: int) -> list[float]:
    """Returns each LED's current if the whole budget is spent at the far end of the supply."""
    idle = board.current.idle
    full = 3 * board.current.channel
    left = budget_ma - idle * len(board.leds.chain)
    drawn = [float(idle)] * len(board.leds.chain)
    for number in (*reversed(range(9)), *range(9, len(drawn))):  # the highest strip, from its end
        share = min(left, full - idle)
        drawn[number] += share
        left -= share
    return drawn


def _data(simulate: Simulate) -> Iterator[Margin]:
    yield Margin("level shifter takes the Pico's high", PICO_HIGH_V, "V", SHIFTER_HIGH_IN_V, True)
    high = LED_HIGH_PART * 5.25
    yield Margin("first LED takes the shifter's high", SHIFTER_HIGH_OUT_V, "V", high, True)
    for name, (sent, limits) in SENT_S.items():
        width = simulate(pulse(sent, series_ohm=SERIES_OHM, wire_m=0.3))["width"]
        yield Margin(f"a {name} lasts", width * 1e9, "ns", limits[0] * 1e9, is_least=True)
        yield Margin(f"a {name} ends", width * 1e9, "ns", limits[1] * 1e9, is_least=False)
    yield Margin("silence after a picture", RESET_SENT_S * 1e6, "µs", RESET_S * 1e6, is_least=True)

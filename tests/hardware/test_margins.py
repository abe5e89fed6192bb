"""The electrical margins, simulated by ngspice; each is broken once to show that it is seen."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.__main__ import main
from hardware.boardfile import load
from hardware.margins import (
    DIODES,
    DRIVE_MA,
    FUSE_LEAST_OHM,
    HIGH_V,
    LED_LEAST_V,
    LED_WHITE_MA,
    LOW_V,
    SCAN_WAIT_S,
    SENT_S,
    Margin,
    Rail,
    current_through,
    margins,
    matrix,
    pulse,
    rail,
    rise,
)
from hardware.spice import SpiceError, run

BOARD = load(Path(__file__).parents[2] / "hardware" / "board.toml")
COLUMN = {(3, row) for row in range(5)}
CORNERS = {(3, 0), (4, 0), (4, 1)}  # of a rectangle whose fourth reed, (3, 1), is open
BAT43W, SILICON = DIODES["BAT43W"], DIODES["1N4148W"]

pytestmark = pytest.mark.skipif(
    shutil.which("ngspice") is None, reason="there is no ngspice (Debian: apt-get install ngspice)"
)


def low(closed: set[tuple[int, int]] = COLUMN, **changes: object) -> float:
    """The highest of the rows that should read low."""
    words: dict[str, object] = {"pull_up_ohm": 4700, "diode": BAT43W} | changes
    rows = run(matrix(closed, 3, **words))  # type: ignore[arg-type]
    return max(rows[f"row{row}"] for column, row in closed if column == 3)


def test_every_margin_is_kept() -> None:
    found = list(margins(BOARD, BAT43W, run))
    assert len(found) == 14
    assert [each.name for each in found if not each.is_kept] == []


def test_a_row_reads_low_with_its_whole_column_closed() -> None:
    assert low() < LOW_V - 0.25
    assert low({(c, row) for c in range(14) for row in range(5)}) == pytest.approx(low(), abs=0.01)


def test_silicon_diodes_or_weak_pins_would_not_do() -> None:
    assert low(diode=SILICON) > LOW_V
    assert low(diode=SILICON, drive_ma=4) > LOW_V + 0.2
    assert low(drive_ma=4) > LOW_V - 0.1  # allowed, but hardly


def test_without_diodes_an_open_reed_reads_closed() -> None:
    assert run(matrix(CORNERS, 3, None, pull_up_ohm=4700))["row1"] < LOW_V
    assert run(matrix(CORNERS, 3, BAT43W, pull_up_ohm=4700))["row1"] > HIGH_V + 1


def test_without_pull_ups_a_row_rises_too_late() -> None:
    def at(pull_up_ohm: int | None) -> float:
        circuit = rise(BAT43W, pull_up_ohm=pull_up_ohm, wire_m=1.0, sample_s=SCAN_WAIT_S)
        return run(circuit)["at"]

    assert at(BOARD.matrix.row_pull_up_ohm) > HIGH_V + 1
    assert at(None) < HIGH_V


def test_the_limit_is_what_keeps_the_rail_up() -> None:
    leds = len(BOARD.leds.chain)
    limited = current_through(BOARD, BOARD.current.default_budget)
    assert sum(limited) == BOARD.current.default_budget
    assert run(rail(Rail(source_v=4.75), limited))["least"] > LED_LEAST_V + 0.3
    white = run(rail(Rail(fuse_ohm=FUSE_LEAST_OHM), [LED_WHITE_MA] * leds))
    assert white["drawn"] > 2.5  # a port gives 0.5
    assert white["least"] < LED_LEAST_V


def test_pulses_arrive_as_they_were_sent_unless_the_wire_is_too_slow() -> None:
    def width_ns(series_ohm: float) -> float:
        return 1e9 * run(pulse(333e-9, series_ohm=series_ohm, wire_m=0.3))["width"]

    assert width_ns(330) == pytest.approx(325, abs=8)
    assert width_ns(6_800) < 250


def test_the_command_says_each_margin_and_fails_with_a_broken_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["margins", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert all(each["is_kept"] for each in document)
    monkeypatch.setattr("hardware.__main__.DIODE", "1N4148W")
    assert main(["margins"]) == 1
    out, err = capsys.readouterr()
    assert out.count("NOT KEPT") == 2 and out.count(" kept\n") == len(document) - 2
    assert err == "not kept: row read low, one column closed; row read low, all 70 closed\n"


def test_a_margin_is_kept_from_its_limit_on() -> None:
    least = Margin("", 1.0, "V", 1.0, is_least=True)
    assert least.is_kept and not least._replace(value=0.99).is_kept
    assert least._replace(is_least=False).is_kept
    assert not least._replace(is_least=False, value=1.01).is_kept


def test_more_pull_up_is_less_current_through_the_diode() -> None:
    weaker = replace(BOARD, matrix=replace(BOARD.matrix, row_pull_up_ohm=10_000))
    first = next(margins(weaker, BAT43W, run))
    assert first.value < next(margins(BOARD, BAT43W, run)).value


def test_a_circuit_that_makes_no_sense_is_said() -> None:
    with pytest.raises(SpiceError, match=r"^ngspice cannot simulate this: "):
        run("R1 a")


# The constants in margins.py match the firmware, and are the worst case.


def firmware(name: str) -> str:
    path = Path(__file__).parents[2] / "firmware" / "heist" / "pico" / name
    return path.read_text(encoding="utf-8")


def test_pins_are_driven_rows_awaited_and_bits_sent_as_the_firmware_does() -> None:
    scan = firmware("matrix.py")
    assert f"_{DRIVE_MA:g}_MA = const(0x30)" in scan
    assert f"# at least {SCAN_WAIT_S * 1e6:g} us: a row that was low" in scan
    pulses = firmware("pixels.py")
    for bit, words in (("0", "a 0 ({:g} ns)"), ("1", "a 1 ({:g} ns)")):
        assert words.format(SENT_S[bit][0] * 1e9) in pulses


def test_a_bridge_for_a_diode_is_a_margin_that_is_not_kept() -> None:
    def bridged(circuit: str) -> dict[str, float]:
        circuit = re.sub(r"^D(\S+ \S+ \S+) M$", r"RW\1 1m", circuit, flags=re.MULTILINE)
        return run(circuit)

    broken = [each.name for each in margins(BOARD, BAT43W, bridged) if not each.is_kept]
    assert "row read high beside three closed" in broken


def test_no_place_for_the_budget_is_worse_than_the_far_end() -> None:
    far = current_through(BOARD, BOARD.current.default_budget)
    lit = [ma for ma in far if ma > BOARD.current.idle]
    worst = run(rail(Rail(), far))["least"]
    for first in range(0, len(far) - len(lit) + 1, 3):
        there = [float(BOARD.current.idle)] * len(far)
        there[first : first + len(lit)] = lit
        assert sum(there) == sum(far)
        assert run(rail(Rail(), there))["least"] >= worst - 1e-6


def test_the_rail_is_ohms_law_there_and_back() -> None:
    feed = Rail(source_v=5.0)
    alone = [0.0] * len(BOARD.leds.chain)
    alone[4] = 100.0  # e1, the fifth on the strip farthest off
    ohm = feed.source_ohm + feed.fuse_ohm + 2 * (5 * feed.strip_ohm + 5 * feed.led_ohm)
    assert run(rail(feed, alone))["least"] == pytest.approx(5.0 - 0.1 * ohm, abs=1e-3)

"""A Raspberry Pi's drivers: real gpiod, Blinka and neopixel on fakes of their C parts."""

import os
import random
import sys
import tty
from array import array
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from heist.lights import Lights
from heistboard.firmware import wire
from heistboard.pi import line_name
from heistboard.pi.drivers import Drivers
from heistboard.pi.layout import COLUMN_PINS, HEADER, ROW_PINS
from heistboard.pi.line import Line
from heistboard.pi.matrix import SLOW_US, Matrix, find_chip
from heistboard.pi.process import NOT_A_PI, PiUnavailable
from heistboard.places import layout
from pytest_mock import MockerFixture

from tests.support.pi import PICTURE, PRETENCE, Wires, place, sender


@pytest.fixture(scope="module")
def pixels_module() -> Iterator[ModuleType]:
    # Blinka detects its platform once, on import.
    with pytest.MonkeyPatch.context() as patch:
        for name, value in PRETENCE.items():
            patch.setenv(name, value)
        patch.setitem(sys.modules, "_rpi_ws281x", sender(lambda picture: None))
        for target, stand_in in Wires(bytearray()).stand_ins().items():
            patch.setattr(target, stand_in)
        from heistboard.pi import pixels

        yield pixels


@pytest.fixture
def wires(pixels_module: ModuleType, mocker: MockerFixture) -> Wires:
    wires = Wires(bytearray(len(COLUMN_PINS)))
    for target, stand_in in wires.stand_ins().items():
        mocker.patch(target, stand_in)
    return wires


@pytest.fixture
def matrix(wires: Wires) -> Iterator[Matrix]:
    matrix = Matrix(find_chip())
    yield matrix
    matrix.close()
    assert not wires.taken and not wires.low


def scanned(matrix: Matrix) -> bytes:
    raw = bytearray(len(COLUMN_PINS))
    matrix.scan(raw)
    return bytes(raw)


def test_every_reed_is_read_at_its_place_alone(wires: Wires, matrix: Matrix) -> None:
    for reed in layout.REEDS:
        column, row = place(reed)
        wires.closed[column] = 1 << row
        assert scanned(matrix) == bytes(wires.closed)
        wires.closed[column] = 0
    assert scanned(matrix) == bytes(len(COLUMN_PINS))


@pytest.mark.parametrize("seed", range(5))
def test_many_closed_reeds_are_read_as_they_are(wires: Wires, matrix: Matrix, seed: int) -> None:
    wires.closed[:] = bytes(random.Random(seed).choices(range(32), k=len(COLUMN_PINS)))
    assert scanned(matrix) == bytes(wires.closed)


def test_row_has_the_time_to_rise_before_the_next_column(wires: Wires, matrix: Matrix) -> None:
    wires.rise_ns = 4500
    wires.closed[4] = 0b11111
    for _ in range(20):
        assert scanned(matrix) == bytes(wires.closed)


def test_all_columns_float_between_scans(wires: Wires, matrix: Matrix) -> None:
    scanned(matrix)
    assert wires.low == set()


def test_scan_after_one_that_failed_is_right(
    wires: Wires, matrix: Matrix, mocker: MockerFixture
) -> None:
    wires.closed[:] = bytes(range(1, 1 + len(COLUMN_PINS)))
    fails = mocker.patch.object(wires, "level", side_effect=OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        scanned(matrix)
    mocker.stop(fails)
    assert wires.low == {COLUMN_PINS[0]}
    wires.low = {COLUMN_PINS[5]}
    assert scanned(matrix) == bytes(wires.closed)


def test_pins_are_claimed_for_this_program_alone(wires: Wires, matrix: Matrix) -> None:
    assert set(wires.taken) == {*COLUMN_PINS, *ROW_PINS}
    with pytest.raises(OSError, match="busy"):
        Matrix(find_chip())


def test_columns_that_are_taken_leave_the_rows_free(wires: Wires) -> None:
    wires.taken[COLUMN_PINS[3]] = None  # type: ignore[assignment]
    with pytest.raises(OSError, match="busy"):
        Matrix(find_chip())
    assert set(wires.taken) == {COLUMN_PINS[3]}


def test_the_header_is_found_by_its_name_whatever_its_number(wires: Wires) -> None:
    assert find_chip() == "/dev/gpiochip4"


def test_without_the_header_s_chip_it_is_no_raspberry_pi(
    wires: Wires, mocker: MockerFixture
) -> None:
    mocker.patch("heistboard.pi.matrix.glob", return_value=["/dev/gpiochip0"])
    with pytest.raises(PiUnavailable, match=NOT_A_PI[:20]):
        find_chip()


def test_rise_is_unknown_without_a_closed_reed_on_the_row(wires: Wires, matrix: Matrix) -> None:
    wires.closed[7] = 0b00100
    assert [matrix.rise_us(row) for row in (0, 1, 3, 4)] == [wire.RISE_UNKNOWN] * 4


def test_rise_quicker_than_a_look_is_the_least_there_is(wires: Wires, matrix: Matrix) -> None:
    wires.closed[7] = 0b00100
    assert matrix.rise_us(2) == 1
    assert wires.low == set()


def test_rise_is_as_long_as_the_row_was_seen_low(
    wires: Wires, matrix: Matrix, mocker: MockerFixture
) -> None:
    wires.closed[7] = 0b00100
    # Released at 0, read after 4, 9 and 15 us: low, low, high.
    mocker.patch(
        "heistboard.pi.matrix.time.perf_counter_ns", side_effect=[0, 4_000, 9_000, 15_000]
    )
    wires.looks_low = 2
    assert matrix.rise_us(2) == 9


def test_rise_that_does_not_come_ends_after_a_millisecond(
    wires: Wires, matrix: Matrix, mocker: MockerFixture
) -> None:
    wires.closed[7] = 0b00100
    clock = mocker.patch(
        "heistboard.pi.matrix.time.perf_counter_ns", side_effect=range(0, 10**9, 100_000)
    )
    wires.looks_low = 10**6
    assert matrix.rise_us(2) == wire.RISE_NEVER
    assert clock.call_count == SLOW_US // 100 + 1


def test_a_scan_after_a_rise_is_as_before(wires: Wires, matrix: Matrix) -> None:
    wires.closed[:] = bytes(range(1, 1 + len(COLUMN_PINS)))
    for row in range(len(ROW_PINS)):
        matrix.rise_us(row)
    assert scanned(matrix) == bytes(wires.closed)


def test_lines_are_named_by_the_header() -> None:
    assert line_name(column=0) == "column pin GPIO 2 (header pin 3)"
    assert line_name(row=4) == "row pin GPIO 21 (header pin 40)"
    names = {line_name(column=column) for column in range(len(COLUMN_PINS))}
    names |= {line_name(row=row) for row in range(len(ROW_PINS))}
    assert len(names) == len(COLUMN_PINS) + len(ROW_PINS)


# The drivers as a whole.


@pytest.fixture
def drivers(mocker: MockerFixture) -> Drivers:
    master, slave = os.openpty()
    os.close(slave)
    line = Line(master)
    return Drivers(line, mocker.Mock(spec=Matrix), mocker.Mock(), bytes(8))


def test_there_is_no_prompt_to_restart_into(drivers: Drivers) -> None:
    assert drivers.serve() is False


def test_clocks_are_29_bits(drivers: Drivers, mocker: MockerFixture) -> None:
    mocker.patch("heistboard.pi.drivers.time.monotonic_ns", return_value=(2**29 + 7) * 10**6)
    assert drivers.ticks_ms() == 7
    assert drivers.ticks_us() == (2**29 + 7) * 1000 % 2**29


def test_free_memory_fits_into_stats(drivers: Drivers) -> None:
    assert 0 < drivers.collect() < 2**32


def test_exception_of_a_pass_is_shown_once(
    drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("one", "one", "another"):
        drivers.report(OSError(text))
    assert capsys.readouterr().err == "OSError: one\nOSError: another\n"


def test_line_without_another_end_ends_the_program(drivers: Drivers) -> None:
    with pytest.raises(SystemExit):
        drivers.read(memoryview(bytearray(32)))


def test_block_cut_short_is_filled_with_zeros() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    line = Line(master)
    view = memoryview(bytearray(b"\xff" * 32))
    assert not line.read(view)
    os.write(slave, b"begun")
    assert line.read(view)
    assert bytes(view) == b"begun".ljust(32, b"\0")


def test_full_line_takes_nothing_and_waits_for_nobody() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    line = Line(master)
    frame = memoryview(bytes(64))
    while line.write(frame):
        pass
    assert not line.can_write()
    while not line.can_write():
        os.read(slave, 4096)
    assert line.write(frame) > 0


# The lights, through Adafruit's library down to its neopixel_write.


@pytest.fixture
def write(wires: Wires, mocker: MockerFixture) -> Any:  # noqa: ANN401 (a mock)
    sent: list[bytes] = []
    mock = mocker.patch(
        "neopixel.neopixel_write",
        autospec=True,
        side_effect=lambda pin, buffer: sent.append(bytes(buffer)),
    )
    mock.sent = sent
    return mock


def test_library_is_adafruit_s_own(pixels_module: ModuleType) -> None:
    library = pixels_module.neopixel
    assert library.__repo__ == "https://github.com/adafruit/Adafruit_CircuitPython_NeoPixel.git"
    assert pixels_module.board.board_id == "RASPBERRY_PI_4B"


def test_bytes_at_neopixel_write_are_those_the_firmware_computed(
    pixels_module: ModuleType,
    write: Any,  # noqa: ANN401
) -> None:
    pixels = pixels_module.Pixels()
    lights = Lights(len(layout.LEDS), 450)
    lights.alone = False
    picture = bytearray(PICTURE)
    chance = random.Random(3)
    expected = [bytes(PICTURE)]
    for now_ms in range(0, 4000, 80):
        lights.intents[:] = array("H", chance.choices(range(1024), k=len(layout.LEDS)))
        lights.changed()
        lights.render(now_ms, picture)
        pixels.show(picture)
        expected.append(bytes(picture))
    assert write.sent == expected
    assert len(set(expected)) > 40
    pixels.close()
    assert write.sent[-1] == bytes(PICTURE)


def test_each_led_has_its_three_bytes_green_red_blue(
    pixels_module: ModuleType,
    write: Any,  # noqa: ANN401
) -> None:
    pixels = pixels_module.Pixels()
    picture = bytearray(byte % 251 for byte in range(PICTURE))
    pixels.show(picture)
    assert write.sent[-1] == picture
    (pin, _), _ = write.call_args
    assert pin._pin.id == 10
    assert pixels._pixels[2] == [picture[7], picture[6], picture[8]]
    pixels.close()


def test_nothing_is_sent_but_by_show(
    pixels_module: ModuleType,
    write: Any,  # noqa: ANN401
) -> None:
    pixels = pixels_module.Pixels()
    assert write.sent == [bytes(PICTURE)]
    assert pixels._pixels.brightness == 1.0 and not pixels._pixels.auto_write
    pixels.show(bytearray(b"\x01" * PICTURE))
    assert len(write.sent) == 2
    pixels.close()


def test_the_pin_of_the_lights_is_given_back_once_they_are_dark(
    wires: Wires,
    pixels_module: ModuleType,
    write: Any,  # noqa: ANN401
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pixels = pixels_module.Pixels()
    pixels.show(bytearray(b"\x01" * PICTURE))
    while_it_is_sent = []
    monkeypatch.setattr(
        pixels_module.time, "sleep", lambda s: while_it_is_sent.append((set(wires.taken), s))
    )
    before = len(write.sent)
    pixels.close()
    assert write.sent[before] == bytes(PICTURE)
    assert while_it_is_sent == [({10}, 0.002)]  # a Pi 5 is still sending then
    assert not wires.taken


def test_header_has_a_pin_for_each_gpio() -> None:
    assert len(set(HEADER.values())) == len(HEADER) == 20

"""How long a scan waits between driving a column and reading the rows, at any clock.

A row that was low needs 2 us to rise (`python -m hardware margins`), so a scan that reads sooner
sees reeds that are open as closed.
"""

import sys
from array import array
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace

import pytest
from heist import layout as board_layout
from heist.pico import chip
from rp2040py.gpio_pin import GPIOPinState

from tests.support.pico import EmulatedPico

ROWS = len(board_layout.ROW_PINS)
COLUMNS = len(board_layout.COLUMN_PINS)
RISE_US = 2.0
RISES_WITHIN_US = 3.0  # what a scan waits at least after a column with a closed reed
FALLS_WITHIN_US = 1.0  # ... after one without
MOST_US = 5.0

# On the emulated Pico, at its 125 MHz.


def settling_us(board: EmulatedPico) -> list[tuple[int, float]]:
    # One scan's columns, each with the time from driving it to reading the rows.
    mcu = board.device.mcu
    driven: list[tuple[int, float]] = []
    read: list[tuple[int, float]] = []

    def drive(column: int, state: GPIOPinState) -> None:
        if state == GPIOPinState.LOW:
            driven.append((column, board.us))

    forget = [
        mcu.gpio[pin].add_listener(lambda state, before, column=column: drive(column, state))  # type: ignore[misc]
        for column, pin in enumerate(board_layout.COLUMN_PINS)
    ]

    def watched(address: int) -> int:
        if address == chip.CHIPS["RP2040"].gpio_in and driven:
            column, us = driven[-1]
            read.append((column, board.us - us))
        return board.read(address)

    with board.answered(watched):
        board.run(1)
    for each in forget:
        each()
    first = [column for column, _ in read].index(0)
    return read[first : first + COLUMNS]


def test_scan_waits_until_rows_are_as_they_will_be(board: EmulatedPico) -> None:
    closed = 4  # a column whose reeds are closed
    for row in range(ROWS):
        board.matrix.set(closed * ROWS + row, is_closed=True)
    board.run(30)
    waited = settling_us(board)
    assert [column for column, _ in waited] == list(range(COLUMNS))
    for column, us in waited:
        least = RISES_WITHIN_US if column in (0, closed + 1) else FALLS_WITHIN_US
        assert least <= us <= MOST_US, (column, waited)


def test_slow_rows_look_closed_in_no_other_column(board: EmulatedPico) -> None:
    board.matrix.rise_us[:] = [RISES_WITHIN_US - 0.1] * ROWS
    closed = ["b3.cover", "done"]
    for name in closed:
        board.set_reed(name, is_closed=True)
    board.run(30)
    found = {event.name for _, event in board.events}
    # This test can see it: rows that need longer do look closed.
    board.matrix.rise_us[:] = [MOST_US] * ROWS
    board.run(30)
    ghosts = {event.name for _, event in board.events} - found
    board.matrix.rise_us[:] = [0.0] * ROWS
    board.run(30)
    assert found == set(closed)
    assert ghosts


# The same function on CPython, on a made-up chip of any clock.


class FakeChip:
    """SIO and timer; each access to a register takes *cycles* of the processor."""

    def __init__(self, name: str, mhz: int, cycles: int, closed: set[tuple[int, int]]) -> None:
        self.registers = chip.CHIPS[name]
        self.us = 0.0
        self.waited: list[tuple[int, float]] = []
        self._access_us = cycles / mhz
        self._closed = closed
        self._driven = 0
        self._driven_us = 0.0
        self._low_until_us = [0.0] * ROWS

    def pointer(self, memory: "int | array[int]") -> object:
        return _Register(self, memory) if isinstance(memory, int) else memory

    def read(self, address: int) -> int:
        self.us += self._access_us
        if address == self.registers.timer_us:
            return int(self.us)
        assert address == self.registers.gpio_in
        column = self._column() if self._driven else -1
        self.waited.append((column, self.us - self._driven_us))
        level = 0
        for row, pin in enumerate(board_layout.ROW_PINS):
            if (column, row) not in self._closed and self.us >= self._low_until_us[row]:
                level |= 1 << pin
        return level

    def write(self, address: int, bits: int) -> None:
        self.us += self._access_us
        if address == self.registers.output_on:
            self._driven = bits
            self._driven_us = self.us
            return
        assert address == self.registers.output_off
        assert bits == self._driven
        column = self._column()
        for row in range(ROWS):
            if (column, row) in self._closed:
                self._low_until_us[row] = self.us + RISE_US
        self._driven = 0

    def _column(self) -> int:
        return board_layout.COLUMN_PINS.index(self._driven.bit_length() - 1)


class _Register:
    def __init__(self, fake: FakeChip, address: int) -> None:
        self._fake = fake
        self._address = address

    def __getitem__(self, at: int) -> int:
        return self._fake.read(self._address + 4 * at)

    def __setitem__(self, at: int, word: int) -> None:
        self._fake.write(self._address + 4 * at, word)


@pytest.fixture
def matrix(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The driver, without a Pico."""

    class Pin:
        IN = PULL_UP = OPEN_DRAIN = 1

        def __init__(self, *arguments: int, value: int = 0) -> None:
            pass

    class Memory(dict[int, int]):
        def __missing__(self, address: int) -> int:
            return 0

    fake = SimpleNamespace(Pin=Pin, mem32=Memory())
    monkeypatch.setitem(sys.modules, "machine", fake)
    from heist.pico import matrix

    monkeypatch.setattr(matrix, "machine", fake)
    yield matrix
    monkeypatch.delitem(sys.modules, "heist.pico.matrix")


@pytest.mark.parametrize("name", chip.CHIPS)
@pytest.mark.parametrize("cycles", [2, 12, 60])
def test_waits_hold_at_any_clock(
    name: str, cycles: int, matrix: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = {(0, 0), (4, 1), (4, 3), (5, 3), (13, 4)}
    for mhz in range(48, 271):
        fake = FakeChip(name, mhz, cycles, closed)
        monkeypatch.setattr(matrix, "ptr32", fake.pointer)
        scanner = matrix.Matrix(fake.registers)
        raw = bytearray(COLUMNS)
        for _ in range(2):
            fake.waited.clear()
            scanner.scan(raw)
            found = {
                (column, row)
                for column in range(COLUMNS)
                for row in range(ROWS)
                if raw[column] >> row & 1
            }
            assert found == closed, mhz
            for column, us in fake.waited:
                after_closed = not column or any(at == column - 1 for at, _ in closed)
                least = RISES_WITHIN_US if after_closed else FALLS_WITHIN_US
                assert least <= us <= MOST_US + 4 * cycles / mhz, (mhz, column)
        for row in (1, 4):
            assert RISE_US - 1 <= scanner.rise_us(row) <= RISE_US + 2 + 4 * cycles / mhz, mhz
        assert scanner.rise_us(2) == 0

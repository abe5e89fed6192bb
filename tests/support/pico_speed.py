"""Runs an emulated Pico about four times faster than the emulator's own loop, with equal results.

Some costs of rp2040py are avoided:

* At each access the emulator's compiled bus functions build a bound method, to see whether Python
  code overrides them. A bound method kept on the instance makes that a dict lookup.
* Each instruction calls both PIO blocks, which do nothing unless a state machine is due. While
  none is, the loop gets an empty list of blocks; a write to a PIO register fills it at once.
* Registers are found by comparing with each in turn. Those used most come first.
"""

from typing import Any

from rp2040py.device import BaseDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.peripherals.timer import TIMERAWL
from rp2040py.sio import (
    DIV_CSR,
    DIV_REMAINDER,
    DIV_UDIVIDEND,
    DIV_UDIVISOR,
    GPIO_MASK,
    GPIO_OE_CLR,
    GPIO_OE_SET,
)

__all__ = ["FastLoop"]

NEVER_DUE = 1 << 62
PIO_BASES = (0x50200, 0x50300)
BUS = (
    *("read_uint32", "read_uint16", "read_uint8"),
    *("write_uint32", "write_uint16", "write_uint8"),
)


class _Begins:
    # The loop reads `stopped` before each instruction, and the list of blocks once, before the
    # first. So this, found only while the simulator has no such attribute of its own, is where
    # everybody else gets the whole list back.

    def __init__(self, loop: "FastLoop") -> None:
        self._loop = loop

    def __get__(self, simulator: Any, owner: object) -> bool:  # noqa: ANN401 (the emulator's)
        self._loop.begun()
        simulator.stopped = False
        return False


class FastLoop:
    """Runs the instructions of one device."""

    def __init__(self, device: BaseDevice) -> None:
        self._simulator: Any = device.simulator
        self._mcu: Any = device.mcu
        self._blocks = list(self._mcu.pio)
        self._running = list(self._blocks)  # a plain list: the loop goes through it fastest
        kind = type(self._simulator)
        self._simulator.__class__ = type(kind.__name__, (kind,), {"stopped": _Begins(self)})
        for name in BUS:
            setattr(self._mcu, name, getattr(self._mcu, name))
        for base, block in zip(PIO_BASES, self._blocks, strict=True):
            assert self._mcu.peripherals[base] is block
            self._mcu.peripherals[base] = _Watched(block, self)
        _shorten(self._mcu)

    def batch(self) -> None:
        """Runs some instructions; ends early if the simulator is stopped."""
        # A state machine that is not due is woken by a register only: no program of ours waits
        # for a pin or an interrupt.
        if self._running and all(block.next_due_fp >= NEVER_DUE for block in self._blocks):
            self._running.clear()
        self._mcu.pio = self._running
        del self._simulator.stopped
        execute_batch(self._simulator, 1)

    def begun(self) -> None:
        """Gives the chip its blocks back; the loop has its list now."""
        self._mcu.pio = self._blocks

    def wake(self) -> None:
        """Lets the loop advance the PIO blocks, from this instruction on."""
        self._running[:] = [block for block in self._blocks if not block.stopped]


class _Watched:
    # A PIO block on the bus: what is written to it may start a state machine.

    def __init__(self, block: Any, loop: FastLoop) -> None:  # noqa: ANN401 (the emulator's)
        self._block = block
        self._loop = loop
        self.read_uint32 = block.read_uint32

    def write_uint32_atomic(self, offset: int, value: int, atomic_type: int) -> None:
        self._block.write_uint32_atomic(offset, value, atomic_type)
        self._loop.wake()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (the emulator's)
        return getattr(self._block, name)


def _shorten(mcu: Any) -> None:  # noqa: ANN401 (the emulator's)
    # The registers that the firmware uses most are found without a search through all of them.
    timer, timer_reads, clock = mcu.timer, mcu.timer.read_uint32, mcu.clock
    chip, chip_reads, chip_writes, pins = (
        mcu.sio,
        mcu.sio.read_uint32,
        mcu.sio.write_uint32,
        mcu.gpio,
    )

    def read_timer(offset: int) -> Any:  # noqa: ANN401
        if offset == TIMERAWL:
            return int((clock.nanos - timer._epoch_nanos) / 1000) & 0xFFFFFFFF
        return timer_reads(offset)

    def read_chip(offset: int) -> Any:  # noqa: ANN401
        if offset == DIV_CSR:
            return chip.div_csr
        if offset == DIV_REMAINDER:
            return chip.div_remainder
        return chip_reads(offset)

    def write_chip(offset: int, value: int) -> None:
        if offset == DIV_UDIVIDEND:
            chip.div_dividend = value
            chip.update_hardware_divider(False)
        elif offset == DIV_UDIVISOR:
            chip.div_divisor = value
            chip.update_hardware_divider(False)
        elif offset == GPIO_OE_SET:
            drive(chip.gpio_output_enable | value & GPIO_MASK)
        elif offset == GPIO_OE_CLR:
            drive(chip.gpio_output_enable & ~value)
        else:
            chip_writes(offset, value)

    def drive(enabled: int) -> None:
        changed = chip.gpio_output_enable ^ enabled
        chip.gpio_output_enable = enabled
        while changed:
            pins[(changed & -changed).bit_length() - 1].check_for_updates()
            changed &= changed - 1

    timer.read_uint32 = read_timer
    chip.read_uint32 = read_chip
    chip.write_uint32 = write_chip

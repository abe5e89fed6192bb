"""Runs an emulated Pico about five times faster than the emulator's own loop, with equal results.

Some costs of rp2040py are avoided:

* At each access the emulator's compiled bus functions look themselves up on the chip, to see
  whether Python code overrides them. They find out fastest if the chip's own dict holds the plain
  function. Python code calls that of the class: ``RP2040.read_uint32(mcu, address)``.
* Each instruction calls both PIO blocks, which do nothing unless a state machine is due. While
  none is, the loop gets an empty list of blocks; a write to a PIO register fills it at once.
* The loop reads the simulator's `stopped` before each instruction. It gets a smaller object.
* Peripherals and registers are found by a search. Here a peripheral is looked up by its address,
  and the registers used most are compared first.
* The divider divides after each write of an operand. Here it divides when a result is read.
"""

from types import SimpleNamespace
from typing import Any

from rp2040py.device import BaseDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.peripherals.timer import TIMERAWL
from rp2040py.sio import (
    DIV_CSR,
    DIV_QUOTIENT,
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


class _Simulator:
    # What the loop uses of the simulator.

    __slots__ = ("clock", "rp2040", "stopped")

    def __init__(self, device: BaseDevice) -> None:
        self.rp2040 = device.mcu
        self.clock = device.simulator.clock
        self.stopped: object = False


class _Begins:
    # The loop reads `stopped` before each instruction, and the list of blocks once, before the
    # first. So this, the first value it finds, is where everybody else gets the whole list back.

    def __init__(self, loop: "FastLoop") -> None:
        self._loop = loop

    def __bool__(self) -> bool:
        self._loop.begun()
        return False


class FastLoop:
    """Runs the instructions of one device."""

    def __init__(self, device: BaseDevice) -> None:
        mcu: Any = device.mcu
        self._mcu = mcu
        self._simulator: Any = _Simulator(device)
        self._begins = _Begins(self)
        self._blocks = list(self._mcu.pio)
        self._running = list(self._blocks)  # a plain list: the loop goes through it fastest
        for base, block in zip(PIO_BASES, self._blocks, strict=True):
            assert self._mcu.peripherals[base] is block
            self._mcu.peripherals[base] = _Watched(block, self)
        methods = SimpleNamespace(**{name: getattr(self._mcu, name) for name in BUS})
        for channel in self._mcu.dma.channels:  # nothing else in the emulator calls them so
            channel.rp2040 = methods
        for name in BUS:
            setattr(self._mcu, name, getattr(type(self._mcu), name))
        self._mcu.find_peripheral = _Peripherals(self._mcu.peripherals).__getitem__
        _shorten(self._mcu)

    def batch(self) -> None:
        """Runs some instructions; ends early after :meth:`stop`."""
        # A state machine that is not due is woken by a register only: no program of ours waits
        # for a pin or an interrupt.
        if self._running and all(block.next_due_fp >= NEVER_DUE for block in self._blocks):
            self._running.clear()
        self._mcu.pio = self._running
        self._simulator.stopped = self._begins
        execute_batch(self._simulator, 1)

    def begun(self) -> None:
        """Gives the chip its blocks back; the loop has its list now."""
        self._mcu.pio = self._blocks
        self._simulator.stopped = False

    def stop(self) -> None:
        """Ends the batch after the instruction that runs."""
        self._simulator.stopped = True

    def wake(self) -> None:
        """Lets the loop advance the PIO blocks, from this instruction on."""
        self._running[:] = [block for block in self._blocks if not block.stopped]


class _Peripherals(dict[int, Any]):
    # Peripherals by the addresses that were used.

    def __init__(self, peripherals: dict[int, Any]) -> None:
        self._peripherals = peripherals

    def __missing__(self, address: int) -> Any:  # noqa: ANN401 (the emulator's)
        return self.setdefault(address, self._peripherals.get(address >> 14 << 2))


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
    is_divided = True

    def read_timer(offset: int) -> Any:  # noqa: ANN401
        if offset == TIMERAWL:
            return int((clock.nanos - timer._epoch_nanos) / 1000) & 0xFFFFFFFF
        return timer_reads(offset)

    def read_chip(offset: int) -> Any:  # noqa: ANN401
        nonlocal is_divided
        if offset == DIV_CSR:
            return chip.div_csr
        if not is_divided and offset in (DIV_QUOTIENT, DIV_REMAINDER):
            chip.update_hardware_divider(False)
            is_divided = True
        if offset == DIV_REMAINDER:
            return chip.div_remainder
        if offset == DIV_QUOTIENT:
            chip.div_csr &= ~0b10
            return chip.div_quotient
        return chip_reads(offset)

    def write_chip(offset: int, value: int) -> None:
        nonlocal is_divided
        if offset == GPIO_OE_SET:
            drive(chip.gpio_output_enable | value & GPIO_MASK)
        elif offset == GPIO_OE_CLR:
            drive(chip.gpio_output_enable & ~value)
        elif offset == DIV_UDIVIDEND:
            chip.div_dividend = value
            chip.div_csr = 0b11
            is_divided = False
        elif offset == DIV_UDIVISOR:
            chip.div_divisor = value
            chip.div_csr = 0b11
            is_divided = False
        else:
            if not is_divided:
                chip.update_hardware_divider(False)
                is_divided = True
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

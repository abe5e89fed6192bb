"""The registers that the drivers use directly, by chip. Pure.

The Pico has an RP2040, the Pico 2 an RP2350; their pins are the same. The figures are those of the
two data sheets. The RP2350's have not been tried on hardware.
"""


class Registers:
    """Addresses of one chip."""

    def __init__(
        self,
        gpio_in: int,
        output_on: int,
        output_off: int,
        pads: int,
        timer_us: int,
        watchdog: int,
    ) -> None:
        self.gpio_in = gpio_in  # SIO GPIO_IN: the level of each pin
        self.output_on = output_on  # SIO GPIO_OE_SET: bits written as 1 drive their pins
        self.output_off = output_off  # SIO GPIO_OE_CLR
        self.pads = pads  # PADS_BANK0 GPIO0; one word per pin
        self.timer_us = timer_us  # TIMERAWL: microseconds, at any clock of the processor
        self.watchdog = watchdog  # CTRL; the alias that clears bits is 0x3000 behind it
        self.scratch = watchdog + 0x0C  # SCRATCH0: survives a restart, not a power cut


CHIPS = {
    "RP2040": Registers(
        gpio_in=0xD0000004,
        output_on=0xD0000024,
        output_off=0xD0000028,
        pads=0x4001C004,
        timer_us=0x40054028,
        watchdog=0x40058000,
    ),
    "RP2350": Registers(
        gpio_in=0xD0000004,
        output_on=0xD0000038,
        output_off=0xD0000040,
        pads=0x40038004,
        timer_us=0x400B0028,
        watchdog=0x400D8000,
    ),
}


def registers(machine: str) -> Registers:
    """Returns the registers of *machine*, which is ``os.uname().machine`` of a board.

    Raises :exc:`ValueError` for another chip.

    >>> hex(registers("Raspberry Pi Pico2 with RP2350").watchdog)
    '0x400d8000'
    """
    for chip, found in CHIPS.items():
        if chip in machine:
            return found
    raise ValueError(f"unknown chip: {machine}")

"""What MicroPython has built in, for the same files on CPython.

MicroPython's compiler knows ``const``, ``@micropython.native`` and ``@micropython.viper`` by these
names alone, wherever they come from. A function marked viper is machine code there: integers of 32
bits that wrap, buffers indexed without a check; here the same lines are ordinary Python, so the
tests compare one with the other.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Function = TypeVar("Function", bound=Callable[..., object])


def const(value: int) -> int:
    """Returns *value*; folded by MicroPython's compiler."""
    return value


class micropython:
    """The two decorators."""

    @staticmethod
    def native(function: "Function") -> "Function":
        """Machine code with Python's own objects."""
        return function

    @staticmethod
    def viper(function: "Function") -> "Function":
        """Machine code with the types its annotations name."""
        return function


# Viper's own names for buffers, by the size of what they hold.
ptr8 = bytearray
if TYPE_CHECKING:
    ptr16 = array[int]
    ptr32 = array[int]
else:
    ptr16 = ptr32 = array

"""MicroPython's built-in names, so that the same files run on CPython.

MicroPython's compiler recognizes ``const``, ``@micropython.native`` and ``@micropython.viper`` by
name, wherever they are imported from. It compiles a viper function to machine code: 32-bit
integers that wrap, buffers indexed without bounds checks. On CPython the same lines are ordinary
Python; the tests compare the two.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Function = TypeVar("Function", bound=Callable[..., object])


def const(value: int) -> int:
    """Returns *value*; MicroPython's compiler inlines it."""
    return value


class micropython:
    """The two decorators."""

    @staticmethod
    def native(function: "Function") -> "Function":
        """Machine code on Python objects."""
        return function

    @staticmethod
    def viper(function: "Function") -> "Function":
        """Machine code on the types in the annotations."""
        return function


# Viper's buffer types, by element size.
ptr8 = bytearray
if TYPE_CHECKING:
    ptr16 = array[int]
    ptr32 = array[int]
else:
    ptr16 = ptr32 = array


def words(memory: "Any") -> "array[int]":  # noqa: ANN401 (an array, or an address on a board)
    """Returns *memory*. Imported as ``ptr32``, because viper takes a call of that for a cast."""
    return memory  # type: ignore[no-any-return]

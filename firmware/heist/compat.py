"""What MicroPython has built in, for the same files on CPython."""


def const(value: int) -> int:
    """Returns *value*; MicroPython's compiler folds calls of this name wherever it comes from."""
    return value

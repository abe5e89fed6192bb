"""Lists of words in English sentences of commands and errors: "a, b or c"."""

from collections.abc import Iterable

__all__ = ["all_of", "one_of"]


def one_of(words: Iterable[str]) -> str:
    """Returns *words* as a choice.

    >>> one_of(["off", "basic", "full"])
    'off, basic or full'
    """
    return _joined(words, "or")


def all_of(words: Iterable[str]) -> str:
    """Returns *words* as an enumeration.

    >>> all_of(["turns", "gates"])
    'turns and gates'
    """
    return _joined(words, "and")


def _joined(words: Iterable[str], conjunction: str) -> str:
    *most, last = [*words] or [""]
    return f"{', '.join(most)} {conjunction} {last}" if most else last

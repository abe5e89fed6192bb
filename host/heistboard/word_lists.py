"""Lists and numbers in English sentences of commands and errors: "a, b or c", "1 move"."""

from collections.abc import Iterable

__all__ = ["all_of", "counted", "one_of"]


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


def counted(count: int, noun: str) -> str:
    """Returns a number and the regular *noun* that it counts.

    >>> counted(1, "move"), counted(2, "move")
    ('1 move', '2 moves')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _joined(words: Iterable[str], conjunction: str) -> str:
    *most, last = [*words] or [""]
    return f"{', '.join(most)} {conjunction} {last}" if most else last

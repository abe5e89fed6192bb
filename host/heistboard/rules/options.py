"""Options: what is chosen before a game, and how the choices are checked."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Choice", "Option", "chosen", "fitting", "read"]

Choice: TypeAlias = int | str | bool

EXAMPLES = 3  # examples of a text that error messages quote, at most
LISTED = 8  # with more values, only the first ones and the last are named

_WORDS = {True: ("yes", "true", "on"), False: ("no", "false", "off")}


@dataclass(frozen=True)
class Option:
    """A choice before the game: one of *values*, or a text that *check* accepts."""

    values: Sequence[Choice]
    """The allowed values; for a text, examples that pages offer and tests play."""
    default: Choice
    help: str
    check: Callable[[str], str] | None = None
    """Returns the text in normal form; raises :exc:`ValueError` saying what is wrong with it."""

    @property
    def range(self) -> str:
        """The allowed values, as text for messages."""
        if self.check is not None:
            examples = [repr(value) for value in self.values if value != ""][:EXAMPLES]
            return f"a text like {' or '.join(examples)}"
        if isinstance(self.values, range):
            return f"{self.values[0]}..{self.values[-1]}"
        names = [str(value) for value in self.values]
        if len(names) > LISTED:
            return f"{', '.join(names[:EXAMPLES])} … {names[-1]}"
        return " or ".join(names)

    def checked(self, value: Choice) -> Choice:
        """Returns *value*, in normal form; raises :exc:`ValueError` if it is not allowed."""
        if self.check is not None and isinstance(value, str):
            return self.check(value)
        # True equals 1 in Python, but is not a number of players.
        if self.check is None and any(
            value == each and type(value) is type(each) for each in self.values
        ):
            return value
        raise ValueError(f"expected {self.range}")

    def read(self, text: str) -> Choice:
        """Returns the choice that *text* stands for; raises :exc:`ValueError` if there is none."""
        if self.check is not None:
            return self.checked(text)
        for value in self.values:
            words = _WORDS[value] if isinstance(value, bool) else ()
            if text == str(value) or text.lower() in words:
                return value
        raise ValueError(f"expected {self.range}")


def chosen(
    whose: str, values: Mapping[str, Choice], options: Mapping[str, Option]
) -> dict[str, Choice]:
    """Returns a choice for each of *options*: its value in *values*, or its default.

    Raises :exc:`ValueError` naming a bad option and its range; the message begins with *whose*.
    """
    known = {name: option.default for name, option in options.items()}
    for name, value in values.items():
        known[name] = _checked(whose, name, value, options, Option.checked)
    return known


def fitting(values: Mapping[str, Choice], options: Mapping[str, Option]) -> dict[str, Choice]:
    """Returns the *values*, typed or chosen, that *options* know and allow; drops all others."""
    known: dict[str, Choice] = {}
    for name, value in values.items():
        with suppress(KeyError, ValueError):
            option = options[name]
            known[name] = option.read(value) if isinstance(value, str) else option.checked(value)
    return known


def read(whose: str, name: str, text: str, options: Mapping[str, Option]) -> Choice:
    """Returns the choice that *text* stands for in option *name*; raises like :func:`chosen`."""
    return _checked(whose, name, text, options, Option.read)


def _checked(
    whose: str,
    name: str,
    value: Choice,
    options: Mapping[str, Option],
    check: Callable[..., Choice],
) -> Choice:
    if name not in options:
        raise ValueError(f"{whose}there is no option {name!r}, expected {', '.join(options)}")
    try:
        return check(options[name], value)
    except ValueError as error:
        raise ValueError(f"{whose}{name} is {value!r}, {error}") from None

"""Options: what is chosen before a game, checked."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Choice", "Option", "chosen", "fitting", "read"]

Choice: TypeAlias = int | str | bool

EXAMPLES = 3  # of a text, that are named

_WORDS = {True: ("yes", "true", "on"), False: ("no", "false", "off")}


@dataclass(frozen=True)
class Option:
    """A choice made before the game: one of *values*, or a text that *check* accepts."""

    values: Sequence[Choice]
    """All there is to choose from; of a text, examples that pages offer and tests play."""
    default: Choice
    help: str
    check: Callable[[str], str] | None = None
    """Returns a text as the game wants it; raises :exc:`ValueError` that says what is wrong."""

    @property
    def range(self) -> str:
        """What is allowed, as text."""
        if self.check is not None:
            examples = [repr(value) for value in self.values if value != ""][:EXAMPLES]
            return f"a text like {' or '.join(examples)}"
        if isinstance(self.values, range):
            return f"{self.values[0]}..{self.values[-1]}"
        return " or ".join(str(value) for value in self.values)

    def checked(self, value: Choice) -> Choice:
        """Returns *value*; raises :exc:`ValueError` if it may not be chosen."""
        if self.check is not None and isinstance(value, str):
            return self.check(value)
        # True is 1 in Python, and no number of players.
        if self.check is None and any(
            value == each and type(value) is type(each) for each in self.values
        ):
            return value
        raise ValueError(f"expected {self.range}")

    def read(self, text: str) -> Choice:
        """Returns the choice that *text* means; raises :exc:`ValueError` if it means none."""
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
    """Returns a choice for each of *options*: of *values*, else its default.

    Raises :exc:`ValueError`, begun with *whose*, that names a bad option and its range.
    """
    known = {name: option.default for name, option in options.items()}
    for name, value in values.items():
        known[name] = _checked(whose, name, value, options, Option.checked)
    return known


def fitting(values: Mapping[str, Choice], options: Mapping[str, Option]) -> dict[str, Choice]:
    """Returns those of *values* that *options* have and allow, as written by people or chosen."""
    known: dict[str, Choice] = {}
    for name, value in values.items():
        with suppress(KeyError, ValueError):
            option = options[name]
            known[name] = option.read(value) if isinstance(value, str) else option.checked(value)
    return known


def read(whose: str, name: str, text: str, options: Mapping[str, Option]) -> Choice:
    """Returns the choice that *text* means for the option called *name*; raises likewise."""
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

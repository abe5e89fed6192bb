"""An argument parser that reports wrong usage in one sentence."""

import re
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Sequence
from typing import Final, NoReturn

from heistboard.cli import values
from heistboard.word_lists import all_of, one_of

__all__ = ["COMMAND", "DEFAULTS", "IS_ASKED", "SHELLS", "Parser", "command_at", "everywhere"]

COMMAND: Final = "COMMAND"
"""What usage messages call a command."""

IS_ASKED: Final = "_ARGCOMPLETE"
"""The variable of the environment that is set when a shell asks for completions."""

SHELLS: Final = ("bash", "zsh", "fish")
"""The shells that can complete commands."""

DEFAULTS: Final = {"json": False, "data": None, "board": None}
"""The default values of the options that may stand before or after the command."""

_WITH_VALUE = ("--data", "--board")  # the options above that take a value
_BOARD_COMMANDS = (
    *("list", "info", "watch", "test", "bench", "flash", "assign", "identify", "install-udev"),
)


class Parser(ArgumentParser):
    """An :class:`argparse.ArgumentParser` for one command; wrong usage exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Prints *message*, reworded, and exits."""
        self.exit(2, f"heistboard: {_sentence(message)}; see `{self.prog} --help`\n")

    def knows(self, option: str) -> bool:
        """Returns whether there is an *option* spelt like that."""
        return option in self._option_string_actions


def everywhere() -> Parser:
    """Returns a parser of the options that every command has, for ``parents``."""
    made = Parser(add_help=False, argument_default=SUPPRESS)
    made.add_argument("--json", action="store_true", help="print one JSON document")
    made.add_argument(
        "--data",
        metavar="DIR",
        type=values.folder,
        help="data folder; default: ~/.local/share/heistboard",
    )
    return made


def command_at(words: Sequence[str]) -> int | None:
    """Returns the index of the command, or ``None`` if another option comes first.

    >>> command_at(["--json", "--board", "sim", "play"])
    3
    """
    at = 0
    while at < len(words) and words[at].startswith("-"):
        name, equals, _ = words[at].partition("=")
        if name.removeprefix("--") not in DEFAULTS:
            return None
        at += 2 if name in _WITH_VALUE and not equals else 1
    return at if at < len(words) else None


def _sentence(message: str) -> str:
    # Rewords argparse's messages.
    found = re.match(r"argument (.*?): invalid choice: '?(.*?)'? \(choose from (.*)\)$", message)
    if found is None:
        missing = "the following arguments are required: "
        if message.startswith(missing):
            names = message.removeprefix(missing).split(", ")
            return f"{all_of(names)} {'is' if len(names) == 1 else 'are'} missing"
        return message.removeprefix("argument ")
    name, got, choices = found[1], found[2], re.findall(r"[\w-]+", found[3])
    if name != COMMAND:
        return f"{name}: got {got!r}, expected {one_of(choices)}"
    text = f"there is no command {got!r} in this release"
    if got in _BOARD_COMMANDS:
        return f"{text}; did you mean `heistboard board {got}`?"
    return f"{text}, expected {one_of(choices)}"

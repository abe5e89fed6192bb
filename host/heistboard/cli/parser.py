"""A parser of command lines that says what is wrong in one sentence of ours."""

import re
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Sequence
from typing import Final, NoReturn

__all__ = ["DEFAULTS", "Parser", "command_at", "everywhere"]

DEFAULTS: Final = {"json": False, "data": None, "board": None}
"""Of the options that may stand before the command, and behind it."""

_WITH_VALUE = ("--data", "--board")  # of these
_BOARD_COMMANDS = ("list", "info", "watch", "test", "bench", "flash", "install-udev")


class Parser(ArgumentParser):
    """An :class:`argparse.ArgumentParser` for one command; wrong usage ends the program with 2."""

    def error(self, message: str) -> NoReturn:
        """Says *message*, in our words, and ends the program."""
        self.exit(2, f"heistboard: {_sentence(message)}; see `{self.prog} --help`\n")

    def knows(self, option: str) -> bool:
        """Says whether there is an *option* of that spelling."""
        return option in self._option_string_actions


def everywhere() -> Parser:
    """Returns a parser, for ``parents``, of the options that every command has."""
    made = Parser(add_help=False, argument_default=SUPPRESS)
    made.add_argument("--json", action="store_true", help="print one JSON document")
    made.add_argument("--data", metavar="DIR", help="data folder (~/.local/share/heistboard)")
    return made


def command_at(words: Sequence[str]) -> int | None:
    """Returns where the command stands in a line; ``None`` if there is none before an option.

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
    # argparse's own messages, in our words.
    found = re.match(r"argument .*?: invalid choice: '?(.*?)'? \(choose from (.*)\)$", message)
    if found is None:
        message = message.replace("unrecognized arguments:", "there is no option or argument")
        return message.removeprefix("argument ")
    got, choices = found[1], re.findall(r"[\w-]+", found[2])
    text = f"there is no command {got!r} in this release"
    if got in _BOARD_COMMANDS:
        return f"{text}; did you mean `heistboard board {got}`?"
    return f"{text}, expected {' or '.join(filter(None, (', '.join(choices[:-1]), choices[-1])))}"

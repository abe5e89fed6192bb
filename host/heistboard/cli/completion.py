"""``heistboard completion``, and the answers when a shell asks how a command line may go on.

The shell runs this program for each Tab, so that the installed games, their options and the games
in the journal are known. It learns only what `games` and `journal list` print.
"""

import os
import shlex
from argparse import Action, Namespace, _SubParsersAction
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TextIO, TypeAlias

import argcomplete
from argcomplete.completers import DirectoriesCompleter
from argcomplete.shell_integration import shellcode

from heistboard import games
from heistboard.boards.data_folder import DataFolder
from heistboard.cli.game_commands import add_commands
from heistboard.cli.parser import Parser
from heistboard.cli.reader_language import reader_language
from heistboard.games import Package
from heistboard.games.hint_grades import grades_of
from heistboard.games.rulebook import rulebook
from heistboard.journal.store import Store
from heistboard.places import layout
from heistboard.places.lighting import BRIGHTNESS, SUPPLIES
from heistboard.places.place import MOST_FLOORS
from heistboard.rules import Option
from heistboard.terminal.output import emit
from heistboard.word_lists import counted

__all__ = ["answer", "completion"]

_Words: TypeAlias = Iterable[str] | Mapping[str, str]  # with a description of each, if it helps
_Completer: TypeAlias = Callable[[str, Namespace], _Words]


def completion(args: Namespace) -> int:
    """Prints the shell's code that asks this program; as JSON, ``shell`` and ``code``."""
    code = shellcode(["heistboard"], use_defaults=False, shell=args.shell)
    if args.json:
        emit({"shell": args.shell, "code": code})
    else:
        print(code)
    return 0


def answer(
    parser: Parser,
    commands: Mapping[str, Parser],
    add_game: Callable[[str], Parser],
    *,
    output: TextIO | None = None,
    leave: Callable[[int], object] = os._exit,
) -> None:
    """Answers the shell's question, which is in the environment, and ends the process.

    Adds to *parser* and its *commands* what the named game has of its own; *add_game* adds a
    command with the name of a game.
    """
    words = _typed_words()
    named = [each for each in games.packages() if each.game.name in words]
    for package in named or games.packages():
        if package.commands is not None:
            add_commands(add_game(package.game.name), package)
        for name, option in {**package.table_options, **package.game.options}.items():
            if not commands["play"].knows(f"--{name}"):
                made = commands["play"].add_argument(f"--{name}", help=option.help)
                _set(made, _values_of(option))
    _set_completers(parser)
    argcomplete.autocomplete(
        parser, always_complete_options=False, output_stream=output, exit_method=leave
    )


def _typed_words() -> list[str]:
    line = os.environ.get("COMP_LINE", "")
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()  # a quote is still open


def _set_completers(parser: Parser) -> None:
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for command in dict.fromkeys(action.choices.values()):
                _set_completers(command)
        elif action.dest == "data":
            action.completer = DirectoriesCompleter()  # type: ignore[attr-defined]
        elif action.dest in _COMPLETERS:
            _set(action, _COMPLETERS[action.dest])
        elif not (action.dest in _FILES or action.choices or hasattr(action, "completer")):
            _set(action, lambda prefix, args: [])


def _set(action: Action, completer: _Completer) -> None:
    def complete(prefix: str, parsed_args: Namespace, **_: Any) -> _Words:  # noqa: ANN401
        try:
            found = completer(prefix, parsed_args)
            return found if isinstance(found, Mapping) else list(found)
        except Exception:  # a broken game or journal completes nothing, and no command reports it
            return []

    action.completer = complete  # type: ignore[attr-defined]


def _packages(args: Namespace) -> list[Package]:
    # The game that is named, or all.
    name = getattr(args, "game", None)
    return [games.package(name)] if name in games.names() else list(games.packages())


def _options(args: Namespace) -> dict[str, Option]:
    return {
        name: option
        for package in _packages(args)
        for name, option in {**package.game.choices, **package.table_options}.items()
    }


def _values(option: Option) -> list[str]:
    values = [*option.values, option.default]
    return [str(value) for value in dict.fromkeys(values) if value != ""]


def _values_of(option: Option) -> _Completer:
    return lambda prefix, args: _values(option)


def _assignments(prefix: str, args: Namespace) -> Iterator[str]:
    name, equals, _ = prefix.partition("=")
    options = _options(args)
    if not equals:
        yield from (f"{each}=" for each in options)
    elif name in options:
        yield from (f"{name}={value}" for value in _values(options[name]))


def _deals(prefix: str, args: Namespace) -> Iterator[str]:
    for package in _packages(args):
        for name, deck in package.game.decks.items():
            yield f"{name}=host"
            if deck.can_be_real:
                yield f"{name}=hands"


def _grades(prefix: str, args: Namespace) -> _Words:
    return dict.fromkeys(each for package in _packages(args) for each in grades_of(package)).keys()


def _seats(prefix: str, args: Namespace) -> Iterator[str]:
    for package in _packages(args):
        yield from package.game.new(package.game.players[-1]).seats


def _bots(prefix: str, args: Namespace) -> Iterator[str]:
    for package in _packages(args):
        yield from package.bot_makers()


def _sections(prefix: str, args: Namespace) -> dict[str, str]:
    book = rulebook(args.game, reader_language())
    return {} if book is None else {section.id: section.title for section in book.sections}


def _game_names(prefix: str, args: Namespace) -> dict[str, str]:
    return {package.game.name: package.game.title for package in games.packages()}


def _kept_games(args: Namespace, *, is_over: bool | None = None) -> dict[str, str]:
    path = DataFolder(getattr(args, "data", None)).journal
    if not path.exists():
        return {}
    with Store(path) as store:
        return {
            str(each.id): f"{each.game}, begun {each.created}, {counted(each.length, 'move')}"
            for each in store.games()
            if is_over in (None, each.outcome is not None)
        }


def _boards(prefix: str, args: Namespace) -> Iterator[str]:
    from heistboard.link.port import find_ports

    yield from ("auto", "sim", "none", "pi")
    yield from (port.device for port in find_ports())


def _languages(prefix: str, args: Namespace) -> Iterable[str]:
    from heistboard.words.catalogue import LANGUAGES

    return LANGUAGES


_FILES = ("file", "files", "report", "record", "replay", "to", "help", "version")
_COMPLETERS: Mapping[str, _Completer] = {
    "game": _game_names,
    "players": lambda prefix, args: _values(_options(args)["players"]),
    "options": _assignments,
    "deal": _deals,
    "hints": _grades,
    "grade": _grades,
    "seat": _seats,
    "bots": _bots,
    "board": _boards,
    "lang": _languages,
    "section": _sections,
    "brightness": lambda prefix, args: BRIGHTNESS,
    "supply": lambda prefix, args: SUPPLIES,
    "floor": lambda prefix, args: [str(floor) for floor in range(1, MOST_FLOORS + 1)],
    "reed": lambda prefix, args: layout.REEDS,
    "first": lambda prefix, args: layout.REEDS,
    "last": lambda prefix, args: layout.REEDS,
    "resume": lambda prefix, args: _kept_games(args, is_over=False),
    "id": lambda prefix, args: _kept_games(args),
    "ids": lambda prefix, args: _kept_games(args),
}

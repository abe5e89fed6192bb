"""The commands of games: ``heistboard GAME COMMAND …``, and their older spellings.

They come from a game package's ``commands``, which nothing else loads.
"""

from collections.abc import Collection, Sequence

from heistboard import games
from heistboard.cli.parser import COMMAND, Parser, everywhere
from heistboard.games import Command, Package
from heistboard.terminal.output import CommandError

__all__ = ["add_commands", "find_parser", "modern"]


def modern(words: Sequence[str], at: int, frame: Collection[str]) -> list[str]:
    """Returns the command line *words* with an older spelling replaced by the current one.

    The command is at index *at*; *frame* has the commands that belong to no game.
    """
    command, *others = words[at:]
    for package in games.packages():
        for alias in package.aliases:
            first, *more = alias.words
            if first != command or (command in frame and package.game.name not in more):
                continue
            left = _without(others, more)
            if left is not None:
                return [*words[:at], package.game.name, alias.command, *left]
    return list(words)


def find_parser(name: str) -> Parser | None:
    """Returns the parser of the game *name*'s commands, or ``None`` if there is no such game.

    Raises :exc:`CommandError` if the game is broken.
    """
    if name in games.names():
        return _parser(games.package(name))
    if name in games.broken():
        raise CommandError(games.broken()[name])
    return None


def _parser(package: Package) -> Parser:
    game = package.game
    commands = _commands(package)
    title = f"Commands of {game.title}" if commands else f"{game.title} has no commands of its own"
    parser = Parser(
        prog=f"heistboard {game.name}",
        description=f"{title}; `heistboard play {game.name}` plays it.",
        parents=[everywhere()],
        allow_abbrev=False,
    )
    add_commands(parser, package)
    return parser


def _commands(package: Package) -> dict[str, Command]:
    return package.claim("commands") or {}


def add_commands(parser: Parser, package: Package) -> None:
    """Adds the commands that the game *package* brings to its *parser*."""
    if commands := _commands(package):
        some = parser.add_subparsers(dest="command", metavar=COMMAND, parser_class=Parser)
        for name, command in commands.items():
            made = some.add_parser(
                name,
                help=command.help,
                description=f"{command.help[0].upper()}{command.help[1:]}.",
                parents=[everywhere()],
                allow_abbrev=False,
            )
            command.arguments(made)
            made.set_defaults(run=command.run, parser=made)


def _without(words: Sequence[str], taken: Sequence[str]) -> list[str] | None:
    # Returns *words* without *taken*, or None if one is missing; of --NAME=VALUE, VALUE is kept.
    left = list(words)
    for each in taken:
        for number, word in enumerate(left):
            name, equals, value = word.partition("=")
            if word == each or (each.startswith("--") and equals and name == each):
                left[number : number + 1] = [value] if equals else []
                break
        else:
            return None
    return left

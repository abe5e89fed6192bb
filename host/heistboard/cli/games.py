"""``heistboard games``."""

from argparse import Namespace

from heistboard import games as library
from heistboard.cli.output import CommandError, emit, say
from heistboard.rules import Game

__all__ = ["find_game", "games"]


def games(args: Namespace) -> int:
    """Lists the games and their options."""
    found = [library.load(name) for name in library.names()]
    if args.json:
        emit({"games": [_document(game) for game in found]})
        return 0
    for game in found:
        say(f"{game.name}  {game.title}, {game.players[0]} to {game.players[-1]} players")
        say(f"    seats: {', '.join(_seats(game))}")
        for name, option in game.options.items():
            say(f"    {name}: {option.help}; {option.range}, else {option.default}")
    return 0


def find_game(name: str) -> Game:
    """Returns the game of that *name*; raises :exc:`CommandError` if there is none."""
    try:
        return library.load(name)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _seats(game: Game) -> tuple[str, ...]:
    return game.new(game.players[-1]).seats


def _document(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "rules": game.rules,
        "players": [game.players[0], game.players[-1]],
        "seats": list(_seats(game)),
        "options": {
            name: {"values": list(option.values), "default": option.default, "help": option.help}
            for name, option in game.options.items()
        },
    }

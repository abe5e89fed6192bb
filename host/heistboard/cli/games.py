"""``heistboard games``: the installed games.

The document of ``--json`` has ``games``, and ``broken`` with a sentence for each game that cannot
be used, by name. Each game has:

- ``name``, ``title``, ``edition``, ``rules``; ``players``, the fewest and the most; ``seats``, as
  with the most players.
- ``options`` and ``table_options``, by name: ``values`` (examples, if it is a text), ``default``,
  ``help``, ``is_text`` (other texts may be allowed), and ``range``, the allowed values in words.
- ``decks``, by name: ``help``, and ``can_be_real`` (people may deal real cards).
- ``bots``: the names of its computer players.
- ``grades`` of its hints, from ``off`` to the highest; ``grades_tell`` says what each of them
  tells, except ``off``.
- ``has``: ``board``, ``bots``, ``hints``, ``review``, ``pages``, ``commands``, ``rulebook`` and
  ``sheets``, each a boolean.
"""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from heistboard import games as library
from heistboard.cli.game_options import grades_tell
from heistboard.games import Package
from heistboard.games.hint_grades import grades_of
from heistboard.rules import Option
from heistboard.terminal.output import emit, say

__all__ = ["games"]


def games(args: Namespace) -> int:
    """Lists the games with their options and features."""
    documents, broken = [], dict(library.broken())
    for package in library.packages():
        try:
            documents.append(_document(package))
        except Exception as error:
            name = package.game.name
            broken[name] = (
                f"{name} cannot start: {type(error).__name__}; update its package or remove it"
            )
    if args.json:
        emit({"games": documents, "broken": broken})
        return 0
    for each in documents:
        for line in _lines(each):
            say(line)
    for sentence in broken.values():
        say(f"broken: {sentence}")
    return 0


def _document(package: Package) -> dict[str, Any]:
    game = package.game
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "rules": game.rules,
        "players": [game.players[0], game.players[-1]],
        "seats": list(game.new(game.players[-1]).seats),
        "options": _options(game.options),
        "table_options": _options(package.table_options),
        "decks": {
            name: {"help": deck.help, "can_be_real": deck.can_be_real}
            for name, deck in game.decks.items()
        },
        "bots": list(package.bot_makers()),
        "grades": list(grades_of(package)),
        "grades_tell": grades_tell(package),
        "has": {
            "board": package.gestures is not None,
            "bots": package.bots is not None,
            "hints": package.hints is not None,
            "guide": package.guide is not None,
            "review": package.review is not None,
            "pages": package.has_pages,
            "commands": package.commands is not None,
            "rulebook": package.has_rulebook,
            "sheets": package.sheets is not None,
        },
    }


def _options(options: Mapping[str, Option]) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "values": list(option.values),
            "default": option.default,
            "help": option.help,
            "is_text": option.check is not None,
            "range": option.range,
        }
        for name, option in options.items()
    }


def _lines(game: Mapping[str, Any]) -> Iterator[str]:
    least, most = game["players"]
    players = f"{most} players" if least == most else f"{least} to {most} players"
    yield f"{game['name']}  {game['title']}, {players}"
    yield f"    seats: {', '.join(game['seats'])}"
    for name, option in {**game["options"], **game["table_options"]}.items():
        default = repr(option["default"]) if option["is_text"] else option["default"]
        yield f"    {name}: {option['help']}; {option['range']}, else {default}"
    for name, deck in game["decks"].items():
        dealt = "host or hands deal" if deck["can_be_real"] else "the host deals"
        yield f"    {name}: {deck['help']}; {dealt}"
    if len(game["bots"]) > 1:
        yield f"    bots: {', '.join(game['bots'])}"
    if len(game["grades"]) > 1:
        yield f"    hints: {', '.join(game['grades'])}"
    for grade, tells in game["grades_tell"].items():
        yield f"        {grade}: {tells}"
    yield f"    has: {', '.join(what for what, is_so in game['has'].items() if is_so) or 'rules'}"

"""A command of Good Cop Bad Cop: ``heistboard good-cop-bad-cop cards``.

It lists the equipment, to compare with the cards in one's own box. ``--json`` prints

- ``game``; ``cards``: for each its ``id``; ``name``; ``set``: ``base`` or ``bt``, the expansion;
  ``players``: how many it needs; ``timing``; ``source``: ``stand-in`` if it was made up here.
"""

from argparse import ArgumentParser, Namespace
from typing import Final

from heistboard.games.good_cop_bad_cop.components import card_data
from heistboard.games.package import Command
from heistboard.terminal.output import emit, say

__all__ = ["COMMANDS", "cards"]

GAME: Final = "good-cop-bad-cop"


def cards(args: Namespace) -> int:
    """Prints the equipment."""
    rows = card_data()["equipment"]
    if args.json:
        keys = ("id", "name", "set", "timing", "source")
        listed = [
            {**{key: row[key] for key in keys}, "players": row["min_players"]} for row in rows
        ]
        emit({"game": GAME, "cards": listed})
        return 0
    for row in rows:
        say(f"{row['id']:20} {row['min_players']}+  {row['timing']:20} {row['source']}")
    return 0


def _none(parser: ArgumentParser) -> None:
    """The command has no arguments of its own."""


COMMANDS: Final = {"cards": Command("list the equipment, and what is a stand-in", _none, cards)}

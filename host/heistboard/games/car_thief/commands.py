"""Commands of Car Thief: ``heistboard car-thief belief`` and ``heistboard car-thief trails``.

``belief --json`` prints exact counts of trails:

- ``round``: the round at whose end they hold; ``trails``: how many fit the log.
- ``cells``: where the car can be, and how many trails end there.
- ``searches``: for each cell, the number of trails for each result of a search: ``nothing``,
  ``yellow``, ``red``, ``blue``, ``car``.

``trails --json`` prints:

- ``game``; ``trails``: their length; ``from``: the first cell, null if not given.
- ``lines``: how many trails there are; ``stuck``: how many of them cannot go on.
- ``cells``: ``lines`` and ``stuck`` of the trails from each cell.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from heistboard.cli.values import count
from heistboard.games.car_thief import text, trail_counts
from heistboard.games.car_thief.board import CELLS, ROUNDS
from heistboard.games.car_thief.search_log import LogError, believe, read
from heistboard.games.package import Command
from heistboard.terminal.output import CommandError, UsageError, counting, emit, say

__all__ = ["COMMANDS", "belief", "count_trails"]


def belief(args: Namespace) -> int:
    """Prints which trails and cells of the car fit a log of searches.

    Raises :exc:`~heistboard.terminal.output.CommandError` naming the line at fault.
    """
    if args.after is not None and args.after > ROUNDS:
        raise UsageError(f"--after: got {args.after}, expected a round, 1..{ROUNDS}")
    name = "stdin" if args.file == "-" else args.file
    try:
        entries = read(_text(args.file))
        if args.after is None and not entries:
            raise CommandError(f"{name} has no searches; give the round with --after")
        known = believe(entries, args.after or entries[-1].round)
    except UnicodeDecodeError:
        raise CommandError(f"{name} is not text in UTF-8") from None
    except LogError as error:
        raise CommandError(f"{name}: {error}") from None
    searches = {cell: known.odds(cell) for cell in CELLS}
    if args.json:
        emit(
            {
                "round": known.round,
                "trails": known.trails,
                "cells": known.cells(),
                "searches": {cell: odds._asdict() for cell, odds in searches.items()},
            }
        )
    else:
        for line in text.belief_lines(known, searches):
            say(line)
    return 0


def count_trails(args: Namespace) -> int:
    """Prints the number of trails; raises :exc:`~heistboard.terminal.output.UsageError`."""
    first = [args.first.lower()] if args.first is not None else list(CELLS)
    counts: dict[str, trail_counts.TrailCount] = {}
    with counting(as_json=args.json) as progress:
        for cell in first:
            try:
                counts[cell] = trail_counts.count_trails(cell, args.length)
            except ValueError as error:
                raise UsageError(str(error)) from None
            progress(len(counts), len(first))
    if args.json:
        emit(
            {
                "game": "car-thief",
                "trails": args.length,
                "from": args.first and first[0],
                "lines": sum(each.lines for each in counts.values()),
                "stuck": sum(each.stuck for each in counts.values()),
                "cells": {cell: each._asdict() for cell, each in counts.items()},
            }
        )
    else:
        for line in text.trail_lines(args.length, args.first and first[0], counts):
            say(line)
    return 0


def _belief_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="lines of ROUND CELL nothing|yellow|red|blue")
    parser.add_argument("--after", metavar="ROUND", type=count, help="by default the last one")


def _trails_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("length", metavar="N", type=count, help="the number of cells")
    parser.add_argument("--from", dest="first", metavar="CELL", help="the cell where they start")


def _text(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8-sig")


COMMANDS: Final = {
    "belief": Command("show what the police can know", _belief_arguments, belief),
    "trails": Command("count the trails of the car", _trails_arguments, count_trails),
}
"""The commands of the package."""

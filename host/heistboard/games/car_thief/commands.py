"""Commands of Car Thief: ``heistboard car-thief belief`` and ``heistboard car-thief trails``.

The document of ``belief --json``, all of it exact counts of trails:

- ``round``: at the end of which; ``trails``: how many fit the log.
- ``cells``: where the car can be, and how many trails end there.
- ``searches``: for every cell, how many trails there are for each thing that a search would find:
  ``nothing``, ``yellow``, ``red``, ``blue``, ``car``.

The document of ``trails --json``:

- ``game``; ``trails``: their length; ``from``, null if it was not said.
- ``lines``: how many trails of that many cells there are; ``stuck``: those that cannot go on.
- ``cells``: ``lines`` and ``stuck`` of the trails that begin in each cell.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from heistboard.cli.values import count
from heistboard.games.car_thief import text, trails
from heistboard.games.car_thief.board import CELLS, ROUNDS
from heistboard.games.car_thief.searchlog import LogError, believe, read
from heistboard.games.package import Command
from heistboard.terminal.output import CommandError, counting, emit, say

__all__ = ["COMMANDS", "belief", "count_trails"]


def belief(args: Namespace) -> int:
    """Reads a log of searches and says which trails and cells of the car fit it.

    Raises :exc:`~heistboard.terminal.output.CommandError` that names the line at fault.
    """
    if args.after is not None and args.after > ROUNDS:
        raise CommandError(f"--after: got {args.after}, expected a round, 1..{ROUNDS}")
    name = "stdin" if args.file == "-" else args.file
    try:
        entries = read(_text(args.file))
        if args.after is None and not entries:
            raise CommandError(f"{name} has no searches; say after which round with --after")
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
    """Counts the trails of some length; raises :exc:`~heistboard.terminal.output.CommandError`."""
    first = [args.first.lower()] if args.first is not None else list(CELLS)
    counts: dict[str, trails.Trails] = {}
    with counting(as_json=args.json) as progress:
        for cell in first:
            try:
                counts[cell] = trails.count(cell, args.length)
            except ValueError as error:
                raise CommandError(str(error)) from None
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
    parser.add_argument("length", metavar="N", type=count, help="rounds of the thief")
    parser.add_argument("--from", dest="first", metavar="CELL", help="begun there")


def _text(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8-sig")


COMMANDS: Final = {
    "belief": Command("say what the police can know", _belief_arguments, belief),
    "trails": Command("count the ways to hide", _trails_arguments, count_trails),
}
"""What the package claims."""

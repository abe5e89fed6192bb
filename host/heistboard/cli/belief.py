"""``heistboard belief``: what the police can know.

The document of ``--json``, all of it exact counts of trails:

- ``round``: at the end of which; ``trails``: how many fit the log.
- ``cells``: where the car can be, and how many trails end there.
- ``searches``: for every cell, how many trails there are for each thing that a search would find:
  ``nothing``, ``yellow``, ``red``, ``blue``, ``car``.
"""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from heistboard.cli.output import CommandError, emit, say
from heistboard.games.car_thief.belief import Belief, Odds
from heistboard.games.car_thief.board import CELLS, ROUNDS
from heistboard.games.car_thief.grid import grid, percent
from heistboard.games.car_thief.searchlog import LogError, believe, read

__all__ = ["belief"]

BEST = 5  # searches that are listed


def belief(args: Namespace) -> int:
    """Reads a log of searches and says which trails and cells of the car fit it.

    Raises :exc:`~heistboard.cli.output.CommandError` that names the line at fault.
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
        for line in _lines(known, searches):
            say(line)
    return 0


def _text(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8-sig")


def _lines(known: Belief, searches: dict[str, Odds]) -> Iterator[str]:
    trails, cells = known.trails, known.cells()
    fit = "1 trail fits" if trails == 1 else f"{trails:,} trails fit"
    where = next(iter(cells)) if len(cells) == 1 else f"one of {len(cells)} buildings"
    yield f"after round {known.round}: {fit}, the car is under {where}"
    yield ""
    yield from grid({cell: percent(count, trails) for cell, count in cells.items()})
    yield ""
    yield "the best searches now, and what they find, all trails being as likely:"
    best = sorted(cells, key=lambda cell: (-searches[cell].car, searches[cell].nothing))
    for cell in best[:BEST]:
        found = reversed(searches[cell]._asdict().items())
        told = [f"{name} {percent(count, trails)}" for name, count in found if count]
        yield f"  {cell}  {', '.join(told)}"

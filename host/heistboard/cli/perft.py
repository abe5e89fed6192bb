"""``heistboard perft``: how many lines of play there are.

The document of ``--json``:

- ``game``; ``depth`` with ``--depth``; with ``--trails`` ``trails``, and ``from``, null if it was
  not said.
- ``lines``: sequences of that many legal moves, or trails of that many cells.
- ``stuck``: with ``--trails``, those among them that cannot go on; with ``--depth``, the shorter
  lines that end the game (what the last move ends is not looked at).
- ``depths``: with ``--depth``, the lines of 1, 2, 3 … moves.
- ``cells``: with ``--trails``, ``lines`` and ``stuck`` of the trails that begin in each cell.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

from heistboard.cli.output import CommandError, emit, is_screen, say
from heistboard.games import load
from heistboard.games.car_thief import trails
from heistboard.games.car_thief.board import CELLS
from heistboard.games.car_thief.grid import grid
from heistboard.rules import Game
from heistboard.rules.count import perft as count

__all__ = ["perft"]


def perft(args: Namespace) -> int:
    """Counts and prints; raises :exc:`~heistboard.cli.output.CommandError` for what is no game."""
    try:
        game = load(args.game)
    except ValueError as error:
        raise CommandError(str(error)) from None
    if args.trails is None:
        if args.first is not None:
            raise CommandError("--from is where trails begin; say --trails N instead of --depth N")
        return _lines_of_play(args, game)
    if game.name != "car-thief":
        raise CommandError(f"--trails is for car-thief, not for {game.name}; say --depth N")
    return _trails(args)


def _lines_of_play(args: Namespace, game: Game) -> int:
    with _progress(args) as progress:
        counts = count(game.new(), args.depth, progress)
    if args.json:
        emit(
            {
                "game": game.name,
                "depth": args.depth,
                "lines": counts.lines[-1],
                "stuck": sum(counts.ended),
                "depths": list(counts.lines),
            }
        )
        return 0
    wide = max(len("lines"), len(f"{max(counts.lines):,}"))
    say(f"moves  {'lines':>{wide}}")
    for depth, lines in enumerate(counts.lines, 1):
        say(f"{depth:5}  {lines:{wide},}")
    if ended := sum(counts.ended):
        say(f"{ended:,} shorter lines end the game")
    return 0


def _trails(args: Namespace) -> int:
    first = [args.first.lower()] if args.first is not None else list(CELLS)
    counts: dict[str, trails.Trails] = {}
    with _progress(args) as progress:
        for cell in first:
            try:
                counts[cell] = trails.count(cell, args.trails)
            except ValueError as error:
                raise CommandError(str(error)) from None
            progress(len(counts), len(first))
    lines = sum(each.lines for each in counts.values())
    stuck = sum(each.stuck for each in counts.values())
    if args.json:
        emit(
            {
                "game": args.game,
                "trails": args.trails,
                "from": args.first and first[0],
                "lines": lines,
                "stuck": stuck,
                "cells": {cell: each._asdict() for cell, each in counts.items()},
            }
        )
        return 0
    begun = f" from {first[0]}" if args.first is not None else ""
    say(f"trails of {args.trails} cells{begun}: {lines:,}, of them stuck: {stuck:,}")
    if args.first is None:
        for line in (
            "",
            "by the cell where they begin:",
            *grid({cell: f"{each.lines:,}" for cell, each in counts.items()}),
            "",
            "of them stuck:",
            *grid({cell: f"{each.stuck:,}" for cell, each in counts.items()}),
        ):
            say(line)
    return 0


@contextmanager
def _progress(args: Namespace) -> Iterator[Callable[[int, int], None]]:
    if args.json or not is_screen():
        yield lambda done, total: None
        return
    columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(file=sys.stdout), transient=True) as bar:
        task = bar.add_task("counting", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)

"""Commands of Burgle Bros: ``heistboard burgle-bros guard`` and ``heistboard burgle-bros walls``.

``guard --json`` prints the way of a guard:

- ``game``; ``scenario``; ``floor``; ``walls`` of the floor; ``empty``: the empty cell, or null.
- ``from``, ``to``; ``steps``: their number; ``path``: the cells from FROM to TO, both included.

``walls --json`` prints walls made at random:

- ``game``; ``size``; ``difficulty``; ``empty``; ``seed``: it makes the same walls again.
- ``walls``: those of all floors, as ``guard --walls`` and the option ``walls`` take them.
- ``floors``: for each its ``floor``, its ``walls`` as pairs of cells, and ``depth``: the mean
  number of steps from a room back to a loop.
"""

import sys
from argparse import ArgumentParser, Namespace
from random import Random, SystemRandom
from typing import Final

from heistboard.cli.values import count, number, seed
from heistboard.games.burgle_bros.cells import GRIDS, SIZES
from heistboard.games.burgle_bros.guard_paths import guard_paths
from heistboard.games.burgle_bros.text_walls import Signs, way_lines
from heistboard.games.burgle_bros.wall_generator import DIFFICULTIES, depth, generate
from heistboard.games.burgle_bros.walls import (
    LAYOUTS,
    FloorPlan,
    WallError,
    checked,
    printed,
    read_floor,
    wall_text,
)
from heistboard.games.package import Command
from heistboard.terminal.output import UsageError, emit, say

__all__ = ["COMMANDS", "guard", "walls"]

GAME = "burgle-bros"
EMPTY = "c3"  # the empty cell of Fort Knox, unless players choose another one (BB-KNOX-1)
MOST_FLOORS = 3
SEEDS = 2**32


def guard(args: Namespace) -> int:
    """Prints the way of a guard; raises :exc:`~heistboard.terminal.output.UsageError`."""
    plan = _plan(args.scenario, args.floor, args.walls, args.empty)
    names = GRIDS[plan.size].names
    ends = []
    for what, name in (("FROM", args.start), ("TO", args.target)):
        cell = _cell(what, name, plan.size)
        if cell == plan.empty:
            raise UsageError(f"{what}: {names[cell]} is the empty cell, nobody is there")
        ends.append(cell)
    way = guard_paths(plan).path(*ends)
    path = [names[cell] for cell in way]
    if args.json:
        emit(
            {
                "game": GAME,
                "scenario": args.scenario,
                "floor": args.floor,
                "walls": wall_text([plan]),
                "empty": None if plan.empty is None else names[plan.empty],
                "from": path[0],
                "to": path[-1],
                "steps": len(path) - 1,
                "path": path,
            }
        )
    else:
        steps = "1 step" if len(path) == 2 else f"{len(path) - 1} steps"
        say(f"{args.scenario}, floor {args.floor}, {path[0]} to {path[-1]}: {steps}")
        for line in way_lines(plan, way, _signs()):
            say(line.plain)
        say(" ".join(path))
    return 0


def walls(args: Namespace) -> int:
    """Prints walls made at random; raises :exc:`~heistboard.terminal.output.UsageError`."""
    if args.difficulty not in DIFFICULTIES:
        expected = " or ".join(DIFFICULTIES)
        raise UsageError(f"--difficulty: got {args.difficulty!r}, expected {expected}")
    empty = _empty(args.empty, args.size)
    chosen = SystemRandom().randrange(SEEDS) if args.seed is None else args.seed
    random = Random(chosen)
    plans = [generate(args.size, args.difficulty, random, empty) for _ in range(args.floors)]
    names = GRIDS[args.size].names
    if args.json:
        emit(
            {
                "game": GAME,
                "size": args.size,
                "difficulty": args.difficulty,
                "empty": None if empty is None else names[empty],
                "seed": chosen,
                "walls": wall_text(plans),
                "floors": [
                    {
                        "floor": floor,
                        "walls": [[names[one], names[other]] for one, other in sorted(plan.walls)],
                        "depth": depth(plan),
                    }
                    for floor, plan in enumerate(plans, 1)
                ],
            }
        )
    else:
        say(f"{args.size} × {args.size}, {args.difficulty}, seed {chosen}")
        for floor, plan in enumerate(plans, 1):
            say(f"floor {floor}: on average {depth(plan):.1f} steps from a room back to a loop")
            for line in way_lines(plan, (), _signs()):
                say(line.plain)
        say(wall_text(plans))
    return 0


def _signs() -> Signs:
    return Signs(is_ascii=(sys.stdout.encoding or "").lower().replace("-", "") != "utf8")


def _plan(scenario: str, floor: int, text: str | None, empty: str | None) -> FloorPlan:
    # Returns the floor that the arguments describe.
    if scenario not in LAYOUTS:
        raise UsageError(f"SCENARIO: got {scenario!r}, expected {' or '.join(LAYOUTS)}")
    plans = printed(scenario)
    if floor > len(plans):
        raise UsageError(f"FLOOR: got {floor}, expected a floor of {scenario}, 1..{len(plans)}")
    plan = plans[floor - 1]
    plan = plan._replace(empty=_empty(empty, plan.size))
    try:
        return checked(plan) if text is None else read_floor(text, plan.size, plan.empty)
    except WallError as error:
        raise UsageError(f"{'--empty' if text is None else '--walls'}: {error}") from None


def _empty(name: str | None, size: int) -> int | None:
    if size == min(SIZES):
        if name is not None:
            raise UsageError("--empty: only a floor of 5 × 5 has an empty cell")
        return None
    return _cell("--empty", name or EMPTY, size)


def _cell(what: str, name: str, size: int) -> int:
    grid = GRIDS[size]
    if name.lower() not in grid.numbers:
        raise UsageError(f"{what}: got {name!r}, expected a cell, a1..{grid.names[-1]}")
    return grid.numbers[name.lower()]


def _guard_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help=", ".join(LAYOUTS))
    parser.add_argument("floor", metavar="FLOOR", type=count, help="1 is the lowest one")
    parser.add_argument("start", metavar="FROM", help="the cell where he stands, such as a1")
    parser.add_argument("target", metavar="TO", help="the cell where he goes")
    parser.add_argument(
        "--walls", metavar="WALLS", help="other walls of this floor: a1|b1,b1|b2, of any number"
    )
    parser.add_argument("--empty", metavar="CELL", help="the empty cell of Fort Knox, if not c3")


def _walls_arguments(parser: ArgumentParser) -> None:
    least, most = SIZES
    parser.add_argument(
        "--size", metavar="4|5", type=number(least, most), required=True, help="cells in a row"
    )
    parser.add_argument(
        "--difficulty", metavar="HOW", default="medium", help="easy, medium (usual) or hard"
    )
    parser.add_argument(
        "--floors", metavar="N", type=number(1, MOST_FLOORS), default=1, help="1 if not given"
    )
    parser.add_argument("--empty", metavar="CELL", help="the empty cell of 5 × 5, if not c3")
    parser.add_argument("--seed", metavar="S", type=seed, help="makes the same walls again")


COMMANDS: Final = {
    "guard": Command("show the way of a guard", _guard_arguments, guard),
    "walls": Command("make walls at random", _walls_arguments, walls),
}
"""The commands of the package."""

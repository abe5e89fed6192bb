"""``heistboard perft``: counts the lines of play.

The document of ``--json``:

- ``game``; ``depth``.
- ``lines``: sequences of that many legal moves, of all seats that may move.
- ``stuck``: shorter lines that end the game (lines that end with their last move are not counted).
- ``depths``: the lines of 1, 2, 3 … moves.
"""

from argparse import Namespace

from heistboard.cli.game_options import find_package, new_state, read_options
from heistboard.rules.perft import perft as count
from heistboard.terminal.output import counting, emit, say

__all__ = ["perft"]


def perft(args: Namespace) -> int:
    """Prints how many lines of play there are at each depth."""
    package = find_package(args.game)
    game = package.game
    state = new_state(game, read_options(args, package).game)
    with counting(as_json=args.json) as progress:
        counts = count(state, args.depth, progress)
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

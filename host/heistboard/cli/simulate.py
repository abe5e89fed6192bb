"""``heistboard simulate``: many games by bots, on all cores."""

import os
import signal
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from random import Random, SystemRandom

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from heistboard import games as library
from heistboard.cli.games import find_game
from heistboard.cli.output import CommandError, emit, is_screen, say
from heistboard.rules import Game
from heistboard.rules.play import Dealer, play_out

__all__ = ["simulate"]

PART = 500  # games that are played from one seed: the same whatever the number of cores


@dataclass(frozen=True)
class _Part:
    game: str
    players: int
    bots: tuple[str, ...]
    seed: str
    games: int


def simulate(args: Namespace) -> int:
    """Plays many games and says how they ended and how fast it was."""
    game = find_game(args.game)
    players = args.players if args.players is not None else game.players[0]
    try:
        game.new(players)
    except ValueError as error:
        raise CommandError(str(error)) from None
    bots = _bots(game, players, args.bots)
    seed = args.seed if args.seed is not None else SystemRandom().randrange(1_000_000_000)
    parts = [
        _Part(game.name, players, bots, f"{seed}/{first}", min(PART, args.games - first))
        for first in range(0, args.games, PART)
    ]
    started = time.monotonic()
    outcomes: Counter[str] = Counter()
    moves = 0
    with (
        closing(_played(parts)) as played,
        _progress(is_drawn=is_screen() and not args.json) as progress,
    ):
        task = progress.add_task("games", total=args.games)
        for endings, count in played:
            outcomes += endings
            moves += count
            progress.advance(task, endings.total())
    seconds = time.monotonic() - started
    if args.json:
        emit(
            {
                "game": game.name,
                "players": players,
                "bots": list(bots),
                "seed": seed,
                "games": args.games,
                "moves": moves,
                "seconds": round(seconds, 3),
                "moves_per_second": round(moves / seconds),
                "outcomes": dict(outcomes.most_common()),
            }
        )
        return 0
    names = ", ".join(f"{s} {b}" for s, b in zip(game.new(players).seats, bots, strict=True))
    say(f"{args.games} games of {game.title} ({names}; --seed {seed})")
    for ending, count in outcomes.most_common():
        say(f"  {ending:12} {count:>9}  {100 * count / args.games:5.1f} %")
    say(f"{moves} moves in {seconds:.1f} s: {moves / seconds:,.0f} a second")
    return 0


def _bots(game: Game, players: int, text: str) -> tuple[str, ...]:
    known = library.package(game.name).bot_makers()
    seats = game.new(players).seats
    names = text.split(",")
    for name in names:
        if name not in known:
            raise CommandError(f"there is no bot {name!r}, expected {' or '.join(known)}")
    if len(names) == 1:
        return tuple(names * len(seats))
    if len(names) != len(seats):
        raise CommandError(
            f"--bots names {len(names)} bots, expected one for all or one for each of "
            f"{', '.join(seats)}"
        )
    return tuple(names)


def _progress(*, is_drawn: bool) -> Progress:
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not is_drawn,
    )


def _played(parts: list[_Part]) -> Generator[tuple[Counter[str], int], None, None]:
    cores = min(
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, len(parts)
    )
    if cores < 2:
        yield from map(_play, parts)
        return
    pool = ProcessPoolExecutor(cores, initializer=_leave_signals)
    try:
        yield from pool.map(_play, parts)
    finally:
        # What is being played ends by itself: killed in the middle, a process can leave a lock
        # behind for which the others wait.
        pool.shutdown(cancel_futures=True)


def _leave_signals() -> None:
    # Ctrl-C reaches the whole group of processes; the first of them ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play(part: _Part) -> tuple[Counter[str], int]:
    game = library.load(part.game)
    random = Random(part.seed)
    known = library.package(part.game).bot_makers()
    endings: Counter[str] = Counter()
    moves = 0
    for _ in range(part.games):
        state = game.new(part.players)
        bots = {seat: known[name](seat, random) for seat, name in enumerate(part.bots)}
        play_out(state, bots, Dealer(random))
        assert state.outcome is not None
        endings[state.outcome.ending] += 1
        moves += len(state.moves)
    return endings, moves

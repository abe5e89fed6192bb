"""``heistboard simulate``: lets bots play many games, on all cores.

The document of ``--json``: ``game``, ``players``, ``options``, ``seats``, ``bots`` (one for each
seat), ``seed``, ``games``, ``moves``, ``seconds``, ``moves_per_second``; ``outcomes``, the number
of games by ending; ``winners``, the number of games won by each seat, and by each side that is not
a seat; ``win_rates``, for each of them ``rate`` and its 95 % interval, ``low`` and ``high``.
"""

import os
import signal
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from heistboard import games as library
from heistboard.cli.game_options import find_package, new_state, read_options
from heistboard.cli.win_rates import win_rate
from heistboard.games import Package
from heistboard.rules import Choice
from heistboard.rules.autoplay import Dealer, play_out
from heistboard.terminal.output import UsageError, emit, is_screen, say
from heistboard.word_lists import counted, one_of

__all__ = ["simulate"]

PART = 500  # games from one seed, so that results do not depend on the number of cores


_ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class _Part:
    game: str
    options: dict[str, Choice]
    bots: tuple[str, ...]
    seed: str
    games: int


class _Played(NamedTuple):
    endings: Counter[str]
    winners: Counter[str]
    moves: int


def simulate(args: Namespace) -> int:
    """Plays many games and prints how they ended and the speed."""
    package = find_package(args.game)
    game = package.game
    state = new_state(game, read_options(args, package).game)
    options, seats = dict(state.options), state.seats
    bots = _bots(package, seats, args.bots)
    seed = args.seed if args.seed is not None else SystemRandom().randrange(1_000_000_000)
    parts = [
        _Part(game.name, options, bots, f"{seed}/{first}", min(PART, args.games - first))
        for first in range(0, args.games, PART)
    ]
    started = time.monotonic()
    outcomes: Counter[str] = Counter()
    winners = Counter(dict.fromkeys(seats, 0))
    moves = 0
    with (
        closing(_played(parts)) as played,
        _progress(is_drawn=is_screen() and not args.json) as progress,
    ):
        task = progress.add_task("games", total=args.games)
        for part in played:
            outcomes.update(part.endings)
            winners.update(part.winners)
            moves += part.moves
            progress.advance(task, part.endings.total())
    seconds = time.monotonic() - started
    rates = {name: win_rate(wins, args.games) for name, wins in winners.items()}
    if args.json:
        emit(
            {
                "game": game.name,
                "players": options["players"],
                "options": options,
                "seats": list(seats),
                "bots": list(bots),
                "seed": seed,
                "games": args.games,
                "moves": moves,
                "seconds": round(seconds, 3),
                "moves_per_second": round(moves / seconds),
                "outcomes": dict(outcomes.most_common()),
                "winners": dict(winners),
                "win_rates": {
                    name: {key: round(part, 4) for key, part in rate._asdict().items()}
                    for name, rate in rates.items()
                },
            }
        )
        return 0
    names = ", ".join(f"{s} {b}" for s, b in zip(seats, bots, strict=True))
    say(f"{counted(args.games, 'game')} of {game.title} ({names}; --seed {seed})")
    for ending, count in outcomes.most_common():
        say(f"  {ending:12} {count:>9}  {100 * count / args.games:5.1f} %")
    for name, rate in rates.items():
        say(f"  {name} won {rate}")
    say(f"{counted(moves, 'move')} in {seconds:.1f} s: {moves / seconds:,.0f} a second")
    return 0


def _bots(package: Package, seats: Sequence[str], text: str) -> tuple[str, ...]:
    known = package.bot_makers()
    names = text.split(",")
    if any("=" in each for each in names):
        return _bots_of_seats(known, seats, names)
    for name in names:
        _require_bot(known, name)
    if len(names) == 1:
        return tuple(names * len(seats))
    if len(names) != len(seats):
        raise UsageError(
            f"--bots names {len(names)} bots, expected one for all or one for each of "
            f"{', '.join(seats)}"
        )
    return tuple(names)


def _bots_of_seats(
    known: Collection[str], seats: Sequence[str], names: Sequence[str]
) -> tuple[str, ...]:
    chosen: dict[str, str] = {}
    for each in names:
        seat, equals, name = each.partition("=")
        if not equals:
            raise UsageError(f"--bots: got {each!r}, expected SEAT=NAME as in the others")
        if seat not in seats:
            raise UsageError(f"there is no seat {seat!r}, expected {one_of(seats)}")
        if seat in chosen:
            raise UsageError(f"--bots names {seat} twice; leave one out")
        _require_bot(known, name)
        chosen[seat] = name
    return tuple(chosen.get(seat, "random") for seat in seats)


def _require_bot(known: Collection[str], name: str) -> None:
    if name not in known:
        raise UsageError(f"there is no bot {name!r}, expected {one_of(known)}")


def _progress(*, is_drawn: bool) -> Progress:
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not is_drawn,
    )


def _played(parts: list[_Part]) -> Generator[_Played, None, None]:
    cores = min(
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, len(parts)
    )
    if cores < 2:
        yield from map(_play, parts)
        return
    pool = ProcessPoolExecutor(cores, initializer=_leave_signals)
    try:
        with _signals_held():
            played = pool.map(_play, parts)
        yield from played
    finally:
        # Let running parts finish: a killed process may hold a lock that others wait for.
        pool.shutdown(cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    # A worker that is interrupted before _leave_signals() may leave a lock that others wait for.
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING_SIGNALS)


def _leave_signals() -> None:
    # Ctrl-C reaches the whole process group, but the main process ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING_SIGNALS)


def _play(part: _Part) -> _Played:
    package = library.package(part.game)
    random = Random(part.seed)
    known = package.bot_makers()
    played = _Played(Counter(), Counter(), 0)
    moves = 0
    for _ in range(part.games):
        state = package.game.new(**part.options)
        bots = {seat: known[name](seat, random) for seat, name in enumerate(part.bots)}
        play_out(state, bots, Dealer(random))
        assert state.outcome is not None
        played.endings[state.outcome.ending] += 1
        played.winners.update(state.outcome.winners)
        moves += len(state.moves)
    return played._replace(moves=moves)

"""``heistboard journal forget``: deletes games for good, after asking.

The document of ``--json``: ``forgotten``, the numbers of the games.
"""

import sys
from argparse import Namespace
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from heistboard.boards.data_folder import DataFolder
from heistboard.cli.journal import EMPTY, explained
from heistboard.journal.entries import Summary
from heistboard.journal.game_text import outcome_text
from heistboard.journal.store import Store
from heistboard.statistics.forgotten_games import forget_games
from heistboard.terminal.game_lines import option_words
from heistboard.terminal.output import CommandError, UsageError, emit, say
from heistboard.word_lists import counted

__all__ = ["forget"]


def forget(args: Namespace) -> int:
    """Deletes games, all or none, after asking; a game that is being played stays."""
    if args.json and not args.yes:
        raise UsageError("with --json nothing is asked; add --yes to forget for good")
    ids = list(dict.fromkeys(args.ids))
    path = DataFolder(args.data).journal
    if not path.exists():
        raise CommandError(f"there is no game {ids[0]}: {EMPTY}")
    with explained(), Store(path) as store:
        store.require_forgettable(ids)
        if not args.yes:
            _ask(list(_lines(ids, store.games())))
        forget_games(store, ids)
    _forget_seats(path.parent, ids)
    if args.json:
        emit({"forgotten": ids})
    for game_id in () if args.json else ids:
        say(f"game {game_id} is forgotten")
    return 0


def _forget_seats(folder: Path, ids: Collection[int]) -> None:
    from heistboard.web.seating_file import SeatingFile  # loads a web server

    try:
        SeatingFile(folder).forget(ids)
    except OSError as error:
        raise CommandError(
            f"the games are forgotten, but not who sat in them: {error.strerror or error}; "
            f"delete {folder / 'seats.json'}"
        ) from None


def _lines(ids: Sequence[int], games: Sequence[Summary]) -> Iterator[str]:
    known = {summary.id: summary for summary in games}
    for game_id in ids:
        summary = known.get(game_id)
        if summary is None:
            yield f"game {game_id}: its entry in the list is garbled"
            continue
        words = [summary.game, *option_words(summary.options), f"begun {summary.created}"]
        words.append(counted(summary.length, "move"))
        words.append(outcome_text(summary.outcome) if summary.outcome else "not finished")
        yield f"game {game_id}: {', '.join(words)}"


def _ask(lines: Sequence[str]) -> None:
    # Raises CommandError unless the answer is yes.
    for line in lines:
        say(line)
    what = "this game" if len(lines) == 1 else f"these {len(lines)} games"
    print(f"Forget {what} for good? [y/N] ", end="", flush=True)
    answer = sys.stdin.readline() if sys.stdin else ""
    if not answer.endswith("\n"):
        say("")  # the input has ended in the line of the question
    if answer.strip().lower() not in ("y", "yes"):
        raise CommandError("nothing is forgotten; answer y, or add --yes, to forget for good")

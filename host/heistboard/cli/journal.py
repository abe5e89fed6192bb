"""``heistboard journal``: lists, shows, exports, shares and imports played games.

The documents of ``--json``; without ``--reveal``, what an unfinished game hides is ``?``:

- ``list``: ``games``, each with ``id``, ``game``, ``rules``, ``options``, ``created``, ``ended``,
  ``outcome`` (null, or ``side``, ``ending``, ``rule``) and ``length``, its number of moves.
- ``show``: one of these, and its ``moves``; with ``--reveal`` also its ``entries``: every move,
  including undone ones, with its player, its time and its public notes; with ``--review`` its
  ``review``, whose content the game defines.
- ``export``: ``id``, ``file`` (null without ``--to``) and ``text``; ``share`` the same.
- ``import``: ``id``, ``game``, ``length`` and ``outcome``.

A damaged list or game also has ``damage``: a sentence.
"""

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from rich.table import Table
from rich.text import Text

from heistboard.boards.data_folder import DataFolder
from heistboard.journal.entries import ASIDE, MOVE, NOTE, UNDO, Entry, Stored, Summary, follow
from heistboard.journal.game_text import (
    GameText,
    JournalError,
    outcome_text,
    read_bounded,
    share,
    write,
)
from heistboard.journal.store import Store
from heistboard.rules import TABLE, State
from heistboard.terminal.board_screen import plain_console
from heistboard.terminal.game_lines import (
    move_lines,
    option_words,
    outcome_document,
    review_document,
    review_lines,
    title,
)
from heistboard.terminal.output import CommandError, emit, say, say_failure
from heistboard.word_lists import counted

__all__ = [
    "EMPTY",
    "explained",
    "export",
    "import_game",
    "list_games",
    "read_file",
    "share_game",
    "show",
]

EMPTY = "no game has been played or imported yet"
HIDDEN = "--reveal shows what its players hide"


def list_games(args: Namespace) -> int:
    """Prints every game, the latest first, and which are damaged or cannot be read."""
    path = DataFolder(args.data).journal
    games: list[tuple[Summary, str]] = []
    damage = ""
    if path.exists():
        with explained(), Store(path) as store:
            games = [(summary, _damage(store, summary.id)) for summary in store.games()]
            damage = store.damage
    if args.json:
        emit({"games": [_document(*each) for each in games]} | _damage_document(damage))
        return 0
    if games:
        _print_games([summary for summary, _ in games])
    elif not damage:
        say(EMPTY)
    for sentence in (damage, *(each for _, each in games)):
        if sentence:
            say(sentence)
    return 0


def show(args: Namespace) -> int:
    """Prints one game, move by move."""
    stored = _get(args)
    summary, entries, state, damage = stored
    if args.json:
        document = _document(summary, damage) | {"moves": state.told(_seat(args, state))}
        if args.reveal:
            document["entries"] = [entry._asdict() for entry in _revealed(entries)]
        if args.review:
            document["review"] = review_document(state)
        emit(document)
        return 0
    if args.review:
        lines = review_lines(state)
    else:
        lines = _entry_lines(stored) if args.reveal else move_lines(state, _seat(args, state))
    ended = f", ended {summary.ended}" if summary.ended else ""
    say(f"game {summary.id}: {title(state)}, begun {summary.created}{ended}")
    if damage:
        say(damage)
    for line in lines:
        say(line)
    if state.outcome is None:
        say("not finished" if args.reveal else f"not finished; {HIDDEN}")
    else:
        say(outcome_text(state.outcome))
    return 0


def export(args: Namespace) -> int:
    """Writes one game as text."""
    summary, _, state, damage = _get(args)
    tags = {"date": summary.created}
    if summary.ended:
        tags["ended"] = summary.ended
    text = write(state, _seat(args, state), tags)
    name = None if args.to == "-" else args.to
    if name is not None:
        _write_file(name, text)
    if damage:
        say_failure(damage)  # the exported text cannot hold it
    if args.json:
        emit({"id": summary.id, "file": name, "text": text} | _damage_document(damage))
    elif name is None:
        sys.stdout.write(text)
    elif state.outcome is None and not args.reveal:
        say(f"game {summary.id} is in {name}; it is not finished: {HIDDEN}")
    else:
        say(f"game {summary.id} is in {name}")
    return 0


def share_game(args: Namespace) -> int:
    """Writes one finished game as text without anything about who played it and when."""
    summary, _, state, damage = _get(args)
    if damage:
        raise CommandError(damage)  # it would be shared as another game than was played
    with explained():
        text = share(state, summary.created)
    name = None if args.file == "-" else args.file
    if name is not None:
        _write_file(name, text)
    if args.json:
        emit({"id": summary.id, "file": name, "text": text})
    elif name is None:
        sys.stdout.write(text)
    else:
        say(f"game {summary.id} is in {name}, without names and times")
    return 0


def import_game(args: Namespace) -> int:
    """Adds a game from its text."""
    state, tags = read_file(args.file)
    data = DataFolder(args.data)
    data.prepare()
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    with explained(), Store(data.journal, create=True) as store:
        game_id = store.add(state, tags.get("date", now), tags.get("ended"))
    length = len(state.moves)
    if args.json:
        outcome = outcome_document(state.outcome)
        emit({"id": game_id, "game": state.game.name, "length": length, "outcome": outcome})
    else:
        outcome_said = outcome_text(state.outcome) if state.outcome else "not finished"
        say(f"added as game {game_id}: {title(state)}, {counted(length, 'move')}, {outcome_said}")
    return 0


def read_file(name: str) -> GameText:
    """Returns the game in the file *name*, or on stdin for ``-``."""
    shown_name = "stdin" if name == "-" else name
    try:
        with open(0, "rb", closefd=False) if name == "-" else open(name, "rb") as file:
            return read_bounded(file)
    except OSError as error:
        raise CommandError(f"cannot read {shown_name}: {error.strerror}") from None
    except JournalError as error:
        raise CommandError(f"{shown_name}: {error}") from None


def _get(args: Namespace) -> Stored:
    path = DataFolder(args.data).journal
    if not path.exists():
        raise CommandError(f"there is no game {args.id}: {EMPTY}")
    with explained(), Store(path) as store:
        return store.get(args.id)


def _seat(args: Namespace, state: State) -> int | None:
    # A finished game is shown in full, even secrets that nobody saw, so that it can be replayed.
    return None if args.reveal or state.outcome is not None else TABLE


@contextmanager
def explained() -> Iterator[None]:
    """Turns the journal's errors into :exc:`CommandError`."""
    try:
        yield
    except JournalError as error:
        raise CommandError(str(error)) from None


def _write_file(name: str, text: str) -> None:
    try:
        with open(name, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{name} already exists; choose another name") from None
    except OSError as error:
        raise CommandError(f"cannot write {name}: {error.strerror}") from None


def _damage(store: Store, game_id: int) -> str:
    # Returns a sentence about a game's damage, or why it cannot be read at all.
    try:
        return store.get(game_id).damage
    except JournalError as error:
        return str(error)


def _document(summary: Summary, damage: str) -> dict[str, Any]:
    outcome = outcome_document(summary.outcome)
    return summary._asdict() | {"outcome": outcome} | _damage_document(damage)


def _damage_document(damage: str) -> dict[str, Any]:
    return {"damage": damage} if damage else {}


def _revealed(entries: Iterable[Entry]) -> Iterator[Entry]:
    # Pencil marks stay private even if the game is revealed.
    return (each for each in entries if each.kind != NOTE or each.move.startswith("hints "))


def _entry_lines(stored: Stored) -> Iterator[str]:
    # Every move, including undone ones.
    state = stored.state.game.new(**stored.summary.options)
    for entry in _revealed(stored.entries):
        follow(state, entry)
        by = " by the umpire" if entry.is_umpire else ""
        if entry.kind == MOVE:
            yield f"{len(state.moves):3} {state.told(None)[-1]}{by}"
        elif entry.kind == UNDO:
            yield f"    taken back{by}"
        elif entry.kind == ASIDE:
            yield f"    reeds set aside: {entry.move or 'none'}"
        elif entry.kind == NOTE:
            yield f"    {entry.move.replace(' ', ': ')}"


def _print_games(games: list[Summary]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("id", "game", "options", "begun", "moves", "outcome"):
        table.add_column(name, overflow="fold")
    for summary in games:
        table.add_row(
            str(summary.id),
            summary.game,
            Text(", ".join(option_words(summary.options))),
            summary.created,
            str(summary.length),
            Text(outcome_text(summary.outcome) if summary.outcome else "not finished"),
        )
    plain_console().print(table)

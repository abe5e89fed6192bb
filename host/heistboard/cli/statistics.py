"""``heistboard statistics``: counts the finished games of the journal.

The document of ``--json`` is the one of ``heistboard.statistics.documents``; each best moment's
text is in the reader's language.
"""

from argparse import Namespace
from collections.abc import Iterator

from heistboard.boards.data_folder import DataFolder
from heistboard.cli.game_options import find_package
from heistboard.cli.journal import explained
from heistboard.cli.reader_language import reader_language
from heistboard.rules import Ask
from heistboard.statistics.documents import document
from heistboard.statistics.facts_file import Found, find_finished
from heistboard.statistics.totals import GameTotals, Group, SideTotal, percent, totals
from heistboard.terminal.output import emit, say
from heistboard.words import Words

__all__ = ["statistics"]


def statistics(args: Namespace) -> int:
    """Prints the statistics of one game, or of all that have been finished."""
    words = Words(args.lang or reader_language())
    game = None if args.game is None else find_package(args.game).game.name
    path = DataFolder(args.data).journal
    found = Found([])
    if path.exists():
        with explained():
            found = find_finished(path, game)
    counted = totals(found.games)
    if args.json:
        emit(document(counted, found.left_out, lambda name, ask: _told(words, name, ask)))
        return 0
    for each in counted:
        for line in _lines(each, words.of_game(each.game)):
            say(line)
    if not counted:
        say(words.of("statistics", "none"))
    if found.left_out:
        say(words.of("statistics", "left-out", count=found.left_out))
    return 0


def _told(words: Words, game: str, ask: Ask) -> str:
    return words.of_game(game).moment(ask)


def _lines(game: GameTotals, words: Words) -> Iterator[str]:
    yield f"{words.title}. {words.of('statistics', 'played', count=game.played)}"
    for title, group in (("people", game.people), ("computer", game.computer)):
        if group is not None:
            count = words.of("statistics", "played", count=group.played)
            yield f"  {words.of('statistics', title)}. {count}"
            for line in _group_lines(group, words, has_computer=title == "computer"):
                yield f"    {line}"


def _group_lines(group: Group, words: Words, *, has_computer: bool) -> Iterator[str]:
    say = words.of
    for each in group.sides:
        yield f"{words.side(each.side)}: {_won(each.won, each.played, words)}"
    if group.nobody:
        yield say("statistics", "nobody", count=group.nobody)
    if has_computer:
        won = _won(group.people_won, group.played, words)
        yield say("statistics", "people-won", won=won)
    unit = say("statistics", "length")
    yield f"{unit}: {say('statistics', 'lengths', **group.length._asdict())}"
    if group.best is not None:
        number = say("statistics", "game", number=group.best.game)
        text = words.moment(group.best.moment.ask)
        yield f"{say('statistics', 'best')} ({number}): {text}"
    for person in group.people:
        sides = "; ".join(_side(each, words) for each in person.sides)
        yield f"{person.nickname}: {_won(person.won, person.played, words)}. {sides}"


def _side(total: SideTotal, words: Words) -> str:
    side = words.side(total.side)
    return words.of("statistics", "side", side=side, won=total.won, played=total.played)


def _won(won: int, played: int, words: Words) -> str:
    return words.of("statistics", "won", won=won, played=played, percent=percent(won, played))

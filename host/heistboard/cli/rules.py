"""``heistboard rules``: prints the rulebook of a game, or one section of it.

Without a game, the document of ``--json`` has ``rulebooks``: by game, a ``title`` and
``sections``, each with ``id`` and ``title``. With a game it has ``game``, ``language``, ``title``
and ``sections``, each also with ``rules``, ``prompts`` and ``text``, its lines without pictures.
"""

import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from heistboard import games
from heistboard.cli.game_options import find_package
from heistboard.cli.reader_language import reader_language
from heistboard.games import Package
from heistboard.games.rulebook import Rulebook, Section, rulebook
from heistboard.terminal.output import CommandError, UsageError, emit, say
from heistboard.terminal.rulebook_text import contents_lines, section_lines, text_lines
from heistboard.word_lists import one_of
from heistboard.words import Words

__all__ = ["rules"]


def rules(args: Namespace) -> int:
    """Prints a rulebook, a section of it, or which rulebooks there are."""
    language = args.lang or reader_language()
    if args.game is None:
        return _list(language, as_json=args.json)
    package = find_package(args.game)
    book = _book(package, language)
    sections = book.sections if args.section is None else (_section(args, book),)
    if args.json:
        emit(_document(package, book, sections, language))
        return 0
    words = Words(language, package.game.name)
    width, is_ascii = shutil.get_terminal_size().columns, not _has_unicode()
    for number, section in enumerate(sections):
        if number:
            say("\n")
        for line in section_lines(package, book, section, words, width, is_ascii=is_ascii):
            say(line)
    return 0


def _list(language: str, *, as_json: bool) -> int:
    books = {
        package.game.name: _book(package, language)
        for package in games.packages()
        if package.has_rulebook
    }
    if as_json:
        emit({"rulebooks": {name: _contents(book) for name, book in books.items()}})
        return 0
    for name, book in books.items():
        for line in contents_lines(name, book):
            say(line)
    return 0


def _book(package: Package, language: str) -> Rulebook:
    name = package.game.name
    try:
        book = rulebook(name, language)
    except (OSError, ValueError) as error:
        raise CommandError(f"the rulebook of {name} cannot be read: {error}") from None
    if book is None:
        raise UsageError(f"{name} has no rulebook; see `heistboard rules`")
    return book


def _section(args: Namespace, book: Rulebook) -> Section:
    section = book.find(args.section)
    if section is None:
        expected = one_of([each.id for each in book.sections])
        raise UsageError(
            f"{args.game} has no section {args.section!r}, expected {expected}, or the id of a "
            "rule or a prompt"
        )
    return section


def _contents(book: Rulebook) -> dict[str, Any]:
    sections = [{"id": section.id, "title": section.title} for section in book.sections]
    return {"title": book.title, "sections": sections}


def _document(
    package: Package, book: Rulebook, sections: tuple[Section, ...], language: str
) -> dict[str, Any]:
    return {
        "game": package.game.name,
        "language": language,
        "title": book.title,
        "sections": [
            {**section.document(), "text": list(_texts(section))} for section in sections
        ],
    }


def _texts(section: Section) -> Iterator[str]:
    return (line for block in section.blocks for line in text_lines(block))


def _has_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"

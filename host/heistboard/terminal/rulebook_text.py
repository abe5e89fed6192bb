"""A rulebook as lines of text, with pictures as the game draws itself in a terminal. Pure."""

import textwrap
from collections.abc import Iterator, Sequence

from heistboard.app.pictured import pictured
from heistboard.games import Canvas, Drawing, Package
from heistboard.games.rulebook import Block, Picture, Rulebook, Section, Span
from heistboard.words import Words

__all__ = ["contents_lines", "section_lines", "text_lines"]

WIDEST = 88  # characters in a line that is easy to read


def contents_lines(game: str, book: Rulebook) -> Iterator[str]:
    """Yields a rulebook's name and title, and the ids and titles of its sections."""
    wide = max(len(section.id) for section in book.sections)
    yield f"{game}  {book.title}"
    yield from (f"    {section.id.ljust(wide)}  {section.title}" for section in book.sections)


def section_lines(
    package: Package,
    book: Rulebook,
    section: Section,
    words: Words,
    width: int,
    *,
    is_ascii: bool = False,
) -> Iterator[str]:
    """Yields a section for a terminal of that *width*; *words* are those of the game."""
    width = max(20, min(width, WIDEST))
    yield section.title
    yield ("=" if is_ascii else "━") * len(section.title)
    for block in section.blocks:
        yield ""
        if block.kind == "picture":
            picture = book.pictures[block.picture]
            yield from _drawn(package, picture, words, Canvas(width, is_ascii, picture.floor))
        yield from _wrapped(block, width)
    if section.rules:
        yield ""
        yield from textwrap.wrap(words.of("rules", "ids", rules=", ".join(section.rules)), width)


def text_lines(block: Block) -> Iterator[str]:
    """Yields the lines of a block: a paragraph, the items of a list, a caption."""
    for number, line in enumerate(block.lines, 1):
        mark = {"ul": "- ", "ol": f"{number}. "}.get(block.kind, "")
        yield mark + _plain(line)


def _wrapped(block: Block, width: int) -> Iterator[str]:
    indent = {"ul": "  ", "ol": "   "}.get(block.kind, "")
    for line in text_lines(block):
        yield from textwrap.wrap(line, width, subsequent_indent=indent)


def _plain(line: Sequence[Span]) -> str:
    # What a page links to, the command prints by its id.
    return "".join(
        f"{span.text} ({span.to})" if span.kind == "link" else span.text for span in line
    )


def _drawn(package: Package, picture: Picture, words: Words, canvas: Canvas) -> Iterator[str]:
    drawing: Drawing | None = package.claim("drawing")
    if drawing is None:
        return
    status = pictured(package, picture)._replace(moves=())  # nobody plays
    for line in drawing.board(status, words, canvas):
        yield line.plain.rstrip()
    if after := drawing.after(status, words):
        yield after
    yield ""

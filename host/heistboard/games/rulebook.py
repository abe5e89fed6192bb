"""The rulebook of a game: its rules for players, in each language, and what opens it where.

A game that claims one (``Package.has_rulebook``) has a folder ``rulebook`` with a file for each
language and one for all. ``en.md`` has the text::

    # Hidden Coin

    ## A turn {#turn}

    The seeker looks at **one** place. See [the end](#end).

    - A list; or `1.` for steps.

    ![What the caption says.](first-look)

That is all of Markdown that is understood; comments are skipped. ``sections.toml`` names the
sections in order, with the ids of the rules that each explains and of the prompts that it helps
with, and says which position each picture shows::

    [section.turn]
    rules = ["HC-LOOK-1"]
    prompts = ["look"]

    [picture.first-look]
    moves = ["hide b2", "look d2"]
    seat = "hider"            # as this seat sees it, with what it may choose; else as everybody
    pick = "b2"               # a place that the seat has picked; it chooses what goes with it
    hints = "cells"           # with hints of that grade
    options = { tries = 3 }   # of the game; otherwise its defaults

A prompt's id also stands for those that begin with it: ``hand`` for ``hand.full``.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from heistboard import games
from heistboard.games.hint_grades import OFF
from heistboard.games.package import Package
from heistboard.rules.contract import Choice, Json

__all__ = [
    "FALLBACK",
    "Block",
    "Picture",
    "Rulebook",
    "Section",
    "Span",
    "read_rulebook",
    "rulebook",
]

FALLBACK: Final = "en"  # for a game that lacks a language

_TITLE = re.compile(r"# (.+)")
_SECTION = re.compile(r"## (.+?) \{#([a-z][a-z0-9-]*)\}")
_PICTURE = re.compile(r"!\[(.+)\]\(([a-z][a-z0-9-]*)\)")
_ITEM = re.compile(r"(-|\d+\.) (.+)")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_SPAN = re.compile(
    r"\*\*(?P<strong>[^*]+)\*\*|`(?P<code>[^`]+)`|\[(?P<link>[^]]+)\]\(#(?P<to>[^)]+)\)"
)


class Span(NamedTuple):
    """A part of a line: plain, ``strong``, ``code``, or a ``link`` *to* a section."""

    text: str
    kind: str = ""
    to: str = ""


class Block(NamedTuple):
    """A paragraph (``p``), a list (``ul``, ``ol``), or a ``picture`` with its caption.

    ``lines`` has one line for each item of a list, otherwise just one.
    """

    kind: str
    lines: tuple[tuple[Span, ...], ...]
    picture: str = ""


class Section(NamedTuple):
    """A section, with the rules that it explains and the prompts that it helps with."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    rules: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()

    def document(self) -> dict[str, Json]:
        """Returns all but the text, ready for JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "rules": list(self.rules),
            "prompts": list(self.prompts),
        }


class Picture(NamedTuple):
    """A position of the game: the moves that lead to it, who looks, what is picked, the hints."""

    moves: tuple[str, ...]
    seat: str = ""
    pick: str = ""
    hints: str = OFF
    options: Mapping[str, Choice] = {}


class Rulebook(NamedTuple):
    """The rulebook of a game in one language."""

    title: str
    sections: tuple[Section, ...]
    pictures: Mapping[str, Picture]

    def find(self, what: str) -> Section | None:
        """Returns the section called *what*, or the one for a rule or a prompt of that id."""
        for section in self.sections:
            if what == section.id or what in section.rules:
                return section
        parts = what.split(".")
        for count in range(len(parts), 0, -1):
            asked = ".".join(parts[:count])
            for section in self.sections:
                if asked in section.prompts:
                    return section
        return None


@cache
def rulebook(game: str, language: str) -> Rulebook | None:
    """Returns the rulebook of the game called *game*; ``None`` if it has none.

    It is in English if the game lacks the language. Raises like :func:`read_rulebook`.
    """
    package = games.package(game)
    if not package.has_rulebook:
        return None
    is_there = package.file("rulebook", f"{language}.md").is_file()
    return read_rulebook(package, language if is_there else FALLBACK)


def section_for(game: str, what: str, language: str) -> Section | None:
    """Returns the section that helps with *what*; None if there is no readable rulebook."""
    try:
        book = rulebook(game, language)
    except (OSError, ValueError):
        return None
    return None if book is None else book.find(what)


def read_rulebook(package: Package, language: str) -> Rulebook:
    """Reads the rulebook of *package* in exactly that language.

    Raises :exc:`OSError` for a missing file, :exc:`ValueError` naming what is wrong with one.
    """
    name = package.game.name
    known = _toml(package)
    try:
        title, found = _parse(package.file("rulebook", f"{language}.md").read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{name}: rulebook/{language}.md: {error}") from None
    sections, pictures = known.get("section", {}), known.get("picture", {})
    ids, there = list(sections), [section.id for section in found]
    if ids != there:
        raise ValueError(
            f"{name}: rulebook/{language}.md has the sections {there}, expected {ids} "
            "as in sections.toml"
        )
    told = tuple(
        section._replace(
            rules=tuple(sections[section.id].get("rules", ())),
            prompts=tuple(sections[section.id].get("prompts", ())),
        )
        for section in found
    )
    return Rulebook(title, told, {id_: _picture(each) for id_, each in pictures.items()})


def _toml(package: Package) -> dict[str, Any]:
    file = package.file("rulebook", "sections.toml")
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{package.game.name}: rulebook/sections.toml: {error}") from None


def _picture(made: Mapping[str, Any]) -> Picture:
    moves = tuple(made.get("moves", ()))
    seat, pick, hints = made.get("seat", ""), made.get("pick", ""), made.get("hints", OFF)
    return Picture(moves, seat, pick, hints, made.get("options", {}))


# Markdown.


def _parse(text: str) -> tuple[str, list[Section]]:
    paragraphs = re.split(r"\n\s*\n", _COMMENT.sub("", text).strip())
    title = _TITLE.fullmatch(paragraphs[0])
    if title is None:
        raise ValueError(f"begins with {paragraphs[0][:40]!r}, expected '# ' and the title")
    sections: list[Section] = []
    for paragraph in paragraphs[1:]:
        if paragraph.startswith("#"):
            heading = _SECTION.fullmatch(paragraph)
            if heading is None:
                raise ValueError(f"got {paragraph[:60]!r}, expected '## Heading {{#id}}' alone")
            sections.append(Section(heading[2], heading[1], ()))
        elif not sections:
            raise ValueError(f"got {paragraph[:40]!r} before the first '## Heading {{#id}}'")
        else:
            last = sections[-1]
            sections[-1] = last._replace(blocks=(*last.blocks, _block(paragraph)))
    return title[1], sections


def _block(paragraph: str) -> Block:
    joined = " ".join(paragraph.split("\n"))
    picture = _PICTURE.fullmatch(joined)
    if picture is not None:
        return Block("picture", (_spans(picture[1]),), picture[2])
    items: list[str] = []
    is_numbered = False
    for line in paragraph.split("\n"):
        item = _ITEM.match(line)
        if item is not None:
            is_numbered = item[1] != "-"
            items.append(item[2])
        elif items and line.startswith(" "):
            items[-1] += f" {line.strip()}"
        elif items:
            raise ValueError(f"got {line!r} in a list, expected an item or its indented rest")
        else:
            return Block("p", (_spans(joined),))
    return Block("ol" if is_numbered else "ul", tuple(map(_spans, items)))


def _spans(line: str) -> tuple[Span, ...]:
    return tuple(_split(" ".join(line.split())))


def _split(line: str) -> Iterator[Span]:
    end = 0
    for found in _SPAN.finditer(line):
        if found.start() > end:
            yield Span(line[end : found.start()])
        kind = str(found.lastgroup).replace("to", "link")
        yield Span(found[kind], kind, found["to"] or "")
        end = found.end()
    if end < len(line):
        yield Span(line[end:])

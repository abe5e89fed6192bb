"""Checks the rulebook of a package; for the check of the package."""

import re
from collections import Counter
from collections.abc import Iterator

from heistboard.games.hint_grades import grades_of
from heistboard.games.package import Package
from heistboard.games.rulebook import Picture, Rulebook, read_rulebook
from heistboard.places import layout
from heistboard.places.place import split_floor
from heistboard.rules.contract import Move
from heistboard.word_lists import one_of

__all__ = ["check_rulebook"]


def check_rulebook(package: Package) -> None:
    """Raises :exc:`AssertionError` naming what the rulebook lacks; does nothing without one.

    There is a text in each language, with the same sections and pictures; a section for every
    rule that a refusal names and for every prompt; and a rule, a prompt or a link that leads to
    every section.
    """
    if not package.has_rulebook:
        return
    from heistboard.words.catalogue import LANGUAGES

    books = {language: _read(package, language) for language in LANGUAGES}
    first = books[LANGUAGES[0]]
    drawn = _drawn(first)
    for language, book in books.items():
        where = f"rulebook/{language}.md"
        assert _drawn(book) == drawn, f"{where} has the pictures {_drawn(book)}, expected {drawn}"
        for section in book.sections:
            assert section.blocks, f"{where}: nothing is said in {section.id}"
        for to in _links(book):
            assert to in {each.id for each in book.sections}, f"{where} links to #{to}, not there"
    assert set(drawn) == set(first.pictures), f"pictures are {[*first.pictures]}, used {drawn}"
    for name, picture in first.pictures.items():
        _check_picture(package, name, picture)
    _check_map(package, first)


def _check_picture(package: Package, name: str, picture: Picture) -> None:
    where = f"rulebook/sections.toml: the picture {name}"
    state = package.game.new(**picture.options)
    is_known = not picture.seat or picture.seat in state.seats
    assert is_known, f"{where} is seen by {picture.seat!r}, expected {one_of(state.seats)}"
    for move in picture.moves:
        legal: list[Move] = [each for seat in state.movers for each in state.legal(seat)]
        assert move in legal, f"{where} has the move {move!r}, which is not legal then"
        state.push(move)
    places = {*layout.CELLS, *layout.CROSSINGS}
    known = grades_of(package)
    assert picture.hints in known, f"{where} has hints {picture.hints!r}, expected {one_of(known)}"
    is_place = not picture.pick or split_floor(picture.pick)[1] in places
    assert is_place, f"{where} picks {picture.pick!r}, which is no place"
    floors = range(package.game.floors(state.options) + 1)
    has_floor = picture.floor in floors
    assert has_floor, f"{where} shows floor {picture.floor}, expected 0..{floors[-1]}"


def _read(package: Package, language: str) -> Rulebook:
    try:
        return read_rulebook(package, language)
    except (OSError, ValueError) as error:
        raise AssertionError(str(error)) from None


def _drawn(book: Rulebook) -> list[str]:
    blocks = (block for section in book.sections for block in section.blocks)
    return [block.picture for block in blocks if block.kind == "picture"]


def _links(book: Rulebook) -> Iterator[str]:
    for section in book.sections:
        for block in section.blocks:
            yield from (span.to for line in block.lines for span in line if span.kind == "link")


def _check_map(package: Package, book: Rulebook) -> None:
    from heistboard.words.catalogue import LANGUAGES, merged, of_game

    words = of_game(package, LANGUAGES[0])
    rules = [key for key in words.get("refused", {}) if re.search("[A-Z]", key)]
    decks = [f"draw.{deck}" for deck in package.game.decks]
    shown = merged(LANGUAGES[0], package)["shown"]
    for asked in (*rules, *words.get("shown", {}), *decks):
        assert book.find(asked), f"rulebook/sections.toml has no section for {asked}"
    readme = package.file("README.md").read_text("utf-8")
    named, linked = Counter[str](), set(_links(book))
    for section in book.sections:
        where = f"rulebook/sections.toml: {section.id}"
        is_reached = section.rules or section.prompts or section.id in linked
        assert is_reached, f"{where} has no rule and no prompt, and nothing links to it"
        for rule in section.rules:
            assert rule in readme, f"{where} names {rule}, which is not in README.md"
        for prompt in section.prompts:
            known = (*shown, *decks)
            is_known = any(f"{each}.".startswith(f"{prompt}.") for each in known)
            assert is_known, f"{where} names the prompt {prompt}, which has no text"
        named.update((*section.rules, *section.prompts))
    twice = [each for each, count in named.items() if count > 1]
    assert not twice, f"rulebook/sections.toml names {', '.join(twice)} in two sections"

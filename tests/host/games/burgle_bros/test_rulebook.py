"""The rulebook of Burgle Bros has every card, room, option and question, and true pictures."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import pytest
from heistboard.app import pictured as app
from heistboard.games.burgle_bros import GAME, PACKAGE
from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.components import (
    CHARACTERS,
    EVENTS,
    LOOT,
    SCENARIOS,
    TOOLS,
)
from heistboard.games.burgle_bros.guard_paths import guard_paths
from heistboard.games.burgle_bros.refusals import DECISIONS
from heistboard.games.burgle_bros.walls import component_data, printed
from heistboard.games.rulebook import Rulebook, Section, read_rulebook
from heistboard.games.rulebook_checks import check_rulebook
from heistboard.games.status import Status
from heistboard.rules import State
from heistboard.words import LANGUAGES, Words

languages = pytest.mark.parametrize("language", LANGUAGES)


def section(language: str, name: str) -> Section:
    found = read_rulebook(PACKAGE, language).find(name)
    assert found is not None and found.id == name
    return found


def strong(part: Section) -> Iterator[str]:
    for block in part.blocks:
        for line in block.lines:
            yield from (span.text for span in line if span.kind == "strong")


def items(part: Section) -> list[str]:
    lines = (line for block in part.blocks if block.kind == "ul" for line in block.lines)
    return ["".join(span.text for span in line) for line in lines]


def picture(name: str) -> State:
    drawn = read_rulebook(PACKAGE, "en").pictures[name]
    state = GAME.new(**drawn.options)
    for move in drawn.moves:
        state.push(move)
    return state


def pictured(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", picture(name).view(0))


def status(name: str) -> Status:
    return app.pictured(PACKAGE, read_rulebook(PACKAGE, "en").pictures[name])


def test_it_keeps_the_contract() -> None:
    check_rulebook(PACKAGE)


@languages
@pytest.mark.parametrize(
    ("part", "kind", "cards"),
    [("tools", "item", TOOLS), ("loot", "item", LOOT), ("events", "card", EVENTS)],
)
def test_every_card_is_explained_once(
    language: str, part: str, kind: str, cards: tuple[str, ...]
) -> None:
    words = Words(language, GAME.name)
    names = {words.name(kind, card) for card in cards}
    assert Counter(strong(section(language, part))) == Counter(dict.fromkeys(names, 1))


@languages
def test_every_character_is_explained_with_both_abilities(language: str) -> None:
    words = Words(language, GAME.name)
    told = {line.split(".")[0].removeprefix("The "): line for line in section_lines(language)}
    assert {*told} == {words.name("character", each) for each in CHARACTERS}
    for each in CHARACTERS:
        line = told[words.name("character", each)]
        for side in ("basic", "advanced"):
            ability = words.name("character", each, side).partition(":")[0]
            assert ability in line, (each, side)


def section_lines(language: str) -> list[str]:
    return items(section(language, "characters"))


@languages
def test_every_kind_of_room_is_explained_with_how_many_there_are(language: str) -> None:
    words = Words(language, GAME.name)
    told = items(section(language, "tiles"))
    for tile in component_data()["tile"]:
        if tile["id"].startswith("computer"):
            continue
        named = f"{words.name('tile', tile['id'])} ({tile['count']}, {tile['office_count']})"
        assert sum(line.startswith(named) for line in told) == 1, named
    assert len(told) == 18  # the three computer rooms are one line


@languages
def test_every_option_is_explained(language: str) -> None:
    part = section(language, "options")
    named = {
        span.text
        for block in part.blocks
        for line in block.lines
        for span in line
        if span.kind == "code"
    }
    assert {*GAME.options} - {"scenario"} <= named
    assert len(items(section(language, "jobs"))) == len(SCENARIOS)


@languages
def test_every_question_and_every_rule_of_a_refusal_has_its_section(language: str) -> None:
    book = read_rulebook(PACKAGE, language)
    for phase, (_, rule) in DECISIONS.items():
        assert book.find(rule) is not None, rule
        assert book.find(f"{phase}.wait") is not None, phase
    assert all(book.find(f"draw.{deck}") for deck in GAME.decks)
    source = (PACKAGE.file(f"{name}.py").read_text("utf-8") for name in ("refusals", "turn"))
    rules = {rule for text in source for rule in re.findall(r'"(BB-[A-Z]+-[A-Z0-9-]+)"', text)}
    assert len(rules) > 40
    assert [rule for rule in sorted(rules) if book.find(rule) is None] == []


@pytest.mark.parametrize(
    ("what", "opened"),
    [
        ("BB-GUARD-7", "path"),
        ("nearest.wait", "alarms"),
        ("BB-LOOT-KITTY", "loot"),
        ("BB-CHAR-ROOK-B", "characters"),
        ("over.caught", "end"),
        ("draw.tile", "entering"),
    ],
)
def test_what_opens_which_section(what: str, opened: str) -> None:
    found = read_rulebook(PACKAGE, "en").find(what)
    assert found is not None and found.id == opened


# The captions of the pictures are true.


def test_the_guard_in_the_picture_of_his_way_goes_north_first() -> None:
    guard = pictured("path")["guards"][0]
    assert (guard["at"], guard["target"], guard["speed"]) == ("a4", "c2", 2)
    grid = GRIDS[4]
    way = guard_paths(printed("office")[0]).path(grid.numbers["a4"], grid.numbers["c2"])
    assert [grid.names[cell] for cell in way] == ["a4", "a3", "b3", "b2", "c2"]


def test_the_alarm_in_the_picture_calls_the_guard() -> None:
    view = pictured("alarms")
    guard = view["guards"][0]
    assert view["alarms"] == ["c3"] and guard["target"] == "c3" and guard["speed"] + 1 == 3
    assert view["tiles"]["c3"].startswith("fingerprint")


def test_the_safe_in_the_picture_lacks_a_five_and_three_rooms() -> None:
    view = pictured("safes")
    assert view["marks"] == ["b1", "c2"] and view["rolled"] == [1, 4]
    tiles = view["tiles"]
    assert tiles["b3"] == "lavatory 5"
    assert sum(cell not in tiles for cell in ("b1", "b3", "b4", "a2", "c2", "d2")) == 3


def test_the_stairs_in_the_picture_can_be_climbed_or_peeked_up() -> None:
    state = picture("links")
    assert {"move 2:c2", "peek 2:c2"} <= {*map(str, state.legal(0))}


def test_the_hints_in_the_picture_tell_where_the_guard_can_come() -> None:
    hints = status("hints").hints
    shares = cast("dict[str, int]", hints["shares"])
    own = {cell: share for cell, share in shares.items() if ":" not in cell}
    assert hints["grade"] == "danger" and own.pop("c4") == 1000
    assert {*own} == {"c3", "b4"} and sum(own.values()) == 1000


def test_three_rooms_are_turned_up_in_the_picture_of_the_building() -> None:
    assert len(pictured("building")["tiles"]) == 3


def test_both_languages_have_the_same_parts() -> None:
    def shape(book: Rulebook) -> list[tuple[str, list[str]]]:
        return [
            (each.id, [block.kind for block in each.blocks if block.kind != "p"])
            for each in book.sections
        ]

    english, russian = (read_rulebook(PACKAGE, language) for language in ("en", "ru"))
    assert shape(english) == shape(russian)
    for one, other in zip(english.sections, russian.sections, strict=True):
        assert len(items(one)) == len(items(other)), one.id

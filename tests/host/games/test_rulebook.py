"""Rulebooks: how they are written, what opens which section, and what their check finds."""

import re
from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path
from shutil import copytree

import pytest
from heistboard import games
from heistboard.app.pictured import pictured
from heistboard.games import Package
from heistboard.games.rulebook import Block, Picture, Rulebook, Span, read_rulebook, rulebook
from heistboard.games.rulebook_checks import check_rulebook
from heistboard.words import LANGUAGES, Words

OURS = games.package("car-thief")

BOOK = """<!-- a comment -->
# Coin

## To hide {#hide}

Hide it **well**, see
[the end](#end) or `b2`.

- one,
  or two
- three

1. first

![Under *b2*.](under)

## The end {#end}

Over.
"""
MAP = """
[section.hide]
rules = ["CT-THIEF-3"]
prompts = ["hide", "police"]
[section.end]
rules = ["CT-END-1"]
prompts = ["police.done", "over"]
[picture.under]
moves = ["place green x22"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where Car Thief's rulebook is looked for: a copy of it."""
    made, usual = tmp_path / "rulebook", Package.file
    copytree(str(OURS.file("rulebook")), made)

    def file(self: Package, *path: str) -> Traversable:
        return made.joinpath(*path[1:]) if path[0] == "rulebook" else usual(self, *path)

    monkeypatch.setattr(Package, "file", file)
    return made


def book_of(folder: Path, text: str = BOOK) -> Rulebook:
    (folder / "en.md").write_text(text)
    (folder / "sections.toml").write_text(MAP)
    return read_rulebook(OURS, "en")


# Reading.


def test_a_rulebook_is_read_from_markdown(folder: Path) -> None:
    book = book_of(folder)
    hide, end = book.sections
    assert (book.title, hide.id, hide.title, end.blocks) == (
        "Coin",
        "hide",
        "To hide",
        (Block("p", ((Span("Over."),),)),),
    )
    assert hide.blocks == (
        Block(
            "p",
            (
                (
                    Span("Hide it "),
                    Span("well", "strong"),
                    Span(", see "),
                    Span("the end", "link", "end"),
                    Span(" or "),
                    Span("b2", "code"),
                    Span("."),
                ),
            ),
        ),
        Block("ul", ((Span("one, or two"),), (Span("three"),))),
        Block("ol", ((Span("first"),),)),
        Block("picture", ((Span("Under *b2*."),),), "under"),
    )
    assert book.pictures == {"under": Picture(("place green x22",))}


@pytest.mark.parametrize(
    ("what", "section"),
    [
        ("hide", "hide"),
        ("end", "end"),
        ("CT-THIEF-3", "hide"),
        ("CT-END-1", "end"),
        ("hide.wait", "hide"),
        ("police.act", "hide"),
        ("police.done", "end"),
        ("over.arrest.late", "end"),
        ("CT-END", None),
        ("hid", None),
        ("", None),
    ],
)
def test_a_section_is_found_by_id_rule_or_prompt(
    folder: Path, what: str, section: str | None
) -> None:
    found = book_of(folder).find(what)
    assert (found and found.id) == section


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOOK.replace("# Coin", "Coin"), "begins with 'Coin', expected '# ' and the title"),
        (BOOK.replace(" {#hide}", ""), "got '## To hide', expected '## Heading {#id}' alone"),
        (BOOK.replace("# Coin\n", "# Coin\n\nFirst.\n"), "got 'First.' before the first"),
        (BOOK.replace("  or two", "or two"), "got 'or two' in a list"),
        (BOOK.replace("{#end}", "{#over}"), r"has the sections \['hide', 'over'\], expected"),
    ],
)
def test_what_cannot_be_read_is_named(folder: Path, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=rf"car-thief: rulebook/en\.md.*{said}"):
        book_of(folder, text)


def test_a_game_without_a_rulebook_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook.cache_clear()
    monkeypatch.setattr(games, "package", lambda name: Package(OURS.game, 2, OURS.module))
    assert rulebook("car-thief", "en") is None
    rulebook.cache_clear()


# Our games.


@pytest.mark.parametrize("game", games.names())
def test_every_rule_prompt_and_ending_of_our_games_opens_a_section(game: str) -> None:
    package = games.package(game)
    readme = package.file("README.md").read_text("utf-8")
    rules = re.findall(r"^\| ([A-Z]+(?:-[A-Z0-9]+)+) \|", readme, re.M)
    assert len(rules) > 20
    for language in LANGUAGES:
        book = rulebook(game, language)
        assert book is not None
        assert book.title == Words(language, game).title
        asked = [*rules, *(f"over.{ending}" for ending in package.game.endings)]
        assert [each for each in asked if book.find(each) is None] == []


def test_a_picture_is_what_a_table_in_its_position_shows() -> None:
    placed = ("place green x22", "place yellow x41", "place pink x34")
    shown = pictured(OURS, Picture((*placed, "hide c3")))
    assert (shown.phase, shown.sync, shown.ask.id) == ("police", "synced", "police.act")
    assert shown.pieces["heli"] == {"green": "x22", "yellow": "x41", "pink": "x34"}
    assert "trail" not in shown.view
    thief = pictured(OURS, Picture((*placed, "hide c3"), "thief"))
    assert thief.view["trail"] == ["c3"] and thief.moves == ()


def test_a_picture_of_a_seat_shows_what_it_can_choose() -> None:
    book = rulebook("car-thief", "en")
    assert book is not None
    shown = pictured(OURS, book.pictures["hide"])
    assert shown.is_secret
    assert {*map(str, shown.moves)} == {"hide b3", "hide d3", "hide c2"}


def test_a_picture_with_hints_has_them() -> None:
    placed = ("place green x22", "place yellow x41", "place pink x34", "hide c3")
    shown = pictured(OURS, Picture(placed, hints="odds"))
    assert shown.hints["grade"] == "odds" and shown.hints["trails"] == 25


# The check of a package.


def changed(file: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda folder: (folder / "ru.md").unlink(), "ru.md"),
        (changed("ru.md", "{#fly}", "{#flight}"), "ru.md has the sections"),
        (changed("ru.md", "](search)", "](fly)"), "ru.md has the pictures"),
        (changed("en.md", "](#hide)", "](#hiding)"), "en.md links to #hiding, not there"),
        (changed("sections.toml", '"CT-POLICE-4"', ""), "no section for CT-POLICE-4"),
        (changed("sections.toml", '"found"', '"hide.x"'), "no section for found"),
        (changed("sections.toml", '"found"', '"found", "nowhere"'), "the prompt nowhere"),
        (changed("sections.toml", '"CT-GEO-2"', '"CT-GEO-99"'), "CT-GEO-99, which is not in"),
        (changed("sections.toml", '"CT-GEO-2"', '"CT-GEO-9"'), "CT-GEO-9 in two sections"),
        (changed("en.md", "](#advice)", "](#end)"), "advice has no rule and no prompt"),
        (changed("sections.toml", '"hide e5"', '"hide e6"'), "district has the move 'hide e6'"),
        (changed("sections.toml", 'seat = "thief"', 'seat = "cook"'), "is seen by 'cook'"),
        (changed("sections.toml", 'pick = "x22"', 'pick = "x99"'), "picks 'x99'"),
        (changed("sections.toml", 'hints = "odds"', 'hints = "all"'), "has hints 'all'"),
        (changed("sections.toml", "[picture.district]", "[picture.map]"), "pictures are"),
    ],
)
def test_each_mistake_is_named(folder: Path, change: Callable[[Path], None], said: str) -> None:
    check_rulebook(OURS)
    change(folder)
    with pytest.raises(AssertionError, match=said):
        check_rulebook(OURS)

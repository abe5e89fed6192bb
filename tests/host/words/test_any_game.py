"""The words of a game outside the package: moves, seats, pieces, and missing texts."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from heistboard.games import Package
from heistboard.rules import AmbiguousMove, Ask, IllegalMove, InvalidMove
from heistboard.words import Words, check, told_moves
from heistboard.words.catalogue import merged, of_game
from heistboard.words.plain_view import view_lines

from tests.support import doors

OPEN = "p1 open a1"


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    doors.install(monkeypatch)


def test_events_have_seats_decks_counts_and_what_was_found() -> None:
    lines = ["coin heads", "p1 open ?", f"{OPEN} -> gold", "p2 open b2 -> dust", "p3 fly a1"]
    assert Words("en", "doors").events(lines) == [
        "coin: heads",
        "Player 1 opened door 1",
        "Player 1 found gold on a1",
        "Player 2 opened b2: dust",
        "p3 fly a1",
    ]
    assert Words("ru", "doors").events(lines[1:2], ["p1", "p2"]) == ["Игрок 1 открывает дверь 1"]
    assert Words("en", "doors").events([*lines[:2], "p2 open ?"], last=1) == [
        "Player 2 opened door 2"
    ]


def test_what_was_found_follows_a_text_that_does_not_say_it() -> None:
    lines = ["p2 open b2 -> dust", "p2 open b2 -> dust gold", "p2 open b2 -> a lamp", "p2 open b2"]
    assert Words("en", "doors").events(lines) == [
        "Player 2 opened b2: dust",
        "Player 2 opened b2: dust and gold",
        "Player 2 opened b2: a lamp",
        "Player 2 opened b2",
    ]
    assert Words("ru", "doors").events(lines[:1]) == ["Игрок 2 открывает b2, там пыль"]


def test_an_event_that_is_not_listed_is_only_in_the_whole_game() -> None:
    lines = ["coin heads", "p1 open ?", "p2 open b2", "coin tails"]
    words = Words("en", "doors")
    texts = {**words._words["event"], "coin": {"name": "{deck}: {coin}", "listed": ""}}
    words._words = {**words._words, "event": texts}
    assert words.events(lines)[::3] == ["coin: heads", "coin: tails"]
    listed = ["Player 1 opened door 1", "Player 2 opened b2"]
    assert words.events(lines, last=4) == listed
    assert words.events(lines, last=1) == listed[1:]
    assert [words.is_listed(line) for line in lines] == [False, True, True, False]
    assert words.count_listed(lines) == 2


def test_moves_have_a_text_or_else_their_notation() -> None:
    words = Words("en", "doors")
    assert words.move(doors.read(OPEN)) == "Open a1"
    assert Words("en", "car-thief").move(doors.read(OPEN)) == OPEN


def test_whose_turn_it_is() -> None:
    words = Words("en", "doors")
    assert words.turn(["p2"], "doors") == "Player 2 to act"
    assert words.turn(["p1", "p2"], "doors") == "Anybody may act"
    assert words.turn([], "toss") == "The coin is tossed"
    assert words.turn([], "over") == "The end"
    assert Words("en", "car-thief").turn(["police"], "police") == "The police to act"


def test_names_come_from_their_section_then_seats_then_places() -> None:
    words = Words("ru", "doors")
    assert words.name("light", "new") == "новая лампа"
    assert words.name("light", "new", "acc") == "новую лампу"
    assert words.name("light", "new", "from") == "новая лампа"
    assert words.name("player", "p2") == "Игрок 2"
    assert words.name("crossing", "x22") == "x22"
    assert words.name("card", "gust") == "gust"


def test_several_names_are_listed_in_their_case() -> None:
    shown = {"players": "p1, p3", "text": "one, other"}
    words = Words("ru", "doors")
    assert words._fill("{players} {text}", shown) == "Игрок 1 и Игрок 3 one, other"
    assert words._fill("{at:at}", {"at": "x12, x34"}, is_aloud=True) == (
        "перекрёстке 1 2 и перекрёстке 3 4"
    )


def test_misplaced_pieces_of_every_kind_have_texts() -> None:
    english, russian = Words("en", "doors"), Words("ru", "doors")

    def wrong(kind: str, **words: str) -> str:
        return english.shown(Ask(f"wrong.{kind}", words), {})

    assert wrong("missing", places="x12", pieces="lamp old") == "Put the old lamp on x12."
    assert wrong("missing", places="b3, x12", pieces="crate, lamp old") == (
        "Put back what is missing on b3. Put the old lamp on x12."
    )
    assert wrong("missing", places="a1, a2, a3, a4", pieces="crate, crate, crate, crate") == (
        "Put back what is missing where lights blink white."
    )
    assert wrong("missing", places="x12, x13") == "Put back what is missing on x12 and x13."
    move = {"from": "x11", "to": "x12", "pieces": "lamp new"}
    assert wrong("move", **move) == "Move the new lamp from x11 to x12."
    assert russian.spoken(Ask("wrong.move", move), {}) == (
        "Переставьте новую лампу с перекрёстка 1 1 на перекрёсток 1 2."  # noqa: RUF001
    )


def test_a_draw_has_a_text_for_every_deck() -> None:
    words = Words("en", "doors")
    assert words.shown(Ask("draw.coin"), {}) == (
        "Turn over the next card (coin) and enter what it shows."
    )
    assert words.shown(Ask("draw.coin", {"seat": "p2"}), {}) == (
        "Player 2: look at the next card (coin) and enter on your page what it shows."
    )


def test_refusals_tell_no_secret() -> None:
    words = Words("en", "doors")
    assert words.refusal(IllegalMove(OPEN, "", "DR-2"), "") == "Not now."
    assert words.refusal(IllegalMove(OPEN, "", "DR-9"), "") == "That is not allowed now (DR-9)."
    private = words.refusal(IllegalMove(OPEN, "", "DR-2", private=True), "")
    assert private == words.of("refused", "private")
    both = AmbiguousMove("open", [doors.read(OPEN), doors.read("p1 open b2")])
    assert words.refusal(both, "") == private
    assert words.refusal(InvalidMove("jump"), "") == "That is not a move."


def test_unknown_placeholders_and_ids_do_not_raise() -> None:
    assert Words("en", "doors")._fill("{what:acc} on {cell}", {"cell": "a1"}) == "{what} on a1"
    assert Words("en", "doors").shown(Ask("unknown"), {}) == "Unknown"


def test_a_view_becomes_lines() -> None:
    view = doors.GAME.new(2).view(0) | {"waiting": ["p1", "p2"]}
    assert list(view_lines(view, Words("en", "doors"))) == [
        "Wind: no",
        "To open a door: Player 1, Player 2",
        "Lamps: lamp x22",
        "Dark: yes",
    ]


@pytest.mark.parametrize(
    ("before", "now", "is_same"),
    [
        ("p1 open ?", "p1 open a1 -> gold", False),  # it did not say that something was found
        ("p1 open ? -> ?", "p1 open a1 -> gold", True),
        ("p1 open ?", OPEN, True),
        ("?", OPEN, True),
        (OPEN, "p1 open ?", False),
        (OPEN, "p2 open a1", False),
        (OPEN, "coin heads", False),
    ],
)
def test_a_move_told_again_with_less_hidden_is_the_same(
    before: str, now: str, is_same: bool
) -> None:
    assert told_moves.is_same_move("doors", before, now) == is_same


# Missing texts.


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], Package]:
    """Makes a package with one text of one file replaced."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def copy(name: str, what: str, by: str) -> Package:
        folder = tmp_path / "changed"
        shutil.copytree(Path(doors.__file__).parent, folder)
        file = folder / "words" / name
        text = file.read_text("utf-8")
        assert what in text
        file.write_text(text.replace(what, by), "utf-8")
        monkeypatch.delitem(sys.modules, "changed", raising=False)
        return replace(doors.PACKAGE, module="changed")

    return copy


def test_a_game_that_has_all_texts_lacks_none() -> None:
    assert check(doors.PACKAGE) == []


@pytest.mark.parametrize(
    ("what", "by", "lacks"),
    [
        ('"seat.p3" = "Player 3"\n', "", "en: [play] lacks 'seat.p3'"),
        ('"over.open" = "all doors are open"\n', "", "en: [play] lacks 'over.open'"),
        ('"option.wind" = "Wind"\n', "", "en: [play] lacks 'option.wind'"),
        ('toss = "The coin is tossed"\n', "", "en: [phase] lacks 'toss'"),
        ('[deck]\ncoin = "coin"\n', "", "en: [deck] lacks 'coin'"),
        ('doors = "Open a door."\n', "", "en: [shown] lacks 'doors'"),
        ('DR-2 = "Not now."\n', "", "en: [refused] lacks 'DR-2'"),
        ('coin = "{coin}"\n', "", "en: [move] lacks 'coin'"),
        ('is-dark = "Dark"\n', "", "en: [view] lacks 'is-dark'"),
        ("open {cell}", "open {door}", "en: [move] 'open' has {door}, which is not given"),
        (
            "[move]",
            '[move]\n"open.1" = "{door}"',
            "en: [move] 'open.1' has {door}, which is not given",
        ),
        ("on {cell}", "on {place}", "en: [event] 'open.gold' has {place}, which is not given"),
        ("[found]", "[other]", "en: [found] lacks 'gold'"),
    ],
)
def test_missing_text_is_named(
    copied: Callable[[str, str, str], Package], what: str, by: str, lacks: str
) -> None:
    assert lacks in check(copied("en.toml", what, by))


def test_a_text_for_a_number_of_parts_replaces_the_usual_one(
    copied: Callable[[str, str, str], Package],
) -> None:
    changed = 'open = "open {cell}"', '"open.1" = "open {cell}"\nopen = "open {door}"'
    found = check(copied("en.toml", *changed))
    assert found == ["ru: [move] lacks 'open.1'"]


def test_parts_may_share_their_names(copied: Callable[[str, str, str], Package]) -> None:
    package = copied("en.toml", "[found]", '[names]\nprize = "found"\n\n[found]')
    names = {"gold": "gold", "dust": "dust"}
    assert of_game(package, "en")["prize"] == merged("en", package)["prize"] == names


def test_names_of_no_section_are_refused(copied: Callable[[str, str, str], Package]) -> None:
    package = copied("en.toml", "[found]", '[names]\nprize = "lost"\n\n[found]')
    said = "doors: words/en.toml: names.prize is 'lost', expected a section of the file"
    with pytest.raises(ValueError, match=said):
        of_game(package, "en")


def test_missing_language_is_named(copied: Callable[[str, str, str], Package]) -> None:
    package = copied("ru.toml", "[deck]", "[deck]")
    package.file("words", "ru.toml").unlink()  # type: ignore[attr-defined]
    assert check(package) == ["words/ru.toml: there is no such file"]
    assert Words("ru").language == "ru"

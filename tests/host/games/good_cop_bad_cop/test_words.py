"""The words of Good Cop Bad Cop: nothing is missing, and told moves read well."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from heistboard.games.good_cop_bad_cop import PACKAGE
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT, KINDS
from heistboard.games.rulebook_checks import check_rulebook
from heistboard.words import LANGUAGES, Words
from heistboard.words.catalogue import Text, of_game

from tests.support.good_cop import NAME, good_cop_installed

EN, RU = (of_game(PACKAGE, language) for language in ("en", "ru"))
SYMBOLS = PACKAGE.file("pages", "symbols.js").read_text("utf-8")
LATIN = re.compile(r"\{[^}]*\}|Good Cop Bad Cop")


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with good_cop_installed():
        yield


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def fields(text: Text) -> set[str]:
    given = (Formatter().parse(each) for each in forms(text))
    return {name for parts in given for _, name, _, _ in parts if name is not None}


def test_both_languages_fill_the_same_placeholders() -> None:
    assert {name: list(texts) for name, texts in EN.items()} == {
        name: list(texts) for name, texts in RU.items()
    }
    for section, texts in EN.items():
        for key, text in texts.items():
            assert fields(text) == fields(RU[section][key]), (section, key)


def test_russian_has_no_latin_letters() -> None:
    for section, texts in RU.items():
        for key, text in texts.items():
            if section != "names":
                for each in forms(text):
                    assert not re.search("[A-Za-z]", LATIN.sub("", each)), (section, key, each)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_what_it_does_and_a_symbol(language: str) -> None:
    texts = of_game(PACKAGE, language)
    assert set(texts["equipment"]) == set(EQUIPMENT)
    for card in EQUIPMENT:
        assert len(str(texts["equipment"][card]["tells"])) > 20, card  # type: ignore[index]
        assert f"verb-play_{card}" in texts["page"]
        assert f"\n  {card}: " in SYMBOLS
    kinds = {kind.name for kind in KINDS}
    assert kinds == set(texts["kind"])
    assert {*EQUIPMENT, *kinds} <= set(texts["found"])
    for sign in {part for kind in kinds for part in kind.split("_")}:
        assert f"\n  {sign}: " in SYMBOLS


TOLD = {
    "deal p2 ?": ("player 2 is dealt an integrity card", "игрок 2 получает карту роли"),
    "p1 look p2.3 -> crooked": (
        "player 1 looks at card 3 of player 2: Crooked",
        "игрок 1 смотрит карту 3 игрока 2: продажный",
    ),
    "p1 look p2.3": (
        "player 1 looks at card 3 of player 2",
        "игрок 1 смотрит карту 3 игрока 2",
    ),
    "shot p4 -> honest crooked agent wounded": (
        "player 4 is shot: Honest, Crooked, Agent and wounded",
        "выстрел в игрока 4: честный, продажный, особист и ранен",
    ),
    "p3 play bt_sniffer_dog p4 -> 2": (
        "player 3 plays the Sniffer Dog: bombs on the cards of player 4: 2",
        "игрок 3: собака-сапёр, бомб на картах игрока 4: 2",
    ),
    "p2 play evidence_bag p1 -> coffee": (
        "player 2 plays the Evidence Bag: takes the equipment of player 1: Coffee",
        "игрок 2: пакет для улик, забрана экипировка игрока 1: кофе",
    ),
    "p4 play wiretap p1.1": (
        "player 4 plays the Wiretap and looks at card 1 of player 1",
        "игрок 4: прослушка, видна карта 1 игрока 1",
    ),
}


@pytest.mark.parametrize("line", TOLD)
def test_told_moves_say_who_did_what_and_what_was_seen(line: str) -> None:
    said = tuple(Words(language, NAME).events([line])[0] for language in ("en", "ru"))
    assert said == TOLD[line]


def test_passes_are_not_among_what_happened_last() -> None:
    words = Words("en", NAME)
    told = ["p1 investigate p2", "p1 pass", "p2 pass", "p1 look p2.1", "p1 pass"]
    assert words.events(told, last=3) == [
        "player 1 will investigate player 2",
        "player 1 looks at card 1 of player 2",
    ]
    assert words.events(told)[1] == "player 1 passes"


def test_the_rulebook_has_a_section_for_each_rule_and_prompt() -> None:
    check_rulebook(PACKAGE)

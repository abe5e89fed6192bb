"""``heistboard rules``: a game's rulebook in the terminal."""

import dataclasses
from itertools import pairwise

import pytest
from heistboard import games
from heistboard.games.rulebook import rulebook

from tests.support.command import Cli
from tests.support.games import replace_package


def test_without_a_game_all_rulebooks_are_listed(cli: Cli) -> None:
    lines = cli("rules", "--lang", "en").out.splitlines()
    games = [
        "burgle-bros  Burgle Bros",
        "car-thief  Car Thief",
        "good-cop-bad-cop  Good Cop Bad Cop",
    ]
    assert [line for line in lines if not line.startswith(" ")] == games
    assert "    search      Searching" in lines
    document = cli("rules", "--lang", "ru", "--json").document["rulebooks"]["car-thief"]
    assert document["title"] == "Угонщик"
    assert {"id": "search", "title": "Обыск"} in document["sections"]


def test_a_whole_rulebook_has_every_section(cli: Cli) -> None:
    book = rulebook("car-thief", "en")
    assert book is not None
    lines = cli("rules", "car-thief", "--lang", "en").out.splitlines()
    titles = [line for line, under in pairwise(lines) if under[:2] == "━━"]
    assert titles == [section.title for section in book.sections]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("what", ["fly", "CT-POLICE-4", "police.hand"])
def test_a_section_is_found_by_id_rule_or_prompt(cli: Cli, what: str) -> None:
    lines = cli("rules", "car-thief", what, "--lang", "en").out.splitlines()
    assert lines[0] == "Flying"
    assert "3 [   ]     [   ]     [   ]     [   ]     [   ]" in lines  # the game draws it
    assert lines[-1] == "Rules: CT-POLICE-4"


def test_it_speaks_the_readers_language(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert cli("rules", "car-thief", "fly").out.splitlines()[0] == "Полёт"
    document = cli("rules", "car-thief", "fly", "--json").document
    assert (document["game"], document["language"]) == ("car-thief", "ru")
    (section,) = document["sections"]
    assert section["rules"] == ["CT-POLICE-4"] and section["text"][0].startswith("По дороге")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("chess",),
            "there is no game 'chess', expected burgle-bros or car-thief or good-cop-bad-cop",
        ),
        (("car-thief", "nope"), "car-thief has no section 'nope', expected about, pieces"),
        (("car-thief", "fly", "more"), "there is no option or argument more"),
        (("car-thief", "--lang", "xx"), "--lang: got 'xx', expected en or ru"),
    ],
)
def test_wrong_usage_is_named(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = cli("rules", *arguments)
    assert (code, out) == (2, "") and said in err


def test_a_game_without_a_rulebook_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook.cache_clear()
    replace_package(
        monkeypatch, dataclasses.replace(games.package("car-thief"), has_rulebook=False)
    )
    code, _, err = cli("rules", "car-thief")
    assert code == 2 and "car-thief has no rulebook; see `heistboard rules`" in err
    assert cli("rules").out == ""
    rulebook.cache_clear()

"""Both languages have every text, and all placeholders are filled."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from string import Formatter

import heistboard
import pytest
from heistboard import games
from heistboard.games.gestures import Ask
from heistboard.rules import TABLE, AmbiguousMove, IllegalMove, InvalidMove
from heistboard.table.table import NotYourTurn
from heistboard.words import LANGUAGES, Words, language_of
from heistboard.words.catalogue import Text

HOST = Path(heistboard.__file__).parent
VIEW = games.load("car-thief").new().view(TABLE)
BELONGS = {"x22": "heli green", "x11": "heli yellow", "x44": "heli pink"}
FOLDERS = ("words/languages", "games/car_thief/words")
SAMPLE = {
    "helicopter": "green",
    "cell": "b3",
    "places": "b3, x44",
    "pieces": "building, heli pink",
    "from": "x12",
    "to": "x11",
    "place": "2:b3",
    "floor": "2",
    "floors": "1, 3",
    "serial": "A0",
    "before": "B0",
    "fitting": "2",
    "seat": "police",
    "trails": "141",
    "move": "fly green x11",
    "told": "fly green x11",
}
# What a Russian text may have in Latin letters: places, and what is typed.
LATIN = re.compile(r"\b(?:[a-e][1-5]|x[1-4]{2})\b|`[^`]*`|\{[^}]*\}")


def files(folder: str) -> dict[str, dict[str, dict[str, Text]]]:
    return {
        language: tomllib.loads((HOST / folder / f"{language}.toml").read_text("utf-8"))
        for language in LANGUAGES
    }


def the_thiefs(language: str) -> Words:
    return Words(language, "car-thief")


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


@cache
def asks_in_code() -> list[tuple[str, frozenset[str]]]:
    """Every ``Ask(...)`` in the code: a pattern for its id, and the names of its words."""
    found = []
    folders = ("games/car_thief/*.py", "games/spoken_moves.py", "table/*.py", "app/*.py")
    for path in (path for folder in folders for path in HOST.glob(folder)):
        if path.name in ("guide.py", "guide_calls.py"):
            continue  # its sentences are in a section of their own
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "Ask":
                words = node.args[1] if len(node.args) > 1 else None
                names = words.keys if isinstance(words, ast.Dict) else []
                found.append(
                    (
                        _pattern(path, node.args[0]),
                        frozenset(ast.literal_eval(each) for each in names if each is not None),
                    )
                )
    return found


def _pattern(path: Path, node: ast.expr) -> str:
    # `a if b else c` may be either; the fields of an f-string may be anything.
    if isinstance(node, ast.IfExp):
        return f"(?:{_pattern(path, node.body)}|{_pattern(path, node.orelse)})"
    if isinstance(node, ast.JoinedStr):
        return "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z-]+"
            for part in node.values
        )
    assert isinstance(node, ast.Constant), f"{path}:{node.lineno}: an id that cannot be read here"
    return re.escape(str(node.value))


def fields(text: Text) -> set[str]:
    return {
        name
        for form in forms(text)
        for _, name, _, _ in Formatter().parse(form)
        if name is not None
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_languages_have_the_same_texts_with_the_same_placeholders(folder: str) -> None:
    english, *others = files(folder).values()
    assert len(others) == 1
    for other in others:
        assert {name: list(texts) for name, texts in english.items()} == {
            name: list(texts) for name, texts in other.items()
        }
        for section, texts in english.items():
            for key, text in texts.items():
                assert fields(text) == fields(other[section][key]), (section, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ask_of_the_code_has_a_text(language: str) -> None:
    words = the_thiefs(language)
    moments = {each for each in words.all()["statistics"] if each.startswith("best.")}
    known = {*words.all()["shown"], *moments, "wrong.missing"}
    asks = asks_in_code()
    assert len(asks) > 15
    for pattern, names in asks:
        ids = [each for each in known if re.fullmatch(pattern, each)]
        assert ids or pattern.startswith(("wrong", "draw")), f"no text for {pattern}"
        if "[" in pattern:
            continue  # the tests below try all its ids
        for each in ids:
            ask = Ask(each, {name: SAMPLE[name] for name in names})
            if each in moments:
                assert "{" not in words.moment(ask) != each
            else:
                assert words.shown(ask, VIEW) and words.spoken(ask, VIEW)


@pytest.mark.parametrize("language", LANGUAGES)
def test_composed_ids_have_texts(language: str) -> None:
    words = the_thiefs(language)
    game = games.load("car-thief")
    for ending in game.endings:
        assert words.shown(Ask(f"over.{ending}"), VIEW)
    for phase in ("setup", "police"):
        assert words.shown(Ask(f"{phase}.done"), VIEW)
        assert words.shown(Ask(f"{phase}.hand", {"helicopter": "pink"}), VIEW)
    for found in ("nothing", "yellow", "red", "blue", "car"):
        for colour in ("green", "yellow", "pink"):
            assert words.events([f"search {colour} b3 -> {found}"])
        assert "b3" in words.shown(Ask(f"found.{found}", {"cell": "b3"}), VIEW)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusing_rule_has_a_text(language: str) -> None:
    words = the_thiefs(language)
    rules: set[str] = set()
    for path in HOST.glob("games/*/*.py"):
        rules |= set(re.findall(r'"(CT-[A-Z]+-\d+)"', path.read_text("utf-8")))
    assert len(rules) > 10
    for rule in rules:
        assert rule not in words.refusal(IllegalMove("fly green x11", "", rule), "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_is_filled_by_the_code(language: str) -> None:
    words = the_thiefs(language).all()
    for section in ("shown", "spoken"):
        for key, text in words[section].items():
            if key.startswith(("wrong.", "draw")):
                continue  # tested with another game
            given = [names for pattern, names in asks_in_code() if re.fullmatch(pattern, key)]
            assert given, f"{key} is never asked"
            for names in given:
                assert fields(text) <= names, key


def wrong(kind: str, **places: str) -> Ask:
    """A prompt as tables make it, with the piece missing on each place."""
    missing = places.get("places", "") if kind == "missing" else places.get("to", "")
    pieces = ", ".join(BELONGS.get(place, "building") for place in missing.split(", "))
    return Ask(f"wrong.{kind}", {**places, **({"pieces": pieces} if missing else {})})


def test_misplaced_pieces_get_one_sentence_each() -> None:
    words = the_thiefs("en")

    def shown(kind: str, **places: str) -> str:
        return words.shown(wrong(kind, **places), VIEW)

    assert shown("missing", places="b3") == "Put the building back on b3."
    assert shown("missing", places="a1, b3") == "Put the building back on a1 and b3."
    assert shown("missing", places="a1, a2, a3, a4") == (
        "Put a building on every cell that blinks white."
    )
    assert shown("missing", places="x44") == "Put the pink helicopter on x44."
    assert shown("missing", places="b3, x44") == (
        "Put the building back on b3. Put the pink helicopter on x44."
    )
    assert shown("extra", places="x12") == "Take away what stands on x12."
    assert shown("extra", places="x12, x13, x14, x21") == (
        "Take away what stands where lights blink red."
    )
    assert shown("move", **{"from": "x12", "to": "x11"}) == (
        "Move the yellow helicopter from x12 to x11."
    )
    assert shown("move", **{"from": "x12", "to": "b3"}) == (
        "Put the building back on b3. Take away what stands on x12."
    )


def test_spoken_russian_is_declined() -> None:
    words = the_thiefs("ru")
    ask = wrong("move", **{"from": "x12", "to": "x11"})
    assert words.spoken(ask, VIEW) == (
        "Переставьте жёлтый вертолёт с перекрёстка 1 2 на перекрёсток 1 1."  # noqa: RUF001
    )
    extra = wrong("extra", places="x12, x13")
    assert words.spoken(extra, VIEW) == (
        "Уберите то, что стоит на перекрёстке 1 2 и перекрёстке 1 3."
    )


def test_places_are_written_for_the_voice() -> None:
    ask = Ask("police.put-back", {"cell": "b3"})
    assert the_thiefs("en").shown(ask, VIEW) == "Put the building back on b3."
    assert the_thiefs("en").spoken(ask, VIEW) == "Put the building back on B-3."
    assert the_thiefs("ru").spoken(ask, VIEW) == "Верните здание на бэ 3."


def test_floors_are_named_for_screens_and_for_the_voice() -> None:
    english, russian = the_thiefs("en"), the_thiefs("ru")
    lost = Ask("lost.floors", {"floors": "1, 3"})
    assert english.shown(lost, VIEW).startswith("Not connected: floor 1 and 3.")
    assert russian.spoken(lost, VIEW).startswith("Нет связи с доской: этаж 1 и 3.")  # noqa: RUF001
    lies = Ask("flashlight.lies", {"place": "2:b3"})
    assert english.shown(lies, VIEW) == "The flashlight lies on 2:b3. Pick it up."
    assert english.spoken(lies, VIEW) == "The flashlight lies on B-3 on floor 2. Pick it up."
    assert russian.spoken(lies, VIEW) == "Фонарик лежит на бэ 3, этаж 2. Уберите его."  # noqa: RUF001
    extra = Ask("wrong.extra", {"places": "x12, 3:x12"})
    assert english.shown(extra, VIEW) == "Take away what stands on x12 and 3:x12."


@pytest.mark.parametrize("folder", FOLDERS)
def test_russian_texts_have_no_latin_letters(folder: str) -> None:
    russian = files(folder)["ru"]
    russian.pop("language", None)
    for section, texts in russian.items():
        for key, text in [(key, form) for key, each in texts.items() for form in forms(each)]:
            left = LATIN.sub("", text)
            assert not re.search("[A-Za-z]", left), (section, key, text)
            has_letters = re.search("[\u0400-\u04ff]", text)
            assert has_letters or section == "list" or text.startswith("{"), (section, key, text)


def test_spoken_texts_have_no_symbols() -> None:
    for language in LANGUAGES:
        words = the_thiefs(language)
        for ask_id in ("police.done", "setup.done", "hide", "restore", "over.escape"):
            assert not re.search(r"[`{}<>x]\d|[`{}<>]", words.spoken(Ask(ask_id), VIEW))


def test_events_and_refusals_in_words() -> None:
    words = the_thiefs("en")
    game = ["fly green x23", "hide ?", "search green b3 -> nothing", "hide c3", "surrounded"]
    assert words.events(game) == [
        "green flew to x23",
        "round 1: the car is hidden",
        "nothing on b3",
        "round 2: the car was on c3",
        "the thief is surrounded",
    ]
    assert words.refusal(NotYourTurn("no"), "").startswith("It is not that side's turn")
    assert words.refusal(InvalidMove("secret"), "fly green x23").endswith("fly green x23")
    both = AmbiguousMove("search b2", ["search green b2", "search yellow b2"])
    assert words.refusal(both, "") == (
        "Which helicopter? Type search green b2 or search yellow b2."
    )


def test_language_follows_the_locale() -> None:
    assert [language_of(name) for name in ("ru_RU.UTF-8", "ru", "en_GB", "de_DE", "C", "")] == [
        "ru", "ru", "en", "en", "en", "en",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="'de', expected en or ru"):
        Words("de")

"""The words of pages: equal in both languages, none missing, none unused."""

import re

from heistboard import games
from heistboard.words import Words

from tests.support.pages import PAGES, PLAY_PAGES, catalogue, play_words, waits_ms


def scripts(own: tuple[str, ...], of_game: tuple[str, ...]) -> str:
    """The text of the pages' files, and of the game's."""
    files = [*(PAGES / name for name in own), *(PLAY_PAGES / name for name in of_game)]
    return "".join(file.read_text("utf-8") for file in files)


def fields(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def test_both_languages_say_the_same_things_of_the_game() -> None:
    english, russian = play_words("en"), play_words("ru")
    assert list(english) == list(russian)
    for section, texts in english.items():
        assert list(texts) == list(russian[section])
        for name, text in texts.items():
            assert fields(text) == fields(russian[section][name]), name
            assert text.isascii() or set(re.sub("[ -~]", "", text)) <= set("…–✕·"), name
            assert not russian[section][name].isascii(), name


def test_a_choice_is_confirmed_by_a_pause() -> None:
    assert all(500 <= ms <= 1000 for ms in waits_ms())  # the other tests shorten it


SEAT = (
    *("seat.js", "choosing.js", "move_buttons.js", "refusals.js", "place_labels.js"),
    *("plain_seat.js", "hand_over.js", "help_panel.js", "help_answer.js", "history.js"),
)
TABLE = (
    *("table.js", "simulated_board.js", "floor_controls.js", "board.js"),
    *("plain_view.js", "table_setting.js", "sound_button.js", "voice.js", "closed_eyes.js"),
    *(
        "plain_table.js",
        "place_labels.js",
        "choosing.js",
        "history.js",
        "help_panel.js",
        "help_answer.js",
    ),
    *("refusals.js", "hand_over.js"),
)


def test_a_seat_has_its_words() -> None:
    source = scripts((*SEAT, "table.js"), ("seat.js", "table.js", "hints.js"))
    known = catalogue("en")
    for section, key in re.findall(r'words\.of\(\s*"([\w-]+)",\s*"([\w-]+)"', source):
        assert key in known[section], (section, key)
    begun = re.findall(r"`([a-z]+-)\$\{", source)  # put together
    for section in ("seat", "hints", "choose", "page-help", "cover"):
        for name in known[section]:
            is_made = any(name.startswith(each) for each in begun)
            assert is_made or f'"{name}"' in source, name
    said = set(re.findall(r'say\((?:[\w.]+ \? )?"([\w-]+)"', source))
    sections = {*known} | {key for section in known.values() for key in section}
    assert said and said <= sections


def test_the_table_and_its_hands_have_their_words() -> None:
    source = scripts(TABLE, ("table.js",))
    known = catalogue("en")
    said = set(re.findall(r'words\.of\("(\w+)", "([\w-]+)"', source))
    assert said and all(key in known[section] for section, key in said)
    assert [key for key in known["page"] if f'"{key}"' not in source] == []
    for name in known["legend"]:
        assert re.search(rf'\b{name}"?: {{ kind|"{name}"', source), name


def test_the_page_of_boards_has_its_words() -> None:
    source = scripts(("boards.js",), ())
    known = set(catalogue("en")["boards"])
    said = set(re.findall(r'(?:say\((?:[^()"]*? [?:] )?|[?:] |key: )"([a-z-]+)"', source))
    stated = {name for name in known if f'"{name}"' in source}
    assert said >= {"title", "assigned", "late", "there", "nobody"}
    assert said - {"trouble", "boards"} <= known
    left = known - stated - {"link"}
    assert {name.partition(".")[0] for name in left} == {"refused"}
    assert {name.partition(".")[2] for name in left} == {"host", "options", "trouble"}


def test_the_ways_on_have_their_words() -> None:
    known = catalogue("en")
    for name, made in (("navigation", set()), ("explanation", {"title", "no-game", "name"})):
        source = scripts((f"{name}.js",), ())
        said = set(re.findall(r'say\((?:[^()"]*? [?:] )?"([\w.-]+)"', source))
        assert said and said <= set(known[name]), said - set(known[name])
        left = {key for key in known[name] if f'"{key}"' not in source}
        assert {key for key in left if not key.startswith(tuple(made))} == set(), name


def test_the_dialog_for_phones_has_its_words() -> None:
    source = scripts(("phones.js", "phones_dialog.js"), ())
    said = set(re.findall(r'[(?:] ?"([a-z]+)"', source)) & set(catalogue("en")["phones"])
    known = {name for name in catalogue("en")["phones"] if not name.startswith("refused.")}
    assert said == known
    assert {name for name in catalogue("en")["phones"] if name not in known} == {
        "refused.host",
        "refused.network",
        "refused.trouble",
    }


def test_a_review_has_its_words() -> None:
    source = scripts(("review.js", "plain_review.js"), ("review.js",))
    said = set(
        re.findall(r'(?:say\([^)]*?|"review", |\? |: |\[|, )"([a-z]+(?:\.[a-z]+)?)"', source)
    )
    known = set(catalogue("en")["review"])
    assert {"place.setup", "best", "rated", "steps"} <= said & known
    stems = set(re.findall(r"say\(`([a-z]+)\.", source))
    assert stems == {"over", "helicopter", "step"}
    assert {name for name in known - said if name.partition(".")[0] not in stems} == set()


def test_the_statistics_have_their_words() -> None:
    source = scripts(("statistics.js",), ())
    known = set(Words("en").all()["statistics"])
    assert known - set(re.findall(r'"([a-z-]+)"', source)) == set()


def test_no_page_of_the_frame_names_a_game() -> None:
    names = {*games.names(), *(name.replace("-", "_") for name in games.names())}
    ids = {"car", "helicopter", "heli", "thief", "police", "token", "building", "house"}
    for file in PAGES.iterdir():
        text = re.sub(r"^// .*$|/\*.*?\*/", "", file.read_text("utf-8"), flags=re.M | re.S)
        assert not [name for name in names if name in text], file.name
        assert not [each for each in ids if re.search(rf"\b{each}s?\b", text, re.I)], file.name

"""Which texts are spoken, and which replace others in the queue."""

import re

import pytest
from heistboard.app import Status
from heistboard.games.gestures import Ask
from heistboard.voice import announcer
from heistboard.voice.announcer import DROPS, Text, TextKind, is_cut_short, queued
from heistboard.words import LANGUAGES, Words

from tests.support.tabletop import TableTop

STATUS = TableTop().status
ACT, HIDE = Ask("police.act"), Ask("hide")
CLOSE, OPEN, ARREST = Ask("eyes.close"), Ask("eyes.open"), Ask("over.arrest")
UNSEEN = Ask("eyes.close.computer")
NOTHING = Ask("found.nothing", {"cell": "b3"})
EYES, HELP, OVER, NEWS = (Text(kind, (kind.value,)) for kind in TextKind)


def status(*spoken: Ask, ask: Ask = ACT, is_secret: bool = False) -> Status:
    return STATUS._replace(ask=ask, is_secret=is_secret, spoken=spoken)


@pytest.mark.parametrize(
    ("ask", "open_kind", "closed_kind"),
    [
        (CLOSE, TextKind.EYES, TextKind.EYES),
        (UNSEEN, TextKind.EYES, TextKind.EYES),
        (OPEN, TextKind.EYES, None),
        (HIDE, TextKind.HELP, TextKind.HELP),
        (ACT, TextKind.NEWS, None),  # not the present question
        (NOTHING, TextKind.NEWS, None),
        (ARREST, TextKind.OVER, None),
    ],
)
def test_with_eyes_closed_only_two_kinds_are_spoken(
    ask: Ask, open_kind: TextKind, closed_kind: TextKind | None
) -> None:
    assert list(announcer.announcements(status(ask, ask=HIDE))) == [(open_kind, ask)]
    closed = announcer.announcements(status(ask, ask=HIDE, is_secret=True))
    assert list(closed) == ([] if closed_kind is None else [(closed_kind, ask)])


def test_end_of_the_game_is_of_kind_over_even_if_it_is_the_question() -> None:
    assert list(announcer.announcements(status(ARREST, ask=ARREST))) == [(TextKind.OVER, ARREST)]


@pytest.mark.parametrize(
    ("comes", "left"),
    [
        (EYES, [EYES]),
        (HELP, [EYES, OVER, NEWS, HELP]),
        (OVER, [EYES, OVER, NEWS, OVER]),
        (NEWS, [EYES, HELP, OVER, NEWS, NEWS]),
    ],
)
def test_new_text_removes_queued_texts(comes: Text, left: list[Text]) -> None:
    assert queued([EYES, HELP, OVER, NEWS], comes, None) == left


def test_question_being_spoken_is_not_queued_again() -> None:
    other = Text(TextKind.HELP, ("other",))
    assert queued([NEWS, other], HELP, HELP) == [NEWS]
    assert queued([NEWS], HELP, other) == [NEWS, HELP]
    assert queued([], NEWS, NEWS) == [NEWS]  # it happened twice


def test_only_words_about_eyes_cut_a_text_short() -> None:
    assert is_cut_short([NEWS, EYES])
    assert not is_cut_short([NEWS, HELP, OVER])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_follows_the_closing_words_only(language: str) -> None:
    words = Words(language, "car-thief")
    close = announcer.text(TextKind.EYES, CLOSE, status(), words)
    assert close.parts == (words.spoken(CLOSE, STATUS.view), *words.count())
    assert len(words.count()) == 3
    for ask in (OPEN, UNSEEN):
        assert len(announcer.text(TextKind.EYES, ask, status(), words).parts) == 1


def test_the_table_in_the_documentation_has_every_kind() -> None:
    rows = re.findall(r"^\| (\w+) \|", announcer.__doc__ or "", re.M)
    assert rows[1:] == [kind.value for kind in TextKind] == [kind.value for kind in DROPS]


def test_everything_spoken_is_also_shown() -> None:
    table = TableTop()
    table.place_all()
    table.press("help")
    table.hide("b2")
    table.search("a1")
    table.press("help")
    table.search("b2")
    said = [
        (status, each) for status in table.statuses for each in announcer.announcements(status)
    ]
    assert {kind for _, (kind, _) in said} == set(TextKind)
    for status, (kind, ask) in said:
        if kind is TextKind.EYES:
            assert status.is_secret == (ask.id == "eyes.close")  # the whole page shows that
        elif kind is TextKind.NEWS:
            moves = [str(move) for move in list(status.view["moves"])]  # type: ignore[arg-type]
            told = Words("en", "car-thief").events(moves)
            assert ask.words["cell"] in told[-1]
        else:
            assert ask == status.ask

"""Announcements in messages to the table's page."""

import json
import time
from pathlib import Path

from heistboard.app import Status
from heistboard.games.gestures import Ask
from heistboard.web import page_messages
from heistboard.web.game_texts import MAX_ANNOUNCEMENTS, Announcements
from heistboard.words import LANGUAGES, Words

from tests.support.tabletop import TableTop
from tests.support.web_evening import SPEED, Evening, receive, receive_until

STATUS = TableTop().status
ACT = Ask("police.act")
NOTHING = Ask("found.nothing", {"cell": "b3"})
LEAST_MS = 60_000


def status(*spoken: Ask, ask: Ask = ACT) -> Status:
    return STATUS._replace(ask=ask, spoken=spoken)


def test_texts_are_numbered_and_the_last_ones_kept() -> None:
    spoken = Announcements()
    assert spoken.update(status()) == ()
    first = spoken.update(status(NOTHING, Ask("over.escape")))
    assert [text.number for text in first] == [1, 2]
    assert first[0].parts == {
        language: (Words(language, "car-thief").spoken(NOTHING, STATUS.view),)
        for language in LANGUAGES
    }
    assert spoken.update(status()) == first
    for _ in range(MAX_ANNOUNCEMENTS):
        last = spoken.update(status(ACT))
    assert [text.number for text in last] == list(range(3, 3 + MAX_ANNOUNCEMENTS))


def test_a_text_stays_as_it_was_said() -> None:
    spoken = Announcements()
    ask = Ask("wrong.missing", {"places": "x22", "pieces": "heli green"})
    said = spoken.update(status(ask, ask=ask))
    assert "green helicopter" in said[0].parts["en"][0]
    assert spoken.update(status()) == said  # though no helicopter is there any more


def test_the_message_says_what_a_text_overtakes() -> None:
    message = json.loads(
        page_messages.table(status(), announced=Announcements().update(status(Ask("eyes.close"))))
    )
    (text,) = message["table"]["spoken"]
    assert text["number"] == 1 and text["kind"] == "eyes"
    assert text["drops"] == ["eyes", "help", "news", "over"]
    assert text["parts"]["ru"][1:] == list(Words("ru").count())


def test_only_the_first_message_on_a_socket_has_the_time_left(tmp_path: Path) -> None:
    with Evening(tmp_path, thief_ms=SPEED * LEAST_MS) as evening, evening.socket() as line:
        first = receive(line)
        assert first["entered"]["left_ms"] is None and first["table"]["least_ms"] is None
        evening.place()
        closed = receive_until(line, lambda content: content["table"]["secret"])
        assert closed["table"]["least_ms"] == LEAST_MS and "entered" not in closed
        # Pages that connect later are told how long is left.
        lefts = []
        for _ in range(2):
            with evening.socket() as late:
                message = receive(late)
            lefts.append(message["entered"]["left_ms"])
            assert message["table"] == closed["table"]
            assert message["entered"]["run"] == first["entered"]["run"]
            time.sleep(0.002)
        assert LEAST_MS > lefts[0] > lefts[1] > LEAST_MS / 2

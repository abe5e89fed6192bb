"""Reviews by HTTP: finished games for everybody, other games for nobody."""

import itertools
from collections.abc import Iterator

import httpx
import pytest
from heistboard.journal.store import Store
from heistboard.web import page_messages, review_page
from heistboard.web.request_checks import HEADERS

from tests.support.car_thief import car_thief
from tests.support.reviewed import AT, FOUND, add_arrest
from tests.support.web_evening import Evening

NONE = ("0", "99", "-1", "x", "\u0661", "1.0", "1e0", "%31%00", "9" * 19, "9" * 5000)


@pytest.fixture
def client(evening: Evening) -> Iterator[httpx.Client]:
    with evening.http() as client:
        yield client


def all_of(answer: httpx.Response) -> tuple[int, str, dict[str, str]]:
    return answer.status_code, answer.text, dict(answer.headers)


def test_a_finished_game_is_reviewed_to_everybody(evening: Evening, client: httpx.Client) -> None:
    number = add_arrest(evening.folder)
    page, told = client.get(f"/review/{number}"), client.get(f"/review/{number}.json")
    assert page.headers["content-type"].startswith("text/html") and 'id="board"' in page.text
    assert told.text == page_messages.review(number, car_thief(FOUND))
    assert told.json()["review"]["outcome"]["ending"] == "arrest"
    for answer in (page, told):
        assert HEADERS.items() <= {name: answer.headers[name] for name in HEADERS}.items()
    assert client.get(f"/review/{add_arrest(evening.folder)}").text == page.text


def test_a_game_that_goes_on_is_answered_like_one_that_is_not_there(
    evening: Evening, client: httpx.Client
) -> None:
    going = evening.daemon.status().game
    for end in ("", ".json"):
        missing = all_of(client.get(f"/review/98{end}"))
        assert missing[:2] == (404, "not found")
        assert all_of(client.get(f"/review/{going}{end}")) == missing
        for number in NONE:
            assert all_of(client.get(f"/review/{number}{end}")) == missing


def test_nothing_says_where_a_game_without_a_bot_for_it_was_decided(
    evening: Evening, client: httpx.Client
) -> None:
    going = evening.daemon.status().game
    for number in (add_arrest(evening.folder), going, 98):
        answer = client.get(f"/review/{number}/turning.json")
        assert (answer.status_code, answer.text) == (404, "not found")


def test_a_game_that_is_taken_back_is_no_longer_reviewed(
    evening: Evening, client: httpx.Client
) -> None:
    number = add_arrest(evening.folder)
    assert client.get(f"/review/{number}.json").status_code == 200
    with Store(evening.folder / "journal.sqlite") as store, store.resume(number) as journal:
        journal.undo(AT, is_umpire=True)
    assert client.get(f"/review/{number}.json").status_code == 404


def test_the_exit_lets_no_unfinished_game_out() -> None:
    state = car_thief(FOUND)
    assert page_messages.review(1, state)
    while state.moves:
        state.pop()
        assert page_messages.review(1, state) is None


def test_one_address_asks_for_so_many(evening: Evening) -> None:
    with evening.http() as client:
        codes = (client.get("/review/98").status_code for _ in range(10 * review_page.REQUESTS))
        answered = [*itertools.takewhile(lambda code: code == 404, codes)]
    assert 0 < len(answered) < 10 * review_page.REQUESTS  # earlier tests asked, too

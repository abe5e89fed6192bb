"""What a tap means, from the moves of a prompt: ``pages/prompt.js`` by itself, in a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.app import Lobby
from heistboard.web import Server
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect

PLACES = ["a1", "b1", "x11", "x22", "2:a1"]
PIECES = {"boat": {"big": "x11", "small": "x22"}, "bell": {"": "2:a1"}, "house": {"1": "a1"}}

RUN = """async ([moves, places, pieces, named, taps, most]) => {
  const { Prompt } = await import("/pages/prompt.js");
  const prompt = new Prompt(moves, places, pieces, named);
  const seen = [];
  let pick = [];
  for (const each of taps) {
    const meant = prompt.tap(each.startsWith("=") ? [each.slice(1)] : prompt.on(each), pick);
    pick = meant.pick ?? [];
    const { moves: listed, words } = prompt.offers(pick, most);
    seen.push({
      say: meant.say ?? null, sure: meant.sure?.move ?? null, why: meant.why ?? null,
      asked: [...prompt.asked(pick)].sort(), listed: listed.map(({ move }) => move), words,
    });
  }
  return seen;
}"""

OFFERS = """async (moves) => {
  const { Prompt } = await import("/pages/prompt.js");
  return new Prompt(moves, []).offers([]);
}"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with (
        Server(Lobby(tmp_path / "journal.sqlite"), tmp_path, port=0) as server,
        Devices(browser) as devices,
    ):
        page = devices.page()
        page.goto(server.address)
        expect(page.locator("#title")).not_to_be_empty()
        yield page


def move(text: str, twice: bool = False, **parts: str) -> dict[str, Any]:
    return {"move": text, "verb": text.split()[0], "parts": parts, "twice": twice}


SAIL = [
    move("sail big x22", ship="big", to="x22"),
    move("sail big a1", ship="big", to="a1"),
    move("sail small a1", ship="small", to="a1"),
    move("sail small b1", ship="small", to="b1"),
]


def run(page: Page, moves: list[dict[str, Any]], *taps: str, most: int = 12, **named: str) -> Any:  # noqa: ANN401
    return page.evaluate(RUN, [moves, PLACES, PIECES, named, list(taps), most])


def test_taps_narrow_the_moves_until_one_is_left(page: Page) -> None:
    first, second = run(page, SAIL, "x11", "a1")
    assert first["why"] == "which" and first["asked"] == ["a1", "x22"]
    assert first["listed"] == ["sail big x22", "sail big a1"]
    assert second["say"] == "sail big a1"
    (only,) = run(page, SAIL, "b1")
    assert only["say"] == "sail small b1"  # nothing else has it


def test_place_stands_for_itself_and_for_what_is_on_it(page: Page) -> None:
    (tapped,) = run(page, SAIL, "x22")  # where the small boat is, and where the big one may go
    assert len(tapped["listed"]) == 3 and tapped["why"] == "which"
    assert run(page, SAIL, "x22", "x11")[1]["say"] == "sail big x22"
    (bell,) = run(page, [move("ring bell", what="bell"), move("hush", what="nothing")], "2:a1")
    assert bell["say"] == "ring bell"


def test_what_was_not_asked_is_picked_but_never_played_at_once(page: Page) -> None:
    _, other, again = run(page, SAIL, "x11", "b1", "b1")
    assert other["say"] is None and other["listed"] == ["sail small b1"]
    assert again["say"] is None and len(again["listed"]) == 4  # a second tap takes it back
    _, nothing = run(page, SAIL, "x11", "2:a1")
    assert nothing["why"] == "not" and len(nothing["listed"]) == 2  # the pick is kept


def test_move_that_is_asked_twice_is_not_said(page: Page) -> None:
    (tapped,) = run(page, [move("sink a1", twice=True, at="a1"), move("pass")], "a1")
    assert tapped["sure"] == "sink a1" and tapped["say"] is None


def test_question_that_names_a_piece_is_about_it(page: Page) -> None:
    (tapped,) = run(page, SAIL, "a1", ship="small")
    assert tapped["say"] == "sail small a1"
    assert run(page, SAIL, "x11", "a1", ship="small")[1]["say"] == "sail big a1"  # picked


def test_word_is_not_about_what_the_question_names(page: Page) -> None:
    moves = [move(f"play dog {player}", card="dog", target=player) for player in ("p1", "p2")]
    (card,) = run(page, [*moves, move("pass")], "=dog", target="p2")
    assert card["say"] is None and len(card["listed"]) == 2


def test_many_moves_are_offered_by_words(page: Page) -> None:
    deal = [
        move(f"give {card} {player}", card=card, player=player)
        for card in ("gust", "cloak", "map")
        for player in ("p1", "p2", "p3", "p4", "p5")
    ]
    gust, given = run(page, [*deal, move("pass")], "=gust", "=p2")
    assert gust["listed"] == [f"give gust p{number}" for number in range(1, 6)]
    assert given["say"] == "give gust p2"
    offered: Any = page.evaluate(OFFERS, [*deal, move("pass")])
    assert [each["value"] for each in offered["words"]] == ["gust", "cloak", "map"]
    assert [each["move"] for each in offered["moves"]] == ["pass"]


def test_numbers_of_equal_pieces_are_no_pieces(page: Page) -> None:
    (tapped,) = run(page, [move("keep 1", number="1"), move("keep 2", number="2")], "a1")
    assert tapped["why"] == "not"


FIRST = """async ([moves, places, picks]) => {
  const { Prompt } = await import("/pages/prompt.js");
  const prompt = new Prompt(moves, places, {}, {}, /^(bomb|fly)$/);
  return picks.map((pick) => {
    const { moves: listed, words } = prompt.offers(pick, 0);
    return { words, listed: listed.map(({ move }) => move), asked: [...prompt.asked(pick)] };
  }).concat(prompt.tap(["a1"], []));
}"""


def test_verb_that_is_chosen_first_is_never_meant_by_a_place_alone(page: Page) -> None:
    moves = [
        move("go a1", to="a1"),
        move("bomb a1", to="a1"),
        move("bomb b1", to="b1"),
        move("rest"),
    ]
    bomb = {"part": "verb", "value": "verb bomb"}
    picks: list[list[list[str]]] = [[], [["verb bomb"]]]
    start, picked, tapped = page.evaluate(FIRST, [moves, PLACES, picks])
    assert start == {"words": [bomb], "listed": ["rest"], "asked": ["a1"]}
    assert picked["asked"] == ["a1", "b1"]
    assert picked["words"] == [{**bomb, "isPicked": True}]  # to give it back
    assert tapped == {"say": "go a1"}


def test_few_words_are_all_listed_and_many_by_one_of_them(page: Page) -> None:
    def offers(players: int) -> Any:  # noqa: ANN401
        moves = [move("rest")]
        for card in ("map", "rope"):
            moves += [move(f"give {card} p{i}", card=card, player=f"p{i}") for i in range(players)]
        return page.evaluate(FIRST, [moves, PLACES, [[]]])[0]

    assert len(offers(3)["listed"]) == 7 and offers(3)["words"] == []
    assert offers(4)["listed"] == ["rest"]
    assert [each["value"] for each in offers(4)["words"]] == ["map", "rope"]


EACH = """async ([moves, named]) => {
  const { Prompt } = await import("/pages/prompt.js");
  const prompt = new Prompt(moves, [], {}, named, /^swap|^serum/);
  const [made, known] = [new Set(), new Set()];
  const waiting = [[]];
  while (waiting.length) {
    const pick = waiting.pop();
    const key = JSON.stringify([...pick].sort());
    if (known.has(key)) continue;
    known.add(key);
    const { moves: listed, words } = prompt.offers(pick);
    for (const { move } of listed) made.add(move);
    for (const { value } of words) {
      const meant = prompt.tap([value], pick);
      if (meant.say) made.add(meant.say);
      else waiting.push(meant.pick);
    }
  }
  return { made: [...made], first: prompt.tap(["verb serum"], []).why };
}"""


def test_of_two_alike_either_may_be_chosen_first(page: Page) -> None:
    cards = [f"p{player}.{card}" for player in range(8) for card in (1, 2, 3)]
    moves = [
        move(f"swap {one} {two}", first=one, second=two)
        for number, one in enumerate(cards)
        for two in cards[number + 1 :]
    ]
    assert set(page.evaluate(EACH, [moves, {}])["made"]) == {each["move"] for each in moves}


def test_verb_that_is_chosen_first_is_about_more_than_what_the_question_names(page: Page) -> None:
    moves = [move(f"serum p{player}", target=f"p{player}") for player in range(8)]
    found = page.evaluate(EACH, [moves, {"target": "p3"}])
    assert found["first"] == "which"
    assert set(found["made"]) == {each["move"] for each in moves}

"""What a move of the outside game has caused, and by whom: shown after its line, in public."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from heistboard import games
from heistboard.app.settings import Settings
from heistboard.games.news import KEPT, News
from heistboard.rules import CHANCE, TABLE, Ask, State
from heistboard.terminal.game_screen import ScreenState, draw, lines_between
from heistboard.web import game_texts
from heistboard.words import LANGUAGES, Words

from tests.outside.rules.lanterns import dealt
from tests.support.refereed import RefereedGame


def events(state: State, news: News | None = None, language: str = "en") -> list[str]:
    found = news or News(games.package("lanterns"))
    view = state.view(TABLE)
    return Words(language, "lanterns").events(
        state.told(TABLE), state.seats, news=found.lines(state, view)
    )


def test_a_move_says_who_made_it_and_its_news_follow() -> None:
    state = dealt("tww", "ggg", "carry x23; street wind")
    assert events(state)[-2:] == ["Player 1 carries the lantern to x23", "the street: wind"]
    while state.phase == "window":
        seat = state.movers[0]
        state.push(next(move for move in state.legal(seat) if move.verb == "pass"))
    last = events(state)[-1]
    assert last == "Player 3 passes. The flame shrinks: 2."
    assert events(state, language="ru")[-1].endswith("Пламя слабеет: 2.")


def test_an_open_window_tells_nothing() -> None:
    state = dealt("tww", "ggg", "carry x23; street wind")
    before = events(state)
    seats = state.movers
    for seat in seats[:-1]:
        state.push(next(move for move in state.legal(seat) if move.verb == "pass"))
        assert events(state) == before


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_news_told_move_by_move_are_those_of_a_table_that_was_resumed(seed: int) -> None:
    random, package = Random(seed), games.package("lanterns")
    state, news = package.game.new(4, turns=4), News(package)
    whole = News(package, kept=None)
    told = 0
    while state.movers:
        seat = random.choice(state.movers)
        if seat == CHANCE:
            state.push(random.choices(state.legal(seat), state.odds())[0])
        else:
            state.push(random.choice(list(state.legal(seat))))
        if random.random() < 0.2 and len(state.moves) > 3:
            for _ in range(random.randrange(3)):
                state.pop()
        if random.random() < 0.7:  # a lap may make several moves
            lines = news.lines(state, state.view(TABLE))
            assert lines == News(package).lines(state, state.view(TABLE))
            assert len(lines) == len(state.told(TABLE))
            told += any(line.news for line in lines)
    assert told
    lines = news.lines(state, state.view(TABLE))
    every = whole.lines(state, state.view(TABLE))
    assert [line.by for line in lines] == [line.by for line in every]
    old = len(lines) - KEPT
    assert not any(line.news for line in lines[:old]) and lines[old:] == every[old:]
    assert any(line.news for line in every[:old]), seed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_voice_can_say_news_too(language: str) -> None:
    said = Words(language, "lanterns").spoken(Ask("flame.less", {"flame": "1"}), {})
    assert said.endswith(": 1.") and "{" not in said


def test_pages_and_terminal_show_news_and_a_resumed_table_has_them_again(tmp_path: Path) -> None:
    table = RefereedGame(tmp_path / "journal.sqlite", Settings("lanterns", players=3, seed=3))
    table.say(0, "carry x23")
    before = ScreenState(table.shown.status)
    while "The flame" not in (said := shown_by(table)):
        turn = table.referee.state.turn
        for seat in turn:
            if seat in table.referee.state.movers:
                legal = list(table.referee.state.legal(seat))
                table.say(seat, next((each for each in legal if each.verb == "play"), legal[0]))
    status = table.shown.status
    now = ScreenState(status)
    words = Words("en")
    assert any(line == f"* {said}" for line in lines_between(before, now, words))
    drawn = "\n".join(line.plain for line in draw(now, words, 100, 30))
    assert all(word in drawn for word in said.split())
    number = table.referee.journal.id
    table.close()
    again = RefereedGame(tmp_path / "journal.sqlite", Settings("lanterns", resume=number))
    assert again.shown.status.news == status.news and shown_by(again) == said
    again.close()


def shown_by(table: RefereedGame) -> str:
    texts: Any = game_texts.status_texts(table.shown.status, KEPT)
    news = [event for event in texts["en"]["events"] if "The flame" in event]
    return str(news[-1] if news else texts["en"]["events"][-1])


def test_how_many_have_passed_in_an_open_window_changes_no_news() -> None:
    state, package = dealt("twww", "gggg", turns=4), games.package("lanterns")
    compared = 0
    while state.movers:
        if state.phase == "window":
            open_, news = state.copy(), News(package)
            before = news.lines(open_, open_.view(TABLE))
            compared += any(line.news for line in before[:-KEPT]) or len(before) > KEPT
            for seat in state.movers[:-1]:
                open_.push(open_.default(seat))
                view = open_.view(TABLE)
                assert news.lines(open_, view) == News(package).lines(open_, view) == before
        seat = state.movers[0]
        wanted = "street wind" if seat == CHANCE else state.default(seat)
        state.push(wanted if wanted in state.legal(seat) else state.legal(seat)[0])
    assert compared

"""The game screen with the drawing: which floor, what happened, the legend, Help."""

import textwrap

import pytest
from heistboard.games.burgle_bros.news import news as news_of
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.news import Line
from heistboard.rules import TABLE, Ask, View
from heistboard.terminal.game_screen import ScreenState, draw
from heistboard.terminal.help_screen import draw_help, draw_legend, help_lines
from heistboard.words import LANGUAGES, Words

from tests.host.games.burgle_bros.stage import game, play, put, show
from tests.host.games.burgle_bros.test_drawing import shown
from tests.support.tabletop import TableTop

EN = Words("en", "burgle-bros")


def drawn(state: ScreenState, width: int = 80, height: int = 24) -> list[str]:
    return [line.plain.rstrip() for line in draw(state, EN, width, height)]


def test_the_floor_asked_for_is_drawn() -> None:
    status = shown(game(2))
    heads = [drawn(ScreenState(status, floor=floor))[2][:2] for floor in (0, 1, 2)]
    assert heads == ["F1", "F1", "F2"]


@pytest.mark.parametrize(("height", "most"), [(24, 3), (60, 8)])
def test_what_happened_stands_below_floors_that_leave_no_room_beside(
    height: int, most: int
) -> None:
    state = play(show(game(2), "b1 foyer", "c1 foyer"), "move b1; move c1; move b1")
    events = [
        line
        for event in EN.events(state.told(TABLE), state.seats)
        for line in textwrap.wrap(event, 80, subsequent_indent="  ")
    ]
    lines = drawn(ScreenState(shown(state)), 80, height)
    assert len(events) > most
    found = [line for line in lines if line in events]
    assert found == events[-len(found) :] and most - 2 <= len(found) <= most  # whole events only


def test_of_a_long_event_a_small_screen_shows_how_it_begins() -> None:
    state = put(game(2), p1="a1", p2="d2", used=3, target1="d1", speeds=(3, 3))
    before = shown(state)
    state.push("pass")
    news = (*[Line()] * (len(state.moves) - 1), Line("p1", tuple(told(state, before.view))))
    status = shown(state)._replace(news=news)
    lines = drawn(ScreenState(status))
    assert len(lines) == 24
    assert [line for line in lines if line.startswith("Player 1 ends the turn. The guard of")]
    wide = " ".join(drawn(ScreenState(status), 150, 60))
    said = "On d2 the guard sees player 2. Player 2 loses a stealth token. Left: 2."
    for word in said.split():
        assert word in wide


def told(state: BurgleBros, before: View) -> list[Ask]:
    return news_of(before, state.view(TABLE))


def test_a_small_screen_keeps_the_answer_and_the_latest_event() -> None:
    state = game(4, scenario="fort_knox")
    play(show(state, "b1 foyer"), "move b1")
    lines = drawn(ScreenState(shown(state), answer="why not"))
    latest = EN.events(state.told(TABLE), state.seats)[-1]
    assert "why not" in lines and latest in lines
    assert len(lines) == 24 and lines[-1] == ">"


def test_help_names_what_a_drawing_offers() -> None:
    here, there = ScreenState(shown(game(2))), ScreenState(TableTop().status)
    floors, legend = (EN.of("help", key).replace("`", "") for key in ("floor", "legend"))
    offered = [
        {text for text in (floors, legend) if f"  {text}" in lines}
        for lines in (
            [line.plain.rstrip() for line in draw_help(here, EN, 100, 40)],
            [line.plain.rstrip() for line in draw_help(there, EN, 100, 40)],
            help_lines(here, EN),
        )
    ]
    assert offered == [{floors, legend}, {legend}, {floors, legend}]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 30), (40, 10)])
def test_the_legend_fills_a_screen(language: str, size: tuple[int, int]) -> None:
    words = Words(language, "burgle-bros")
    state = ScreenState(shown(show(game(2), "b1 laser", "b2 safe")))
    lines = [line.plain.rstrip() for line in draw_legend(state, words, *size, is_ascii=True)]
    assert len(lines) == size[1] and max(map(len, lines)) <= size[0]
    assert lines[0] == words.of("help", "signs") and lines[-1] == words.of("help", "close")
    assert size[1] == 10 or words.of("drawing", "sign-laser") in "\n".join(lines)

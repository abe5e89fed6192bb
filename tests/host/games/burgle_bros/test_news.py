"""What a move has caused, as the history tells it: guards, stealth, alarms."""

from random import Random
from typing import Any

import pytest
from heistboard import games
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.news import news
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.news import News
from heistboard.rules import CHANCE, TABLE, Ask
from heistboard.words import LANGUAGES, Words

from tests.host.games.burgle_bros.stage import game, play, put, show

RANDOM_GAMES = 12


def caused(state: BurgleBros, script: str) -> list[tuple[str, ...]]:
    """The news of one move after the other."""
    found: list[Ask] = []
    for move in script.split("; "):
        before = state.view(TABLE)
        play(state, move)
        found += news(before, state.view(TABLE))
    return [(ask.id, *ask.words.values()) for ask in found]


def test_bb_guard_3_a_guards_walk_is_told_with_whom_he_saw_and_what_is_left() -> None:
    state = put(game(2), p1="a1", p2="d2", used=3, target1="d1", speeds=(3, 3))
    assert caused(state, "pass") == [
        ("guard.walks", "1", "d1", "d4", "d3, d2"),
        ("guard.saw", "d2", "p2"),
        ("stealth.lost", "p2", "2"),
    ]
    assert caused(state, "patrol b2") == [("guard.heads", "1", "b2")]


def test_a_walk_that_an_answer_interrupts_goes_on_after_it() -> None:
    state = put(show(game(2), "d3 lavatory"), p1="b1", p2="d3", used=3, tokens=((11, 3),))
    assert caused(state, "pass") == [("guard.steps", "1", "d3", "d4"), ("guard.saw", "d3", "p2")]
    assert caused(state, "lose room") == [
        ("guard.steps", "1", "d2", "d3"),
        ("stealth.room", "d3", "2"),
    ]
    state.pop()
    assert ("stealth.left", "p2", "2") in caused(state, "lose own")


def test_alarms_that_come_and_go_are_told_with_the_new_destination() -> None:
    state = put(show(game(2), "c1 laser"), p1="b1", left=2)
    assert caused(state, "move c1; alarm") == [("alarm.on", "c1"), ("guard.heads", "1", "c1")]
    state = put(game(2), p1="a1", used=3, alarms="d3", target1="d3")
    assert ("alarm.off", "d3") in caused(state, "pass")


def test_a_guard_who_comes_is_told() -> None:
    state = game(1, "").copy()
    while state.moves[-1].verb != "side":
        state.pop()
    assert caused(state, "patrol d4") == [("guard.comes", "1", "d4")]


def test_news_of_random_games_tell_all_that_happens_to_guards_stealth_and_alarms() -> None:
    told: set[str] = set()
    for seed in range(RANDOM_GAMES):
        random = Random(seed)
        state = GAME.new(1 + seed % 4, scenario=("office", "bank")[seed % 2], advanced=True)
        followed: dict[str, Any] = {"guards": {}, "alarms": set(), "stealth": {}}
        while state.outcome is None:
            before = state.view(TABLE)
            legal = state.legal()
            odds = state.odds() if state.seat == CHANCE else None
            state.push(random.choices(legal, odds)[0])
            view = state.view(TABLE)
            for ask in news(before, view):
                told.add(ask.id)
                follow(followed, ask)
            if state.outcome is None:
                check(followed, before, view)
    assert told >= {
        *("guard.walks", "guard.steps", "guard.comes", "guard.saw", "guard.heads"),
        *("stealth.lost", "stealth.left", "alarm.on", "alarm.off"),
    }


def follow(followed: dict[str, Any], ask: Ask) -> None:
    """Keeps books from what is told alone."""
    words, guards = ask.words, followed["guards"]
    kind, _, how = ask.id.partition(".")
    if kind == "alarm":
        change = followed["alarms"].update if how == "on" else followed["alarms"].difference_update
        change(words["places"].split(", "))
    elif how in ("walks", "steps"):
        assert guards[words["floor"]] == words["from"]
        guards[words["floor"]] = words["cell"]
    elif how == "comes":
        guards[words["floor"]] = words["cell"]
    elif kind == "stealth" and "player" in words:
        followed["stealth"][words["player"]] = words["number"]


def check(followed: dict[str, Any], before: dict[str, Any], view: dict[str, Any]) -> None:
    """Compares these books with what everybody sees."""
    for guard in view["guards"]:
        if guard["at"] is not None:
            assert followed["guards"][str(guard["floor"])] == guard["at"]
    assert followed["alarms"] == set(view["alarms"])
    for player, was in zip(view["team"], before["team"], strict=True):
        if player["stealth"] < was["stealth"]:
            assert followed["stealth"][player["player"]] == str(player["stealth"])


def test_the_line_of_a_move_and_its_news_are_one_text() -> None:
    state = put(game(2), p1="a1", p2="d2", used=3, target1="d1", speeds=(3, 3))
    found = News(games.package("burgle-bros"))
    found.lines(state, state.view(TABLE))
    state.push("pass")
    lines = found.lines(state, state.view(TABLE))
    for language, said in (
        (
            "en",
            "Player 1 ends the turn. The guard of floor 1 goes from d4 over d3 and d2 to d1. "
            "On d2 the guard sees player 2. Player 2 loses a stealth token. Left: 2.",
        ),
        (
            "ru",
            "Игрок 1 заканчивает ход. Охранник этажа 1 идёт с d4 через d3 и d2 на d1. "  # noqa: RUF001
            "На d2 охранник видит: игрок 2. Игрок 2: потерян жетон скрытности. Осталось: 2.",  # noqa: RUF001
        ),
    ):
        words = Words(language, "burgle-bros")
        told = state.told(TABLE)
        assert words.events(told, state.seats, 1, news=lines) == [said]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_actions_left_is_told_how_to_end_the_turn(language: str) -> None:
    words = Words(language, "burgle-bros")
    some, none = put(game(2), left=1), put(game(2), left=0)
    assert (some.asked(0).id, some.asked(1).id) == ("act", "act.wait")
    assert (none.asked(0).id, none.asked(TABLE).id) == ("act.none", "act.none.wait")
    for seat in (0, TABLE):
        said = words.shown(none.asked(seat), {})
        assert ("Done ends the turn" if language == "en" else "«Готово»") in said
        carried = words.shown(none.asked(seat), {}, is_carried=True)
        assert ("end the turn" if language == "en" else "закончите ход") in carried

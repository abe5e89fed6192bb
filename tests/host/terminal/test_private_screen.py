"""What one player alone may see in the terminal: when it is shown, and what it says."""

import re
from collections.abc import Iterator

import pytest
from heistboard.games import Package
from heistboard.rules import State, View
from heistboard.rules.contract import Json
from heistboard.terminal.game_screen import ScreenState
from heistboard.terminal.private_screen import SHOWN_MS, STOP, TOLD, PrivateScreen, draw_private
from heistboard.words import Words

from tests.support.good_cop import dealt, good_cop_installed, on_to, shown

EN = Words("en")
AT = 1_000  # ms
ENTER, BACK = "\r", "\x7f"


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with good_cop_installed():
        yield


def seen(state: State, seat: int = 0, number: int = 7) -> View:
    """What the table's thread knows of a seat."""
    asked = state.asked(seat)
    moves: list[Json] = [
        {"move": str(move), "verb": move.verb, "parts": dict(move.parts)}
        for move in state.legal(seat)
    ]
    ask: Json = {"id": asked.id, "words": dict(asked.words)}
    return {
        "view": state.view(seat),
        "prompt": {"number": number, "ask": ask, "moves": moves},
    }


def lines(screen: PrivateScreen, state: State, seat: int = 0, height: int = 40) -> list[str]:
    size = (100, height)
    status = ScreenState(shown(state))
    drawn = draw_private(screen, status, seen(state, seat), EN, size, AT, is_ascii=True)
    return [line.plain.rstrip() for line in drawn]


@pytest.fixture(scope="module")
def state() -> State:
    """p1 begins, and holds Coffee."""
    with good_cop_installed():
        return on_to(dealt(4, {"p1": "coffee"}))


def test_secrets_are_covered_until_space_and_gone_after_five_seconds(state: State) -> None:
    screen = PrivateScreen(0, is_alone=False)
    cover = " ".join(lines(screen, state))
    assert cover.startswith("Player 1, make sure that nobody else looks.")
    assert "Agent" not in cover and "Coffee" not in cover
    screen.feed(" ", seen(state), AT)
    assert "Coffee: The next turn is yours. Play goes on from you." in lines(screen, state)
    screen.feed(" ", seen(state), AT + SHOWN_MS - 1)  # held
    assert screen.is_shown(AT + 2 * SHOWN_MS - 2)
    assert not screen.is_shown(AT + 2 * SHOWN_MS - 1) and screen.is_closed


@pytest.mark.parametrize("key", ["q", ENTER, "\x1b", "7"])
def test_any_other_key_closes_the_cover(state: State, key: str) -> None:
    screen = PrivateScreen(0, is_alone=False)
    assert screen.feed(f"{key} ", seen(state), AT) == ""
    assert screen.is_closed and not screen.is_shown(AT)


def test_a_number_and_enter_play_a_move(state: State) -> None:
    moves = [str(move) for move in state.legal(0)]
    listed = [line for line in lines(PrivateScreen(0, is_alone=True), state) if "  1  " in line]
    assert listed == ["  1  Coffee: the next turn is yours"] and moves[0] == "p1 play coffee"
    for keys, move in (
        (f"1{ENTER}", moves[0]),
        (f"19{BACK}{BACK}2{ENTER}", moves[1]),
        (f"{len(moves) + 1}{ENTER}", ""),
        (f"0{ENTER}", ""),
        (ENTER, ""),
        ("1q", ""),
    ):
        screen = PrivateScreen(0, is_alone=True)
        assert screen.feed(keys, seen(state), AT) == move, keys
        assert screen.is_closed


def test_stop_is_one_key_and_leaves_the_secrets_shown(state: State) -> None:
    screen = PrivateScreen(0, is_alone=False)
    assert screen.feed("s", seen(state), AT) == "" and screen.is_closed  # on the cover
    screen = PrivateScreen(0, is_alone=False)
    for key in ("s", "ы"):
        assert screen.feed(f" {key}", seen(state), AT) == STOP
        assert screen.is_shown(AT + SHOWN_MS - 1)


def test_a_number_typed_for_an_older_question_plays_nothing(state: State) -> None:
    screen = PrivateScreen(0, is_alone=True)
    screen.feed("1", seen(state, number=7), AT)
    assert screen.feed(ENTER, seen(state, number=8), AT) == ""


def test_who_plays_alone_needs_no_cover_and_has_no_hurry(state: State) -> None:
    screen = PrivateScreen(0, is_alone=True)
    assert lines(screen, state)[0] == "Player 1: for your eyes only"
    assert screen.is_shown(AT + 100 * SHOWN_MS)


def test_what_others_were_not_told_is_shown_to_who_knows_it() -> None:
    state = on_to(dealt(4), "p1 investigate p2", "p1 look p2.1")
    told = "  player 1 looks at card 1 of player 2: Kingpin"
    noted = "  Card 1 of player 2: Kingpin (investigated, turn 1)"
    own = lines(PrivateScreen(0, is_alone=True), state)
    assert told in own and noted in own
    for seat in (1, 2):
        drawn = lines(PrivateScreen(seat, is_alone=True), state, seat)
        assert not {told, noted} & {*drawn}
        begun = drawn.index("Told to you alone") + 1
        for line in drawn[begun : begun + TOLD]:  # what they were dealt, and nothing public
            assert re.match(rf"  player {seat + 1} (is dealt|draws|has put)", line), line
    assert lines(PrivateScreen(0, is_alone=True), state, height=5)[-1] == ">"


def test_without_an_own_drawing_the_own_part_of_the_view_is_listed(
    monkeypatch: pytest.MonkeyPatch, state: State
) -> None:
    monkeypatch.setattr(Package, "claim", lambda self, what: None)
    assert "hand: coffee" in lines(PrivateScreen(0, is_alone=True), state)

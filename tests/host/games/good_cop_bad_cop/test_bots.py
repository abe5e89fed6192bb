"""The computer players, who see their seat's view only. tests/long has figures."""

from random import Random

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.bots import BOTS
from heistboard.games.good_cop_bad_cop.suspects import suspects
from heistboard.rules import State
from heistboard.rules.autoplay import Dealer, play_out

from tests.host.games.good_cop_bad_cop.stage import game, play, put

ROWS = {
    "p1": "honest honest crooked",
    "p2": "agent honest crooked",
    "p3": "kingpin crooked honest",
}


def chosen(state: State, seat: int, seed: int = 1) -> str:
    bot = BOTS["detective"](seat, Random(seed))
    return bot.choose(state.legal(seat), lambda: state.view(seat))


def test_detectives_win_more_often_than_who_plays_at_random() -> None:
    random = Random(4)
    won = {"detective": 0, "random": 0}
    for number in range(40):
        state = GAME.new(4)
        names = [("detective", "random")[(seat + number) % 2] for seat in range(4)]
        bots = {seat: BOTS[name](seat, random) for seat, name in enumerate(names)}
        play_out(state, bots, Dealer(random))
        assert state.outcome is not None
        for winner in state.outcome.winners:
            won[names[int(winner[1]) - 1]] += 1
    assert won["detective"] > 1.4 * won["random"], won


@pytest.mark.parametrize("seed", range(3))
def test_detectives_play_every_game_to_its_end(seed: int) -> None:
    random = Random(seed)
    state = GAME.new(3 + 2 * seed, bombers=True, memory=bool(seed))
    bots = {seat: BOTS["detective"](seat, random) for seat in range(len(state.seats))}
    play_out(state, bots, Dealer(random))
    assert state.outcome is not None and len(state.moves) < 5_000


def test_chances_add_up_and_follow_what_was_seen() -> None:
    state = game(rows=ROWS)
    before = suspects(state.view(0), "p1")
    assert sum(each.is_agent for each in before.values()) == pytest.approx(1)
    assert before["p2"].is_kingpin == pytest.approx(1 / 3)
    play(state, "p1 investigate p3; p1 look p3.1")
    after = suspects(state.view(0), "p1")
    assert after["p3"].is_kingpin == 1 and after["p3"].is_agent == 0
    assert after["p2"].is_agent == pytest.approx(1 / 2) and after["p2"].is_kingpin == 0
    assert after["p3"].is_honest == 0


def test_a_detective_arms_and_shoots_when_the_other_leader_is_known() -> None:
    state = game(rows=ROWS)
    play(state, "p1 investigate p3; p1 look p3.1; p2 investigate p1; p2 look p1.1")
    play(state, "p3 investigate p1; p3 look p1.1; p4 investigate p1; p4 look p1.1")
    assert chosen(state, 0) == "p1 arm"
    put(state, guns={"p1": "p3"})
    assert chosen(state, 0) == "p1 shoot p3"
    put(state, guns={"p1": "p2"})
    assert chosen(state, 0) != "p1 shoot p2"


def test_a_detective_saves_itself_from_a_shot() -> None:
    state = put(game(rows=ROWS, hands={"p2": "k9_unit"}), guns={"p1": "p2"})
    play(state, "close; p1 shoot p2")
    assert chosen(state, 1) == "p2 play k9_unit p1"


def test_a_detective_turns_up_what_tells_least() -> None:
    state = play(game(rows=ROWS, first=2), "p2 equip; draw p2 coffee")
    assert chosen(state, 1) == "p2 turn_up p2.2"


def test_a_detective_sees_no_more_than_its_view() -> None:
    one = game(rows=ROWS)
    other = game(rows={**ROWS, "p2": "kingpin crooked honest", "p3": "agent honest crooked"})
    for seed in range(5):
        assert chosen(one, 0, seed) == chosen(other, 0, seed)

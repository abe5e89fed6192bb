"""Computer players choose what is offered, from what their seat may see."""

from collections.abc import Callable
from random import Random

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.bots import BOTS, Careful
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.scouting import Scouting
from heistboard.rules import View
from heistboard.rules.autoplay import Dealer, play_out

from tests.host.games.burgle_bros.random_play import any_options
from tests.host.games.burgle_bros.stage import game, play, put, show, walls

WON = 7  # a seed with which two careful players win in the office


def chosen(state: BurgleBros) -> str:
    """Returns what a careful player does now."""
    assert state.seat is not None
    return Careful(state.seat, Random(1)).choose(state.legal(), look(state))


def look(state: BurgleBros) -> Callable[[], View]:
    return lambda: state.view(state.seat or 0)


def test_the_bots_are_named_from_the_weakest() -> None:
    assert list(BOTS) == ["random", "careful"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_any_game_to_its_end(name: str, seed: int) -> None:
    random = Random(seed)
    state = GAME.new(**any_options(random))
    bots = {seat: BOTS[name](seat, random) for seat in range(len(state.seats))}
    play_out(state, bots, Dealer(random))
    assert state.outcome is not None


def test_a_careful_team_can_win() -> None:
    random = Random(WON)
    state = GAME.new(2)
    play_out(state, {seat: Careful(seat, random) for seat in range(2)}, Dealer(random))
    assert state.outcome is not None and state.outcome.ending == "escaped"


def test_a_careful_player_goes_out_of_the_guards_way() -> None:
    state = put(game(1), p1="d2", left=1, used=3, speeds=(3, 3))
    show(state, "d2 lavatory", "c2 camera", "d1 camera", "d3 camera")
    assert chosen(state) == "move c2"


def test_a_careful_player_leaves_over_the_roof() -> None:
    state = put(show(game(1), "2:b1 stairs", "b1 safe", "2:d1 safe"), p1="2:b1", guard2="2:d4")
    assert chosen(put(state, cracked="b1 2:d1")) == "escape"


def test_a_careful_player_works_on_a_safe() -> None:
    state = put(show(game(1), "a1 safe", "b1 camera", "a2 foyer"), guard1="d4", target1="d1")
    names = [state.job.site.names[cell] for cell in state.job.site.lines[0]]
    show(state, *(f"{name} laser" for name in names))
    assert chosen(state) == "die a1"
    assert chosen(put(state, safe_dice=((0, 4),), left=1)) == "crack a1"


def test_a_careful_hawk_looks_through_walls_for_nothing() -> None:
    state = put(walls(game(1, "hawk"), "a1|b1"), left=0, used=4)
    assert chosen(state) == "xray b1"


def test_a_careful_player_knows_that_a_step_and_back_draws_an_event() -> None:
    # Nothing is to be done here, and no guard comes; a walk of three rooms draws no event.
    state = put(show(game(1), "a1 camera", "b1 foyer", "a2 laboratory"), searched="a2")
    show(state, "c1 atrium", "a3 lavatory", "b2 camera")
    put(state, tiles=tuple(tile or 5 for tile in state.job.tiles), guard1="d4", target1="d3")
    bot = Careful(0, Random(1))
    while (move := bot.choose(state.legal(), look(state))) != "pass":
        state.push(move)
    assert state.job.used > 2


def test_a_careful_player_spends_the_tokens_of_the_room_first() -> None:
    state = put(show(game(1), "b1 lavatory"), guard1="b1")
    assert chosen(play(state, "move b1")) == "lose room"


def test_a_guards_visits_are_expected_from_public_cards() -> None:
    state = put(game(1), target1="d3", speeds=(2, 3), patrol_unseen=(0b1 << 8, 0))
    scouting = Scouting(state.view(0), 0)
    visits = dict(zip(scouting.names, scouting.visits(0, 1), strict=True))
    # He comes to d3, and then toward a3, the only card that nobody has seen.
    assert {name: visit for name, visit in visits.items() if visit} == {"d3": 1.0, "c3": 1.0}


def test_a_bot_learns_nothing_but_its_view() -> None:
    one = play(game(2, "spotter"), "scout; look p1 b3; leave; pass; event lampshade")
    other = play(game(2, "spotter"), "scout; look p1 c2; leave; pass; event lampshade")
    assert one.view(1) == other.view(1) and one.seat == other.seat == 1
    assert chosen(one) == chosen(other)

"""Car Thief's computer players. ``tests/long/bots.py`` has the figures for 1 000 games each."""

from collections import Counter
from functools import partial
from itertools import pairwise
from random import Random

import pytest
from heistboard.games import load, package
from heistboard.games.car_thief.board import CELLS, NEXT_CELLS, ROUNDS, cells_of
from heistboard.games.car_thief.thinking_thief import can_go_on
from heistboard.rules import State
from heistboard.rules.autoplay import play_out

from tests.support.bot_games import play_games

THIEF, POLICE = 0, 1
BOTS = package("car-thief").bot_makers()
RIM = [
    *("a1", "b1", "c1", "d1", "e1", "e2", "e3", "e4"),
    *("e5", "d5", "c5", "b5", "a5", "a4", "a3", "a2"),
]


def played(thief: str, police: str, random: Random) -> State:
    state = load("car-thief").new()
    play_out(state, {0: BOTS[thief](0, random), 1: BOTS[police](1, random)})
    return state


def trail_of(state: State) -> tuple[str, ...]:
    return tuple(move.parts["cell"] for move in state.moves if move.verb == "hide")


# The quick form of the figures. The same seed plays the same games.


@pytest.mark.parametrize(("thief", "least"), [("rim", 36), ("random", 36)])
def test_thinking_police_catch_most_who_do_not_think(thief: str, least: int) -> None:
    assert play_games(thief, "thinker", 40).police >= least


@pytest.mark.parametrize("thief", ["thinker", "random"])
def test_thinking_police_fly_on_instead_of_searching_the_same_cells_again(thief: str) -> None:
    played = play_games(thief, "thinker", 20)
    assert played.repeats < 0.4 * played.searches
    assert played.flights > 0.08 * (played.flights + played.searches)


def test_a_patrol_is_between_the_other_police_and_does_not_search_the_same_cells_again() -> None:
    rim, thinker = play_games("rim", "patrol", 20), play_games("thinker", "patrol", 10)
    assert play_games("rim", "hunter", 20).police < rim.police < 20
    assert 1 <= thinker.police <= 7
    for played in (rim, thinker):
        assert played.repeats < 0.4 * played.searches


def test_a_thinking_thief_escapes_most_hunters() -> None:
    assert play_games("thinker", "hunter", 60).police <= 21


def test_two_thinkers_each_win_some_games() -> None:
    assert 15 <= play_games("thinker", "thinker", 30).police <= 29


def test_hunters_are_beaten_by_a_thief_on_the_rim() -> None:
    # So the police's figure above says something about their thinking.
    assert play_games("rim", "hunter", 40).police < 20


# How they play.


def test_a_thinking_thief_is_never_trapped() -> None:
    random = Random(1)
    endings = Counter(
        game.outcome.ending
        for game in (played("thinker", "random", random) for _ in range(60))
        if game.outcome is not None
    )
    assert "surrounded" not in endings and endings["escape"] > 40


def test_a_way_goes_on_if_there_is_a_trail_of_that_length() -> None:
    def longest(cell: int, visited: int) -> int:
        visited |= 1 << cell
        return max(
            (1 + longest(to, visited) for to in cells_of(NEXT_CELLS[cell] & ~visited)), default=0
        )

    random = Random(2)
    for _ in range(30):
        trail = [random.randrange(25)]
        while len(trail) < random.randrange(8, 14) and (
            free := [to for to in cells_of(NEXT_CELLS[trail[-1]]) if to not in trail]
        ):
            trail.append(random.choice(free))
        visited = sum(1 << cell for cell in trail[:-1])
        most = longest(trail[-1], visited)
        assert can_go_on(trail[-1], visited, most)
        assert not can_go_on(trail[-1], visited, most + 1)


def test_a_thinking_thief_follows_no_pattern() -> None:
    random = Random(3)
    trails = [trail_of(played("thinker", "random", random)) for _ in range(80)]
    firsts = Counter(trail[0] for trail in trails)
    assert len(firsts) >= 12 and max(firsts.values()) <= 20
    whole = [trail for trail in trails if len(trail) == ROUNDS]
    assert len(set(whole)) > 0.9 * len(whole)
    on_rim = sum(cell in RIM for trail in whole for cell in trail)
    assert on_rim < 0.85 * ROUNDS * len(whole)

    # The same police, move by move: the thief still drives another way each time.
    state = load("car-thief").new()
    for move in ("place green x22", "place yellow x33", "place pink x23"):
        state.push(move)
    thieves = [BOTS["thinker"](THIEF, Random(seed)) for seed in range(30)]
    hidden = {thief.choose(state.legal(), lambda: state.view(THIEF)) for thief in thieves}
    assert len(hidden) >= 8


def test_a_rim_driver_goes_round_from_anywhere_in_both_directions() -> None:
    random = Random(5)
    steps: Counter[int] = Counter()
    firsts = set()
    for _ in range(60):
        trail = trail_of(played("rim", "random", random))
        at = [RIM.index(cell) for cell in trail]
        turns = {(b - a) % 16 for a, b in pairwise(at)}
        assert turns <= {1} or turns <= {15}
        steps.update(turns)
        firsts.add(trail[0])
    assert steps[1] > 10 and steps[15] > 10
    assert len(firsts) >= 12


@pytest.mark.parametrize("name", sorted(BOTS))
def test_each_bot_plays_either_side_of_a_game_that_others_began(name: str) -> None:
    random = Random(6)
    for _ in range(6):
        state = load("car-thief").new()
        for _ in range(random.randrange(20)):
            if state.outcome is None:
                state.push(random.choice(state.legal()))
        play_out(state, {seat: BOTS[name](seat, random) for seat in (0, 1)})
        assert state.outcome is not None


def test_a_thinker_goes_on_when_the_moves_fit_no_trail() -> None:
    state = load("car-thief").new()
    for move in ("place green x11", "place yellow x12", "place pink x13", "hide a1"):
        state.push(move)
    view = state.view(POLICE)
    lines = view["moves"]
    assert isinstance(lines, list)
    lines += [f"search green {cell} -> nothing" for cell in CELLS]
    legal = state.legal()
    assert BOTS["thinker"](POLICE, Random(1)).choose(legal, lambda: view) in legal


def test_a_thinker_answers_the_question_which_helicopter_searched() -> None:
    state = load("car-thief").new()
    for move in ("place green x11", "place yellow x12", "place pink x44", "hide d4"):
        state.push(move)
    legal = [state.parse(f"search {colour} a2") for colour in ("green", "yellow")]
    state.push(legal[0])
    bot = BOTS["thinker"](POLICE, Random(1))
    assert bot.choose(legal, lambda: state.view(POLICE)) in legal


def test_thinking_police_see_nothing_of_the_trail() -> None:
    chosen = []
    for cells in (("c3", "c2"), ("d4", "d5")):
        state = load("car-thief").new()
        for move in ("place green x11", "place yellow x14", "place pink x41"):
            state.push(move)
        bot = BOTS["thinker"](POLICE, Random(9))
        for cell in cells:
            state.push(f"hide {cell}")
            for _ in range(3):
                away = [each for each in state.legal() if not _finds(state, each)]
                chosen.append(bot.choose(away, partial(state.view, POLICE)))
                state.push(chosen[-1])
    assert chosen[:6] == chosen[6:]


def _finds(state: State, move: str) -> bool:
    # In twin games searches must find the same: neither of the two cars.
    return state.parse(move).parts.get("cell") in ("c3", "c2", "d4", "d5")

"""The belief, compared with a slow one written from the rules alone, and with real games."""

import doctest
import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from heistboard.games import load
from heistboard.games.car_thief import belief as belief_module
from heistboard.games.car_thief.belief import Belief, Contradiction, Odds
from heistboard.rules import TABLE, MoveError, State
from hypothesis import given, settings
from hypothesis import strategies as st

POLICE = 1
Cell = tuple[int, int]
Trail = tuple[Cell, ...]

CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
FOUND = ("nothing", "yellow", "red", "blue", "car")


def at(cell: str) -> Cell:
    return "abcde".index(cell[0]) + 1, int(cell[1])


def name(cell: Cell) -> str:
    return f"{'abcde'[cell[0] - 1]}{cell[1]}"


class SlowBelief:
    """The rules as sets of tuples: CT-THIEF-3, CT-THIEF-9, CT-POLICE-6 to CT-POLICE-8."""

    def __init__(self) -> None:
        self.trails: set[Trail] = {()}
        self.roofs: set[Cell] = set()

    def hidden(self) -> None:
        self.trails = {(*trail, cell) for trail in self.trails for cell in self.ways(trail)}

    def searched(self, cell: str, found: str) -> None:
        self.trails = {trail for trail in self.trails if self.finds(trail, cell) == found}
        if found not in ("nothing", "car"):
            self.roofs.add(at(cell))

    def surrounded(self) -> None:
        self.trails = {trail for trail in self.trails if not self.ways(trail)}

    def odds(self, cell: str) -> Counter[str]:
        return Counter(self.finds(trail, cell) for trail in self.trails)

    def names(self) -> list[tuple[str, ...]]:
        return sorted(tuple(name(cell) for cell in trail) for trail in self.trails)

    @staticmethod
    def ways(trail: Trail) -> list[Cell]:
        if not trail:
            return [at(cell) for cell in CELLS]
        column, row = trail[-1]
        near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return [cell for cell in near if cell not in trail and set(cell) <= {1, 2, 3, 4, 5}]

    def finds(self, trail: Trail, cell: str) -> str:
        if at(cell) in self.roofs or at(cell) not in trail:
            return "nothing"
        if at(cell) == trail[-1]:
            return "car"
        return {0: "yellow", 5: "red"}.get(trail.index(at(cell)), "blue")


def both() -> tuple[Belief, SlowBelief]:
    return Belief(), SlowBelief()


def assert_same(fast: Belief, slow: SlowBelief) -> None:
    assert sorted(fast.each_trail()) == slow.names()
    assert fast.trails == len(slow.trails)
    assert fast.cells() == Counter(name(trail[-1]) for trail in slow.trails if trail)


def play(seed: int) -> Iterator[State]:
    """Plays a game at random and yields it after every move."""
    chooser = random.Random(seed)
    state = load("car-thief").new()
    while state.seat is not None:
        state.push(chooser.choice(state.legal()))
        yield state


def replayed(told: Iterable[str], trail: tuple[str, ...]) -> State | None:
    """The game with another trail but the same public moves; ``None`` if it cannot be played."""
    state = load("car-thief").new()
    cells = iter(trail)
    try:
        for line in told:
            move = line.partition(" -> ")[0]
            state.push(f"hide {next(cells)}" if move == "hide ?" else move)
    except MoveError:
        return None
    return state


def test_examples() -> None:
    assert doctest.testmod(belief_module).failed == 0


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_ct_info_2_belief_is_that_of_the_rules_for_any_log(data: st.DataObject) -> None:
    fast, slow = both()
    for _ in range(7):
        slow.hidden()
        if not slow.trails:
            with pytest.raises(Contradiction):
                fast.hidden()
            return
        fast.hidden()
        assert_same(fast, slow)
        for cell in data.draw(st.lists(st.sampled_from(CELLS), max_size=3), "searches"):
            odds = slow.odds(cell)
            assert fast.odds(cell)._asdict() == {found: odds[found] for found in FOUND}
            # Any possible find; the car, which ends the game, only if nothing else is possible.
            found = data.draw(st.sampled_from(sorted(set(odds) - {"car"}) or ["car"]), cell)
            slow.searched(cell, found)
            fast.searched(cell, found)
            assert_same(fast, slow)


@pytest.mark.parametrize("seed", range(12))
def test_ct_info_2_belief_is_that_of_the_rules_through_whole_games(seed: int) -> None:
    fast, slow = both()
    for state in play(seed):
        *_, told = state.told(TABLE)
        verb, *words = told.split()
        if verb == "hide":
            slow.hidden()
        elif verb == "search":
            slow.searched(words[1], words[3])
        elif verb == "surrounded":
            slow.surrounded()
        fast.follow(state.view(POLICE))
        if verb not in ("place", "fly"):
            assert_same(fast, slow)
            assert tuple(hidden(state)) in set(fast.each_trail())


def hidden(state: State) -> list[str]:
    """The true trail."""
    return [move.split()[1] for move in state.moves if move.startswith("hide")]


def test_without_searches_all_trails_are_there_in_order() -> None:
    belief = Belief()
    for _ in range(11):
        belief.hidden()
    trails = [tuple(CELLS.index(cell) for cell in trail) for trail in belief.each_trail()]
    assert len(trails) == 42_736
    assert trails == sorted(set(trails))
    with pytest.raises(ValueError, match="CT-END-2"):
        belief.hidden()


# Only public information counts.


def test_ct_info_1_belief_is_the_trails_that_give_the_same_view() -> None:
    checked = 0
    for seed in range(4):
        every = Belief()
        for state in play(seed):
            if state.moves[-1].startswith("hide"):
                every.hidden()
            if every.round == 5 or state.seat is None:
                break
            view, told = state.view(POLICE), state.told(POLICE)
            games = ((trail, replayed(told, trail)) for trail in every.each_trail())
            fitting = [trail for trail, game in games if game and game.view(POLICE) == view]
            assert list(Belief.from_view(view).each_trail()) == fitting
            checked += len(fitting) > 1
    assert checked > 30


@pytest.mark.parametrize("seed", range(6))
def test_following_a_game_equals_starting_from_its_last_view(seed: int) -> None:
    belief = Belief()
    for state in play(seed):
        belief.follow(state.view(POLICE))
        fresh = Belief.from_view(state.view(TABLE))
        assert list(belief.each_trail()) == list(fresh.each_trail())
        assert belief.round == fresh.round


def test_following_a_game_backwards_starts_over() -> None:
    belief = Belief()
    state = list(play(3))[-1]
    while state.moves:
        belief.follow(state.view(POLICE))
        assert list(belief.each_trail()) == list(Belief.from_view(state.view(POLICE)).each_trail())
        state.pop()
    belief.follow(state.view(POLICE))
    assert (belief.round, belief.cells(), list(belief.each_trail())) == (0, {}, [()])


def test_trail_shown_at_the_end_is_ignored() -> None:
    state = list(play(5))[-1]
    assert "trail" in state.view(POLICE)
    view = {key: value for key, value in state.view(POLICE).items() if key != "trail"}
    assert list(Belief.from_view(view).each_trail()) == list(
        Belief.from_view(state.view(POLICE)).each_trail()
    )


# Counts given by the rules.

FOUR = {"c2": 1, "b3": 1, "d3": 1, "c4": 1}
START = [(1, "b2", "nothing"), (1, "d2", "nothing"), (1, "c4", "nothing")]


@pytest.mark.parametrize(
    ("after", "searches", "trails", "cells"),
    [
        (1, START, 22, {cell: 1 for cell in CELLS if cell not in ("b2", "d2", "c4")}),
        (2, [*START, (2, "c3", "yellow")], 4, FOUR),
        (
            6,
            [*START, (2, "c3", "yellow")],
            104,
            dict.fromkeys(FOUR, 6)
            | dict.fromkeys(("a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"), 10),
        ),
        (7, [(7, "c3", "red")], 248, dict.fromkeys(FOUR, 62)),
    ],
)
def test_ct_info_2_counts_of_the_rules(
    after: int, searches: list[tuple[int, str, str]], trails: int, cells: dict[str, int]
) -> None:
    belief = Belief()
    for number in range(1, after + 1):
        belief.hidden()
        for when, cell, found in searches:
            if when == number:
                belief.searched(cell, found)
    assert (belief.trails, belief.cells()) == (trails, cells)


def colour(cell: str) -> int:
    return sum(at(cell)) % 2


def test_ct_info_3_car_and_start_share_a_colour_in_odd_rounds() -> None:
    belief = Belief()
    belief.hidden()
    belief.hidden()
    belief.searched("c3", "yellow")
    for number in range(3, 12):
        belief.hidden()
        assert {colour(cell) == colour("c3") for cell in belief.cells()} == {number % 2 == 1}
        if number > 6:
            red = {cell for cell in CELLS if belief.odds(cell).red}
            assert {colour(cell) for cell in red} == {1 - colour("c3")}


def after(rounds: int) -> Belief:
    belief = Belief()
    for _ in range(rounds):
        belief.hidden()
    return belief


def test_ct_police_7_colours_show_from_the_round_in_which_the_car_has_left() -> None:
    first = {found: min(n for n in range(1, 9) if getattr(after(n).odds("c3"), found))
             for found in ("car", "yellow", "blue", "red")}  # fmt: skip
    assert first == {"car": 1, "yellow": 2, "blue": 3, "red": 7}


def test_ct_police_8_a_search_under_a_roof_token_tells_nothing() -> None:
    belief = after(4)
    belief.searched("b2", "blue")
    before = list(belief.each_trail())
    belief.hidden()
    assert belief.odds("b2") == Odds(belief.trails, 0, 0, 0, 0)
    trails = belief.trails
    belief.searched("b2", "nothing")
    assert belief.trails == trails
    assert all("b2" in trail for trail in before)
    with pytest.raises(Contradiction):
        belief.searched("b2", "blue")


def test_ct_thief_6_surrounded_leaves_the_trails_that_cannot_go_on() -> None:
    state = load("car-thief").new()
    for move in ("place green x11", "place yellow x31", "place pink x13"):
        state.push(move)
    for number, cell in enumerate(("b1", "b2", "a2", "a1")):
        state.push(f"hide {cell}")
        for colour_, there, back in (
            ("green", "x21", "x11"),
            ("yellow", "x41", "x31"),
            ("pink", "x23", "x13"),
        ):
            state.push(f"fly {colour_} {back if number % 2 else there}")
    assert Belief.from_view(state.view(POLICE)).trails == 456
    state.push("surrounded")
    belief = Belief.from_view(state.view(POLICE))
    assert belief.trails == 8
    assert belief.cells() == dict.fromkeys(("a1", "e1", "a5", "e5"), 2)


# Contradictions.


def test_impossible_find_changes_nothing() -> None:
    belief = after(2)
    belief.searched("c3", "yellow")
    before = list(belief.each_trail())
    for cell, found in (("c2", "red"), ("a1", "car"), ("c3", "yellow"), ("c2", "blue")):
        with pytest.raises(Contradiction, match=f"{found}.* under {cell} in round 2"):
            belief.searched(cell, found)
        assert list(belief.each_trail()) == before
    with pytest.raises(Contradiction, match="the car can move"):
        belief.surrounded()
    assert list(belief.each_trail()) == before


def test_car_with_nowhere_to_go_cannot_hide_again() -> None:
    belief = after(4)
    belief.surrounded()
    with pytest.raises(Contradiction, match="nowhere to go"):
        belief.hidden()
    assert belief.trails == 8


def test_nobody_is_surrounded_before_hiding() -> None:
    with pytest.raises(Contradiction):
        Belief().surrounded()


def test_unknown_cell_and_unknown_find_are_refused() -> None:
    belief = after(1)
    with pytest.raises(ValueError, match=r"no cell 'f1', expected a1\.\.e5"):
        belief.odds("f1")
    with pytest.raises(ValueError, match="'green', expected nothing, yellow, red, blue, car"):
        belief.searched("a1", "green")

"""The review of finished games, compared with an enumeration of all trails."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from heistboard import games
from heistboard.games.car_thief.board import CELLS
from heistboard.games.car_thief.review import REVIEWER, Chance, JudgedSearch, document, review
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.car_thief.weighed_belief import WeighedBelief
from heistboard.rules import TABLE
from heistboard.rules.autoplay import play_out

from tests.support.car_thief import car_thief, hunted, trail_game

Trail = tuple[str, ...]
FOUND = {1: "yellow", 6: "red"}


def ways(trail: Trail) -> Iterator[Trail]:
    """Yields all trails that are one cell longer."""
    for column in "abcde":
        for row in range(1, 6):
            far = [abs(ord(column) - ord(at[0])) + abs(row - int(at[1])) for at in trail[-1:]]
            if f"{column}{row}" not in trail and far in ([], [1]):
                yield (*trail, f"{column}{row}")


def finds(trail: Trail, cell: str, roofs: set[str]) -> str:
    if cell not in trail or cell in roofs:
        return "nothing"
    return "car" if trail[-1] == cell else FOUND.get(trail.index(cell) + 1, "blue")


def short(seed: int) -> CarThief:
    """A game with the hunter bot, which is usually short."""
    random = Random(seed)
    state = games.load("car-thief").new(2)
    assert isinstance(state, CarThief)
    bots = games.package("car-thief").bot_makers()
    play_out(state, {0: bots["random"](0, random), 1: bots["hunter"](1, random)})
    return state


def stuck() -> CarThief:
    state = trail_game(("a2", "b2", "b1", "a1"))
    state.push("surrounded")
    return state


@pytest.mark.parametrize("state", [short(3), short(5), hunted(1), hunted(4), stuck()])
def test_belief_and_chances_agree_with_all_trails(state: CarThief) -> None:
    now = car_thief(placed=False)
    trails: list[Trail] = [()]
    roofs: set[str] = set()
    for step in review(state).steps:
        verb, *words = step.move.split()
        if verb == "hide":
            trails = [longer for trail in trails for longer in ways(trail)]
        elif verb == "surrounded":
            trails = [trail for trail in trails if not any(ways(trail))]
        elif verb == "search":
            assert step.search is not None
            chances = []
            for move in now.legal():
                if move.startswith("search"):
                    _, colour, cell = move.split()
                    found = [finds(trail, cell, roofs) for trail in trails]
                    car, nothing = found.count("car"), found.count("nothing")
                    chances.append(Chance(colour, cell, car, len(found) - car - nothing))
            assert step.search.trails == len(trails)
            assert step.search.chance in chances
            assert step.search.chance[:2] == tuple(words)
            best = max(chances, key=lambda chance: (chance.car, chance.trace))
            assert step.search.best[2:] == best[2:] and step.search.best in chances
            trails = [
                trail for trail in trails if finds(trail, words[1], roofs) == step.search.found
            ]
            if step.search.found not in ("nothing", "car"):
                roofs.add(words[1])
        now.push(step.move)
        assert step.helicopters == now.helicopters
        assert set(step.roofs) == roofs
        if trails != [()]:
            heads = [trail[-1] for trail in trails]
            assert step.known.trails == len(trails) == sum(step.known.cells.values())
            assert step.known.cells == {cell: heads.count(cell) for cell in heads}


# Helicopters on x11, x12 and x44. In round 2 the best searches are b3 and d4, with 4 of 71 trails.
FIRST = "hide d3; search green a1; search yellow a2; search pink d4; hide e3;"
POOR = f"""{FIRST} search green b1; search yellow a3; search pink e4;
    hide e4; fly green x21; fly yellow x22; search pink e4"""
GOOD = f"""{FIRST} search green b1; search yellow b3; search pink d4;
    hide e4; fly green x21; fly yellow x22; search pink e4"""


def searches(script: str) -> dict[int, JudgedSearch]:
    steps = review(car_thief(script)).steps
    return {number: step.search for number, step in enumerate(steps) if step.search}


def test_a_search_is_judged_by_what_was_known_not_by_what_it_found() -> None:
    found = searches(POOR)
    assert found[8] == JudgedSearch(
        chance=Chance("green", "b1", car=2, trace=3),
        trails=71,
        found="nothing",
        best=Chance("yellow", "b3", car=4, trace=4),
        better=Chance("yellow", "b3", car=4, trace=4),
        missed=2,
        driven=found[8].driven,
    )
    assert (found[14].found, found[14].chance.car, found[14].best.cell) == ("car", 6, "d4")
    assert found[14].missed == 2


def test_a_building_searched_later_in_the_round_is_not_missed() -> None:
    poor, good = searches(POOR), searches(GOOD)
    assert good[8].best == poor[8].best
    assert (poor[8].missed, good[8].missed) == (2, 1)  # b2 had 3 trails
    assert good[8].better and good[8].better[1:3] == ("b2", 3)
    assert good[9].missed == good[10].missed == 0
    assert good[9].better is good[10].better is None


def test_beside_the_chance_stands_how_people_drive() -> None:
    round_the_rim = ("a3", "a2", "a1", "b1", "c1", "d1", "e1", "e2")
    state = trail_game(round_the_rim, near="e2")
    weighed = WeighedBelief()
    weighed.follow(state.view(TABLE))
    assert sum(weighed.car(cell) for cell in CELLS) == pytest.approx(1)
    state.push("search yellow e2")
    found = review(state).steps[-1].search
    assert found and found.driven == round(1000 * weighed.car("e2"))


def test_how_people_drive_differs_from_what_fits() -> None:
    searches = [step.search for step in review(hunted(1)).steps if step.search]
    apart = [abs(s.driven / 1000 - s.chance.car / s.trails) for s in searches]
    assert max(apart) > 0.02


def test_best_searches_missed_nothing_and_worst_missed_most() -> None:
    poor, good = review(car_thief(POOR)), review(car_thief(GOOD))
    assert poor.worst == [10, 9, 8]  # 2 of 61, of 66, of 71 trails; the last search 2 of 137
    assert poor.best == [6, 5, 4]  # 1 of 23, of 24, of 25 trails
    assert good.best[:2] == [10, 9]
    assert 14 in good.worst


def test_a_round_says_how_near_the_police_were() -> None:
    rounds = review(car_thief(POOR)).rounds
    assert [(each.cell, each.token) for each in rounds] == [
        ("d3", "yellow"),
        ("e3", "blue"),
        ("e4", "blue"),
    ]
    assert [each.beside for each in rounds] == [[], [], ["pink"]]
    assert rounds[0].known.cells["d3"] == 1 and rounds[0].known.trails == 22
    assert rounds[2].known.cells == {"e4": 6}


def test_the_police_were_closest_when_they_were_surest_of_the_car() -> None:
    reviewed = review(car_thief(POOR))
    shares = [each.known.cells[each.cell] / each.known.trails for each in reviewed.rounds]
    assert shares[2] == 1.0  # found
    assert shares[0] > shares[1] and reviewed.closest == 1
    assert review(car_thief("hide a1; search green a1")).closest == 0


def test_an_unfinished_game_is_refused_with_one_message() -> None:
    state = short(3)
    said = set()
    while state.moves:
        state.pop()
        with pytest.raises(ValueError, match="not finished") as error:
            review(state)
        said.add(str(error.value))
    assert len(said) == 1


@pytest.mark.parametrize("seed", range(20))
def test_any_game_can_be_reviewed_and_is_not_changed(seed: int) -> None:
    state = hunted(seed)
    before = list(state.moves)
    told = REVIEWER.document(state)
    assert state.moves == before
    assert told == json.loads(json.dumps(told)) == document(review(state))
    assert [step.move for step in review(state).steps] == before
    cells = [each.cell for each in review(state).rounds]
    assert cells == state.view(0)["trail"]

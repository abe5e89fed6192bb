"""What the statistics tell of a finished game of Car Thief."""

from heistboard.games.car_thief.review import review
from heistboard.games.car_thief.statistics import facts
from heistboard.words import Words

from tests.support.car_thief import car_thief, hunted, play, trail_game
from tests.support.reviewed import FOUND


def test_the_search_that_found_the_car_is_as_likely_as_the_review_says() -> None:
    state = car_thief(FOUND)
    told = facts(state)
    judged = review(state).steps[-1].search
    assert judged is not None and told.best is not None
    words = told.best.ask.words
    chance = judged.chance
    assert (words["helicopter"], words["cell"]) == (chance.helicopter, chance.cell)
    assert (int(words["fitting"]), int(words["trails"])) == (chance.car, judged.trails)
    assert told.best.step == len(state.moves) and told.length == 5


def test_the_less_likely_a_search_was_the_higher_is_its_rank() -> None:
    ranked = []
    for seed in range(30):
        state = hunted(seed)
        best = facts(state).best
        if best is not None:
            words = best.ask.words
            ranked.append((best.rank, -int(words["fitting"]) / int(words["trails"])))
    assert len(ranked) > 5
    assert [share for _, share in sorted(ranked)] == sorted(share for _, share in ranked)


def test_without_an_arrest_there_is_no_best_search() -> None:
    state = play(trail_game(("a2", "b2", "b1", "a1")), "surrounded")
    assert facts(state) == (("thief", "police"), 4, None)


def test_the_best_search_is_told_in_words() -> None:
    best = facts(car_thief(FOUND)).best
    assert best is not None
    said = Words("en", "car-thief").moment(best.ask)
    assert said.startswith("The pink helicopter found the car under d2: of ")
    assert Words("ru", "car-thief").moment(best.ask).startswith("Машину нашёл розовый вертолёт")

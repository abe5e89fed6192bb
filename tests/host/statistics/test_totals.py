"""Finished games counted: by side, length, best moment and nickname; the computer's apart."""

from typing import Any

from heistboard.games import BestMoment
from heistboard.rules import Ask
from heistboard.statistics.documents import document
from heistboard.statistics.finished_games import FinishedGame
from heistboard.statistics.totals import Best, Length, Person, SideTotal, percent, totals

SEATS = ("thief", "police")
THIEF, POLICE, NOBODY = (True, False), (False, True), (False, False)
PEOPLE, MACHINE = (False, False), (False, True)
ANNA_HIDES = (("Anna",), ("Boris", "Vera"))
ANNA_SEEKS = (("Boris",), ("Anna",))


def finished(
    number: int,
    won: tuple[bool, ...],
    *,
    length: int = 5,
    rank: int | None = None,
    computer: tuple[bool, ...] = PEOPLE,
    nicknames: tuple[tuple[str, ...], ...] = (),
    game: str = "car-thief",
    sides: tuple[str, ...] = SEATS,
) -> FinishedGame:
    best = None if rank is None else moment(rank)
    return FinishedGame(number, game, length, best, 9, sides, sides, won, computer, nicknames)


def moment(rank: int) -> BestMoment:
    return BestMoment(rank, Ask("best.search", {"rank": str(rank)}), 7)


def test_no_games_are_no_statistics() -> None:
    assert totals([]) == []


def test_sides_have_their_share() -> None:
    (counted,) = totals([finished(1, THIEF), finished(2, POLICE), finished(3, THIEF)])
    assert counted.people is not None and counted.computer is None
    assert counted.people.sides == (SideTotal("thief", 3, 2), SideTotal("police", 3, 1))
    assert counted.people.nobody == 0


def test_a_game_that_nobody_won_is_counted_as_such() -> None:
    (counted,) = totals([finished(1, NOBODY), finished(2, POLICE)])
    assert counted.people is not None
    assert counted.people.nobody == 1 and counted.people.played == 2


def test_a_side_with_several_seats_wins_once() -> None:
    sides = ("traitor", "watchman", "watchman")
    (counted,) = totals([finished(1, (False, True, True), sides=sides, computer=(False,) * 3)])
    assert counted.people is not None
    assert counted.people.sides == (SideTotal("traitor", 1, 0), SideTotal("watchman", 1, 1))


def test_lengths_have_a_middle_and_ends() -> None:
    games = [finished(number, THIEF, length=length) for number, length in enumerate((11, 2, 7, 3))]
    (counted,) = totals(games)
    assert counted.people is not None and counted.people.length == Length(3, 2, 11)


def test_the_best_moment_is_the_one_with_the_highest_rank_and_the_first_of_equals() -> None:
    games = [
        finished(4, POLICE, rank=90),
        finished(3, POLICE, rank=95),
        finished(2, POLICE, rank=95),
        finished(1, THIEF),
    ]
    (counted,) = totals(games)
    assert counted.people is not None and counted.people.best == Best(2, moment(95))
    assert totals(games[3:])[0].people.best is None  # type: ignore[union-attr]


def test_games_with_the_computer_are_apart() -> None:
    (counted,) = totals(
        [
            finished(1, THIEF, rank=1),
            finished(2, THIEF, computer=MACHINE),
            finished(3, POLICE, computer=MACHINE, rank=9),
        ]
    )
    assert counted.played == 3
    assert counted.people is not None and counted.computer is not None
    assert (counted.people.played, counted.computer.played) == (1, 2)
    assert counted.computer.people_won == 1
    assert counted.people.best == Best(1, moment(1))


def test_people_are_counted_by_side_and_each_game_once() -> None:
    (counted,) = totals(
        [
            finished(1, THIEF, nicknames=ANNA_HIDES),
            finished(2, POLICE, nicknames=ANNA_HIDES),
            finished(3, POLICE, nicknames=ANNA_SEEKS),
            finished(4, THIEF, nicknames=(("Vera",), ("Vera",))),
            finished(5, THIEF),
        ]
    )
    assert counted.people is not None
    thief, police = SEATS
    assert counted.people.people == (
        Person("Anna", 3, 2, (SideTotal(police, 1, 1), SideTotal(thief, 2, 1))),
        Person("Vera", 3, 2, (SideTotal(police, 3, 1), SideTotal(thief, 1, 1))),
        Person("Boris", 3, 1, (SideTotal(police, 2, 1), SideTotal(thief, 1, 0))),
    )


def test_games_are_told_apart() -> None:
    counted = totals([finished(1, THIEF), finished(2, THIEF, game="another")])
    assert [(each.game, each.played) for each in counted] == [("another", 1), ("car-thief", 1)]


def test_half_a_percent_is_rounded_up() -> None:
    assert [percent(each, 8) for each in (1, 3, 5, 8)] == [13, 38, 63, 100]


def test_a_document_has_percent_and_texts() -> None:
    games = [finished(n, THIEF if n else POLICE, rank=n, nicknames=ANNA_HIDES) for n in range(3)]
    made: Any = document(totals(games), 1, lambda game, ask: f"{game} {ask.words['rank']}")
    assert made["left_out"] == 1
    (game,) = made["games"]
    people = game["people"]
    assert people["sides"][0] == {"side": "thief", "played": 3, "won": 2, "percent": 67}
    assert people["best"] == {"game": 2, "step": 7, "text": "car-thief 2"}
    assert people["people"][0]["nickname"] == "Anna"

"""Reviews a finished game: what the police could have known, and how well they searched. Pure.

A search is judged by what the police could know then, not by what it found: luck does not count.
All chances are numbers of trails, out of those that fitted before the search. Beside them stands
how likely the car was there as people drive: see :class:`WeighedBelief`.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final, NamedTuple, cast

from heistboard.games.car_thief.belief import Belief
from heistboard.games.car_thief.board import (
    BUILDINGS,
    CROSSING_NUMBERS,
    SEATS,
    token,
)
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.car_thief.weighed_belief import WeighedBelief
from heistboard.rules import TABLE, Move, Outcome, State, View
from heistboard.rules.contract import Json

__all__ = [
    "REVIEWER",
    "Chance",
    "JudgedSearch",
    "PoliceKnowledge",
    "Review",
    "ReviewRound",
    "Step",
    "document",
    "review",
]

RATED: Final = 3  # how many best and worst searches are listed


class PoliceKnowledge(NamedTuple):
    """What the police can know: how many trails fit, and how many of them end in each cell."""

    trails: int
    cells: dict[str, int]


class Chance(NamedTuple):
    """A search, with the number of trails on which it finds the car and on which a trace."""

    helicopter: str
    cell: str
    car: int
    trace: int


class JudgedSearch(NamedTuple):
    """A search that was made, judged by what was known before it.

    *best* is the best search of the helicopters still to act: most trails with the car, then with
    a trace. *better* is the best search that was not made later in the same round either, and
    *missed* how many more trails with the car it had than this one; else ``None`` and 0.
    *driven* is how likely the car was there as people drive, in thousandths.
    """

    chance: Chance
    trails: int
    found: str
    best: Chance
    better: Chance | None
    missed: int
    driven: int


class Step(NamedTuple):
    """A move and the position after it; *search* is set for searches only."""

    move: Move
    seat: str
    round: int
    helicopters: dict[str, str | None]
    roofs: dict[str, str]
    known: PoliceKnowledge
    search: JudgedSearch | None


class ReviewRound(NamedTuple):
    """A round: what was *known* at its end, and the helicopters *beside* the car."""

    cell: str
    token: str
    known: PoliceKnowledge
    beside: list[str]


class Review(NamedTuple):
    """A reviewed game.

    *best* and *worst* are numbers of steps, from 0, the best or worst first. *closest* is the
    round, from 1, after which the police were surest of the car's cell without having found it;
    0 if they found it in the first round.
    """

    outcome: Outcome
    steps: list[Step]
    rounds: list[ReviewRound]
    best: list[int]
    worst: list[int]
    closest: int


def review(state: State) -> Review:
    """Returns the review of a finished game.

    Raises :exc:`ValueError` if it is not finished, because a review tells secrets.
    """
    if state.outcome is None:
        raise ValueError("the game is not finished; it is reviewed when it is over")
    steps: list[Step] = []
    rounds: list[ReviewRound] = []
    now = cast("CarThief", state.game.new(**state.options))
    belief, weighed = Belief(), WeighedBelief()
    known = PoliceKnowledge(0, {})
    for number, move in enumerate(state.moves):
        verb = move.verb
        seat = SEATS[cast("int", now.seat)]
        search = None
        if verb == "search":
            weighed.follow(now.view(TABLE))
            search = _judge(now, belief, weighed, state.moves[number:])
        now.push(move)
        if search is not None:
            search = search._replace(found=now.searches[-1].found)
            belief.searched(search.chance.cell, search.found)
        elif verb == "hide":
            belief.hidden()
            token_left = token(len(rounds) + 1)
            rounds.append(ReviewRound(move.parts["cell"], token_left, known, _beside(now)))
        elif verb == "surrounded":
            belief.surrounded()
        if belief.round:
            known = PoliceKnowledge(belief.trails, belief.cells())
        if rounds and verb != "surrounded":
            rounds[-1] = rounds[-1]._replace(known=known)
        steps.append(Step(move, seat, len(rounds), now.helicopters, now.roofs, known, search))
    searches = [(i, step.search) for i, step in enumerate(steps) if step.search]
    return Review(
        outcome=state.outcome,
        steps=steps,
        rounds=rounds,
        best=_top([(s.chance.car / s.trails, i) for i, s in searches if not s.missed]),
        worst=_top([(s.missed / s.trails, i) for i, s in searches]),
        closest=_closest(state.outcome, rounds),
    )


def _judge(
    now: CarThief, belief: Belief, weighed: WeighedBelief, moves: list[Move]
) -> JudgedSearch:
    # The first of *moves* is the search; the others may be in the same round.
    cars = belief.cells()
    chances = {}
    for move in now.legal():
        if move.verb == "search":
            helicopter, cell = move.parts.values()
            car = cars.get(cell, 0)
            traces = 0 if cell in now.roofs else belief.been(cell) - car
            chances[move] = Chance(helicopter, cell, car, traces)
    made = chances[moves[0]]
    later = _searched(moves[1:]) - {made.cell}
    best = _best(list(chances.values()))
    better = _best([chance for chance in chances.values() if chance.cell not in later])
    missed = better.car - made.car
    driven = round(1000 * weighed.car(made.cell))
    return JudgedSearch(made, belief.trails, "", best, better if missed else None, missed, driven)


def _best(chances: list[Chance]) -> Chance:
    return max(chances, key=lambda chance: (chance.car, chance.trace))


def _searched(moves: list[Move]) -> set[str]:
    # The cells searched before the round ends.
    round_moves = takewhile(lambda move: move.verb in ("fly", "search"), moves)
    return {move.parts["cell"] for move in round_moves if move.verb == "search"}


def _beside(now: CarThief) -> list[str]:
    crossings = {colour: CROSSING_NUMBERS[at] for colour, at in now.helicopters.items() if at}
    return [colour for colour, at in crossings.items() if now.trail[-1] in BUILDINGS[at]]


def _top(rated: list[tuple[float, int]]) -> list[int]:
    some = [(-share, number) for share, number in rated if share]
    return [number for _, number in sorted(some)[:RATED]]


def _closest(outcome: Outcome, rounds: list[ReviewRound]) -> int:
    free = rounds[:-1] if outcome.ending == "arrest" else rounds
    shares = [each.known.cells[each.cell] / each.known.trails for each in free]
    return shares.index(max(shares)) + 1 if shares else 0


def document(reviewed: Review) -> View:
    """Returns a review, ready for JSON."""
    return cast("View", _plain(reviewed))


class _Reviewer:
    def document(self, state: State) -> View:
        return document(review(state))

    def lines(self, state: State) -> Iterator[str]:
        from heistboard.games.car_thief.text import review_lines

        return review_lines(review(state))


REVIEWER = _Reviewer()
"""The package's reviewer."""


def _plain(value: object) -> Json:
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else cast("Json", value)

"""Car Thief as lines of text: a finished game seen from above."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heistboard.games.car_thief.grid import grid, percent

if TYPE_CHECKING:
    from heistboard.games.car_thief.review import Known, Review, Step

__all__ = ["review_lines"]


def review_lines(reviewed: "Review") -> Iterator[str]:
    """Returns the review, round by round."""
    for number, each in enumerate(reviewed.rounds, 1):
        yield f"round {number}: the car is under {each.cell} and leaves {each.token}"
        yield from (
            f"  {_told(step)}"
            for step in reviewed.steps
            if step.round == number and step.move.startswith(("fly", "search"))
        )
        if number < len(reviewed.rounds) or reviewed.outcome.ending != "arrest":
            yield from _grid(each.known, each.cell)
        yield ""
    yield from _rated("best searches", reviewed, reviewed.best)
    yield from _rated("worst searches", reviewed, reviewed.worst)
    if reviewed.closest:
        near = reviewed.rounds[reviewed.closest - 1]
        share = percent(near.known.cells[near.cell], near.known.trails)
        yield f"the police were closest after round {reviewed.closest}: {share} on {near.cell}"


def _grid(known: "Known", car: str) -> Iterator[str]:
    fit = "1 trail fits" if known.trails == 1 else f"{known.trails:,} trails fit"
    yield f"  what the police knew then (* the car): {fit}"
    odds = {cell: percent(count, known.trails) for cell, count in known.cells.items()}
    for line in grid(odds | {car: f"*{odds[car]}"}):
        yield f"  {line}"


def _told(step: "Step") -> str:
    search = step.search
    if search is None:
        return step.move
    chance, better = search.chance, search.better
    odds = [f"{percent(chance.car, search.trails)} for the car"]
    if chance.trace:
        odds.append(f"{percent(chance.trace, search.trails)} for a trace")
    if better is not None:
        share = percent(better.car, search.trails)
        odds.append(f"{better.helicopter} on {better.cell} had {share}")
    return f"{step.move} -> {search.found} ({', '.join(odds)})"


def _rated(title: str, reviewed: "Review", numbers: list[int]) -> Iterator[str]:
    if numbers:
        yield f"{title}:"
        for number in numbers:
            step = reviewed.steps[number]
            yield f"  round {step.round}, {_told(step)}"

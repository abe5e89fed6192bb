"""Car Thief as lines of text: the review of a game, the police's belief, counts of trails."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from heistboard.games.car_thief.text_grid import grid, percent

if TYPE_CHECKING:
    from heistboard.games.car_thief.belief import Belief, Odds
    from heistboard.games.car_thief.review import PoliceKnowledge, Review, Step
    from heistboard.games.car_thief.trail_counts import TrailCount

__all__ = ["belief_lines", "review_lines", "trail_lines"]

BEST = 5  # best searches to list


def review_lines(reviewed: "Review") -> Iterator[str]:
    """Yields the review, round by round."""
    yield "chances: if every trail is as likely; beside them, as people drive"
    for number, each in enumerate(reviewed.rounds, 1):
        yield f"round {number}: the car is under {each.cell} and leaves {each.token}"
        yield from (
            f"  {_search_line(step)}"
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


def belief_lines(known: "Belief", searches: Mapping[str, "Odds"]) -> Iterator[str]:
    """Yields where the car can be, and what the best of *searches* would find."""
    trails, cells = known.trails, known.cells()
    where = next(iter(cells)) if len(cells) == 1 else f"one of {len(cells)} buildings"
    yield f"after round {known.round}: {_fit(trails)}, the car is under {where}"
    yield ""
    yield from grid({cell: percent(count, trails) for cell, count in cells.items()})
    yield ""
    yield "the best searches now, and what they would find if all trails are equally likely:"
    best = sorted(cells, key=lambda cell: (-searches[cell].car, searches[cell].nothing))
    for cell in best[:BEST]:
        found = reversed(searches[cell]._asdict().items())
        told = [f"{name} {percent(count, trails)}" for name, count in found if count]
        yield f"  {cell}  {', '.join(told)}"


def trail_lines(
    length: int, first: str | None, counts: "Mapping[str, TrailCount]"
) -> Iterator[str]:
    """Yields the number of trails, from the cell *first* or from each cell."""
    lines = sum(each.lines for each in counts.values())
    stuck = sum(each.stuck for each in counts.values())
    begun = f" from {first}" if first else ""
    yield f"trails of {length} cells{begun}: {lines:,}, of them stuck: {stuck:,}"
    if not first:
        yield ""
        yield "by the cell where they start:"
        yield from grid({cell: f"{each.lines:,}" for cell, each in counts.items()})
        yield ""
        yield "of them stuck:"
        yield from grid({cell: f"{each.stuck:,}" for cell, each in counts.items()})


def _fit(trails: int) -> str:
    return "1 trail fits" if trails == 1 else f"{trails:,} trails fit"


def _grid(known: "PoliceKnowledge", car: str) -> Iterator[str]:
    yield f"  what the police knew then (* the car): {_fit(known.trails)}"
    odds = {cell: percent(count, known.trails) for cell, count in known.cells.items()}
    for line in grid(odds | {car: f"*{odds[car]}"}):
        yield f"  {line}"


def _search_line(step: "Step") -> str:
    search = step.search
    if search is None:
        return step.move
    chance, better = search.chance, search.better
    driven = percent(search.driven, 1000)
    odds = [f"{percent(chance.car, search.trails)} for the car, {driven} as people drive"]
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
            yield f"  round {step.round}, {_search_line(step)}"

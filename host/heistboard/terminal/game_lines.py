"""A game as lines of text and as JSON: its title, moves, outcome and review. Pure."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from heistboard import games
from heistboard.errors import CommandError
from heistboard.games import PrintingReviewer
from heistboard.games.turning_points import judgement_document, turning_points
from heistboard.journal.game_text import option_text
from heistboard.rules import Choice, Outcome, State, View
from heistboard.words import Words

if TYPE_CHECKING:
    from heistboard.games import Reviewer

__all__ = [
    "move_lines",
    "option_words",
    "outcome_document",
    "review_document",
    "review_lines",
    "title",
]


def title(state: State) -> str:
    """Returns the game's title and options."""
    return ", ".join([state.game.title, *option_words(state.options)])


def option_words(options: Mapping[str, Choice]) -> list[str]:
    """Returns each option as its name and value."""
    return [f"{name} {option_text(value)}" for name, value in options.items()]


def move_lines(state: State, seat: int | None) -> Iterator[str]:
    """Returns the numbered moves as *seat* knows them; ``None`` knows everything."""
    return (f"{number:3} {line}" for number, line in enumerate(state.told(seat), 1))


def outcome_document(outcome: Outcome | None) -> dict[str, str] | None:
    """Returns an outcome as JSON."""
    return None if outcome is None else outcome._asdict()


def review_document(state: State) -> View:
    """Returns the review as JSON; raises :exc:`CommandError` if there is none.

    If the game names a bot for it, ``turning_points`` says where the game was decided.
    """
    reviewed = _reviewer(state).document(state)
    judged = turning_points(state)
    if judged is None:
        return reviewed
    return {**reviewed, "turning_points": judgement_document(judged)}


def review_lines(state: State) -> Iterator[str]:
    """Returns the review as text; raises :exc:`CommandError` if there is none."""
    reviewer = _reviewer(state)
    if isinstance(reviewer, PrintingReviewer):
        return chain(reviewer.lines(state), _turning_lines(state))
    facts = Words("en", state.game.name).facts("review", reviewer.document(state))
    return chain(facts, _turning_lines(state))


def _turning_lines(state: State) -> Iterator[str]:
    # Worked out last, because it takes some seconds.
    judged = turning_points(state)
    if judged is None:
        return
    yield ""
    yield f"what decided the game, by {judged.play_outs} games that the computer played on:"
    for point in judged.points:
        change = f"this ending was {point.before:.0%} likely, then {point.after:.0%}"
        yield f"  moves {point.after_move + 1}..{point.to_move}: {change}"
    if not judged.points:
        yield "  nothing clearly"
    error = f"each share may be off by {judged.error:.0%}"
    yield f"  at the beginning it was {judged.begin:.0%} likely; {error}"


def _reviewer(state: State) -> "Reviewer":
    reviewer: Reviewer | None = games.package(state.game.name).claim("review")
    if reviewer is None:
        raise CommandError(
            f"{state.game.title} has no review; `journal show` and `replay` list its moves"
        )
    if state.outcome is None:  # a review reveals secrets
        raise CommandError("the game is not finished; it can be reviewed when it is over")
    return reviewer

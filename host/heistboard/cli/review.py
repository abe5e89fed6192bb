"""``journal show --review`` and ``replay --review``: a finished game seen from above.

The document of ``--json`` has ``review`` beside what it has without: what the game's own review
says.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heistboard import games
from heistboard.cli.output import CommandError
from heistboard.rules import State, View

if TYPE_CHECKING:
    from heistboard.games.package import Reviewer

__all__ = ["review_document", "review_lines"]


def review_document(state: State) -> View:
    """Returns the review as JSON says it; raises :exc:`CommandError` if there is none."""
    try:
        return _reviewer(state).document(state)
    except ValueError as error:
        raise CommandError(str(error)) from None


def review_lines(state: State) -> Iterator[str]:
    """Returns the review as text; raises :exc:`CommandError` if there is none."""
    try:
        return _reviewer(state).lines(state)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _reviewer(state: State) -> "Reviewer":
    reviewer: Reviewer | None = games.package(state.game.name).claim("review")
    if reviewer is None:
        raise CommandError(f"{state.game.title} has no review; leave --review out")
    return reviewer

"""``review``, ``journal show --review`` and ``replay --review``: a finished game seen from above.

The document of ``--json`` has ``review`` beside what it has without: what the game's own review
says.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heistboard import games
from heistboard.rules import State, View
from heistboard.terminal.output import CommandError

if TYPE_CHECKING:
    from heistboard.games import Reviewer

__all__ = ["review_document", "review_lines"]


def review_document(state: State) -> View:
    """Returns the review as JSON says it; raises :exc:`CommandError` if there is none."""
    return _reviewer(state).document(state)


def review_lines(state: State) -> Iterator[str]:
    """Returns the review as text; raises :exc:`CommandError` if there is none."""
    return _reviewer(state).lines(state)


def _reviewer(state: State) -> "Reviewer":
    reviewer: Reviewer | None = games.package(state.game.name).claim("review")
    if reviewer is None:
        raise CommandError(
            f"{state.game.title} has no review; `journal show` and `replay` tell its moves"
        )
    if state.outcome is None:  # it would tell secrets
        raise CommandError("the game is not finished; it is reviewed when it is over")
    return reviewer

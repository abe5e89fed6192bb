"""``heistboard replay``: replays a game from its text.

The document of ``--json``: ``game``, ``rules``, ``options``, ``moves`` (with what each revealed),
``outcome`` (null, or ``side``, ``ending``, ``rule``) and, with ``--review``, ``review``.
"""

from argparse import Namespace
from typing import Any

from heistboard.cli.journal import read_file
from heistboard.journal.game_text import outcome_text
from heistboard.terminal.game_lines import (
    move_lines,
    outcome_document,
    review_document,
    review_lines,
    title,
)
from heistboard.terminal.output import emit, say

__all__ = ["replay"]


def replay(args: Namespace) -> int:
    """Replays the text and prints every move, what it revealed, and the outcome."""
    state, _ = read_file(args.file)
    if args.json:
        document: dict[str, Any] = {
            "game": state.game.name,
            "rules": state.game.rules,
            "options": dict(state.options),
            "moves": state.told(None),
            "outcome": outcome_document(state.outcome),
        }
        if args.review:
            document["review"] = review_document(state)
        emit(document)
        return 0
    lines = review_lines(state) if args.review else move_lines(state, None)
    say(title(state))
    for line in lines:
        say(line)
    say(outcome_text(state.outcome) if state.outcome else "not finished")
    return 0

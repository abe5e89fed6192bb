"""Errors that end a command with one sentence, for every package that a command calls."""

from typing import Any

__all__ = ["CommandError", "UsageError"]


class CommandError(Exception):
    """The command failed: one sentence, lower case, without a full stop.

    With ``--json``, *document* is printed on stdout as well; without one, ``{"error": sentence}``.
    """

    def __init__(self, sentence: str, document: dict[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.document = document if document is not None else {"error": sentence}


class UsageError(Exception):
    """The command line is wrong: one sentence, as for :exc:`CommandError`."""

"""The last texts that were said aloud, numbered: a page says each of them, and none twice."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from heistboard.games.status import Status
from heistboard.voice import announcer
from heistboard.words import LANGUAGES, Words

__all__ = ["LAST", "Numbered", "Spoken"]

LAST = 6  # more is not said between two messages to a page


class Numbered(NamedTuple):
    """A text in every language."""

    number: int  # counts up
    kind: announcer.TextKind
    parts: Mapping[str, Sequence[str]]  # by language


class Spoken:
    """What was said since it began."""

    def __init__(self) -> None:
        self._number = 0
        self._last: deque[Numbered] = deque(maxlen=LAST)

    def take(self, status: Status) -> tuple[Numbered, ...]:
        """Takes what is to be said because of a change; returns the last texts, oldest first."""
        for kind, ask in announcer.aloud(status):
            self._number += 1
            game = str(status.view["game"])
            parts = {
                language: announcer.text(kind, ask, status, Words(language, game)).parts
                for language in LANGUAGES
            }
            self._last.append(Numbered(self._number, kind, parts))
        return tuple(self._last)

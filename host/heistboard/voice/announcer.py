"""Which texts of a status are spoken, and which of them replace texts still in the queue. Pure.

| Kind | Text | Removed from the queue when it arrives |
|---|---|---|
| eyes | closing or opening eyes | everything: it is out of date |
| help | the table's question, or the answer to Help | an earlier question |
| over | the end of the game | the question |
| news | a discovery | nothing |

A question that is being spoken is not queued again. The text ``eyes.close`` ends with a count,
which gives people time to do it; a later text of kind *eyes* cuts the count short. Texts
``eyes.close.…`` have no count. While eyes are closed, only the closing text and the answer to Help
are spoken.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from heistboard.games.gestures import Ask
from heistboard.games.status import Status
from heistboard.words import Words

__all__ = ["DROPS", "Text", "TextKind", "announcements", "is_cut_short", "queued", "text"]


class TextKind(Enum):
    """What a text is about; it decides which queued texts it replaces."""

    EYES = "eyes"
    HELP = "help"
    OVER = "over"
    NEWS = "news"


DROPS: Mapping[TextKind, frozenset[TextKind]] = {
    TextKind.EYES: frozenset(TextKind),
    TextKind.HELP: frozenset({TextKind.HELP}),
    TextKind.OVER: frozenset({TextKind.HELP}),
    TextKind.NEWS: frozenset(),
}
"""The kinds that each kind removes from the queue."""


class Text(NamedTuple):
    """One announcement in one language, spoken part by part with a pause between."""

    kind: TextKind
    parts: tuple[str, ...]


def announcements(status: Status) -> Iterator[tuple[TextKind, Ask]]:
    """Yields the texts of *status* that may be spoken, each with its kind."""
    for ask in status.spoken:
        if ask.id.startswith("eyes."):
            kind = TextKind.EYES
        elif ask.id.startswith("over."):
            kind = TextKind.OVER
        else:
            kind = TextKind.HELP if ask.id == status.ask.id else TextKind.NEWS
        if not status.is_secret or kind is TextKind.HELP or ask.id.startswith("eyes.close"):
            yield kind, ask


def text(kind: TextKind, ask: Ask, status: Status, words: Words) -> Text:
    """Returns the announcement of *ask*; *words* must be those of the status's game."""
    count = words.count() if ask.id == "eyes.close" else ()
    said = words.spoken(ask, status.view, is_carried=status.is_carried)
    return Text(kind, (said, *count))


def queued(waiting: Sequence[Text], text: Text, current: Text | None) -> list[Text]:
    """Returns the queue after *text* has arrived while *current* is being spoken."""
    left = [each for each in waiting if each.kind not in DROPS[text.kind]]
    return left if text.kind is TextKind.HELP and text == current else [*left, text]


def is_cut_short(waiting: Sequence[Text]) -> bool:
    """Returns whether to leave out the remaining parts of the current text."""
    return any(each.kind is TextKind.EYES for each in waiting)

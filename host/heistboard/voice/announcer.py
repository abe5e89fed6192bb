"""What is said aloud, and what of it overtakes what: the same for every voice. Pure.

| Kind | Comes | Of what waits |
|---|---|---|
| eyes | the words that close or open eyes | all is dropped: it was about before |
| help | what the table asks, so the answer to Help | an earlier one is dropped |
| over | the end of the game | what the table asked is dropped |
| news | what was found | nothing is dropped |

A question that is being said is not said again. After the closing words comes a count, so that
there is time to close eyes; words of the first kind break it off. With eyes closed only the
closing words and the answer to Help are said, whatever is asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from heistboard.games.gestures import Ask
from heistboard.games.status import Status
from heistboard.words import Words

__all__ = ["DROPS", "Text", "TextKind", "aloud", "is_broken_off", "queued", "text"]


class TextKind(Enum):
    """What a text is about."""

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
"""What each kind drops of what waits."""


class Text(NamedTuple):
    """What is said at once, in one language: part after part, with a breath between."""

    kind: TextKind
    parts: tuple[str, ...]


def aloud(status: Status) -> Iterator[tuple[TextKind, Ask]]:
    """Yields what may be said of what a change wants said."""
    for ask in status.spoken:
        if ask.id.startswith("eyes."):
            kind = TextKind.EYES
        elif ask.id.startswith("over."):
            kind = TextKind.OVER
        else:
            kind = TextKind.HELP if ask.id == status.ask.id else TextKind.NEWS
        if not status.is_secret or kind is TextKind.HELP or ask.id == "eyes.close":
            yield kind, ask


def text(kind: TextKind, ask: Ask, status: Status, words: Words) -> Text:
    """Returns *ask* as it is said in *words*, which are those of the status's game."""
    count = words.count() if ask.id == "eyes.close" else ()
    return Text(kind, (words.spoken(ask, status.view), *count))


def queued(waiting: Sequence[Text], text: Text, saying: Text | None) -> list[Text]:
    """Returns what waits once *text* has come while *saying* is being said."""
    left = [each for each in waiting if each.kind not in DROPS[text.kind]]
    return left if text.kind is TextKind.HELP and text == saying else [*left, text]


def is_broken_off(waiting: Sequence[Text]) -> bool:
    """Says whether the parts still to come of what is being said are left out."""
    return any(each.kind is TextKind.EYES for each in waiting)

"""Requests that other programs may send to a running table, and their answers.

A request has a name and words; the answer is a JSON document.

| do | words | is |
|---|---|---|
| status | | the public status: :func:`status_document` |
| say | seat (its number), text | |
| set-aside, restore | reed | |
| correct | text: a move or ``undo`` | a message for everybody, or null |
| draw | text: what a real card shows | |
| hints | grade | |
| brightness | brightness | |
| boards | | the boards: ``RunningTable.boards`` |
| assign | floor (a number); serial, or none to choose by pressing Done | ``id`` and ``words`` of \
what to say |
| assigning | | the floor for which Done is to be pressed, or null |
| identify | serial, or none for all boards | |
| stop-identify | | |
| invite | seat (its name) | an address that seats one device there; only with pages |
| put-out | seat (its name) | ``announced`` if it takes ten seconds; only with pages |
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from heistboard.app import trouble_log
from heistboard.app.running_table import RunningTable, Trouble
from heistboard.games.status import Status
from heistboard.journal.game_text import JournalError
from heistboard.places.scene import Intent, Scene
from heistboard.rules import Ask

__all__ = ["Requests", "scene_document", "status_document", "word"]


class Requests:
    """Answers requests to *table*."""

    def __init__(self, table: RunningTable) -> None:
        self.table = table
        self._does: dict[str, Callable[[Mapping[str, Any]], Any]] = {
            "status": lambda words: status_document(table.status()),
            "say": lambda words: table.say(word(words, "seat", int), word(words, "text", str)),
            "set-aside": lambda words: table.set_aside(word(words, "reed", str)),
            "restore": lambda words: table.set_aside(word(words, "reed", str), is_aside=False),
            "correct": lambda words: table.correct(word(words, "text", str)) or None,
            "draw": lambda words: table.draw(word(words, "text", str)),
            "hints": lambda words: table.set_hints(word(words, "grade", str)),
            "brightness": lambda words: table.set_brightness(word(words, "brightness", str)),
            "boards": lambda words: table.boards(),
            "assign": lambda words: _ask_document(
                table.assign(word(words, "floor", int), _serial(words))
            ),
            "assigning": lambda words: table.assigning(),
            "identify": lambda words: table.identify(_serial(words)),
            "stop-identify": lambda words: table.stop_identify(),
        }

    def offer(self, name: str, answer: Callable[[Mapping[str, Any]], Any]) -> None:
        """Adds a request."""
        self._does[name] = answer

    def offer_for_seat(self, name: str, answer: Callable[[int], str | None]) -> None:
        """Adds a request about a seat; *answer* gets its number."""
        self.offer(name, lambda words: answer(self.seat(word(words, "seat", str))))

    def answer(self, name: str, words: Mapping[str, Any]) -> dict[str, Any]:
        """Returns ``{"is": answer}`` or ``{"error": sentence}``."""
        do = self._does.get(name)
        if do is None:
            return {"error": "the table does not know that"}
        try:
            return {"is": do(words)}
        except (ValueError, JournalError) as error:
            return {"error": str(error)}
        except Trouble as error:
            return {"error": f"{error}; {trouble_log.FILE} in the data folder says where"}
        except Exception as error:
            trouble_log.report(error)
            return {"error": f"{Trouble()}; {trouble_log.FILE} in the data folder says where"}

    def seat(self, name: str) -> int:
        """Returns the number of the seat called *name*; raises :exc:`ValueError`."""
        names = self.table.seats()
        if name not in names:
            raise ValueError(f"there is no seat {name!r}, expected {' or '.join(names)}")
        return names.index(name)


def status_document(status: Status) -> dict[str, Any]:
    """Returns *status* as a JSON document."""
    return {
        **status._asdict(),
        "ask": _ask_document(status.ask),
        "scene": scene_document(status.scene),
        "eyes_closed": None if status.eyes_closed is None else status.eyes_closed._asdict(),
        "beat": status.beat and {**status.beat._asdict(), "span": status.beat.span._asdict()},
        "spoken": [_ask_document(ask) for ask in status.spoken],
    }


def scene_document(scene: Scene) -> dict[str, list[str | int]]:
    """Returns colour, level and pattern as words, and the phase, by LED."""
    return {name: [*_intent_words(intent)] for name, intent in scene.items()}


@cache
def _intent_words(intent: Intent) -> tuple[str | int, ...]:
    words = (part.name.lower() for part in (intent.colour, intent.level, intent.pattern))
    return (*words, intent.phase)


def _ask_document(ask: Ask) -> dict[str, Any]:
    return {"id": ask.id, "words": dict(ask.words)}


def _serial(words: Mapping[str, Any]) -> str | None:
    return None if words.get("serial") is None else str(word(words, "serial", str))


def word(words: Mapping[str, Any], name: str, kind: type) -> Any:  # noqa: ANN401
    """Returns one word of a request; raises :exc:`ValueError` unless it is a *kind*."""
    if type(words.get(name)) is not kind:
        raise ValueError(f"{name} is {words.get(name)!r}, expected {kind.__name__}")
    return words[name]

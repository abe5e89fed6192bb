"""What a move has caused: where guards went and whom they saw, lost stealth, alarms. Pure.

All of it follows from what everybody sees, before the move and after it. The history shows it
after the move's line; :data:`ALOUD` is also said at the board, where lights show the rest.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from heistboard.places.place import split_floor
from heistboard.rules import Ask, View

__all__ = ["ALOUD", "news"]

ALOUD: Final = frozenset(("guard.saw", "stealth.lost", "stealth.lost.many", "alarm.on"))
"""What is said at the board, too: neither a light nor the line of the move tells it."""


def news(before: View, after: View) -> list[Ask]:
    """Returns what everybody sees that one move, or several, have caused.

    Of the views it needs what ``view.facts`` has, and the moves.
    """
    old: Mapping[str, Any] = before
    new: Mapping[str, Any] = after
    return [
        *_walks(old, new),
        *_stealth(old, new),
        *_alarms("off", old["alarms"], new["alarms"]),
        *_alarms("on", new["alarms"], old["alarms"]),
        *_targets(old, new),
    ]


def _walks(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Ask]:
    was, walked = old["walked"], new["walked"]
    steps = walked[len(was) :] if walked[: len(was)] == was else walked
    walking = set()
    for floor, group in groupby(steps, lambda step: split_floor(step[0])[0]):
        cells = list(group)
        start = None if floor in walking else old["guards"][floor - 1]["at"]
        walking.add(floor)
        yield from _walk(floor, start, [cell for cell, _ in cells])
        for cell, seen in cells:
            if seen:
                yield Ask("guard.saw", {"cell": cell, "player": ", ".join(seen)})
    for floor, (guard, is_now) in enumerate(zip(old["guards"], new["guards"], strict=True), 1):
        if guard["at"] is None and is_now["at"] is not None and floor not in walking:
            yield Ask("guard.comes", {"floor": str(floor), "cell": is_now["at"]})


def _walk(floor: int, start: str | None, cells: list[str]) -> Iterator[Ask]:
    *over, end = cells
    words = {"floor": str(floor), "cell": end}
    if start is None:
        yield Ask("guard.comes", words)
    elif over:
        yield Ask("guard.walks", {**words, "from": start, "places": ", ".join(over)})
    else:
        yield Ask("guard.steps", {**words, "from": start})


def _stealth(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Ask]:
    lines = new["moves"][len(old["moves"]) :]
    is_chosen = any(line.startswith(("lose ", "tinker")) for line in lines)
    for was, player in zip(old["team"], new["team"], strict=True):
        lost = was["stealth"] - player["stealth"]
        words = {"player": player["player"], "number": str(player["stealth"])}
        if lost > 1:
            yield Ask("stealth.lost.many", {**words, "count": str(lost)})
        elif lost == 1:
            yield Ask("stealth.left" if is_chosen else "stealth.lost", words)
    for cell, count in old["room-stealth"].items():
        left = new["room-stealth"].get(cell, 0)
        if left < count:
            yield Ask("stealth.room", {"cell": cell, "number": str(left)})


def _alarms(how: str, these: list[str], others: list[str]) -> Iterator[Ask]:
    cells = [cell for cell in these if cell not in others]
    if cells:
        yield Ask(f"alarm.{how}", {"places": ", ".join(cells)})


def _targets(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Ask]:
    for guard, is_now in zip(old["guards"], new["guards"], strict=True):
        target = is_now["target"]
        if target not in (None, guard["target"], is_now["at"]):
            yield Ask("guard.heads", {"floor": str(is_now["floor"]), "cell": target})

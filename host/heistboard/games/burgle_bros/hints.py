"""Hints for the team: what has been public and is easily forgotten, and what may come. Pure.

| Grade | The document has |
|---|---|
| off | nothing |
| notes | ``tiles-out``, ``tools-out``, ``loot-out``, ``events-out``: what has not been seen yet; |
| | ``patrol``: the patrol cards of each floor; ``safes``: what is known of their digits; |
| | ``calls``: by room, the way that an alarm there would draw the guard |
| danger | also ``danger``: by floor, where the guard steps and ends; ``shares``: his next steps |
| odds | also the chances of each of ``safes``; ``moves``: what each may cost in stealth |

Chances and expected tokens are whole thousandths. ``facts`` says the most useful in sentences,
what matters most first. Everything follows from the table's view.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, cast

from heistboard.games.burgle_bros import PACKAGE
from heistboard.games.burgle_bros.alarms import can_ring
from heistboard.games.burgle_bros.cells import place_names
from heistboard.games.burgle_bros.coming import MOVEMENTS, coming
from heistboard.games.burgle_bros.components import EVENTS, ITEMS, KINDS, TOOLS, ones
from heistboard.games.burgle_bros.guard_knowledge import guard_knowledge
from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.look_ahead import Cost, LookAhead
from heistboard.games.burgle_bros.notation import LOST_VISUAL, PLAYERS
from heistboard.games.burgle_bros.outlook import Chances
from heistboard.games.burgle_bros.public_job import public_job
from heistboard.games.burgle_bros.safe_odds import rolling, safe_odds
from heistboard.games.burgle_bros.safes import MOST_DICE, combination, dice_on
from heistboard.games.hint_grades import check_grade, grades_of
from heistboard.rules import Move, View

__all__ = ["GRADES", "Hints"]

GRADES: Final = grades_of(PACKAGE)
"""The grades, from least to most."""

_WHOLE: Final = 1000
_NAMED: Final = 3  # cells that a sentence names
_FEW: Final = 8  # events left, from which on they are named

_Document = dict[str, Any]


class Hints:
    """The hints of one table. Nothing is kept from one view to the next."""

    def document(self, view: View, grade: str) -> View:
        """Returns the hints for the table's *view*; raises :exc:`ValueError` for an unknown grade.

        Before all players have characters there are none.
        """
        level = GRADES.index(check_grade(grade, PACKAGE))
        if not level or None in _characters(view):
            return {}
        job = public_job(view)
        told = _notes(job, view)
        facts = [*_note_facts(told)]
        if level >= GRADES.index("danger"):
            told |= _danger(view)
            facts = [*_danger_facts(job, told), *facts]
        if level >= GRADES.index("odds"):
            for safe in told["safes"]:
                safe |= _odds(job, job.site.numbers[safe["cell"]])
            costs = LookAhead(view).costs() if view["phase"] == "act" else {}
            told["moves"] = {move: _thousandths(cost) for move, cost in costs.items()}
            facts = [*_odds_facts(told, costs), *facts]
        return cast(View, told | {"facts": facts})


def _characters(view: View) -> list[object]:
    return [each["character"] for each in cast(Any, view["team"])]


def _share(chance: float) -> int:
    return round(_WHOLE * chance)


def _percent(thousandths: int) -> str:
    return "<1%" if 0 < thousandths < _WHOLE // 100 else f"{round(thousandths / 10)}%"


def _fact(key: str, **words: str) -> _Document:
    return {"id": key, "words": words}


# What has been public.


def _notes(job: Job, view: View) -> _Document:
    site = job.site
    hidden = Counter(KINDS[tile] for tile in ones(job.unseen))
    items = [ITEMS[len(TOOLS) + card] for card in ones(job.loot_left)]
    return {
        "tiles-out": dict(sorted(hidden.items())),
        "tools-out": [TOOLS[card] for card in ones(job.tools_left)],
        "loot-out": list(dict.fromkeys(items)),
        "events-out": [EVENTS[card] for card in ones(job.events_left)],
        "patrol": [_patrol(job, floor, guard) for floor, guard in enumerate(_guards(view))],
        "safes": [
            _safe(job, cell)
            for cell in range(site.cells)
            if job.kind(cell) == "safe" and not job.cracked >> cell & 1
        ],
        "calls": _calls(job),
    }


def _calls(job: Job) -> dict[str, list[str]]:
    # An alarm that is further away than another one draws nobody (BB-ALARM-4).
    site = job.site
    found = {}
    for floor, guard in enumerate(job.guards):
        first, paths = floor * site.area, job.paths[floor]
        names = site.names[first : first + site.area]
        alarms = [cell - first for cell in job.alarms_on(floor)]
        for cell in range(site.area if guard >= 0 else 0):
            if not can_ring(job, first + cell):
                continue
            if cell in paths.nearest(guard - first, [cell, *alarms]):
                found[names[cell]] = [names[each] for each in paths.path(guard - first, cell)]
    return found


def _guards(view: View) -> list[_Document]:
    return cast("list[_Document]", view["guards"])


def _patrol(job: Job, floor: int, guard: _Document) -> _Document:
    site = job.site
    names = [*site.names[floor * site.area : (floor + 1) * site.area], LOST_VISUAL]
    out = [names[card] for card in ones(job.patrol_unseen[floor])]
    return {
        "floor": floor + 1,
        "gone": guard["patrol-gone"],
        "out": out,
        "left": guard["patrol-left"],
        "removed": len(out) - guard["patrol-left"],
    }


def _safe(job: Job, safe: int) -> _Document:
    names = job.site.names
    rooms = combination(job, safe)
    opened = [cell for cell in rooms if job.marks >> cell & 1]
    hidden = [cell for cell in rooms if job.is_face_down(cell)]
    return {
        "cell": names[safe],
        "dice": dice_on(job, safe),
        "open": {names[c]: job.digit(c) for c in rooms if c not in opened and c not in hidden},
        "marked": [names[cell] for cell in opened],
        "hidden": [names[cell] for cell in hidden],
    }


def _note_facts(told: _Document) -> Iterator[_Document]:
    by_count: dict[int, list[str]] = {}
    for kind, count in told["tiles-out"].items():
        by_count.setdefault(count, []).append(kind)
    for count, kinds in sorted(by_count.items()):
        yield _fact("tiles", count=str(count), tile=", ".join(kinds))
    for floor in told["patrol"]:
        if floor["gone"]:
            number, left = str(floor["floor"]), str(floor["left"])
            yield _fact("patrol", floor=number, left=left, card=", ".join(floor["gone"]))
    for safe in told["safes"]:
        digits = ", ".join(map(str, sorted(set(safe["open"].values())))) or "–"
        dice, hidden = str(safe["dice"]), str(len(safe["hidden"]))
        yield _fact("safe", cell=safe["cell"], digits=digits, dice=dice, hidden=hidden)
    if told["loot-out"]:
        yield _fact("loot", loot=", ".join(told["loot-out"]))
    if told["tools-out"]:
        yield _fact("tools", tool=", ".join(told["tools-out"]))
    if 0 < len(told["events-out"]) <= _FEW:
        yield _fact("events", card=", ".join(told["events-out"]))


# Where guards will come.


def _danger(view: View) -> _Document:
    found: list[_Document] = []
    shares: dict[str, int] = {}
    for floor in range(1, len(_guards(view)) + 1):
        known = guard_knowledge(view, floor)
        if known is not None:
            names = _names(floor, known.plan.size)
            movements = [_movement(each, names) for each in coming(known, MOVEMENTS)]
            found.append({"floor": floor, "movements": movements})
            shares |= movements[0]["steps"]
    return {"danger": found, "shares": shares}


def _names(floor: int, size: int) -> tuple[str, ...]:
    return place_names(size, floor)[(floor - 1) * size**2 :]


def _movement(chances: Chances, names: tuple[str, ...]) -> _Document:
    def by_cell(shares: tuple[float, ...]) -> dict[str, int]:
        found = {name: _share(share) for name, share in zip(names, shares, strict=True)}
        return {name: share for name, share in found.items() if share}

    return {
        "steps": by_cell(chances.steps_on),
        "ends": by_cell(chances.ends_on),
        "leaves": _share(chances.leaves),
        "error": _share(chances.error),
    }


def _danger_facts(job: Job, told: _Document) -> Iterator[_Document]:
    for floor in told["danger"]:
        ends = floor["movements"][0]["ends"]
        likely = sorted(ends, key=lambda cell: -ends[cell])[:_NAMED]
        if likely:
            places = ", ".join(f"{cell} {_percent(ends[cell])}" for cell in likely)
            yield _fact("ends", floor=str(floor["floor"]), places=places)
    for seat, at in enumerate(job.at):
        share = told["shares"].get(job.site.names[at], 0) if at >= 0 else 0
        if share:
            yield _fact("danger", player=PLAYERS[seat], share=_percent(share))


# Chances and costs.


def _odds(job: Job, safe: int) -> _Document:
    roller, dice = rolling(job, job.active), dice_on(job, safe)
    now = safe_odds(job, safe, dice, roller)
    more = safe_odds(job, safe, min(dice + 1, MOST_DICE), roller)
    return {"now": _share(now.cracks), "more": _share(more.cracks), "marks": _share(now.digits)}


def _thousandths(cost: Cost) -> dict[str, int]:
    return {name: _share(tokens) for name, tokens in cost._asdict().items()}


def _odds_facts(told: _Document, costs: dict[Move, Cost]) -> Iterator[_Document]:
    for safe in told["safes"]:
        now, more = _percent(safe["now"]), _percent(safe["more"])
        yield _fact("odds", cell=safe["cell"], now=now, more=more)
    steps = {move: cost for move, cost in costs.items() if move.verb in ("move", "drop")}
    here = next((cost for move, cost in costs.items() if move.verb == "pass"), None)
    if here is not None:
        yield _fact("stay", tokens=f"{sum(here):.1f}")
    if steps:
        said = ", ".join(f"{move.parts['cell']} {sum(cost):.1f}" for move, cost in steps.items())
        yield _fact("go", steps=said)

"""Why the guide of Burgle Bros advises an action: sentences that follow from the view."""

from collections.abc import Iterator
from typing import Final

from heistboard.games.burgle_bros.components import LOOT
from heistboard.games.burgle_bros.scouting import Scouting
from heistboard.games.burgle_bros.told_turns import Told
from heistboard.rules import Ask, Move

__all__ = ["ends_hot", "reasons"]

_SAFER: Final = 0.1  # stealth tokens less to be expected, from which on a step is a flight
_FEW: Final = 2  # actions or fewer draw an event
_COSTLY: Final = ("deadbolt", "keypad", "laser", "fingerprint", "motion", "thermo")
_PLAIN: Final = ("pick", "escape", "tinker")


def reasons(scouting: Scouting, told: Told, move: Move) -> Iterator[Ask]:
    """Yields what to do, why, and what it costs."""
    words = dict(move.parts)
    if move.verb == "peek":
        yield Ask(_peek(scouting, told, words["cell"]), words)
    elif move.verb in ("xray", "enhance"):
        yield Ask("peek.free", words)
    elif move.verb in ("move", "drop"):
        yield Ask(_step(scouting, scouting.numbers[words["cell"]], move.verb), words)
        yield from _costs(scouting, scouting.numbers[words["cell"]])
    elif move.verb == "die":
        yield Ask("die" if words["cell"] in scouting.view["dice"] else "die.first", words)
    elif move.verb == "crack":
        yield from _crack(scouting, words["cell"])
    elif move.verb == "pass":
        yield Ask("pass" if not scouting.view["actions"] else "pass.stay")
        if ends_hot(scouting):
            yield Ask("pass.thermo")
        if scouting.view["used"] <= _FEW:
            yield Ask("pass.event")
    elif move.verb.startswith("use_"):
        yield Ask("use", {"item": move.verb.removeprefix("use_")})
    else:
        yield Ask(move.verb if move.verb in _PLAIN else "other", words)


def ends_hot(scouting: Scouting) -> bool:
    """Returns whether ending the actions here sets off the alarm of a Thermo."""
    here = scouting.here
    is_quiet = "emp" in scouting.view["lasting"] or here in scouting.cells("crowbarred")
    return scouting.tiles.get(here, ("",))[0] == "thermo" and not is_quiet


def _peek(scouting: Scouting, told: Told, name: str) -> str:
    if told.own_turns == 0 and "peek" not in told.own_acts:
        return "peek.first"
    cell = scouting.numbers[name]
    if any(cell in scouting.combination(safe) for safe in scouting.open_safes):
        return "peek.digit"
    known = {kind for at, (kind, _) in scouting.tiles.items() if _same(scouting, at, cell)}
    return "peek.search" if {"safe", "stairs"} - known else "peek"


def _step(scouting: Scouting, cell: int, verb: str) -> str:
    # Why to go there; the first reason that holds.
    here = scouting.here
    if verb == "drop":
        return "drop"
    if any(scouting.numbers[at] == cell and item in LOOT for at, item in scouting.view["lying"]):
        return "move.loot"
    if scouting.is_roof_open:
        return "move.roof"
    if cell in scouting.open_safes:
        return "move.safe"
    if cell not in scouting.tiles:
        return "move.blind"
    if scouting.risk(here) - scouting.risk(cell) > _SAFER:
        return "move.flee"
    if not _same(scouting, here, cell):
        return "move.floor"
    hidden = {room for room in scouting.near[cell] if room not in scouting.tiles}
    wanted = {room for safe in scouting.open_safes for room in scouting.combination(safe)}
    if hidden & wanted:
        return "move.digit"
    return "move.search" if hidden else "move"


def _costs(scouting: Scouting, cell: int) -> Iterator[Ask]:
    # What is worth a warning.
    kind = scouting.tiles.get(cell, ("",))[0]
    is_open = cell in scouting.cells("opened") or cell in scouting.cells("crowbarred")
    if cell in scouting.guards:
        yield Ask("costs.guard")
    elif kind in _COSTLY and not is_open and not (kind == "deadbolt" and cell in scouting.at):
        yield Ask(f"costs.{kind}")


def _crack(scouting: Scouting, name: str) -> Iterator[Ask]:
    rooms = scouting.combination(scouting.numbers[name])
    digits = sorted({str(scouting.tiles[room][1]) for room in rooms if room in scouting.tiles})
    yield Ask("crack", {"digits": ", ".join(digits)}) if digits else Ask("crack.any")


def _same(scouting: Scouting, one: int, other: int) -> bool:
    return scouting.floor(one) == scouting.floor(other)

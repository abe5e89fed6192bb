"""The guided first game: the learner and a computer player rob the Office together.

What is advised is what the careful computer player would do in the learner's place; the reason is
read off the same view. So both follow from what everybody knows. README.md says how the seeds were
found. ``told_turns`` reads what has happened, ``advised_reasons`` says why.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from heistboard.games.burgle_bros.advised_reasons import ends_hot, reasons
from heistboard.games.burgle_bros.bots import Careful
from heistboard.games.burgle_bros.scouting import Scouting
from heistboard.games.burgle_bros.site import paths
from heistboard.games.burgle_bros.told_turns import Told, read_turns
from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice, Guide, Step
from heistboard.rules import Ask, Move, View

__all__ = ["GUIDE", "SEEDS", "advise"]

SEEDS: Final = (235, 371, 267, 58, 97, 42, 227, 306, 326, 31, 304, 358)
LEARNER: Final = 0

_SECTIONS: Final = {
    **{"entrance": "setup", "cancel": "alarms", "nearest": "alarms", "lose": "stealth"},
    **{"price": "entering", "trade": "actions", "second": "tools", "keep": "tools"},
    **{"stethoscope": "tools", "crystal": "tools", "scouted": "characters", "kitty": "loot"},
    **dict.fromkeys(("buddy", "voice", "gut", "peekhole", "toward"), "events"),
}
_ACT_SECTIONS: Final = {
    **dict.fromkeys(("peek", "move", "pick"), "actions"),
    **dict.fromkeys(("die", "crack"), "safes"),
    **{"drop": "links", "pass": "guards", "escape": "end", "tinker": "characters"},
}
_VARIANTS: Final = ("cancel", "lose", "price", "trade", "second", "stethoscope", "peekhole")


def advise(view: View, prompt: Prompt) -> Advice | None:
    """Returns what to do and why, for who has this view of the learner's prompt."""
    outcome = cast("dict[str, str] | None", view["outcome"])
    if outcome is not None:
        return Advice((Step((Ask(f"over.{outcome['ending']}"),)),), rules="end")
    if not prompt.moves:
        is_waiting = view["active"] != GUIDE.seat
        return Advice((Step((Ask("wait"),)),), rules="turn") if is_waiting else None
    phase = str(view["phase"])
    move = Careful(LEARNER, Random(0)).choose(prompt.moves, lambda: view)
    scouting = Scouting(view, LEARNER)
    if phase == "act":
        rules = _ACT_SECTIONS.get(move.verb, "tools")
        return Advice(tuple(_act(scouting, move)), move=str(move), rules=rules)
    if phase == "entrance":
        return Advice(tuple(_entrance(scouting, move)), move=str(move), rules="setup")
    say = Ask(_decision(phase, move), {**prompt.ask.words, **move.parts})
    return Advice((Step((say,)),), move=str(move), rules=_SECTIONS.get(phase, "turn"))


def _entrance(scouting: Scouting, move: Move) -> list[Step]:
    guard = scouting.names[scouting.guards[0]]
    return [
        Step((Ask("welcome"),)),
        Step((Ask("character", {"character": str(scouting.me["character"])}),)),
        Step((Ask("first.floor"),)),
        Step((Ask("first.guard", {"cell": guard}),), (guard,)),
        Step((Ask("entrance", move.parts),)),
    ]


def _decision(phase: str, move: Move) -> str:
    if phase not in _VARIANTS:
        return phase
    return f"{phase}.{move.parts.get('stealth', move.verb)}"


def _act(scouting: Scouting, move: Move) -> list[Step]:
    told = read_turns(cast("Sequence[str]", scouting.view["moves"]))
    steps, short = _news(scouting, told)
    if move.verb == "pass":
        steps += _guard(scouting, told)
    do = tuple(reasons(scouting, told, move))
    steps.append(Step((*short, *do)))
    return steps


def _news(scouting: Scouting, told: Told) -> tuple[list[Step], tuple[Ask, ...]]:
    # What has happened, as steps, and as sentences that are read with what to do.
    if told.own_turns == 0 and not told.own_acts:
        return _first_turn(scouting, told), ()
    steps: list[Step] = []
    short: tuple[Ask, ...] = ()
    if told.is_new_turn:
        steps += [Step((Ask("event", {"card": card}),)) for card in told.events]
        if told.own_turns == 1:
            steps += [Step((Ask("first.partner"),)), Step((Ask("first.spread"),))]
        words = {"count": str(scouting.view["actions"]), "stealth": str(scouting.me["stealth"])}
        short = (Ask("turn", words),)
    else:
        if told.rolls and not told.loot:
            short = (Ask("rolled", {"faces": ", ".join(sorted(told.rolls))}),)
            if told.last == "crack" and scouting.here in scouting.open_safes:
                left = len(scouting.combination(scouting.here))
                short = (*short, Ask("left", {"count": str(left)}))
        for cell, kind in told.tiles:
            words = {"cell": cell, "tile": kind}
            if kind in told.new_kinds:
                steps.append(Step((Ask("tile.new", words),), (cell,)))
            else:
                short = (*short, Ask("tile", words))
    if told.loot:
        steps.append(Step((Ask("cracked" if not told.is_new_turn else "partner.cracked"),)))
    if not told.is_new_turn:
        steps += [Step((Ask("found", {"item": item}),)) for item in (*told.tools, *told.loot)]
    steps += _found_safe(scouting, told)
    alarm = scouting.here in scouting.cells("alarms")
    if alarm and not told.is_new_turn and told.last in ("move", "drop"):
        steps.append(Step((Ask("alarm", {"cell": scouting.names[scouting.here]}),)))
    return steps, short


def _first_turn(scouting: Scouting, told: Told) -> list[Step]:
    steps = [
        Step((Ask("tile.new", {"cell": cell, "tile": kind}),), (cell,))
        for cell, kind in told.tiles
    ]
    way = _way(scouting)
    words = {"cell": way[0], "target": scouting.view["guards"][0]["target"]}
    words["count"] = str(_steps_of(scouting, 0))
    return [
        *steps,
        *_found_safe(scouting, told),
        Step((Ask("first.turn"),)),
        Step((Ask("first.die", words),), way),
        Step((Ask("first.stealth"),)),
    ]


def _found_safe(scouting: Scouting, told: Told) -> list[Step]:
    # The first safe that is turned up, by anybody.
    if "safe" not in told.new_kinds:
        return []
    cells = [cell for cell, kind in (*told.tiles, *told.partner_tiles) if kind == "safe"]
    safe = scouting.numbers[cells[0]]
    rooms = tuple(scouting.names[cell] for cell in scouting.combination(safe))
    return [Step((Ask("first.safe", {"cell": cells[0]}),), (cells[0], *rooms))]


# The guard of the learner's floor.


def _guard(scouting: Scouting, told: Told) -> list[Step]:
    floor = scouting.floor(scouting.here)
    way = _way(scouting)
    if not way or ends_hot(scouting):
        return []
    count = _steps_of(scouting, floor)
    words = {"cell": way[0], "count": str(count), "end": way[-1]}
    words["target"] = scouting.view["guards"][floor]["target"]
    has_alarm = any(scouting.floor(cell) == floor for cell in scouting.cells("alarms"))
    key = "walks.alarm" if has_alarm else "walks"
    if camera := _camera_on(scouting, way):
        way = way[: way.index(camera) + 1]
        key, words = "walks.camera", {**words, "end": camera}
    elif way[-1] == words["target"]:
        key += ".arrives"
    walks = Step((Ask(key, words),), way)
    return [Step((Ask("first.walk"),), way), walks] if told.own_turns == 0 else [walks]


def _camera_on(scouting: Scouting, way: Sequence[str]) -> str:
    # Where on his way a camera shows the guard somebody of his floor, whose alarm turns him.
    if {"video_loop", "emp"} & {*scouting.view["lasting"]}:
        return ""
    cameras = {
        cell
        for cell, (kind, _) in scouting.tiles.items()
        if kind == "camera" and cell not in scouting.cells("crowbarred")
    }
    floor, alarms = scouting.floor(scouting.here), scouting.cells("alarms")
    on_floor = {at for at in scouting.at if at >= 0 and scouting.floor(at) == floor}
    watched = (on_floor & cameras) - alarms
    passed = (name for name in way[1:] if scouting.numbers[name] in cameras)
    return next((name for name in passed if watched - {scouting.numbers[name]}), "")


def _steps_of(scouting: Scouting, floor: int) -> int:
    alarms = sum(scouting.floor(cell) == floor for cell in scouting.cells("alarms"))
    speed = int(scouting.view["guards"][floor]["speed"])
    return max(0, speed + alarms + int(scouting.view["guard-steps"]))


def _way(scouting: Scouting) -> tuple[str, ...]:
    # The rooms that the guard of the learner's floor comes through, the one he is in first.
    floor = max(scouting.floor(scouting.here), 0)
    guard, target = scouting.guards[floor], scouting.view["guards"][floor]["target"]
    if guard < 0 or target is None or scouting.view["guards"][floor]["donuts"]:
        return ()
    first = floor * scouting.area
    way = paths(scouting.plans)[floor].path(guard - first, scouting.numbers[target] - first)
    return tuple(scouting.names[cell + first] for cell in way[: _steps_of(scouting, floor) + 1])


GUIDE: Final = Guide(
    seat="p1",
    bots={"p2": "careful"},
    seeds=SEEDS,
    advise=advise,
    options={"players": 2, "scenario": "office"},
)

"""What a view says about a floor's guard, as the outlook takes it. Pure.

Everybody's view gives what everybody knows, a seat's view what that seat knows: a patrol card that
it has looked at counts.
"""

from typing import Any, cast

from heistboard.games.burgle_bros.cells import GRIDS, SIZES
from heistboard.games.burgle_bros.outlook import LOST_VISUAL, GuardKnowledge
from heistboard.games.burgle_bros.walls import read_floor
from heistboard.rules import View

__all__ = ["guard_knowledge"]


def guard_knowledge(view: View, floor: int) -> GuardKnowledge | None:
    """Returns what *view* says about the guard of a *floor*, counted from 1.

    A guard who has not come yet counts as one who comes with his next movement. Returns ``None``
    while he stands there without a destination, which is before the first turn.
    """
    seen = cast(dict[str, Any], view)
    guard = seen["guards"][floor - 1]
    if guard["at"] is not None and guard["target"] is None:
        return None
    walls = seen["plan"].split("/")[floor - 1]
    size = SIZES[seen["scenario"] == "fort_knox"]
    numbers = GRIDS[size].numbers
    empty = numbers[seen["empty"]] if size == max(SIZES) else None
    plan = read_floor(walls, size, empty)

    def cells(names: "list[str | None]") -> frozenset[int]:
        # Those of this floor.
        places = ((name or "0:").rpartition(":") for name in names)
        return frozenset(numbers[cell] for on, _, cell in places if (on or "1") == str(floor))

    def cards(names: list[str]) -> tuple[int, ...]:
        return tuple(
            LOST_VISUAL if name == "lost_visual" else numbers[name.rpartition(":")[2]]
            for name in names
        )

    def crow(side: str) -> int | None:
        is_in_play = any(
            player["character"] == "raven" and player["side"] == side for player in seen["team"]
        )
        return next(iter(cells([seen["crow"]])), None) if is_in_play else None

    gone = frozenset(cards(guard["patrol-gone"]))
    all_cards = len(plan.cells) + seen["lost-visual"]
    are_off = bool({"video_loop", "emp"} & seen["lasting"].keys())
    cameras = [name for name, tile in seen["tiles"].items() if tile.startswith("camera")]
    working = cells([] if are_off else cameras) - cells(seen["crowbarred"])
    team = {player["player"]: player["at"] for player in seen["team"]}
    rooms = [at for at in team.values() if at not in ("outside", "roof")]
    is_his_turn = bool(cells([team[seen["active"]]] if team[seen["active"]] in rooms else []))
    looked = seen["looked"]
    return GuardKnowledge(
        plan,
        guard=next(iter(cells([guard["at"]])), None),
        target=next(iter(cells([guard["target"]])), None),
        speed=guard["speed"],
        alarms=cells(seen["alarms"]),
        discards=gone,
        removed=all_cards - len(gone) - guard["patrol-left"],
        has_lost_visual=seen["lost-visual"],
        top=cards(looked.get(f"patrol-{floor}-top", [])),
        bottom=cards(looked.get(f"patrol-{floor}-bottom", [])),
        more_steps=seen["guard-steps"] if is_his_turn and not seen["shift-change"] else 0,
        has_donuts=guard["donuts"],
        distracted_at=crow("basic"),
        disrupted_at=crow("advanced"),
        cameras=working,
        watched=working & cells(rooms),
    )

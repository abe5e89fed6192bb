"""How the reeds of real boards behaved, kept in the data folder for ``doctor`` and later games.

What hidden hands did in a game that is not over is not kept: see ``secrecy``.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from heistboard.boards.data_folder import DataFolder
from heistboard.boards.secrecy import CELL_REEDS, reason_to_hide
from heistboard.boards.snapshot import ReedSight
from heistboard.link.module import Module, Modules
from heistboard.places import layout

__all__ = ["reeds_of", "save_health"]


def reeds_of(module: Module, hidden: Collection[str] = ()) -> tuple[ReedSight, ...]:
    """Returns how the reeds of *module* behaved that have changed, without the *hidden* ones."""
    reeds = (ReedSight(name, module.health.reed(i)) for i, name in enumerate(layout.REEDS))
    return tuple(reed for reed in reeds if reed.health.changes and reed.name not in hidden)


def save_health(
    data: DataFolder,
    modules: Modules,
    *,
    doubted: Mapping[int, Collection[str]] | None = None,
    has_secrets: bool = False,
    now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
) -> None:
    """Saves how the reeds of *modules* behaved, and which were *doubted*, by floor.

    Of cells nothing is saved while a game of the journal is not over, or if this evening
    *has_secrets* that the journal does not know of yet.
    """
    when = now().isoformat(timespec="seconds")
    boards: dict[str, dict[str, Any]] = {}
    for module in modules.met():
        reeds = {reed.name: reed.health._asdict() for reed in reeds_of(module)}
        boards[module.serial] = {"floor": module.floor, "saved": when, "reeds": reeds}
        if doubted is not None and module.floor in doubted:
            names = sorted(doubted[module.floor])
            boards[module.serial]["doubted"] = dict.fromkeys(names, when)
    if not boards:
        return
    # The journal is read last: whatever was counted above belongs to games that it knows by now.
    is_hiding = has_secrets or bool(reason_to_hide(data))
    data.save_health(boards, hidden=CELL_REEDS if is_hiding else frozenset())

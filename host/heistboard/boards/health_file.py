"""Saves how the reeds of real boards behaved, for ``doctor`` and later games.

Reeds that an unfinished game hides are left out: see ``secrecy``.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from heistboard.boards.data_folder import DataFolder
from heistboard.boards.secrecy import CELL_REEDS, reason_to_hide
from heistboard.boards.snapshot import reeds_of
from heistboard.link.floors import Modules

__all__ = ["save_health"]


def save_health(
    data: DataFolder,
    modules: Modules,
    *,
    doubted: Mapping[str, Collection[str]] | None = None,
    has_secrets: bool = False,
    now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
) -> None:
    """Saves how the reeds of *modules* behaved, and which were *doubted*, by serial
    number.

    Reeds of cells are left out while a game in the journal is unfinished, or if the caller
    *has_secrets* that the journal does not hold yet.
    """
    when = now().isoformat(timespec="seconds")
    boards: dict[str, dict[str, Any]] = {}
    for module in modules.met():
        reeds = {reed.name: reed.health._asdict() for reed in reeds_of(module)}
        boards[module.serial] = {"floor": module.floor, "saved": when, "reeds": reeds}
        if doubted is not None and module.serial in doubted:
            names = sorted(doubted[module.serial])
            boards[module.serial]["doubted"] = dict.fromkeys(names, when)
    if not boards:
        return
    # Check the journal last: it then holds every game whose changes were counted above.
    is_hiding = has_secrets or bool(reason_to_hide(data))
    data.save_health(boards, hidden=CELL_REEDS if is_hiding else frozenset())

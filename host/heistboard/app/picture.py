"""One module's picture: which reeds the host believes closed, from what the link reports. Pure.

``table_floors`` puts the pictures of several modules together.
"""

from enum import Enum
from typing import TypeAlias, TypeGuard

from heistboard.link.link import Notice, Presence
from heistboard.link.module import Event, Resync
from heistboard.places import layout

__all__ = ["ModulePicture", "PictureChange", "TableNotice", "is_for_table"]

TableNotice: TypeAlias = Event | Resync | Presence
"""The notices of a module that the table acts on."""


def is_for_table(notice: Notice) -> TypeGuard[TableNotice]:
    """Returns whether the table acts on *notice*; the others are for logs and for the link."""
    return isinstance(notice, Event | Resync | Presence)


class PictureChange(Enum):
    """How a notice changed a picture."""

    NONE = "none"
    REED = "reed"  # one reed changed, and the table saw it happen
    JUMP = "jump"  # the picture is right again, but nobody saw what changed it
    LOST = "lost"  # the module is disconnected


class ModulePicture:
    """One module's closed reeds, named without floor, and whether it is connected."""

    def __init__(self) -> None:
        self.closed: set[str] = set()
        self.is_there = False
        self._missed = 0  # events queued on the board before it connected, not yet received

    def take(self, notice: TableNotice) -> PictureChange:
        """Applies a notice of this module."""
        if isinstance(notice, Event):
            self._set(notice.name, is_closed=notice.is_closed)
            if self._missed:
                self._missed -= 1
                return self._come_back()
            return PictureChange.REED if self.is_there else PictureChange.NONE
        if isinstance(notice, Resync):
            for reed, is_closed in notice.changes:
                self._set(layout.REEDS[reed], is_closed=is_closed)
            if not self.is_there and not self._missed:
                return PictureChange.NONE
            self._missed = 0
            return self._come_back()
        return self._change_presence(notice)

    def _set(self, reed: str, *, is_closed: bool) -> None:
        (self.closed.add if is_closed else self.closed.discard)(reed)

    def _change_presence(self, presence: Presence) -> PictureChange:
        self._missed = presence.missed
        was_there, self.is_there = self.is_there, False
        if presence.is_there:
            return self._come_back()
        return PictureChange.LOST if was_there else PictureChange.NONE

    def _come_back(self) -> PictureChange:
        # Events that the board queued before it connected are not moves.
        if self._missed:
            return PictureChange.NONE
        self.is_there = True
        return PictureChange.JUMP

"""The picture: which reeds the host believes closed, from what the link reports. Pure."""

from enum import Enum

from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.module import Event, Resync
from heistboard.places import layout

__all__ = ["Picture", "PictureChange"]


class PictureChange(Enum):
    """How a notice changed the picture."""

    NONE = "none"
    REED = "reed"  # one reed changed, and the table saw it happen
    JUMP = "jump"  # the picture is right again, but nobody saw what changed it
    LOST = "lost"  # the board is disconnected


class Picture:
    """One floor's closed reeds, and whether its board is connected."""

    def __init__(self) -> None:
        self.closed: set[str] = set()
        self.is_there = False
        self._missed = 0  # events queued on the board before it connected, not yet received

    def take(self, notice: Notice, missed: int, floor: int) -> PictureChange:
        """Handles a notice from *floor*'s link; *missed* is ``Module.missed``."""
        if isinstance(notice, Event):
            self._set(notice.name, is_closed=notice.is_closed)
            if self._missed:
                self._missed -= 1
                return self._come_back()
            return PictureChange.REED if self.is_there else PictureChange.NONE
        if isinstance(notice, Resync):
            for reed, is_closed in notice.changes:
                self._set(layout.REEDS[reed], is_closed=is_closed)
            if self.is_there or self._missed:
                self._missed = 0
                return self._come_back()
        elif isinstance(notice, StateChange) and notice.floor in (None, floor):
            return self._change_link(notice.new, missed)
        return PictureChange.NONE

    def _set(self, reed: str, *, is_closed: bool) -> None:
        (self.closed.add if is_closed else self.closed.discard)(reed)

    def _change_link(self, state: LinkState, missed: int) -> PictureChange:
        if state is LinkState.READY:
            self._missed = missed
            return self._come_back()
        self._missed = 0
        if self.is_there and state is LinkState.LOST:
            self.is_there = False
            return PictureChange.LOST
        return PictureChange.NONE

    def _come_back(self) -> PictureChange:
        # Events that the board queued before it connected are not moves.
        if self._missed:
            return PictureChange.NONE
        self.is_there = True
        return PictureChange.JUMP

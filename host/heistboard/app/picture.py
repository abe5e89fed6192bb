"""What the table believes the reeds to be, from what the link says. Pure."""

from enum import Enum

from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.module import Event, Resync
from heistboard.places import layout

__all__ = ["News", "Picture"]


class News(Enum):
    """What a notice means for the table."""

    NONE = "none"
    REED = "reed"  # a reed has changed while the table looked
    JUMP = "jump"  # the picture is right; how it came to be so nobody saw
    LOST = "lost"  # the board is gone


class Picture:
    """The reeds of one floor: which are closed, and whether its board is there."""

    def __init__(self) -> None:
        self.closed: set[str] = set()
        self.is_there = False
        self._missed = 0  # events of a time when nobody looked that are still to come

    def take(self, notice: Notice, missed: int, floor: int) -> News:
        """Handles a notice of the link of *floor*; *missed* is ``Module.missed``."""
        if isinstance(notice, Event):
            self._set(notice.name, is_closed=notice.is_closed)
            if self._missed:
                self._missed -= 1
                return self._come_back()
            return News.REED if self.is_there else News.NONE
        if isinstance(notice, Resync):
            for reed, is_closed in notice.changes:
                self._set(layout.REEDS[reed], is_closed=is_closed)
            if self.is_there or self._missed:
                self._missed = 0
                return self._come_back()
        elif isinstance(notice, StateChange) and notice.floor in (None, floor):
            return self._change_link(notice.new, missed)
        return News.NONE

    def _set(self, reed: str, *, is_closed: bool) -> None:
        (self.closed.add if is_closed else self.closed.discard)(reed)

    def _change_link(self, state: LinkState, missed: int) -> News:
        if state is LinkState.READY:
            self._missed = missed
            return self._come_back()
        self._missed = 0
        if self.is_there and state is LinkState.LOST:
            self.is_there = False
            return News.LOST
        return News.NONE

    def _come_back(self) -> News:
        # What the board has kept happened while nobody looked, so it is no move.
        if self._missed:
            return News.NONE
        self.is_there = True
        return News.JUMP

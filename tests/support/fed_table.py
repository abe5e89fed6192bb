"""Boards that a test feeds to a running table, notice by notice."""

from collections.abc import Collection, Mapping

from heistboard.app.running_table import RunningTable
from heistboard.link.floors import Modules
from heistboard.link.link import Presence
from heistboard.link.messages import Configured
from heistboard.link.module import Event
from heistboard.places import layout

__all__ = ["BOARD", "FakeHub", "FedTable", "show_reeds"]

BOARD = "A000000000000001"


class FakeHub:
    """Notes what the table sends to its boards."""

    def __init__(self, floors: Mapping[str, int] | None = None) -> None:
        self.modules = Modules(dict(floors or {}))
        self.shown: list[tuple[str, bytes]] = []
        self.brightness: list[int] = []

    def show(self, serial: str, intents: bytes) -> None:
        self.shown.append((serial, intents))

    def lit(self, serial: str) -> bytes:
        """Returns what a board was last sent."""
        return next(intents for each, intents in reversed(self.shown) if each == serial)

    def configure(self, config: Configured) -> None:
        self.brightness.append(config.brightness)


class FedTable:
    """The boards of *table*, of which the test says everything; time is *now_ms*."""

    def __init__(self, table: RunningTable, now_ms: int) -> None:
        self.table = table
        self.now_ms = now_ms

    def come(self, serial: str = BOARD, missed: int = 0) -> None:
        """The board is connected and ready."""
        self.table.feed(serial, Presence(True, missed), self.now_ms)

    def go(self, serial: str = BOARD) -> None:
        """The board is disconnected."""
        self.table.feed(serial, Presence(False), self.now_ms)

    def reed(self, name: str, *, is_closed: bool = True, serial: str = BOARD) -> None:
        """One reed changes."""
        number = layout.REEDS.index(name)
        self.table.feed(serial, Event(None, 0, number, is_closed, self.now_ms), self.now_ms)

    def press(self, button: str, serial: str = BOARD) -> None:
        """A button is pressed and released."""
        self.reed(button, serial=serial)
        self.wait(100)
        self.reed(button, is_closed=False, serial=serial)

    def wait(self, ms: int) -> None:
        """Time passes, with every tick that is due."""
        until_ms = self.now_ms + ms
        while (due_ms := self.table.due_ms) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self.table.tick(self.now_ms)
        self.now_ms = until_ms
        self.table.run(lambda: None, until_ms)


def show_reeds(table: RunningTable, closed: Collection[str], *, is_jump: bool) -> None:
    """Has the table see that these reeds of its one board are closed, all at once."""
    floors = table._boards.floors
    floors.take(BOARD, Presence(True), table._now_ms)
    floors._pictures[BOARD].closed = set(closed)
    table._see(is_jump=is_jump)

"""Requests that only a rehearsal may send to its table, besides those open to every program.

| do | words | is |
|---|---|---|
| picture | | the closed reeds, including secret ones |
| seat | seat (its name or `table`) | that seat's view |
| busy | | whether gestures are still settling, the lit scene, what was spoken and shown |
| there | | the floors whose board is connected, and what is wrong with other devices |
"""

from collections.abc import Mapping
from typing import Any

from heistboard.app.requests import Requests, scene_document, word
from heistboard.app.running_table import RunningTable
from heistboard.games.status import Status
from heistboard.link.hub import HubCore
from heistboard.places.place import at_floor
from heistboard.places.scene import Intent, Scene, unpack
from heistboard.rules import TABLE

__all__ = ["RehearsalRequests"]


class RehearsalRequests(Requests):
    """Answers the requests of a rehearsal to *table*; *hub* has its boards."""

    def __init__(self, table: RunningTable, hub: HubCore[Any]) -> None:
        super().__init__(table)
        self._hub = hub
        self._heard: list[Status] = []
        table.listeners.append(self._heard.append)
        self.offer("picture", lambda words: sorted(table.picture()))
        self.offer("seat", lambda words: table.seat_view(self._viewing_seat(words)))
        self.offer("busy", lambda words: self._busy())
        self.offer("there", lambda words: self._there())

    def _viewing_seat(self, words: Mapping[str, Any]) -> int:
        name = word(words, "seat", str)
        return TABLE if name == "table" else self.seat(name)

    def _there(self) -> dict[str, Any]:
        return {
            "floors": sorted(self._floors_there().values()),
            "problems": sorted(self._hub.problems.values()),
        }

    def _floors_there(self) -> dict[str, int]:
        # By serial number, the floors of the game whose boards are connected.
        return {
            str(board["serial"]): int(str(board["table_floor"]))
            for board in self.table.boards()
            if board["is_there"] and board["table_floor"] is not None
        }

    def _lit(self) -> Scene | None:
        # The scene of all floors that are there, once their boards have confirmed it.
        floors, lit = self._floors_there(), dict[str, Intent]()
        if not floors:
            return None
        for connection in self._hub.ready():
            module = connection.link.module
            if module is None or module.serial not in floors or not connection.link.is_settled:
                continue
            floor = floors.pop(module.serial)
            for led, intent in unpack(module.intents).items():
                lit[at_floor(floor, led)] = intent
        return None if floors else lit

    def _busy(self) -> dict[str, Any]:
        # The scene, once the board has confirmed it; what was spoken since the last request, and
        # the colours of all scenes since then.
        is_busy = self.table.is_busy()
        lit = self._lit()
        heard = list(self._heard)
        del self._heard[: len(heard)]  # more may have been added meanwhile
        return {
            "busy": is_busy,
            "lit": None if lit is None else scene_document(lit),
            "spoken": [
                " ".join((ask.id, *ask.words.values())) for each in heard for ask in each.spoken
            ],
            "shown": sorted(
                {
                    (led, intent.colour.name.lower())
                    for each in heard
                    for led, intent in each.scene.items()
                }
            ),
        }

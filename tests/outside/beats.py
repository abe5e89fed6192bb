"""A table of Lanterns in virtual time, and every byte that its pages are sent, with the time."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from heistboard.rules import State
from heistboard.rules.autoplay import Dealer
from heistboard.rules.contract import Move

from tests.support import beat_table

__all__ = ["BEATS", "STEP_MS", "BeatTable", "deal"]

BEATS: Mapping[str, str] = {"beat-calm": "3", "beat-wind": "5"}
STEP_MS = {"calm": 3_000, "wind": 5_000}


class BeatTable(beat_table.BeatTable):
    """Use it in a ``with`` statement. p1 carries first; the window asks the others."""

    def __init__(self, folder: Path, **more: Any) -> None:  # noqa: ANN401
        settings = {"players": 4, "seed": 1, "table_options": BEATS, **more}
        super().__init__(folder, "lanterns", **settings)

    def count_writes(self) -> list[object]:
        """Returns a list that grows with each transaction of the journal."""
        journal, writes = self.table._referee.journal, list[object]()
        write_all = journal.write_all

        def write(*args: Any, **more: Any) -> None:  # noqa: ANN401
            writes.append(args)
            write_all(*args, **more)

        journal.write_all = write  # type: ignore[method-assign]
        return writes

    def card(self, seat: int) -> str:
        view: Any = self.seat(seat)["view"]
        return str(view["card"])

    def open_window(self, *carried: str) -> None:
        """The lantern is carried, and a window opens."""
        carrier = int(str(self.status.view["carrier"])[1]) - 1
        for move in carried or ("carry x23",):
            self.table.say(carrier, move)
        assert self.status.phase == "window"


def deal(monkeypatch: pytest.MonkeyPatch, *, street: str = "calm", **cards: str) -> None:
    """Has p1 be the traitor, and everybody hold a cloak but who is named in *cards*."""

    def choose(self: Dealer, state: State) -> Move:
        assert state.draw is not None
        deck, by = state.draw
        card = cards.get(state.seats[by], "cloak") if by >= 0 else ""
        wanted = {"role": "watchman" if by else "traitor", "card": card, "street": street}[deck]
        return next(move for move in state.legal() if move.split()[-1] == wanted)

    monkeypatch.setattr(Dealer, "choose", choose)

"""A seat that the computer plays: nobody sits down there unnoticed, and then people play it."""

from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings
from heistboard.web.devices import Device
from heistboard.web.table_seats import Change, SeatsShown, TableSeats

ANNA = Device("a", "Anna")


@pytest.fixture
def daemon(tmp_path: Path) -> Daemon:
    settings = Settings("car-thief", bots={"thief": "random"})
    return Daemon(tmp_path / "journal.sqlite", settings, list, has_board=False)


def test_people_play_it_once_somebody_sits_there(daemon: Daemon, tmp_path: Path) -> None:
    shown: list[SeatsShown] = []
    seats = TableSeats(daemon, tmp_path, shown.append)
    with daemon:

        def sit(change: Change) -> bool:
            return change.seating.sit(ANNA, 0, change.chairs, change.at)

        def hand(change: Change) -> bool:
            return change.seating.hand(ANNA, 0, change.chairs, change.now_ms, change.at)

        assert not seats.change(sit)
        assert not seats.change(hand)
        assert daemon.bots() == {0: "random"}
        assert shown[-1].bots == ("random", "")
        assert shown[-1].acts_for(None, is_host=True) == [1]

        def tick(change: Change) -> None:
            change.seating.tick(change.now_ms + 60_000, change.at)

        seats.change(tick)
        assert daemon.bots() == {}

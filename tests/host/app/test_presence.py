"""A table on one floor, with real links in virtual time: what other boards do changes nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Settings
from heistboard.link.link import LinkState
from heistboard.places import layout

from tests.support.virtual_desk import SERIALS, VirtualDesk

A, B, _ = SERIALS
COVERS = [f"{cell}.cover" for cell in layout.CELLS]
SETTINGS = Settings("car-thief")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[VirtualDesk]:
    """A right board of floor 1 and another one that is not plugged in."""
    with VirtualDesk(tmp_path, SETTINGS, {A: 1}, COVERS, plugged=(0,)) as made:
        made.until(lambda status: status.sync == "synced")
        yield made


def test_silent_pico_that_comes_and_goes_while_it_is_greeted_changes_nothing(
    desk: VirtualDesk,
) -> None:
    desk.time.run(4_000)
    told = len(desk.statuses)
    silent = desk.boards[1]
    silent.freeze()
    for greeted_ms in (0, 10, 300, 1_500):
        silent.plug()
        assert desk.time.run_until(lambda: len(desk.hub.connections()) == 2, 5_000)
        desk.time.run(greeted_ms)
        states = {each.link.state for each in desk.hub.connections()}
        assert states == {LinkState.READY, LinkState.GREETING}
        silent.pull()
        desk.time.run(3_000)
    assert desk.status.sync == "synced" and len(desk.statuses) == told
    desk.boards[0].set_reed("a1.cover", is_closed=False)
    desk.until(lambda status: status.lifted == ("a1",))


def test_board_that_is_the_only_one_is_played_on_whatever_its_floor(tmp_path: Path) -> None:
    with VirtualDesk(tmp_path, SETTINGS, {A: 1, B: 2}, plugged=(1,)) as desk:
        desk.until(lambda status: status.sync == "desync")
        assert desk.table.serving() == {B: 1}
        desk.boards[1].set_reed("c3.cover", is_closed=True)
        desk.until(lambda status: "c3" not in status.lifted)
        assert desk.lit(1) == dict(desk.status.scene)


def test_pulled_board_is_waited_for_although_another_is_there(desk: VirtualDesk) -> None:
    desk.boards[1].plug()
    desk.time.run(5_000)
    assert len(desk.hub.ready()) == 2
    desk.boards[0].pull()
    desk.until(lambda status: status.sync == "lost")
    desk.time.run(10_000)
    assert desk.status.ask.id == "lost"
    desk.boards[0].plug()
    desk.until(lambda status: status.sync == "synced")

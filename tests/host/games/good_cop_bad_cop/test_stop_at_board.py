"""Stop at the board: a flashlight held on the own cell while the rim breathes; in virtual time."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.places.scene import REFUSED
from heistboard.table.beat import STOP_MS

from tests.support.fed_table import FakeHub, FedTable

BEATS = {f"beat-{kind}": "10" if kind == "turn-start" else "0" for kind in GAME.windows}
CELLS = ("a1", "e1", "e5", "a5")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[FedTable]:
    """Four players, of whom the computer plays player 4; the first window is open."""
    path = tmp_path / "journal.sqlite"
    settings = Settings(
        GAME.name,
        players=4,
        seed=1,
        options={"first": 1},
        table_options={**BEATS, "stops": 1},
        bots={"p4": "random"},
    )
    with Store(path, create=True) as store:
        table = RunningTable(path, settings, FakeHub())
        table.open(store, 0)
        room = FedTable(table, 0)
        room.come()
        for seat in range(3):
            table.say(seat, f"p{seat + 1} arrange 123")
        room.wait(9_000)  # the computer thinks
        yield room
        table.close()


def status(room: FedTable) -> Status:
    return room.table.status()


def hold(room: FedTable, cell: str, ms: int = 1_200) -> None:
    room.wait(400)
    room.reed(f"{cell}.occupant")
    room.wait(ms)
    room.reed(f"{cell}.occupant", is_closed=False)
    room.wait(0)


def test_a_hold_on_the_own_cell_says_stop_for_that_player(room: FedTable) -> None:
    heard: list[Status] = []
    room.table.listeners.append(heard.append)
    before = status(room).beat
    assert before is not None and before.stopped == ()
    hold(room, CELLS[1])
    beat = status(room).beat
    assert beat is not None and beat.stopped == ("p2",) and beat.window == before.window
    assert beat.span.least_ms == STOP_MS and beat.stops_left == (1, 0, 1, 1)
    said = [ask for each in heard for ask in each.spoken]
    assert [dict(ask.words) for ask in said if ask.id == "window.stop"] == [{"seat": "p2"}]


def test_a_tap_in_a_window_and_a_hold_elsewhere_say_nothing(room: FedTable) -> None:
    hold(room, CELLS[1], 250)
    hold(room, CELLS[3])  # the computer's
    hold(room, "c1")
    beat = status(room).beat
    assert beat is not None and beat.stopped == ()


def test_a_stop_too_many_is_refused_by_light(room: FedTable) -> None:
    hold(room, CELLS[0])
    before = status(room)
    hold(room, CELLS[0])
    after = status(room)
    assert before.beat == after.beat and before.scene.get("r5") is None
    assert after.scene["r5"] == REFUSED
    room.wait(2_000)
    assert status(room).scene == before.scene


def test_without_a_beat_a_hold_is_nothing(room: FedTable) -> None:
    room.wait(30_000)
    assert status(room).phase == "action"
    hold(room, CELLS[0])
    hold(room, CELLS[1])
    assert status(room).phase == "action" and room.table._referee.state.moves[-1].verb == "pass"

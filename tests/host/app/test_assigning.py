"""People assign floors while a table runs; nothing that a game does depends on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Settings
from heistboard.app.assigning import (
    ANSWER_WITHIN_MS,
    BLINK_MS,
    CHOSEN_MS,
    Assigning,
    AssigningRefused,
)
from heistboard.app.requests import Requests
from heistboard.app.running_table import RunningTable
from heistboard.app.table_boards import TableBoards
from heistboard.journal.store import Store
from heistboard.link.floors import Modules
from heistboard.link.link import Presence
from heistboard.link.module import Event
from heistboard.places import layout
from heistboard.places.floor_number import number_scene
from heistboard.places.scene import DARK, pack
from heistboard.rules import Ask

from tests.support.fed_table import BOARD, FakeHub, FedTable

OTHER = "B000000000000002"
NUMBER = {number: pack(number_scene(number)) for number in (None, 1, 2, 3)}


class Desk(FedTable):
    """Car Thief on the first of two boards; nobody has a floor yet."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.saved: list[dict[str, int]] = []
        self.hub = FakeHub()
        table = RunningTable(
            folder / "journal.sqlite",
            Settings("car-thief", table_options={"thief-seconds": "30"}),
            self.hub,
            on_floors=self.saved.append,
        )
        table.open(store, 1_000)
        super().__init__(table, 1_000)
        self.come()
        for cell in layout.CELLS:
            self.reed(f"{cell}.cover")
        self.wait(2_000)
        self.come(OTHER)
        self.heard: list[str] = []
        table.listeners.append(lambda status: self.heard.extend(ask.id for ask in status.spoken))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Store(tmp_path / "journal.sqlite", create=True) as store:
        made = Desk(tmp_path, store)
        yield made
        made.table.close()


def test_done_pressed_too_late_chooses_nothing() -> None:
    assigning = Assigning(Modules())
    assigning.assign(2, None, (BOARD,), 0)
    assert assigning.pressed(BOARD, (BOARD,), ANSWER_WITHIN_MS) is None


def test_board_that_restarts_has_a_clock_of_its_own() -> None:
    boards = TableBoards(FakeHub(), lambda floors: None)
    press = Event(None, 0, 0, True, 100_000)
    assert boards.time_of(BOARD, press, 1_000) == 1_000
    boards.time_of(BOARD, Presence(False), 1_500)
    assert boards.time_of(BOARD, press._replace(time_ms=0), 2_000) == 2_000


def test_boards_are_listed_with_what_people_and_the_table_say_of_them(desk: Desk) -> None:
    assert desk.table.boards() == [
        {"serial": BOARD, "floor": None, "table_floor": 1, "is_there": True, "number": None},
        {"serial": OTHER, "floor": None, "table_floor": None, "is_there": True, "number": None},
    ]
    assert desk.table.assign(2, OTHER) == Ask("assign.given", {"floor": "2", "serial": OTHER})
    desk.go(OTHER)
    first, second = desk.table.boards()
    assert first["serial"] == OTHER and second["serial"] == BOARD
    assert (first["floor"], first["number"], first["is_there"]) == (2, 2, False)


def test_board_is_chosen_by_pressing_done_on_it(desk: Desk) -> None:
    assert desk.table.assign(3) == Ask("assign.press", {"floor": "3"})
    before = desk.table.status()
    desk.press("done", OTHER)
    assert desk.saved == [{OTHER: 3}]
    assert desk.hub.modules.floors == {OTHER: 3}
    assert desk.table.status() == before
    desk.press("done", OTHER)  # this one assigns nothing
    assert desk.saved == [{OTHER: 3}]


def test_done_that_chooses_the_tables_own_board_is_no_gesture(desk: Desk) -> None:
    for crossing in ("x11", "x12", "x44"):
        desk.reed(f"{crossing}.occupant")
        desk.wait(1_000)
    assert desk.table.status().ask.id == "setup.done"
    desk.table.assign(2)
    desk.reed("done")
    assert desk.saved == [{BOARD: 2}]
    assert "done" in desk.table.picture()
    desk.wait(5_000)  # held for long, too
    desk.reed("c3.occupant")  # which is not public
    desk.wait(5_000)
    desk.reed("c3.occupant", is_closed=False)
    desk.reed("done", is_closed=False)
    assert (desk.table.status().phase, desk.table.status().sync) == ("setup", "synced")
    desk.press("done")
    assert desk.table.status().phase == "eyes-closed"


def test_only_a_press_that_is_seen_chooses(desk: Desk) -> None:
    desk.table.assign(2)
    desk.reed("undo", serial=OTHER)
    desk.reed("done", serial=OTHER, is_closed=False)
    desk.go(OTHER)
    desk.come(OTHER, missed=1)
    desk.reed("done", serial=OTHER)  # pressed before the board came
    assert desk.saved == []
    desk.press("done", OTHER)
    assert desk.saved == [{OTHER: 2}]


def test_choice_ends_after_a_minute(desk: Desk) -> None:
    desk.table.assign(2)
    desk.wait(ANSWER_WITHIN_MS - 1)
    desk.table.assign(3)  # begins anew, for another floor
    desk.wait(ANSWER_WITHIN_MS - 1)
    assert desk.table.due_ms == desk.now_ms + 1
    desk.wait(1)
    assert desk.table.due_ms is None
    desk.press("done", OTHER)
    assert desk.saved == []


def test_floor_that_had_a_board_moves_to_another(desk: Desk) -> None:
    desk.table.assign(1, BOARD)
    words = {"floor": "1", "serial": OTHER, "before": BOARD}
    assert desk.table.assign(1, OTHER) == Ask("assign.moved", words)
    assert desk.saved == [{BOARD: 1}, {OTHER: 1}]
    assert desk.table.serving() == {OTHER: 1}
    assert desk.table.status().sync == "desync"


@pytest.mark.parametrize("floor", [0, 4, -1])
def test_no_such_floor_is_refused(desk: Desk, floor: int) -> None:
    with pytest.raises(AssigningRefused, match=rf"no floor {floor}, expected 1\.\.3"):
        desk.table.assign(floor, OTHER)
    with pytest.raises(AssigningRefused):
        desk.table.assign(floor)
    assert desk.table.due_ms is None


def test_no_such_board_is_refused(desk: Desk) -> None:
    for do in (lambda: desk.table.assign(2, "C3"), lambda: desk.table.identify("C3")):
        with pytest.raises(AssigningRefused, match=f"'C3'.*{BOARD}, {OTHER}"):
            do()
    assert desk.saved == []


def test_all_boards_blink_their_numbers_for_ten_seconds(desk: Desk) -> None:
    desk.hub.modules.assign(2, OTHER)
    before = desk.hub.lit(BOARD)
    desk.table.identify()
    assert [desk.hub.lit(each) for each in (BOARD, OTHER)] == [NUMBER[None], NUMBER[2]]
    desk.wait(BLINK_MS - 1)
    assert desk.hub.lit(BOARD) == NUMBER[None]
    desk.wait(1)
    assert [desk.hub.lit(each) for each in (BOARD, OTHER)] == [before, pack(DARK)]
    assert desk.table.due_ms is None


def test_one_board_blinks_until_it_is_told_to_stop(desk: Desk) -> None:
    before = desk.hub.lit(BOARD)
    desk.table.identify(OTHER)
    assert [desk.hub.lit(each) for each in (BOARD, OTHER)] == [before, NUMBER[None]]
    desk.table.stop_identify()
    assert desk.hub.lit(OTHER) == pack(DARK)


def test_chosen_board_shows_its_number_for_a_moment(desk: Desk) -> None:
    desk.table.assign(3)
    desk.press("done", OTHER)
    assert desk.hub.lit(OTHER) == NUMBER[3]
    desk.wait(CHOSEN_MS)
    assert desk.hub.lit(OTHER) == pack(DARK)


def test_a_failed_lap_is_still_tried_again_while_boards_blink(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("x22")

    desk.table.identify()
    desk.wait(BLINK_MS - 1_000)
    desk.reed("x22.occupant")
    with monkeypatch.context() as patch:
        patch.setattr("heistboard.app.referee.Referee.lap", fail)
        desk.wait(700)
    assert desk.table.status().ask.id == "trouble.table"
    desk.wait(900)  # the blinking has ended meanwhile
    assert desk.table.status().ask.id == "trouble.table"
    desk.wait(100)
    assert desk.table.status().view["moves"] == ["place green x22"]


def test_programs_list_assign_and_identify(desk: Desk) -> None:
    answer = Requests(desk.table).answer
    assert [each["serial"] for each in answer("boards", {})["is"]] == [BOARD, OTHER]
    assert answer("assign", {"floor": 2})["is"] == {"id": "assign.press", "words": {"floor": "2"}}
    given = answer("assign", {"floor": 2, "serial": OTHER})["is"]
    assert given == {"id": "assign.given", "words": {"floor": "2", "serial": OTHER}}
    assert answer("identify", {}) == answer("identify", {"serial": OTHER}) == {"is": None}
    assert answer("stop-identify", {}) == {"is": None}
    assert "no floor 9" in answer("assign", {"floor": 9})["error"]
    assert answer("assign", {"floor": "2"})["error"] == "floor is '2', expected int"
    assert "no board 'x'" in answer("identify", {"serial": "x"})["error"]

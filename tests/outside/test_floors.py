"""The outside game on two boards, in virtual time: firmware, link and table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Settings
from heistboard.app.daemon import Trouble
from heistboard.places.place import split_floor
from heistboard.places.scene import Colour, Intent
from heistboard.rules import Ask

from tests.support.virtual_desk import SERIALS, VirtualDesk

A, B, C = SERIALS
SETTINGS = Settings("lanterns", options={"tower": True}, seed=1)
RIGHT = ("x22.occupant", "2:c3.occupant")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[VirtualDesk]:
    """Everything is where it belongs, on the first two of three boards."""
    with VirtualDesk(tmp_path, SETTINGS, {A: 1, B: 2}, RIGHT, boards=3) as made:
        made.until(lambda status: status.sync == "synced")
        assert made.time.run_until(made.is_settled, 1_000)
        yield made


def wanted(desk: VirtualDesk, floor: int) -> dict[str, object]:
    return {
        name: intent for name, intent in desk.status.scene.items() if split_floor(name)[0] == floor
    }


def test_both_floors_are_seen_and_lit(desk: VirtualDesk) -> None:
    assert desk.table.picture() == {*RIGHT}
    for floor in (1, 2):
        assert desk.lit(floor) == wanted(desk, floor) != {}
    assert desk.status.floors == 2
    # A third board is idle, whatever lies on it.
    desk.boards[2].set_reed("c3.occupant", is_closed=True)
    desk.boards[2].set_reed("done", is_closed=True)
    desk.time.run(1_000)
    assert desk.table.picture() == {*RIGHT} and desk.status.sync == "synced"


def test_one_pulled_board_is_named_and_the_other_goes_on_being_seen_and_lit(
    desk: VirtualDesk,
) -> None:
    before = desk.lit(1)
    desk.boards[1].pull()
    desk.until(lambda status: status.sync == "lost")
    assert desk.status.ask == Ask("lost.unassigned", {"floors": "2"})  # the third has no floor
    desk.boards[2].pull()
    desk.until(lambda status: status.ask == Ask("lost.floors", {"floors": "2"}))
    desk.boards[0].set_reed("x22.occupant", is_closed=False)
    desk.boards[0].set_reed("x23.occupant", is_closed=True)
    desk.time.run(2_000)
    assert "x23.occupant" in desk.table.picture()
    assert desk.lit(1) == before and desk.boards[0].leds["x22"] != (0, 0, 0)
    assert desk.status.phase == "carry"  # the game waits
    desk.boards[1].plug()
    desk.until(lambda status: status.sync == "desync")
    assert desk.status.wrong == {"x22": "missing", "x23": "extra"}  # nobody saw it
    desk.boards[0].set_reed("x23.occupant", is_closed=False)
    desk.boards[0].set_reed("x22.occupant", is_closed=True)
    desk.until(lambda status: status.sync == "synced")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_after_a_power_cut_all_is_right_within_a_second(
    desk: VirtualDesk, order: tuple[int, int]
) -> None:
    for board in desk.boards:
        board.pull()
    desk.until(lambda status: status.ask.words == {"floors": "1, 2"})
    for board in desk.boards:
        board.reset(leaves_port=False)
    desk.boards[0].set_reed("x22.occupant", is_closed=False)
    for number in order:
        desk.time.run(700)
        desk.boards[number].plug()
    assert desk.time.run_until(lambda: len(desk.hub.ready()) == 2, 5_000)
    assert desk.time.run_until(
        lambda: desk.status.sync == "desync" and desk.is_settled(), 1_000
    ), desk.status
    assert desk.table.picture() == {"2:c3.occupant"}
    assert desk.status.wrong == {"x22": "missing"}
    for floor in (1, 2):
        assert desk.lit(floor) == wanted(desk, floor) != {}


def test_a_tap_on_the_second_floor_reaches_the_game_through_the_firmware(
    desk: VirtualDesk,
) -> None:
    desk.boards[0].set_reed("x22.occupant", is_closed=False)
    desk.time.run(300)
    desk.boards[0].set_reed("x23.occupant", is_closed=True)
    desk.until(lambda status: status.phase == "tower")
    desk.time.run(500)
    desk.boards[1].set_reed("c1.occupant", is_closed=True)
    desk.time.run(900)
    assert desk.status.scene["2:c1"].pattern.name == "STEADY"  # held for long enough
    desk.boards[1].set_reed("c1.occupant", is_closed=False)
    desk.time.run(500)
    assert desk.status.phase == "tower"
    desk.boards[1].set_reed("c1.occupant", is_closed=True)
    desk.time.run(300)
    desk.boards[1].set_reed("c1.occupant", is_closed=False)
    desk.until(lambda status: status.phase == "window")
    moves = desk.status.view["moves"]
    assert isinstance(moves, list) and "hush" in moves


def test_undo_on_the_other_board_does_the_same(desk: VirtualDesk) -> None:
    desk.table.say(0, "carry x23")
    desk.boards[1].set_reed("undo", is_closed=True)
    desk.until(lambda status: status.phase == "carry")


def test_floors_are_swapped_by_pressing_done(desk: VirtualDesk) -> None:
    for floor, number in ((1, 1), (2, 0)):
        desk.table.assign(floor)
        desk.boards[number].set_reed("done", is_closed=True)
        desk.time.run(200)
        desk.boards[number].set_reed("done", is_closed=False)
        desk.time.run(200)
    assert desk.table.serving() == {B: 1, A: 2}
    assert desk.status.wrong == {
        **{"x22": "missing", "2:c3": "missing"},
    }


def test_game_that_needs_two_floors_says_which_are_missing_at_once(tmp_path: Path) -> None:
    with VirtualDesk(tmp_path, SETTINGS, {}, boards=1) as desk:
        assert desk.status.ask == Ask("lost.floors", {"floors": "1, 2"})
        desk.until(lambda status: status.ask == Ask("lost.unassigned", {"floors": "1, 2"}))
        # The same board serves a game on one floor.
        desk.table.begin(Settings("lanterns"))
        assert desk.status.sync == "desync"
        assert desk.table.serving() == {A: 1}
        desk.table.begin(SETTINGS)
        assert desk.status.ask == Ask("lost.unassigned", {"floors": "1, 2"})


def test_seats_pencil_marks_on_the_floors_that_there_are(desk: VirtualDesk) -> None:
    desk.table.pencil(0, "2:b3", "no")
    desk.table.pencil(0, "b3", "maybe")
    assert desk.table.seat_view(0)["pencil"] == {"2:b3": "no", "b3": "maybe"}
    for place in ("3:b3", "1:b3", "2:x23", "2:", "b6"):
        with pytest.raises(ValueError, match="expected a cell"):
            desk.table.pencil(0, place, "no")


def test_lights_of_a_floor_that_the_game_does_not_have_refuse_the_lap(
    desk: VirtualDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = desk.status
    monkeypatch.setattr(
        type(desk.table._table.gestures), "scene", lambda *_: {"3:b3": Intent(Colour.RED)}
    )
    with pytest.raises(Trouble):
        desk.table.say(0, "carry x23")
    monkeypatch.undo()
    assert desk.status.view == before.view

"""Which module serves which floor, whatever comes and goes in whatever order."""

from itertools import permutations

import pytest
from heistboard.app.picture import PictureChange
from heistboard.app.table_floors import SETTLES_MS, TableFloors
from heistboard.link.floors import Modules
from heistboard.link.link import Presence
from heistboard.link.module import Event, Resync
from heistboard.places import layout
from heistboard.rules import Ask

A, B, C = "A1", "B2", "C3"
NONE, REED, JUMP, LOST = (
    PictureChange.NONE,
    PictureChange.REED,
    PictureChange.JUMP,
    PictureChange.LOST,
)


class Bench:
    """A table's floors; the test says what the modules do."""

    def __init__(self, floors: dict[str, int] | None = None, wanted: int = 1) -> None:
        self.modules = Modules(floors)
        self.floors = TableFloors(self.modules)
        self.floors.begin(wanted, 0)
        self.now_ms = 0

    def come(self, *serials: str, missed: int = 0) -> PictureChange:
        for serial in serials:
            change = self.floors.take(serial, Presence(True, missed), self.now_ms)
        return change

    def go(self, *serials: str) -> PictureChange:
        for serial in serials:
            change = self.floors.take(serial, Presence(False), self.now_ms)
        return change

    def reed(self, serial: str, name: str, *, is_closed: bool = True) -> PictureChange:
        number = layout.REEDS.index(name)
        return self.floors.take(serial, Event(None, 0, number, is_closed, 0), self.now_ms)

    def wait(self) -> None:
        self.now_ms += SETTLES_MS

    @property
    def serving(self) -> dict[str, int]:
        return dict(self.floors.floors)


# Several floors.


def test_board_that_got_its_floor_after_the_game_began_serves_it_once_it_comes() -> None:
    bench = Bench({A: 1}, wanted=2)
    assert bench.come(A) is LOST
    bench.modules.assign(2, B)
    assert bench.come(B) is JUMP
    assert bench.serving == {A: 1, B: 2}


# One floor.


def test_only_board_is_taken_whatever_its_floor() -> None:
    bench = Bench({A: 1, B: 2})
    assert bench.floors.ask == Ask("lost")
    assert bench.come(B) is JUMP
    assert (bench.serving, bench.floors.missing) == ({B: 1}, ())
    assert bench.reed(B, "b3.cover") is REED
    assert bench.floors.closed == {"b3.cover"}


@pytest.mark.parametrize("floors", [{A: 1}, {A: 1, B: 2}, {A: 2, B: 3}, {A: 2}, {}])
def test_order_in_which_boards_come_decides_nothing(floors: dict[str, int]) -> None:
    for order in permutations((A, B, C)):
        bench = Bench(floors)
        bench.come(*order)
        assert bench.serving == {A: 1}, order


def test_board_that_a_hand_has_touched_stays() -> None:
    bench = Bench({A: 1})
    bench.come(B)
    bench.reed(B, "x11.occupant")
    assert bench.come(A) is NONE
    assert bench.serving == {B: 1}


def test_board_that_has_been_there_for_a_while_stays() -> None:
    bench = Bench({A: 1})
    bench.come(B)
    bench.wait()
    assert bench.come(A) is NONE and bench.go(A) is NONE
    assert bench.serving == {B: 1}


def test_idle_board_does_not_take_the_place_of_a_pulled_one() -> None:
    bench = Bench({A: 1})
    bench.come(A, B)
    bench.wait()
    assert bench.reed(B, "b3.cover") is NONE
    assert bench.go(A) is LOST
    assert bench.floors.missing == (1,) and bench.reed(B, "b4.cover") is NONE
    assert bench.come(A) is JUMP
    assert bench.floors.closed == set()


def test_new_board_takes_the_place_of_one_that_is_gone() -> None:
    bench = Bench({A: 1})
    bench.come(A)
    bench.reed(A, "b3.cover")
    bench.go(A)
    assert bench.come(C) is JUMP
    assert (bench.serving, bench.floors.closed) == ({C: 1}, set())
    bench.reed(C, "b4.cover")
    assert bench.come(A) is NONE and bench.serving == {C: 1}


@pytest.mark.parametrize("first", [A, B])
def test_after_a_power_cut_the_table_has_its_own_board_again(first: str) -> None:
    bench = Bench({A: 1})
    bench.come(B)
    bench.reed(B, "b3.cover")  # the table's own, although it is not floor 1
    bench.come(A)
    bench.go(A, B)
    bench.come(first, {A: B, B: A}[first])
    assert bench.serving == {B: 1}


def test_another_game_stays_on_the_board_of_the_last_one() -> None:
    bench = Bench({A: 1})
    bench.come(B)
    bench.wait()
    bench.come(A)
    bench.floors.begin(1, bench.now_ms)
    assert bench.serving == {B: 1}


def test_game_that_begins_takes_a_board_that_is_there() -> None:
    bench = Bench({A: 1}, wanted=2)
    bench.come(B)
    bench.floors.begin(1, bench.now_ms)
    assert bench.serving == {B: 1}


# Several floors.


def test_several_floors_are_those_that_people_assigned() -> None:
    for order in permutations((A, B, C)):
        bench = Bench({A: 2, B: 1, C: 7}, wanted=2)
        bench.come(*order)
        assert bench.serving == {B: 1, A: 2}
        bench.reed(A, "b3.cover")
        bench.reed(B, "b4.cover")
        bench.reed(C, "b5.cover")
        assert bench.floors.closed == {"2:b3.cover", "b4.cover"}


def test_others_are_seen_while_a_floor_is_missing() -> None:
    bench = Bench({A: 1, B: 2, C: 3}, wanted=3)
    assert [bench.come(A), bench.come(C), bench.come(B)] == [LOST, LOST, JUMP]
    assert bench.go(B) is LOST
    assert bench.floors.ask == Ask("lost.floors", {"floors": "2"})
    assert bench.reed(C, "e5.cover") is NONE
    assert bench.floors.closed == {"3:e5.cover"}
    assert bench.go(A) is LOST
    assert bench.floors.ask == Ask("lost.floors", {"floors": "1, 2"})
    assert [bench.come(B), bench.come(A)] == [LOST, JUMP]


def test_board_without_a_floor_is_named_while_one_is_missing() -> None:
    bench = Bench({A: 1}, wanted=2)
    bench.come(A)
    assert bench.floors.ask.id == "lost.floors"
    assert bench.come(C) is LOST
    assert bench.floors.ask == Ask("lost.unassigned", {"floors": "2"})
    assert bench.modules.assign(2, C) is None
    assert bench.floors.assigned(2, C, 0) is JUMP
    assert bench.serving == {A: 1, C: 2}


def test_idle_boards_change_nothing() -> None:
    bench = Bench({A: 1, B: 2}, wanted=2)
    bench.come(A, B)
    for _ in range(2):
        assert bench.come(C, missed=2) is NONE
        assert bench.reed(C, "b3.cover") is NONE and bench.reed(C, "b4.cover") is NONE
        assert bench.floors.take(C, Resync(None, ((3, True),)), 0) is NONE
        assert bench.go(C) is NONE
    assert bench.floors.closed == set()


def test_events_from_before_a_board_came_are_a_jump() -> None:
    bench = Bench({A: 1, B: 2}, wanted=2)
    bench.come(A)
    assert bench.come(B, missed=2) is NONE
    assert bench.floors.missing == (2,)
    assert [bench.reed(B, "b3.cover"), bench.reed(B, "done")] == [NONE, JUMP]
    assert bench.floors.take(B, Resync(None, ((0, True),)), 0) is JUMP


# People assign floors.


def test_floors_can_be_swapped_while_a_game_runs() -> None:
    bench = Bench({A: 1, B: 2}, wanted=2)
    bench.come(A, B)
    bench.reed(A, "b3.cover")
    assert bench.modules.assign(2, A) == B
    assert bench.floors.assigned(2, A, 0) is LOST
    assert bench.floors.missing == (1,) and bench.floors.closed == {"2:b3.cover"}
    bench.modules.assign(1, B)
    assert bench.floors.assigned(1, B, 0) is JUMP


def test_board_that_people_call_floor_1_is_taken_at_once() -> None:
    bench = Bench({A: 1})
    bench.come(A, B)
    bench.reed(A, "b3.cover")
    bench.modules.assign(1, B)
    assert bench.floors.assigned(1, B, 0) is JUMP
    assert bench.serving == {B: 1}
    bench.modules.assign(2, A)
    assert bench.floors.assigned(2, A, 0) is NONE
    assert bench.serving == {B: 1}


def test_done_that_chose_a_board_is_hidden_until_it_is_released() -> None:
    bench = Bench({A: 1, B: 2}, wanted=2)
    bench.come(A, B)
    bench.reed(B, "done")
    bench.floors.ignore_done(B)
    assert (bench.floors.closed, bench.floors.seen) == ({"2:done"}, set())
    bench.reed(B, "done", is_closed=False)
    bench.reed(B, "done")
    assert bench.floors.seen == {"2:done"}

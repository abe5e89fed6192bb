"""Finding the place where the thief has hidden the car."""

import pytest
from heistboard.games.car_thief.board import CELLS
from heistboard.games.car_thief.hidden_car import PUT_BACK_MS, STAYS_MS, CarStatus, Hiding

ALL = frozenset(CELLS)
NEXT = ("b3", "d3", "c2", "c4")  # the car was in c3


class Thief:
    """The thief's hands; every act takes half a second."""

    def __init__(self, hiding: Hiding, car: str | None = None, *dead: str) -> None:
        self.hiding = hiding
        self.dead = set(dead)
        self.open: set[str] = set()
        self.car = car
        self.now_ms = 0
        self.look(0)

    def look(self, ms: int = 500) -> "Thief":
        self.now_ms += ms
        cars = {self.car} - {None} - self.dead
        self.hiding.look(ALL - self.open, {cell for cell in cars if cell}, self.now_ms)
        return self

    def lift(self, cell: str) -> "Thief":
        self.open.add(cell)
        return self.look()

    def put(self, cell: str) -> "Thief":
        self.open.discard(cell)
        return self.look()

    def peek(self, cell: str, car: str | None = "-") -> "Thief":
        """Lifts a building, leaves the car as said, and puts it back."""
        self.lift(cell)
        self.car = self.car if car == "-" else car
        return self.look().put(cell)

    @property
    def said(self) -> tuple[str, str | None]:
        return self.hiding.status.value, self.hiding.cell


def first(*dead: str) -> Thief:
    return Thief(Hiding(None, CELLS), None, *dead)


def later(*dead: str, works: tuple[str, ...] = ()) -> Thief:
    return Thief(Hiding("c3", NEXT, {"c3"} - set(dead), works), "c3", *dead)


def test_copy_believes_nothing_for_the_original() -> None:
    thief = first().peek("c4").peek("b3", "b3")
    other = thief.hiding.copy()
    other.look(ALL - {"c4"}, {"b3"}, 10_000)
    other.look(ALL, {"b3", "c4"}, 11_000)
    assert other.status is CarStatus.NO_CAR
    thief.hiding.look(ALL, {"b3", "c4"}, 11_000)
    assert thief.said == ("ready", "b3")


def test_in_the_first_round_every_cell_is_allowed() -> None:
    assert first().said == ("no-car", None)
    assert first().lift("b3").said == ("open", None)
    assert first().peek("b3", "b3").said == ("ready", "b3")


def test_later_only_the_neighbouring_cells_are_allowed() -> None:
    assert later().said == ("not-allowed", "c3")
    assert later().peek("c3", None).said == ("no-car", None)
    assert later().peek("c3", None).peek("c4", "c4").said == ("ready", "c4")
    assert later().peek("c3", None).peek("e5", "e5").said == ("not-allowed", "e5")
    assert later().peek("c3", None).peek("c3", "c3").said == ("not-allowed", "c3")


def test_any_building_that_is_off_must_be_put_back() -> None:
    thief = later().peek("c3", None).peek("c4", "c4").lift("a1")
    assert thief.said == ("open", None) and thief.hiding.open == {"a1"}
    assert thief.put("a1").said == ("ready", "c4")


def test_other_buildings_may_be_lifted_and_put_back() -> None:
    thief = later().peek("a1").peek("c3", None).peek("e5").peek("c4", "c4").peek("b2")
    assert thief.said == ("ready", "c4")


def test_a_reed_that_has_opened_again_means_the_car_is_gone() -> None:
    assert first().peek("b3", "b3").peek("b3", None).said == ("no-car", None)
    thief = later().peek("c3", None).peek("e5", "e5").peek("e5", None)
    assert thief.said == ("no-car", None)
    assert thief.peek("e5").said == ("no-car", None)


def test_a_change_of_mind() -> None:
    thief = later().peek("c3", None).peek("e5", "e5")
    assert thief.peek("e5", None).peek("c2", "c2").said == ("ready", "c2")


@pytest.mark.parametrize("dead", [("c4",), ("c3",), ("c3", "c4")])
def test_dead_reeds_under_the_old_and_the_new_place(dead: tuple[str, ...]) -> None:
    assert later(*dead).peek("c3", None).peek("c4", "c4").said == ("ready", "c4")


def test_a_dead_reed_in_the_first_round() -> None:
    assert first("b3").peek("b3", "b3").said == ("ready", "b3")
    assert first("b3").peek("a1").peek("b3", "b3").said == ("no-car", None)
    # Of several buildings, the one that is lifted again.
    assert first("b3").peek("a1").peek("b3", "b3").peek("b3").said == ("ready", "b3")


def test_a_dead_reed_does_not_allow_what_is_not_allowed() -> None:
    assert later("e5").peek("c3", None).peek("e5", "e5").said == ("not-allowed", "e5")


def test_a_working_reed_shows_that_the_car_was_forgotten() -> None:
    assert later(works=("c4",)).peek("c3", None).peek("c4", None).said == ("no-car", None)
    assert later(works=("c4",)).peek("c3", None).peek("c4", "c4").said == ("ready", "c4")
    # The reed may have died since; lifting the building again says so.
    insisting = later(works=("c4",)).peek("c3", None).peek("c4", None).peek("c4")
    assert insisting.said == ("ready", "c4")


def test_stuck_reeds_under_buildings_that_were_not_lifted_are_ignored() -> None:
    hiding = Hiding("c3", NEXT, {"c3", "a1", "d3"})
    hiding.look(ALL, {"c3", "a1", "d3"}, 0)
    assert (hiding.status, hiding.cell) == (CarStatus.NOT_ALLOWED, "c3")
    hiding.look(ALL - {"c3"}, {"c3", "a1", "d3"}, 500)
    hiding.look(ALL, {"a1", "d3"}, 1000)
    hiding.look(ALL - {"c2"}, {"a1", "d3"}, 1500)
    hiding.look(ALL, {"a1", "d3", "c2"}, 2000)
    assert (hiding.status, hiding.cell) == (CarStatus.READY, "c2")


def test_of_two_closed_reeds_the_allowed_cell_counts() -> None:
    hiding = Hiding("c3", NEXT)
    for ms, cells in enumerate((("a1", "c2"), ("c4", "c2"))):
        hiding.look(ALL - set(cells), cells, 1_000 * ms)
        hiding.look(ALL, cells, 1_000 * ms + 500)
        found = (CarStatus.NO_CAR, None) if ms else (CarStatus.READY, "c2")
        assert (hiding.status, hiding.cell) == found


@pytest.mark.parametrize("at", ["a1", "c2", "c3", "c4", "d3"])
def test_magnet_at_a_building_that_stands_changes_nothing(at: str) -> None:
    """Whatever the thief has done so far: also where a building was lifted or the car was."""
    acts = (("d3",), ("c3", None), ("c4", "c4"), ("c4", None), ("c2", "c2"), ("e5",))
    thief = later()
    for act in acts:
        thief.peek(*act)
        said = thief.said
        for ms in (300, 10, 2 * STAYS_MS, 100, 2 * STAYS_MS):
            thief.now_ms += ms
            magnet = {at} if ms != 100 else set()
            thief.hiding.look(ALL, {*magnet, *filter(None, [thief.car])}, thief.now_ms)
            assert (thief.said, thief.hiding.due_ms) == (said, None), at
        thief.look()
    assert thief.said == ("ready", "c2")


@pytest.mark.parametrize("at", CELLS)
def test_magnet_that_lies_when_the_phase_begins_changes_nothing(at: str) -> None:
    for old, left, before, status in (
        (None, None, {at}, CarStatus.NO_CAR),
        ("c3", None, {"c3", at}, CarStatus.NOT_ALLOWED),
        (None, None, (), CarStatus.NO_CAR),  # after a restart
        ("c3", None, (), CarStatus.NOT_ALLOWED),
        ("c3", "c4", (), CarStatus.READY),
    ):
        hiding = Hiding(old, NEXT, before, left=left)
        car = left or old
        for ms in (0, 2 * STAYS_MS):
            hiding.look(ALL, {at, car or at}, ms)
            assert (hiding.status, hiding.due_ms) == (status, None), (old, left, at)


def test_magnet_that_knocks_at_the_building_on_which_it_lies_changes_nothing() -> None:
    thief = later().peek("c3", None).peek("c4", "c4")
    thief.hiding.look(ALL, {"c4", "c2"}, thief.now_ms + 500)
    thief.hiding.look(ALL - {"c2"}, {"c4", "c2"}, thief.now_ms + 1_000)
    thief.hiding.look(ALL, {"c4", "c2"}, thief.now_ms + 1_100)
    assert thief.said == ("ready", "c4")


def test_hands_may_be_quick() -> None:
    hiding = Hiding("c3", NEXT, {"c3"})
    hiding.look(ALL, {"c3"}, 0)
    for ms, cell, cars in ((100, "c3", {"c3"}), (200, "c4", set[str]())):
        hiding.look(ALL - {cell}, cars, ms)
        hiding.look(ALL - {cell}, cars ^ {cell}, ms + 20)
        hiding.look(ALL, cars ^ {cell}, ms + 40)
    assert (hiding.status, hiding.cell) == (CarStatus.READY, "c4")
    hiding.look(ALL - {"c4"}, {"c4"}, 400)
    hiding.look(ALL, set(), 440)
    assert hiding.cell is None
    for ms in (1_000, 9_000):
        hiding.look(ALL, {"c3", "c4"}, ms)  # a flashlight where the car was
        assert hiding.cell is None


def test_a_reed_may_close_a_moment_after_quick_hands_have_put_its_building_back() -> None:
    for late_ms, said in ((PUT_BACK_MS - 1, "ready"), (PUT_BACK_MS, "not-allowed")):
        hiding = Hiding("c3", NEXT, {"c3"})
        hiding.look(ALL, {"c3"}, 0)
        hiding.look(ALL - {"c3"}, set(), 100)
        hiding.look(ALL - {"c4"}, set(), 200)
        hiding.look(ALL, set(), 240)
        hiding.look(ALL, {"c4"}, 240 + late_ms)
        assert hiding.status.value == said


def test_a_reed_may_close_a_moment_after_its_building_was_put_back() -> None:
    for ms, said in ((PUT_BACK_MS - 1, "ready"), (PUT_BACK_MS, "no-car")):
        thief = later(works=("c2",)).peek("c3", None).peek("c2")
        assert thief.said == ("no-car", None)
        thief = later(works=("c2",)).peek("c3", None).lift("c2")
        thief.open.clear()
        thief.look(500)
        thief.car = "c2"
        assert thief.look(ms).said[0] == said


def test_where_the_covers_reed_is_set_aside_a_reed_counts_after_a_while() -> None:
    for old, said in ((None, CarStatus.NO_CAR), ("c3", CarStatus.NOT_ALLOWED)):
        hiding = Hiding(old, NEXT)

        def look(hiding: Hiding, cars: set[str], ms: int) -> None:
            hiding.look(ALL, cars, ms, unwatched={"c2", "a1", "e5"})

        look(hiding, set(), 0)
        for cell in ("c2", "a1", "e5"):
            look(hiding, {cell}, 1_000)
            assert (hiding.status, hiding.due_ms) == (said, 1_000 + STAYS_MS)
            look(hiding, {cell}, 999 + STAYS_MS)
            look(hiding, set(), 1_000 + STAYS_MS)
            assert (hiding.status, hiding.due_ms) == (said, None)
        look(hiding, {"c2"}, 9_000)
        look(hiding, {"c2"}, 9_000 + STAYS_MS)
        assert (hiding.status, hiding.cell) == (CarStatus.READY, "c2")


def test_after_a_restart_the_car_is_where_it_was_left_if_its_reed_says_so() -> None:
    hiding = Hiding("c3", NEXT, left="c4")
    hiding.look(ALL, {"c4"}, 0)
    assert (hiding.status, hiding.cell) == (CarStatus.READY, "c4")
    hiding.look(ALL, set(), 100)
    assert hiding.status is CarStatus.NOT_ALLOWED
    moved = Hiding("c3", NEXT, left="c4")
    moved.look(ALL, {"c2"}, 0)
    moved.look(ALL, {"c2", "c4"}, 100)
    assert moved.status is CarStatus.NOT_ALLOWED
    moved.look(ALL - {"c2"}, {"c2"}, 500)
    moved.look(ALL, {"c2"}, 1_000)
    assert (moved.status, moved.cell) == (CarStatus.READY, "c2")


def test_a_building_that_is_off_after_a_restart_has_been_lifted() -> None:
    hiding = Hiding("c3", NEXT)
    hiding.look(ALL - {"c2"}, {"c2"}, 0)
    hiding.look(ALL, {"c2"}, 1)
    assert (hiding.status, hiding.cell) == (CarStatus.READY, "c2")


def test_a_reed_that_chatters_under_its_car_counts_at_once() -> None:
    hiding = Hiding("c3", NEXT)
    hiding.look(ALL, {"c3"}, 0)
    hiding.look(ALL - {"c3"}, set(), 1_000)
    hiding.look(ALL, set(), 2_000)
    hiding.look(ALL - {"c2"}, {"c2"}, 3_000)
    for now_ms in range(4_000, 5_000, 100):
        hiding.look(ALL, set(), now_ms)
        assert hiding.status is CarStatus.NO_CAR
        hiding.look(ALL, {"c2"}, now_ms + 50)
        assert (hiding.status, hiding.cell) == (CarStatus.READY, "c2")
    hiding.look(ALL, {"c2", "c3"}, 6_000)  # a tap where the car was
    assert (hiding.status, hiding.cell) == (CarStatus.READY, "c2")


def test_a_knock_lifts_nothing() -> None:
    thief = first("b3")
    thief.open.add("b3")
    thief.look(10)
    thief.open.clear()
    assert thief.look(200).said == ("no-car", None)


def test_the_status_before_anything_is_done_does_not_depend_on_reeds() -> None:
    assert later().said[0] == later("c3").said[0] == "not-allowed"

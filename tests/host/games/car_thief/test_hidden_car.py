"""Finding the place where the thief has hidden the car."""

import pytest
from heistboard.games.car_thief.board import CELLS
from heistboard.games.car_thief.hidden_car import STAYS_MS, CarStatus, Hiding

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


def test_magnet_at_a_building_where_the_car_was_tried_counts_no_sooner_than_elsewhere() -> None:
    thief = first().peek("c4", "c4").peek("c4", None).peek("b3", "b3")
    assert thief.said == ("ready", "b3")
    thief.hiding.look(ALL, {"b3", "c4"}, thief.now_ms + 100)
    assert thief.said == ("ready", "b3")


def test_copy_believes_nothing_for_the_original() -> None:
    thief = first().peek("b3", "b3")
    thief.hiding.look(ALL, {"b3", "c4"}, thief.now_ms + 100)
    other = thief.hiding.copy()
    other.look(ALL, {"b3", "c4"}, thief.now_ms + 100 + STAYS_MS)
    assert other.status is CarStatus.NO_CAR
    thief.hiding.look(ALL, {"b3", "c4"}, thief.now_ms + 200)
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
    hiding.look(ALL, {"a1", "c2"}, 0)
    assert (hiding.status, hiding.cell) == (CarStatus.READY, "c2")
    hiding.look(ALL, {"c4", "c2"}, 10)
    hiding.look(ALL, {"c4", "c2"}, 10 + STAYS_MS)
    assert (hiding.status, hiding.cell) == (CarStatus.NO_CAR, None)


def test_a_reed_that_closes_under_a_standing_building_counts_only_after_a_while() -> None:
    for old, said in ((None, CarStatus.NO_CAR), ("c3", CarStatus.NOT_ALLOWED)):
        hiding = Hiding(old, NEXT)
        hiding.look(ALL, set(), 0)
        for cell in ("c2", "a1", "e5"):
            hiding.look(ALL, {cell}, 1_000)
            assert (hiding.status, hiding.due_ms) == (said, 1_000 + STAYS_MS)
            hiding.look(ALL, {cell}, 999 + STAYS_MS)
            hiding.look(ALL, set(), 1_000 + STAYS_MS)
            assert (hiding.status, hiding.due_ms) == (said, None)
    hiding.look(ALL, {"c2"}, 9_000)
    hiding.look(ALL, {"c2"}, 9_000 + STAYS_MS)  # the building's own reed may be dead
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

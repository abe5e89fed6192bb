"""The host's knowledge of a floor module: event numbers, clock, picture, floors."""

import struct

import pytest
from heist import wire
from heistboard.link.floors import Modules
from heistboard.link.messages import Hello, Snapshot, decode
from heistboard.link.module import Applied, Event, Module, Resync
from heistboard.places import layout
from hypothesis import given
from hypothesis import strategies as st

from tests.support.messages import CLOSED, REEDS, SERIAL, events, hello, snapshot


class ModuleRig:
    """A connected module that expects event *at* next."""

    def __init__(self, at: int = 0, closed: tuple[int, ...] = (), time_ms: int = 1000) -> None:
        self.module = Module(SERIAL, 2)
        self.told: list[Event | Resync] = []
        self.meet()
        self.snapshot(at, closed, time_ms=time_ms)
        self.told.clear()

    def meet(self, boot: bytes = b"boot", following: int = 0) -> None:
        message = decode(hello(boot=boot, following=following))
        assert isinstance(message, Hello)
        self.module.meet(message)

    def snapshot(
        self, at: int = 0, closed: tuple[int, ...] = (), *, time_ms: int = 1000
    ) -> Applied:
        message = decode(snapshot(at, closed, time_ms=time_ms))
        assert isinstance(message, Snapshot)
        return self.module.take_snapshot(message, self.told.append)

    def events(self, first: int, *codes: int, time_ms: int = 1000) -> Applied:
        return self.module.take_events(events(first, *codes, time_ms=time_ms), self.told.append)

    @property
    def numbers(self) -> list[int]:
        return [notice.number for notice in self.told if isinstance(notice, Event)]

    @property
    def closed(self) -> list[int]:
        return [reed for reed in range(REEDS) if self.module.closed[reed]]


# Numbers.


def test_event_has_floor_number_reed_state_and_time() -> None:
    rig = ModuleRig(at=7)
    assert rig.events(7, 3 | CLOSED, 3, time_ms=1500) is Applied.APPLIED
    assert rig.told == [Event(2, 7, 3, True, 1500), Event(2, 8, 3, False, 1502)]
    assert rig.told[0].name == layout.REEDS[3]  # type: ignore[union-attr]
    assert rig.module.expected == 9


def test_events_change_the_picture() -> None:
    rig = ModuleRig(closed=(1, 2))
    rig.events(0, 1, 69 | CLOSED)
    assert rig.closed == [2, 69]


def test_repeated_frame_is_skipped() -> None:
    rig = ModuleRig()
    rig.events(0, 1 | CLOSED, 2 | CLOSED)
    assert rig.events(0, 1 | CLOSED, 2 | CLOSED) is Applied.REPEATED
    assert rig.events(0, 1 | CLOSED) is Applied.REPEATED
    assert rig.events(1, 2 | CLOSED) is Applied.REPEATED
    assert rig.numbers == [0, 1]
    assert rig.module.repeated == 3


def test_only_what_is_new_of_an_overlapping_frame_is_applied() -> None:
    rig = ModuleRig()
    rig.events(0, 1 | CLOSED, 2 | CLOSED)
    assert rig.events(1, 2 | CLOSED, 1, 3 | CLOSED, time_ms=1700) is Applied.APPLIED
    assert rig.numbers == [0, 1, 2, 3]
    assert rig.told[2] == Event(2, 2, 1, False, 1702)


def test_gap_is_not_applied() -> None:
    rig = ModuleRig()
    assert rig.events(1, 1 | CLOSED) is Applied.GAP
    assert rig.events(256, 1 | CLOSED) is Applied.GAP
    assert rig.told == []
    assert rig.module.expected == 0
    assert rig.module.gaps == 2


def test_events_before_any_snapshot_are_not_applied() -> None:
    module = Module(SERIAL, 1)
    told: list[Event | Resync] = []
    assert module.take_events(events(0, 1 | CLOSED), told.append) is Applied.GAP
    assert told == []


@pytest.mark.parametrize("at", [0xFFFD, 0xFFFE, 0xFFFF, 0, 1])
def test_numbers_wrap(at: int) -> None:
    rig = ModuleRig(at)
    codes = [1 | CLOSED, 1, 2 | CLOSED, 2]
    assert rig.events(at, *codes) is Applied.APPLIED
    assert rig.numbers == [at + number & 0xFFFF for number in range(4)]
    assert rig.events(at, *codes) is Applied.REPEATED
    assert rig.events(at + 3, 2, 3 | CLOSED) is Applied.APPLIED
    assert rig.events(at + 6, 3) is Applied.GAP
    assert rig.module.expected == at + 5 & 0xFFFF


@given(
    st.integers(0, 0xFFFF),
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 16)), max_size=60),
)
def test_any_frames_out_of_one_sequence_give_it_in_order(
    at: int, frames: list[tuple[int, int]]
) -> None:
    codes = [number % REEDS | (number * 7 & 1) * CLOSED for number in range(80)]
    rig = ModuleRig(at)
    for start, count in frames:
        rig.events(at + start, *codes[start : start + count])
    told = len(rig.told)
    assert rig.numbers == [at + number & 0xFFFF for number in range(told)]
    for notice, code in zip(rig.told, codes, strict=False):
        assert isinstance(notice, Event)
        assert (notice.reed, notice.is_closed) == (code & 0x7F, code >= CLOSED)


@pytest.mark.parametrize("size", [0, 3, 5, 6, 7, 8, 10, 11, 13])
def test_frame_that_is_no_whole_number_of_events_is_refused(size: int) -> None:
    rig = ModuleRig()
    with pytest.raises(struct.error):
        rig.module.take_events(bytes(4 + size + 4), rig.told.append)
    assert rig.told == []
    assert rig.module.expected == 0


def test_frame_with_a_reed_that_does_not_exist_is_refused_whole() -> None:
    rig = ModuleRig()
    with pytest.raises(IndexError, match=r"reed 70, expected 0\.\.69"):
        rig.events(0, 1 | CLOSED, 70)
    assert rig.told == []
    assert rig.closed == []


# Snapshots.


def test_first_snapshot_becomes_the_picture_and_is_reported() -> None:
    rig = ModuleRig(at=9, closed=(4, 69))
    assert rig.closed == [4, 69]
    assert rig.module.expected == 9


def test_first_snapshot_is_reported_though_nothing_is_closed() -> None:
    module = Module(SERIAL, 3)
    told: list[Event | Resync] = []
    message = decode(snapshot(5))
    assert isinstance(message, Snapshot)
    assert module.take_snapshot(message, told.append) is Applied.APPLIED
    assert told == [Resync(3, ())]


def test_snapshot_that_agrees_is_not_reported() -> None:
    rig = ModuleRig(at=9, closed=(4,))
    assert rig.snapshot(9, (4,)) is Applied.APPLIED
    assert rig.told == []
    assert rig.module.corrected == 0


def test_snapshot_that_differs_wins_and_is_counted() -> None:
    rig = ModuleRig(at=9, closed=(4,))
    rig.snapshot(9, (5,))
    assert rig.told == [Resync(2, ((4, False), (5, True)))]
    assert rig.closed == [5]
    assert rig.module.corrected == 1


@pytest.mark.parametrize("behind", [1, 16, 256, 511])
@pytest.mark.parametrize("at", [0, 5, 300, 0xFFFF])
def test_older_snapshot_is_skipped(at: int, behind: int) -> None:
    rig = ModuleRig(at, closed=(4,))
    assert rig.snapshot(at - behind & 0xFFFF, (1, 2, 3)) is Applied.REPEATED
    assert rig.told == []
    assert rig.closed == [4]
    assert rig.module.expected == at


@pytest.mark.parametrize("ahead", [1, 257, 40_000])
@pytest.mark.parametrize("at", [0, 5, 0xFFFF])
def test_newer_snapshot_becomes_the_picture(at: int, ahead: int) -> None:
    rig = ModuleRig(at, closed=(4,))
    assert rig.snapshot(at + ahead & 0xFFFF, (4, 6)) is Applied.APPLIED
    assert rig.told == [Resync(2, ((6, True),))]
    assert rig.module.expected == at + ahead & 0xFFFF
    assert rig.module.corrected == 0


def test_newer_snapshot_is_reported_though_it_agrees() -> None:
    # Events were missed, even if the reeds are back where they were.
    rig = ModuleRig(at=9, closed=(4,))
    rig.snapshot(10, (4,))
    assert rig.told == [Resync(2, ())]


def test_restarted_board_counts_anew() -> None:
    rig = ModuleRig(at=500, closed=(4,))
    rig.meet(b"toob")
    assert rig.events(500, 1 | CLOSED) is Applied.GAP
    assert rig.snapshot(0, (4, 5)) is Applied.APPLIED
    assert rig.told == [Resync(2, ((5, True),))]
    assert rig.module.expected == 0


def test_board_met_again_goes_on_where_it_was() -> None:
    rig = ModuleRig(at=500, closed=(4,))
    rig.meet()
    assert rig.module.expected == 500
    assert rig.snapshot(490, ()) is Applied.REPEATED
    assert rig.events(490, *[1 | CLOSED, 1] * 5, 2 | CLOSED) is Applied.APPLIED
    assert rig.numbers == [500]


@pytest.mark.parametrize(
    ("known", "at", "following", "missed"),
    [
        (None, 5, 5, 0),
        (None, 5, 9, 4),
        (None, 65534, 2, 4),
        (7, 5, 9, 2),  # two queued events arrived, but their acknowledgement was lost
        (9, 5, 9, 0),
        (None, 9, 5, 0),  # it has dropped its queue since its HELLO
    ],
)
def test_what_happened_while_nobody_listened_is_counted(
    known: int | None, at: int, following: int, missed: int
) -> None:
    rig = ModuleRig(at=known or 0)
    rig.module.expected = known
    rig.meet(following=following)
    rig.snapshot(at)
    assert rig.module.missed == missed


# The clock.


def times(rig: ModuleRig) -> list[int]:
    return [notice.time_ms for notice in rig.told if isinstance(notice, Event)]


def test_clock_wraps() -> None:
    top = wire.CLOCK_MASK + 1
    rig = ModuleRig(time_ms=top - 10)
    rig.events(0, 1 | CLOSED, 1, time_ms=top - 3)
    rig.events(2, 1 | CLOSED, time_ms=4)
    rig.events(3, 1, time_ms=top - 1)
    assert times(rig) == [top - 3, top - 1, top + 4, top - 1]


def test_event_of_a_frame_that_began_before_the_wrap_is_later_than_it() -> None:
    top = wire.CLOCK_MASK + 1
    rig = ModuleRig(time_ms=top - 10)
    rig.events(0, *[1 | CLOSED, 1] * 4, time_ms=top - 3)
    assert times(rig) == [top - 3 + 2 * number for number in range(8)]


def test_events_kept_from_before_the_first_snapshot_are_earlier_than_it() -> None:
    rig = ModuleRig(time_ms=60_000)
    rig.events(0, 1 | CLOSED, time_ms=20_000)
    rig.events(1, 1, time_ms=59_000)
    rig.events(2, 1 | CLOSED, time_ms=60_001)
    assert times(rig) == [20_000, 59_000, 60_001]


def test_wraps_are_counted_while_nothing_happens() -> None:
    day_ms = 86_400_000
    rig = ModuleRig(time_ms=0)
    for hour in range(1, 24 * 20):
        rig.module.hear_clock(hour * day_ms // 24 & wire.CLOCK_MASK)
    rig.events(0, 1, time_ms=20 * day_ms & wire.CLOCK_MASK)
    assert times(rig) == [20 * day_ms]


def test_wraps_are_counted_by_events_alone() -> None:
    step_ms = 2 * 86_400_000
    rig = ModuleRig(time_ms=0)
    for number in range(8):
        rig.events(number, 1, time_ms=number * step_ms & wire.CLOCK_MASK)
    assert times(rig) == [number * step_ms for number in range(8)]


def test_board_met_again_after_days_is_not_in_the_past() -> None:
    days_ms = 4 * 86_400_000
    rig = ModuleRig(time_ms=5)
    rig.meet()
    rig.snapshot(0, time_ms=days_ms)
    rig.events(0, 1 | CLOSED, 1, time_ms=days_ms - 50)
    assert times(rig) == [days_ms - 50, days_ms - 48]


def test_clock_of_a_restarted_board_begins_anew() -> None:
    rig = ModuleRig(time_ms=9_000_000)
    rig.events(0, 1 | CLOSED, time_ms=9_000_001)
    rig.meet(b"toob")
    rig.snapshot(0, (1,), time_ms=400)
    rig.events(0, 1, time_ms=450)
    assert times(rig) == [9_000_001, 450]
    assert rig.module.health.reed(1).shortest_ms is None


# Health.


def test_health_counts_changes_of_a_reed() -> None:
    rig = ModuleRig()
    rig.events(0, 5 | CLOSED, 5, 5 | CLOSED, 6 | CLOSED)
    rig.events(0, 5 | CLOSED, 5)
    assert rig.module.health.reed(5).changes == 3
    assert rig.module.health.reed(5).shortest_ms == 2
    assert rig.module.health.reed(6).changes == 1


# Floors.


def test_a_new_module_has_no_floor_until_people_assign_one() -> None:
    modules = Modules({"A": 1, "C": 3})
    assert [modules[serial].floor for serial in ("D", "B", "C", "A")] == [None, None, 3, 1]
    assert [module.serial for module in modules.met()] == ["A", "C", "B", "D"]
    assert modules.floors == {"A": 1, "C": 3}


@pytest.mark.parametrize("order", [("A", "B"), ("B", "A")])
def test_floors_do_not_follow_from_the_order_of_hellos(order: tuple[str, str]) -> None:
    modules = Modules({"A": 1})
    assert {serial: modules[serial].floor for serial in order} == {"A": 1, "B": None}


def test_assigning_takes_the_floor_from_the_module_that_had_it() -> None:
    modules = Modules({"A": 1, "B": 2})
    a, b, c = (modules[serial] for serial in "ABC")
    assert modules.assign(1, "C") == "A"
    assert (a.floor, b.floor, c.floor) == (None, 2, 1)
    assert modules.assign(2, "C") == "B"
    assert modules.floors == {"C": 2}
    assert modules.assign(2, "C") is None
    assert modules.assign(3, "away") is None
    assert modules["away"].floor == 3


def test_module_is_called_by_its_floor_or_its_serial_number() -> None:
    modules = Modules({"A": 2})
    assert modules["A"].name == "floor 2"
    assert modules["B"].name == "board B (no floor yet)"


def test_a_module_is_held_by_one_connection_at_a_time() -> None:
    modules = Modules()
    first, second = object(), object()
    assert modules.hold("A", first) is modules["A"]
    assert modules.hold("A", first) is modules["A"]
    assert modules.hold("A", second) is None
    modules.release("A", second)
    assert modules.hold("A", second) is None
    modules.release("A", first)
    assert modules.hold("A", second) is modules["A"]


def test_a_module_with_a_floor_is_known_before_it_is_met() -> None:
    modules = Modules({"A": 1})
    assert modules.knows("A")
    assert not modules.knows("B")
    modules.hold("B", object())
    assert modules.knows("B")


def test_module_stays_the_same_object() -> None:
    modules = Modules()
    assert modules["A"] is modules["A"]


def test_floor_that_was_not_met_is_none() -> None:
    modules = Modules({"A": 1})
    assert modules.floor(1) is None
    assert modules.floor(1) is None and modules.met() == []
    met = modules["A"]
    assert modules.floor(1) is met
    assert modules.floor(2) is None


def test_floors_given_are_not_changed() -> None:
    given_floors = {"A": 1}
    Modules(given_floors)["B"]
    assert given_floors == {"A": 1}

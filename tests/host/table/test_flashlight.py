"""Taps with the flashlight, by the table in design: which counts, when, and what the game sees."""

import pytest
from heistboard import games
from heistboard.games.gestures import Ask, Sync, Wrong
from heistboard.games.plain_gestures import PlainGestures
from heistboard.places.scene import Colour, Intent, Pattern, Scene
from heistboard.table.flashlight import HOLD_MS, LIES_MS, QUIET_MS, TAP_MOST_MS
from heistboard.table.table import Table

from tests.support.evening import MemoryRecord

TAPS = ("b3", "2:d4", "2:c3")
FIGURE = "2:c3"
MUST = {
    **{"b3.cover": True, "c1.cover": True, "2:d4.cover": True, "x11.occupant": False},
    **{"2:d4.occupant": False, "2:c3.occupant": True},
}
RIGHT = frozenset(reed for reed, is_closed in MUST.items() if is_closed)
LIT = Intent(Colour.BLUE)


class TapGestures(PlainGestures):
    """Taps count on three places; one has a figure. It notes what it is shown."""

    taps: tuple[str, ...] = TAPS
    is_secret = False
    must = MUST

    def __init__(self, record: MemoryRecord) -> None:
        super().__init__(record, 0)
        self.tapped_on: list[tuple[str, bool]] = []
        self.seen: list[frozenset[str]] = []

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        self.seen.append(picture)
        super().look(picture, now_ms)

    def tapped(self, place: str, now_ms: int, *, is_hold: bool) -> None:
        self.tapped_on.append((place, is_hold))

    def expected(self) -> dict[str, bool]:
        return self.must

    def scene(self, now_ms: int) -> Scene:
        return dict.fromkeys(self.taps, LIT)


class Bench:
    """A table that is right; the test moves magnets."""

    def __init__(self, closed: frozenset[str] = RIGHT, quiet_ms: int = 1_000) -> None:
        record = MemoryRecord(games.load("car-thief").new())
        self.gestures = TapGestures(record)
        self.table = Table(record, self.gestures)
        self.closed = set(closed)
        self.now_ms = 0
        self.table.see(self.closed, 0)
        self.wait(quiet_ms)

    def wait(self, ms: int) -> "Bench":
        until_ms = self.now_ms + ms
        while (due_ms := self.table.wake_ms) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self.table.tick(self.now_ms)
            assert self.table.wake_ms != due_ms, "it would be woken for ever"
        self.now_ms = until_ms
        return self

    def flip(self, *reeds: str) -> "Bench":
        self.closed ^= {*reeds}
        self.table.see(self.closed, self.now_ms)
        return self

    def tap(self, place: str, ms: int = 300) -> "Bench":
        return self.flip(f"{place}.occupant").wait(ms).flip(f"{place}.occupant")

    @property
    def tapped(self) -> list[tuple[str, bool]]:
        return self.gestures.tapped_on

    @property
    def light(self) -> Intent:
        return self.table.scene(self.now_ms)["b3"]


@pytest.mark.parametrize(
    ("ms", "counts"),
    [
        (20, []),
        (99, []),
        (100, [False]),
        (350, [False]),
        (600, [False]),
        (601, []),
        (799, []),
        (800, [True]),
        (3_000, [True]),
        (3_001, []),
        (9_000, []),
    ],
)
@pytest.mark.parametrize("place", ["b3", "2:d4"])
def test_how_long_it_stays_decides_when_it_leaves(place: str, ms: int, counts: list[bool]) -> None:
    bench = Bench()
    bench.flip(f"{place}.occupant").wait(ms)
    assert bench.tapped == []
    bench.flip(f"{place}.occupant")
    assert bench.tapped == [(place, is_hold) for is_hold in counts]


def test_a_light_says_when_it_is_held_long_enough() -> None:
    bench = Bench().flip("b3.occupant").wait(HOLD_MS - 1)
    assert bench.light == LIT
    bench.wait(1)
    assert bench.light == Intent(Colour.WHITE, bench.light.level)
    bench.flip("b3.occupant")
    assert bench.light == LIT


def test_a_flashlight_that_lies_there_is_named_until_it_is_picked_up() -> None:
    bench = Bench().flip("b3.occupant").wait(LIES_MS)
    assert bench.table.sync is Sync.SYNCED
    bench.wait(1)
    lies = Ask("flashlight.lies", {"place": "b3"})
    assert (bench.table.ask, bench.table.sync) == (lies, Sync.DESYNC)
    assert bench.table.wrong == {"b3": Wrong.EXTRA}
    assert (bench.light.colour, bench.light.pattern) == (Colour.RED, Pattern.DOUBLE)
    assert bench.gestures.spoken == [lies]
    assert bench.table.asked(0) != lies
    bench.wait(60_000)
    assert bench.gestures.spoken == [lies]
    bench.flip("b3.occupant")
    assert (bench.table.ask.id, bench.table.sync) == ("setup.place", Sync.SYNCED)
    assert bench.tapped == []


def test_a_flashlight_that_lies_there_is_named_whatever_else_is_wrong() -> None:
    bench = Bench().flip("b3.occupant")
    bench.wait(LIES_MS + 100).flip("c1.cover").wait(100)
    assert bench.table.wrong["b3"] is Wrong.EXTRA
    assert "b3.occupant" not in bench.gestures.seen[-1]


@pytest.mark.parametrize("what", ["eyes are closed", "the place counts no more"])
def test_its_light_goes_out_before_anything_is_looked_at(what: str) -> None:
    bench = Bench().flip("b3.occupant").wait(HOLD_MS + 100)
    assert bench.light.colour is Colour.WHITE
    if what == "eyes are closed":
        bench.gestures.is_secret = True
    else:
        bench.gestures.taps = ("2:d4",)
    assert bench.table.scene(bench.now_ms).get("b3", LIT) == LIT


def test_a_figure_that_the_game_moves_meanwhile_does_not_tap() -> None:
    bench = Bench().flip(f"{FIGURE}.occupant").wait(300)
    bench.gestures.must = {**MUST, f"{FIGURE}.occupant": False}
    bench.table.tick(bench.now_ms)
    bench.flip(f"{FIGURE}.occupant").wait(100)
    assert bench.gestures.tapped_on == []


def test_the_game_is_never_shown_the_flashlight() -> None:
    bench = Bench()
    for ms in (50, 300, 1_000, 5_000):
        bench.tap("b3", ms).wait(1_000)
        bench.tap("2:d4", ms).wait(1_000)
    assert {*bench.gestures.seen} == {RIGHT}


def test_the_cover_is_not_believed_during_a_tap_and_a_moment_after() -> None:
    bench = Bench()
    bench.flip("b3.occupant").wait(20).flip("b3.cover").wait(280).flip("b3.occupant")
    assert bench.tapped == [("b3", False)]
    bench.wait(199)
    assert {*bench.gestures.seen} == {RIGHT}
    bench.wait(1)
    assert bench.gestures.seen[-1] == RIGHT - {"b3.cover"}


def test_a_cover_that_opens_just_before_is_the_flashlights_doing() -> None:
    bench = Bench()
    bench.flip("b3.cover").wait(30).tap("b3").flip("b3.cover")
    assert bench.tapped == [("b3", False)]


def test_nothing_counts_where_the_own_cover_is_missing() -> None:
    bench = Bench()
    bench.flip("b3.cover").wait(1_000).tap("b3").wait(1_000)
    assert bench.tapped == []
    assert RIGHT - {"b3.cover"} | {"b3.occupant"} in bench.gestures.seen


@pytest.mark.parametrize("reed", ["c1.cover", "x11.occupant", "2:d4.cover", "2:c3.occupant"])
def test_nothing_counts_unless_all_others_were_right_for_a_while(reed: str) -> None:
    bench = Bench().flip(reed).wait(500).tap("b3").wait(500)
    assert bench.tapped == []
    bench.flip(reed).wait(QUIET_MS - 1).tap("b3").wait(500)
    assert bench.tapped == []
    bench.flip(reed).flip(reed).wait(QUIET_MS).tap("b3")
    assert bench.tapped == [("b3", False)]


def test_nothing_counts_just_after_the_board_has_come() -> None:
    assert Bench(quiet_ms=QUIET_MS - 1).tap("b3").tapped == []
    bench = Bench()
    bench.table.lose()
    bench.table.see(bench.closed, bench.now_ms)
    assert bench.wait(QUIET_MS - 1).tap("b3").tapped == []


@pytest.mark.parametrize("reed", ["c1.cover", "x11.occupant"])
def test_a_hand_that_does_something_else_meanwhile_does_not_tap(reed: str) -> None:
    bench = Bench().flip("b3.occupant").wait(100).flip(reed)
    assert "b3.occupant" in bench.gestures.seen[-1]  # it may be a piece: the game sees all
    bench.wait(100).flip(reed).wait(100).flip("b3.occupant")
    assert bench.tapped == []


def test_a_piece_that_is_slid_from_one_place_to_another_does_not_tap() -> None:
    bench = Bench()
    bench.flip("b3.occupant").wait(200).flip("2:d4.occupant").wait(30).flip("b3.occupant")
    bench.wait(200).flip("2:d4.occupant").wait(1_000)
    assert bench.tapped == []
    bench.flip("2:c3.occupant").wait(200).flip("b3.occupant").wait(300).flip("b3.occupant")
    assert bench.tapped == []  # the figure has moved on


@pytest.mark.parametrize(("ms", "count"), [(50, 0), (100, 1), (1_500, 1), (1_501, 0)])
def test_a_figure_that_is_lifted_and_put_back_taps_its_cell(ms: int, count: int) -> None:
    bench = Bench().flip(f"{FIGURE}.occupant").wait(ms)
    assert bench.gestures.seen[-1] == RIGHT - {f"{FIGURE}.occupant"}  # the game sees it lifted
    bench.flip(f"{FIGURE}.occupant")
    assert bench.tapped == [(FIGURE, False)] * count


def test_one_place_may_be_tapped_twice_in_a_row() -> None:
    bench = Bench().tap("b3").wait(150).tap("b3")
    assert bench.tapped == [("b3", False)] * 2
    bench.wait(150).tap("2:d4")  # another one too soon
    assert len(bench.tapped) == 2


def test_no_other_place_is_examined() -> None:
    bench = Bench()
    bench.tap("c1").tap("x22").wait(1_000)
    assert bench.tapped == []
    assert RIGHT | {"c1.occupant"} in bench.gestures.seen


@pytest.mark.parametrize("what", ["none", "secret"])
def test_nothing_is_examined_while_none_counts_or_eyes_are_closed(what: str) -> None:
    bench = Bench()
    if what == "none":
        bench.gestures.taps = ()
    else:
        bench.gestures.is_secret = True
    bench.flip("b3.occupant").wait(LIES_MS + 1)
    assert bench.gestures.seen[-1] == RIGHT | {"b3.occupant"}
    assert (bench.table.wake_ms, bench.table.sync) == (None, Sync.SYNCED)
    bench.flip("b3.occupant")
    assert bench.tapped == []


def test_place_that_stops_counting_is_shown_to_the_game_at_once() -> None:
    bench = Bench().flip("b3.occupant").wait(HOLD_MS)
    bench.gestures.taps = TAPS[1:]
    bench.flip("x22.occupant")
    assert "b3.occupant" in bench.gestures.seen[-1]
    assert "b3" not in bench.table.scene(bench.now_ms)


def test_what_nobody_saw_is_no_tap() -> None:
    bench = Bench()
    bench.table.see(bench.closed | {"b3.occupant"}, bench.now_ms, is_jump=True)
    bench.now_ms += 300
    bench.table.see(bench.closed, bench.now_ms)
    assert bench.tapped == []
    bench.wait(1_000).flip("b3.occupant").wait(200)
    bench.table.see(RIGHT, bench.now_ms, is_jump=True)
    assert bench.tapped == []


def test_reed_that_is_set_aside_does_not_tap() -> None:
    bench = Bench()
    bench.table.record.set_aside(frozenset({"b3.occupant"}))
    assert bench.tap("b3", TAP_MOST_MS).tapped == []


def test_tap_whose_lap_fails_is_lost_and_not_taken_for_a_hold() -> None:
    bench = Bench().flip("b3.occupant").wait(300)
    checkpoint = bench.table.checkpoint()
    bench.flip("b3.occupant")
    bench.table.restore(checkpoint)  # nothing was done
    bench.gestures.tapped_on.clear()
    bench.wait(1_000)
    bench.table.tick(bench.now_ms)
    assert bench.tapped == []

"""The self test's walk, transition by transition, as in the table of walk.py."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from heistboard.link.reed_health import QUICK_MS
from heistboard.places import layout, matrix
from heistboard.selftest import HandPlan, Key, Pace, Walk, WalkState, find, lights, walk
from heistboard.selftest.plan import PARTS, SWEEP, choose_anchors, diodes_shown, where

from hardware.boardfile import load

TABLE = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in (walk.__doc__ or "").splitlines()
    if re.match(r"\| ([A-Z]+|any) \|", line)
]
HARDWARE = Path(__file__).parents[3] / "hardware"
ALL_PLAN = HandPlan()
LITTLE = HandPlan(PARTS, ("done", "e5.cover", "e5.occupant"))
TWO = HandPlan(("reeds",), ("e5.cover", "e5.occupant", "d5.cover", "d5.occupant"))
SILENT = HandPlan(("reeds",), (*TWO.reeds, "x14.occupant"))


class Rig:
    """A walk, its clock, and single actions of a hand."""

    def __init__(self, plan: HandPlan = LITTLE, closed: tuple[str, ...] = ()) -> None:
        self.now_ms = 1000
        self.pace = Pace()
        self.walk = Walk(closed, self.now_ms, plan, self.pace)

    def wait(self, ms: int) -> None:
        for _ in range(ms // 10):
            self.now_ms += 10
            self.walk.tick(self.now_ms)

    def set(self, reed: str, is_closed: bool) -> None:
        self.walk.changed(reed, is_closed, self.now_ms)
        self.wait(10)

    def touch(self, reed: str, ms: int = 200) -> None:
        # Longer than QUICK_MS apart, so that nothing seems to chatter.
        self.set(reed, True)
        self.wait(ms)
        self.set(reed, False)
        self.wait(QUICK_MS + 50)

    def key(self, key: Key) -> None:
        self.now_ms += 10
        self.walk.key(key, self.now_ms)

    @property
    def asked(self) -> str:
        return self.walk.prompt.asked

    def sweep(self, *, missing: str = "") -> None:
        self.wait(self.pace.settle + 20)
        while self.walk.state is WalkState.SWEEP:
            if self.asked == missing:
                self.key(Key.SKIP)
            else:
                self.touch(self.asked)

    def to(self, state: WalkState) -> "Rig":
        """Reaches *state* by the shortest way."""
        if state is WalkState.CLEAR:
            return self
        if state is WalkState.SWEEP:
            self.wait(self.pace.settle + 20)
        elif state is WalkState.AGAIN:
            self.sweep(missing="e5.cover")
        else:
            self.sweep()
        while self.walk.state not in (state, WalkState.SWEEP, WalkState.AGAIN):
            here = self.walk.state
            if here is WalkState.LIGHTS and state is WalkState.DARK:
                self.key(Key.SKIP)
            elif here is WalkState.LIGHTS:
                self.touch(f"{self.asked}.occupant", 400)
            elif here is WalkState.TRACK and state in (WalkState.EACH, WalkState.ELSEWHERE):
                self.key(Key.NO)
            elif here is WalkState.TRACK:
                self.key(Key.YES)
            elif here is WalkState.EACH:
                self.key(Key.NO)
            elif here is WalkState.ANCHORS:
                self.stand()
            else:
                raise AssertionError(f"no way from {here} to {state}")
        assert self.walk.state is state
        return self

    def stand(self) -> None:
        for reed in self.walk.prompt.missing:
            self.set(reed, True)

    def leave(self, reed: str, ms: int) -> None:
        self.set(reed, True)
        self.wait(ms)

    def pass_on(self, *reeds: str) -> None:
        for reed in reeds:
            self.touch(reed)

    def skip_and_last(self) -> None:
        self.key(Key.SKIP)
        self.last()

    def skip_row(self) -> None:
        for _ in range(3):
            self.key(Key.SKIP)
        assert self.asked == "x14.occupant"

    def last(self) -> None:
        """Leaves the state with right answers."""
        here = self.walk.state
        while self.walk.state is here:
            if here is WalkState.LIGHTS:
                self.touch(f"{self.asked}.occupant", 400)
            else:
                self.touch(self.asked)


DOES: dict[str, Callable[[Rig], None]] = {
    "all reeds open for a while": lambda rig: rig.wait(rig.pace.settle + 10),
    "10 s without a change": lambda rig: rig.leave("a1.cover", 10_010),
    "skip": lambda rig: rig.key(Key.SKIP),
    "yes": lambda rig: rig.key(Key.YES),
    "no": lambda rig: rig.key(Key.NO),
    "asked reed closes": lambda rig: rig.touch(rig.asked),
    "two later reeds close in order": lambda rig: rig.pass_on(*TWO.reeds[1:3]),
    "another reed stays closed": lambda rig: rig.touch("c2.cover", 1500),
    "6 s": lambda rig: rig.wait(6010),
    "third silence on a row that never closed": lambda rig: rig.skip_row(),
    "4 s with the magnet lifted before": lambda rig: rig.wait(4010),
    "8 s": lambda rig: rig.wait(8010),
    "20 s": lambda rig: rig.wait(20_010),
    "30 s without a change": lambda rig: rig.wait(30_010),
    "90 s without a hand": lambda rig: rig.wait(90_010),
    "last reed, some doubts": lambda rig: rig.skip_and_last(),
    "last reed, no doubts": lambda rig: rig.last(),
    "last reed": lambda rig: rig.last(),
    "last light": lambda rig: rig.last(),
    "asked reed stays closed": lambda rig: rig.touch(rig.asked, 500),
    "magnet rests at the light": lambda rig: rig.touch(f"{rig.asked}.occupant", 400),
    "magnet rests elsewhere": lambda rig: rig.touch("e5.cover", 900),
    "all magnets stand": lambda rig: rig.stand(),
}


def started(state: str, event: str) -> Rig:
    if event == "two later reeds close in order":
        return Rig(TWO).to(WalkState.SWEEP)
    if event == "third silence on a row that never closed":
        return Rig(SILENT).to(WalkState.SWEEP)
    if state == "DIODES" and event == "last reed":
        return Rig().to(WalkState.DIODES)
    if state in ("EACH", "ELSEWHERE"):
        return Rig(HandPlan(("lights",))).to(WalkState[state])
    return Rig().to(WalkState.CLEAR if state == "any" else WalkState[state])


@pytest.mark.parametrize(("state", "event", "does", "then"), TABLE)
def test_row_of_the_table(state: str, event: str, does: str, then: str) -> None:
    rig = started(state, event)
    number = rig.walk.number
    DOES[event](rig)
    if then == "ABANDONED":
        assert rig.walk.is_over
    else:
        assert rig.walk.state.name == then
    if state == then and "asks" in does:
        assert rig.walk.number > number


def test_rows_of_the_table_differ_and_name_every_state() -> None:
    pairs = [row[:2] for row in TABLE]
    assert len(pairs) == len(set(pairs))
    assert {row[1] for row in TABLE} == set(DOES)
    assert {row[0] for row in TABLE} | {row[3] for row in TABLE} == {s.name for s in WalkState} | {
        "any"
    }


def test_nobody_there_is_noticed() -> None:
    rig = Rig()
    rig.wait(90_010)
    assert rig.walk.state is WalkState.ABANDONED


def test_order_names_each_reed_once_and_goes_on_to_a_neighbour() -> None:
    assert sorted(SWEEP) == sorted(layout.REEDS)
    assert SWEEP[:3] == ("help", "undo", "done") and SWEEP[-1] == "spare"
    for before, after in itertools.pairwise(SWEEP[3:-1]):
        (x, y), (x2, y2) = layout.PLACE_MM[before], layout.PLACE_MM[after]
        assert abs(x - x2) + abs(y - y2) <= 75, (before, after)


@pytest.mark.parametrize(
    ("reed", "said"),
    [
        ("e5.cover", "17 mm to the right of the middle of e5, 7 mm towards you"),
        ("e5.occupant", "the middle of e5"),
        ("x41.occupant", "the middle of x41"),
        ("help", "the button"),
        ("spare", "two pins below the board; wait if nothing is connected to them"),
    ],
)
def test_a_hand_is_told_where_a_reed_is(reed: str, said: str) -> None:
    assert where(reed) == said


def test_anchors_and_one_sweep_test_every_diode() -> None:
    anchors = choose_anchors(layout.REEDS)
    assert len({matrix.column_of(reed) for reed in anchors}) == len(anchors) == 14
    tested = {each for reed in set(SWEEP) - set(anchors) for each in diodes_shown(reed, anchors)}
    assert tested == set(SWEEP)


def test_two_reeds_that_are_not_good_leave_no_other_diode_untested() -> None:
    for bad in itertools.combinations(choose_anchors(layout.REEDS), 2):
        good = set(layout.REEDS) - set(bad)
        anchors = choose_anchors(good)
        tested = {each for reed in good - set(anchors) for each in diodes_shown(reed, anchors)}
        assert tested == good, bad


def test_three_closed_corners_make_a_ghost_only_through_the_one_opposite() -> None:
    corners = {"a1.cover", "a2.cover", "b2.cover"}
    assert matrix.seen_closed(corners) == corners
    assert matrix.seen_closed(corners, {"a2.cover"}) == corners | {"b1.cover"}
    assert matrix.seen_closed(corners, {"a1.cover"}) == corners
    assert matrix.seen_closed(corners, {"b2.cover"}) == corners
    assert matrix.seen_closed(corners - {"a1.cover"}, {"a2.cover"}) == corners - {"a1.cover"}


def test_buttons_answer_only_when_they_were_found_right() -> None:
    rig = Rig(HandPlan(PARTS, ("help", "e5.cover"))).to(WalkState.SWEEP)
    rig.touch("c3.cover", 1500)  # what help is wired to
    asked = rig.asked
    rig.touch("help", 400)
    assert rig.asked == asked


def test_piece_that_was_taken_for_stuck_and_is_taken_off_is_asked_after_all() -> None:
    rig = Rig(TWO, ("e5.cover",))
    rig.key(Key.SKIP)
    assert rig.walk.evidence.stuck == {"e5.cover"}
    rig.set("e5.cover", False)
    while rig.walk.state is WalkState.SWEEP:
        rig.touch(rig.asked)
    assert rig.asked == "e5.cover"
    rig.touch("e5.cover", 500)
    assert rig.walk.is_over
    assert rig.walk.evidence.stuck == set()
    assert rig.walk.evidence.answers["e5.cover"] == "e5.cover"


def faults(rig: Rig) -> list[str]:
    return [each.text for each in find(rig.walk.evidence, rig.walk.plan) if each.is_fault]


def test_walk_that_is_stopped_takes_no_piece_for_stuck_that_was_taken_off() -> None:
    rig = Rig(LITTLE, ("x14.occupant",))
    rig.key(Key.SKIP)
    assert faults(rig) == ["x14.occupant is closed and does not open"]
    rig.to(WalkState.LIGHTS)
    rig.walk.stop()
    assert faults(rig) == ["x14.occupant is closed and does not open"]
    rig.set("x14.occupant", False)
    rig.walk.stop()
    assert faults(rig) == []


def test_walk_that_is_stopped_counts_no_ghost_that_it_would_ask_for_again() -> None:
    rig = Rig().to(WalkState.DIODES)
    asked = rig.asked
    closed = {asked, *rig.walk.standing}
    passed = matrix.seen_closed(closed, {asked}) - closed  # by a sleeve with another magnet
    for reed in passed:
        rig.set(reed, True)
    rig.touch(asked)
    for reed in passed:
        rig.set(reed, False)
    assert rig.asked != asked
    rig.walk.stop()
    assert faults(rig) == []


def test_magnet_that_is_knocked_off_is_asked_back_and_costs_nothing() -> None:
    rig = Rig().to(WalkState.DIODES)
    fallen = rig.walk.standing[0]
    rig.set(fallen, False)
    asked = rig.asked
    rig.wait(20_000)
    assert rig.asked == asked
    assert rig.walk.prompt.text == f"put the magnet back on {fallen}"
    rig.set(fallen, True)
    rig.touch(asked)
    assert rig.asked != asked


def test_reed_that_chatters_under_its_magnet_is_not_waited_for() -> None:
    rig = Rig().to(WalkState.DIODES)
    reed = rig.walk.standing[0]
    for change in range(9):
        rig.set(reed, change % 2 == 1)
    assert reed in rig.walk.evidence.chattering and reed not in rig.walk.closed
    assert rig.walk.prompt.missing == ()
    asked = rig.asked
    rig.touch(asked)
    assert rig.asked != asked


def test_chatter_is_no_hand() -> None:
    rig = Rig()
    for change in range(9500):
        rig.set("a1.cover", change % 2 == 0)
    assert rig.walk.state is WalkState.ABANDONED


def test_ghost_of_a_button_is_no_answer() -> None:
    rig = Rig(HandPlan(PARTS, ("help", "e5.cover"))).to(WalkState.ANCHORS)
    rig.set("c5.cover", True)
    rig.touch("help", 1000)
    assert rig.walk.state is WalkState.ANCHORS
    rig.set("c5.cover", False)
    rig.touch("help", 1000)
    assert rig.walk.is_over


def test_button_that_is_swept_slowly_is_no_answer() -> None:
    rig = Rig(HandPlan(("reeds",), ("help", "undo", "done", "e5.cover"))).to(WalkState.SWEEP)
    for reed in ("help", "undo", "done"):
        assert rig.asked == reed
        rig.touch(reed, 1000)
    assert rig.walk.doubts == set()


def test_the_track_is_asked_for_where_it_lies() -> None:
    rig = Rig(HandPlan())
    prompts = [
        lights.TrackPhase(rig.walk, []).prompt(),
        lights.EachPhase(rig.walk, ["r3"]).prompt(),
    ]
    assert [prompt.text for prompt in prompts] == [
        "do eleven lights along the lower edge come on one by one, from left to right? "
        "done: yes, undo: no",
        "is the light of r3 (number 3 of the lower edge, from the left) on, and no other? "
        "done: yes, undo: no",
    ]
    places = load(HARDWARE / "board.toml").place_mm
    track = [places[led] for led in layout.ROUND_TRACK]
    assert track == sorted(track) and {y for _, y in track} == {max(y for _, y in places.values())}

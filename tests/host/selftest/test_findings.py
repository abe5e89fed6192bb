"""`board test` finds and names every fault, and reports none on a healthy board.

On a model of the board in virtual time; test_on_sim.py has the real firmware.
"""

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from heistboard.places import layout, matrix
from heistboard.selftest import (
    FaultKind,
    Finding,
    HandPlan,
    Pace,
    Walk,
    WalkPrompt,
    WalkState,
    find,
)
from heistboard.selftest.plan import SWEEP
from heistboard.selftest.report import Report, make_report
from heistboard.selftest.robot import Robot

from tests.support.model_board import ModelBoard, walked

Fault = tuple[Any, ...]
ROW_3 = [reed for reed in layout.REEDS if matrix.row_of(reed) == 2]
TRACK = set(layout.ROUND_TRACK)
COLUMN_A = [f"a{row}.cover" for row in range(1, 6)]
# A second from place to place, half a second to see a light; turns of 10 ms are short enough.
PERSON: dict[str, Any] = {"pace": Pace(), "step_ms": 1000, "look_ms": 500, "turn_ms": 10}


def found(
    *faults: Fault, seed: int = 0, is_person: bool = False
) -> dict[tuple[FaultKind, tuple[str, ...]], Finding]:
    board = ModelBoard()
    for name, *arguments in faults:
        getattr(board, name)(*arguments)
    walk = walked(board, seed, **(PERSON if is_person else {}))
    assert walk.state is WalkState.OVER
    return {(f.kind, f.places): f for f in find(walk.evidence, walk.plan) if f.is_fault}


CASES: list[tuple[Fault, FaultKind, tuple[str, ...], str]] = [
    (("set_stuck", "d3.cover", "open"), FaultKind.DEAD, ("d3.cover",), "column pin GP6"),
    (("set_stuck", "done", "open"), FaultKind.DEAD, ("done",), "never closed"),
    (("set_stuck", "x23.occupant", "open"), FaultKind.DEAD, ("x23.occupant",), "too weak"),
    (("set_stuck", "d3.cover", "closed"), FaultKind.STUCK, ("d3.cover",), "contacts stick"),
    (("set_stuck", "help", "closed"), FaultKind.STUCK, ("help",), "does not open"),
    (("set_stuck", "c3.occupant", "chatter"), FaultKind.CHATTER, ("c3.occupant",), "loose joint"),
    (("set_stuck", "undo", "chatter"), FaultKind.CHATTER, ("undo",), "by itself"),
    (
        ("set_swapped", "b2.cover", "e5.occupant"),
        FaultKind.SWAPPED,
        ("b2.cover", "e5.occupant"),
        "exch",
    ),
    (
        ("set_swapped", "a1.cover", "a1.occupant"),
        FaultKind.SWAPPED,
        ("a1.cover", "a1.occupant"),
        "exch",
    ),
    (
        ("set_swapped", "b2.cover", "help"),
        FaultKind.SWAPPED,
        ("b2.cover", "help"),
        "wires are crossed",
    ),
    (("set_shorted", "b2.cover"), FaultKind.GHOST, ("b2.cover",), "diode of b2.cover"),
    (("set_shorted", "a1.cover"), FaultKind.GHOST, ("a1.cover",), "diode of a1.cover"),
    (("set_shorted", "done"), FaultKind.GHOST, ("done",), "bridge"),
    (("set_rise", 2, 11), FaultKind.SLOW, ("row pin GP18",), "4.7 kOhm"),
    (("set_rise", 4, 0xFFFF), FaultKind.SLOW, ("row pin GP20",), "does not rise"),
    (("set_led_swapped", "a1", "x33"), FaultKind.LED_SWAPPED, ("a1", "x33"), "exchanged"),
    (("set_led_swapped", "d2", "e2"), FaultKind.LED_SWAPPED, ("d2", "e2"), "exchanged"),
    (("set_led_swapped", "a1", "r4"), FaultKind.LED_SWAPPED, ("a1", "r4"), "exchanged"),
    (("set_led_swapped", "r3", "r4"), FaultKind.LED_SWAPPED, ("r3", "r4"), "exchanged"),
    (("set_led_dead", "c3"), FaultKind.LED_DARK, ("c3",), "broken"),
    (("set_led_dead", "r3"), FaultKind.LED_DARK, ("r3",), "dark"),
    (("cut_chain", "c3"), FaultKind.CHAIN_CUT, ("c3", "d3"), "output of c3"),
    (("cut_chain", "r3"), FaultKind.CHAIN_CUT, ("r3", "r4"), "output of r3"),
]


@pytest.mark.parametrize(("fault", "kind", "places", "said"), CASES)
def test_fault_is_found_and_rightly_named(
    fault: Fault, kind: FaultKind, places: tuple[str, ...], said: str
) -> None:
    findings = found(fault)
    assert list(findings) == [(kind, places)]
    text = str(findings[kind, places])
    assert said in text
    assert all(place in text for place in places)


def test_whole_lines_are_one_finding() -> None:
    row = found(*[("set_stuck", reed, "open") for reed in ROW_3])
    assert [kind for kind, _ in row] == [FaultKind.DEAD_LINE]
    assert "row pin GP18" in str(next(iter(row.values())))
    column = found(*[("set_stuck", reed, "open") for reed in COLUMN_A])
    assert [kind for kind, _ in column] == [FaultKind.DEAD_LINE]
    assert "column pin GP0" in str(next(iter(column.values())))
    crossed = found(*[("set_swapped", f"a{n}.cover", f"c{n}.occupant") for n in range(1, 6)])
    assert [kind for kind, _ in crossed] == [FaultKind.SWAPPED_LINES]
    assert "column pin GP0 and column pin GP5" in str(next(iter(crossed.values())))
    crossed = found(
        *[("set_swapped", f"a{n}.cover", f"c{n}.occupant") for n in range(1, 6)],
        ("set_stuck", "a1.cover", "open"),
    )
    assert [kind for kind, _ in crossed] == [FaultKind.DEAD, FaultKind.SWAPPED_LINES]
    low = found(*[("set_stuck", reed, "closed") for reed in ROW_3])
    assert [kind for kind, _ in low] == [FaultKind.STUCK]
    assert "touches ground" in str(next(iter(low.values())))


def test_line_that_is_cut_on_its_way_is_one_finding() -> None:
    (((kind, places), finding),) = found(
        *[("set_stuck", reed, "open") for reed in COLUMN_A[2:]]
    ).items()
    assert (kind, places) == (FaultKind.DEAD_LINE, tuple(COLUMN_A[2:]))
    assert "cut or a bad joint on this column, between them and those" in finding.cause
    assert "a1.cover" in finding.cause


def test_track_in_a_wrong_order_is_one_finding() -> None:
    track = layout.ROUND_TRACK
    (((kind, places), _),) = found(
        *[("set_led_swapped", track[n], track[-1 - n]) for n in range(5)]
    ).items()
    assert (kind, places) == (FaultKind.LED_MISPLACED, tuple(led for led in track if led != "r6"))


def test_board_without_light_is_one_finding() -> None:
    ((kind, _),) = dark = found(*[("set_led_dead", led) for led in layout.LEDS])
    assert kind is FaultKind.CHAIN_CUT
    assert "no LED lights" in str(next(iter(dark.values())))


def test_input_without_a_reed_is_no_fault() -> None:
    assert found(("set_stuck", "spare", "open")) == {}


@pytest.mark.parametrize("seed", range(20))
def test_healthy_board_with_bouncing_reeds_gives_no_alarm(seed: int) -> None:
    board = ModelBoard()
    walk = walked(board, seed)
    assert find(walk.evidence, walk.plan) == []


class Sweeper:
    """A hand that ignores the screen: it sweeps on, misses some reeds, passes too close to others.

    From AGAIN on a robot continues.
    """

    def __init__(self, board: ModelBoard, seed: int) -> None:
        self._board = board
        self._random = random.Random(seed)
        self._left = [reed for reed in SWEEP if self._random.random() > 0.05]
        self._next_ms = 700
        self._is_over = False

    def act(self, prompt: WalkPrompt, now_ms: int) -> bool:
        if prompt.state is not WalkState.SWEEP or not self._left:
            return prompt.state in (WalkState.CLEAR, WalkState.SWEEP)
        if now_ms >= self._next_ms:
            reed = self._left.pop(0)
            self._next_ms = now_ms + self._random.randrange(120, 260)
            self._board.set_reed(reed, is_closed=True)
            self._board.set_reed(reed, is_closed=False, after_ms=self._random.randrange(50, 110))
            if self._random.random() < 0.1:  # passes another reed on its way
                near = SWEEP[max(0, SWEEP.index(reed) - self._random.randrange(1, 3))]
                self._board.set_reed(near, is_closed=True, after_ms=112)
                self._board.set_reed(near, is_closed=False, after_ms=116)
        return True


def swept(seed: int, *faults: Fault) -> Walk:
    board = ModelBoard()
    for name, *arguments in faults:
        getattr(board, name)(*arguments)
    pace = Pace().faster(3)
    sweeper = Sweeper(board, seed)
    robot = Robot(board, lambda key: None, seed)

    def act(prompt: WalkPrompt, now_ms: int) -> None:
        if not sweeper.act(prompt, now_ms):
            robot.act(prompt, now_ms)

    return walked(board, seed, pace=pace, plan=HandPlan(("reeds",)), hands=act)


@pytest.mark.parametrize("seed", range(20))
def test_hand_that_sweeps_on_and_misses_some_gives_no_alarm(seed: int) -> None:
    walk = swept(seed)
    assert [f for f in find(walk.evidence, walk.plan) if f.is_fault] == []


@pytest.mark.parametrize("seed", range(20))
def test_neighbours_that_are_exchanged_are_found_by_a_sweep(seed: int) -> None:
    one, other = SWEEP[4 + 3 * seed], SWEEP[5 + 3 * seed]
    walk = swept(seed, ("set_swapped", one, other))
    faults = [f for f in find(walk.evidence, walk.plan) if f.is_fault]
    assert [(f.kind, set(f.places)) for f in faults] == [(FaultKind.SWAPPED, {one, other})]


# The report.


def report_of(*faults: Fault, plan: HandPlan | None = None) -> Report:
    board = ModelBoard()
    for name, *arguments in faults:
        getattr(board, name)(*arguments)
    walk = walked(board, plan=plan)
    started = datetime(2026, 5, 4, 12, 30, tzinfo=UTC)
    return make_report(
        walk, serial="AB01", firmware="0.1.0", board="/dev/x", started=started, seconds=61.2
    )


def test_report_of_a_healthy_board() -> None:
    text = report_of().text()
    assert text.startswith("heistboard self test\n")
    for part in (
        "board     AB01, firmware 0.1.0, /dev/x\n",
        "started   2026-05-04 12:30:00+00:00\n",
        "took      61 s\n",
        "tested    70 reeds, 52 LEDs, 70 diodes\n",
        "row pin GP16 2 us",
        "result    no fault found\n",
    ):
        assert part in text
    assert "Faults" not in text


def test_report_names_faults_then_what_was_not_tested() -> None:
    report = report_of(("set_stuck", "d3.cover", "open"), ("set_rise", 0, 11))
    text = report.text()
    assert "result    2 faults found\n" in text
    assert text.index("Faults\n- d3.cover never closed: magnet too weak") < text.index("Notes\n")
    assert "- row pin GP16 takes 11 us to rise, expected less than 2: " in text
    assert "diodes not tested: d3.cover" in text
    document = report.document()
    assert [fault["kind"] for fault in document["faults"]] == ["dead", "slow rise"]
    assert document["faults"][0]["places"] == ["d3.cover"]
    assert (document["healthy"], document["complete"]) == (False, True)
    assert document["rise_us"]["row pin GP16"] == 11


def test_every_class_of_fault_at_once() -> None:
    report = report_of(
        ("set_stuck", "d3.cover", "open"),
        ("set_stuck", "b1.cover", "closed"),
        ("set_stuck", "e1.occupant", "chatter"),
        ("set_swapped", "a4.cover", "x23.occupant"),
        ("set_shorted", "c2.cover"),
        ("set_rise", 3, 11),
        ("set_led_swapped", "c5", "x11"),
        ("set_led_dead", "a5"),
    )
    assert "result    8 faults found\n" in report.text()
    document = report.document()
    assert {(fault["kind"], *fault["places"]) for fault in document["faults"]} == {
        ("dead", "d3.cover"),
        ("stuck closed", "b1.cover"),
        ("chattering", "e1.occupant"),
        ("swapped", "a4.cover", "x23.occupant"),
        ("ghost", "c2.cover"),
        ("slow rise", "row pin GP19"),
        ("LEDs swapped", "c5", "x11"),
        ("LED dark", "a5"),
    }
    assert document["rise_us"]["row pin GP19"] == 11


def test_report_of_one_part_says_only_that() -> None:
    report = report_of(plan=HandPlan.between("e5.cover", "d5.occupant", ("reeds",)))
    assert report.tested == {"reeds": 4}
    assert "LEDs" not in report.text()


def test_hand_of_ordinary_speed_needs_less_than_five_minutes() -> None:
    board = ModelBoard()
    walk = walked(board, **PERSON)
    assert find(walk.evidence, walk.plan) == []
    assert 150_000 < board.now_ms < 300_000

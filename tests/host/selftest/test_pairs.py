"""Two faults at once: `board test` finds both and nothing else, on the model in virtual time."""

import itertools
from typing import NamedTuple

import pytest
from heistboard.places import layout, matrix
from heistboard.selftest import FaultKind
from heistboard.selftest.plan import place_of
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.host.selftest.test_findings import TRACK, Fault, found

REEDS = [reed for reed in layout.REEDS if reed != "spare"]
LEDS = layout.LEDS
HOW = {"open": FaultKind.DEAD, "closed": FaultKind.STUCK, "chatter": FaultKind.CHATTER}
Named = tuple[FaultKind, tuple[str, ...]]


class Flaw(NamedTuple):
    """A fault, its expected finding, and the names that a second fault must not share."""

    faults: tuple[Fault, ...]
    named: Named
    touches: frozenset[str]


def stuck(reed: str, how: str) -> Flaw:
    return Flaw((("set_stuck", reed, how),), (HOW[how], (reed,)), frozenset({reed}))


def swapped(reeds: list[str]) -> Flaw:
    named = FaultKind.SWAPPED, tuple(sorted(reeds, key=lambda reed: (place_of(reed), reed)))
    return Flaw((("set_swapped", *reeds),), named, frozenset(reeds))


def shorted(reed: str) -> Flaw:
    return Flaw((("set_shorted", reed),), (FaultKind.GHOST, (reed,)), frozenset({reed}))


def slow(row: int, rise_us: int) -> Flaw:
    name = matrix.line_name(row=row)
    return Flaw((("set_rise", row, rise_us),), (FaultKind.SLOW, (name,)), frozenset({name}))


def dead_row(row: int) -> Flaw:
    # The rise time of a row without a closed reed is unknown.
    flaw = dead_line([reed for reed in layout.REEDS if matrix.row_of(reed) == row])
    return flaw._replace(touches=flaw.touches | {matrix.line_name(row=row)})


def dead_column(column: int) -> Flaw:
    return dead_line([reed for reed in layout.REEDS if matrix.column_of(reed) == column])


def dead_line(reeds: list[str]) -> Flaw:
    faults = tuple(("set_stuck", reed, "open") for reed in reeds)
    named = FaultKind.DEAD_LINE, tuple(sorted(reed for reed in reeds if reed in REEDS))
    return Flaw(faults, named, frozenset(reeds))


def swapped_leds(leds: list[str]) -> Flaw:
    named = FaultKind.LED_SWAPPED, tuple(sorted(leds))
    return Flaw((("set_led_swapped", *leds),), named, frozenset(leds))


def dead_led(led: str) -> Flaw:
    # The last two of the chain both dark look like a cut before them.
    end = LEDS[-2:]
    touches = {led, *end} if led in end else {led}
    return Flaw((("set_led_dead", led),), (FaultKind.LED_DARK, (led,)), frozenset(touches))


def cut(last: str) -> Flaw:
    # LEDs behind a cut get no data; a dark LED right before it looks like an earlier cut.
    index = LEDS.index(last)
    named = FaultKind.CHAIN_CUT, LEDS[index : index + 2]
    return Flaw((("cut_chain", last),), named, frozenset(LEDS[index:]))


def pair_of(names: list[str] | tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)


FLAWS = st.one_of(
    st.builds(stuck, st.sampled_from(REEDS), st.sampled_from(sorted(HOW))),
    st.builds(stuck, st.sampled_from(REEDS), st.just("chatter")),
    st.builds(swapped, pair_of(REEDS)),
    st.builds(shorted, st.sampled_from(REEDS)),
    st.builds(slow, st.integers(0, matrix.ROWS - 1), st.sampled_from([11, 0xFFFF])),
    st.builds(dead_row, st.integers(0, matrix.ROWS - 1)),
    st.builds(dead_column, st.integers(0, matrix.COLUMNS - 1)),
    st.builds(swapped_leds, pair_of(LEDS)),
    st.builds(dead_led, st.sampled_from(LEDS)),
    # A cut before the last LED looks like one dark LED.
    st.builds(cut, st.sampled_from(LEDS[:-2])),
)
PAIRS = st.tuples(FLAWS, FLAWS).filter(lambda pair: not pair[0].touches & pair[1].touches)


def names_of(one: Flaw, other: Flaw) -> set[Named]:
    # The track has no reeds: four misplaced LEDs, known by yes and no only, are one finding.
    flaws = (one, other)
    if all(flaw.named[0] is FaultKind.LED_SWAPPED and flaw.touches & TRACK for flaw in flaws):
        four = one.touches | other.touches
        return {(FaultKind.LED_MISPLACED, tuple(led for led in LEDS if led in four))}
    return {one.named, other.named}


def check(pair: tuple[Flaw, Flaw], seed: int, *, is_person: bool = False) -> None:
    faults = itertools.chain(*(flaw.faults for flaw in pair))
    assert set(found(*faults, seed=seed, is_person=is_person)) == names_of(*pair)


# tests/long/self_test.py tries more of both.
@settings(max_examples=40, deadline=None)
@given(PAIRS, st.integers(0, 9))
def test_two_faults_are_both_found_and_nothing_else(pair: tuple[Flaw, Flaw], seed: int) -> None:
    check(pair, seed)


@settings(max_examples=3, deadline=None)
@given(PAIRS, st.integers(0, 9))
def test_a_slow_hand_finds_both_too(pair: tuple[Flaw, Flaw], seed: int) -> None:
    check(pair, seed, is_person=True)


@pytest.mark.parametrize(
    "pair",
    [
        # The chattering reed makes the bad diode's ghosts chatter, or is at their place.
        (shorted("a2.cover"), stuck("a1.occupant", "chatter")),
        (shorted("e1.occupant"), stuck("e2.occupant", "chatter")),
        (shorted("b3.occupant"), stuck("b4.occupant", "chatter")),
        (shorted("e5.cover"), stuck("e1.cover", "chatter")),
        (shorted("e3.cover"), stuck("e4.cover", "chatter")),  # a ghost presses help
        (shorted("e5.cover"), stuck("d5.occupant", "chatter")),  # no other magnet in this row
        (cut("a5"), dead_led("x13")),
        (cut("c5"), swapped_leds(["x34", "x13"])),
        (cut("c3"), stuck("d3.occupant", "open")),  # the first dark LED has no reed
        (cut("r9"), dead_led("x24")),
        (dead_row(0), stuck("b3.cover", "open")),
    ],
    ids=lambda pair: "-".join(pair[0].named[1][:2] + pair[1].named[1][:2]),
)
@pytest.mark.parametrize("is_person", [False, True])
def test_faults_that_hide_each_other(pair: tuple[Flaw, Flaw], is_person: bool) -> None:
    for seed in range(1 if is_person else 4):
        check(pair, seed, is_person=is_person)


@pytest.mark.parametrize("reed", ["c3.cover", "x23.occupant", "done"])
def test_reed_that_chatters_under_a_magnet_only(reed: str) -> None:
    findings = found(("set_stuck", reed, "loose"), ("set_shorted", "a2.cover"), is_person=True)
    assert set(findings) == {(FaultKind.CHATTER, (reed,)), (FaultKind.GHOST, ("a2.cover",))}

"""Conclusions from the evidence of a walk: faults, their places and probable causes. Pure."""

import itertools
from collections.abc import Iterable, Mapping, Set
from enum import Enum
from statistics import median
from typing import NamedTuple

from heistboard.firmware import wire
from heistboard.places import layout, matrix
from heistboard.selftest.plan import SWEEP, HandPlan, diodes_shown, place_of
from heistboard.selftest.walk import Evidence

__all__ = ["SLOW_US", "FaultKind", "Finding", "find"]

SLOW_US = 5  # below 2 with 4.7 kOhm, 8-12 with the Pico's own pull-up
LINE = 3  # with this many faulty reeds and no good one, the line itself is faulty
OPTIONAL = frozenset({"spare"})  # inputs that need no reed

Pair = tuple[str, str]


class FaultKind(Enum):
    """Kinds of faults; UNTESTED is not a fault."""

    DEAD = "dead"
    DEAD_LINE = "dead line"
    STUCK = "stuck closed"
    CHATTER = "chattering"
    SWAPPED = "swapped"
    SWAPPED_LINES = "swapped lines"
    MISPLACED = "misplaced"
    GHOST = "ghost"
    SLOW = "slow rise"
    LED_SWAPPED = "LEDs swapped"
    LED_MISPLACED = "LED misplaced"
    LED_DARK = "LED dark"
    CHAIN_CUT = "chain cut"
    UNTESTED = "not tested"


class Finding(NamedTuple):
    """One finding: its places, a sentence, and the probable cause."""

    kind: FaultKind
    places: tuple[str, ...]
    text: str
    cause: str

    @property
    def is_fault(self) -> bool:
        """False for places that could not be tested."""
        return self.kind is not FaultKind.UNTESTED

    def __str__(self) -> str:
        return f"{self.text}: {self.cause}" if self.cause else self.text


def find(evidence: Evidence, plan: HandPlan) -> list[Finding]:
    """Returns the faults, then what could not be tested."""
    findings = [
        *_dead(evidence),
        *_stuck(evidence),
        *_chattering(evidence),
        *_swapped(evidence),
        *_ghosts(evidence),
        *_slow(evidence),
        *_leds(evidence),
    ]
    return findings + list(_untested(evidence, plan))


# Reeds.


def _dead(evidence: Evidence) -> Iterable[Finding]:
    dead = {
        reed
        for reed, answer in evidence.answers.items()
        if answer is None and reed not in OPTIONAL | evidence.stuck
    }
    good = {answer for answer in evidence.answers.values() if answer} | evidence.stuck
    for is_row, line, reeds in _lines(dead, good):
        name = evidence.line_name(**({"row": line} if is_row else {"column": line}))
        dead -= set(reeds)
        what = "row" if is_row else "column"
        some = [reed for reed in _on_line(is_row, line) if reed in good]
        text = f"no reed of {name} closed ({', '.join(reeds)})"
        cause = (
            f"a cut or a bad joint between its pin and the first reed of this {what}, or the "
            f"plug of the {what}"
        )
        if some:
            text = f"most reeds of {name} never closed ({', '.join(reeds)})"
            cause = (
                f"a cut or a bad joint on this {what}, between them and those that do "
                f"({', '.join(some)})"
            )
        yield Finding(FaultKind.DEAD_LINE, tuple(reeds), text, cause)
    for reed in _ordered(dead):
        column = evidence.line_name(column=matrix.column_of(reed))
        row = evidence.line_name(row=matrix.row_of(reed))
        yield Finding(
            FaultKind.DEAD,
            (reed,),
            f"{reed} never closed",
            "magnet too weak or upside down, reed or its diode broken or turned round, or a cut "
            f"at {column} or {row} beside it",
        )


def _stuck(evidence: Evidence) -> Iterable[Finding]:
    stuck = set(evidence.stuck)
    for row in range(matrix.ROWS):
        reeds = [reed for reed in layout.REEDS if matrix.row_of(reed) == row]
        if stuck >= set(reeds):
            stuck -= set(reeds)
            yield Finding(
                FaultKind.STUCK,
                tuple(reeds),
                f"all of {evidence.line_name(row=row)} is closed",
                "this line touches ground, or its pull-up is missing",
            )
    for reed in _ordered(stuck):
        yield Finding(
            FaultKind.STUCK,
            (reed,),
            f"{reed} is closed and does not open",
            "a magnet is still near it, its contacts stick, or solder bridges it",
        )


def _chattering(evidence: Evidence) -> Iterable[Finding]:
    for reed in _ordered(evidence.chattering):
        yield Finding(
            FaultKind.CHATTER,
            (reed,),
            f"{reed} opens and closes by itself",
            "a magnet at the edge of its reach, a cracked reed, or a loose joint",
        )


def _swapped(evidence: Evidence) -> Iterable[Finding]:
    wrong = {
        reed: answer for reed, answer in evidence.answers.items() if answer not in (None, reed)
    }
    pairs = {
        _pair(reed, answer)
        for reed, answer in wrong.items()
        if answer is not None and wrong.get(answer) == reed
    }
    for name, other_name, on_line in _swapped_lines(evidence, wrong, pairs):
        pairs -= on_line  # in place: the generator goes on with the pairs that are left
        reeds = set(itertools.chain(*on_line))
        wrong = {reed: answer for reed, answer in wrong.items() if reed not in reeds}
        yield Finding(
            FaultKind.SWAPPED_LINES,
            tuple(_ordered(reeds)),
            f"{name} and {other_name} are exchanged",
            "their wires are crossed, at the Pico or in the plug",
        )
    for one, other in sorted(pairs):
        yield Finding(
            FaultKind.SWAPPED,
            (one, other),
            f"{one} and {other} are exchanged",
            "each closed when the screen named the other: their wires are crossed",
        )
    for reed in _ordered(wrong):
        answer = wrong[reed]
        if answer is not None and wrong.get(answer) != reed:
            yield Finding(
                FaultKind.MISPLACED,
                (reed, answer),
                f"at {reed} the reed {answer} closed",
                "it is wired to that one's place, or solder bridges the two",
            )


def _swapped_lines(
    evidence: Evidence, wrong: Mapping[str, str | None], pairs: Set[Pair]
) -> Iterable[tuple[str, str, set[Pair]]]:
    # Yields the names of two exchanged rows or columns, with their pairs of exchanged reeds.
    # One reed of a pair may also be dead: one such half proves little, several on a line suffice.
    halves = {
        _pair(reed, answer)
        for reed, answer in wrong.items()
        if answer is not None and evidence.answers.get(answer, reed) is None
    }
    for is_row in (False, True):
        for (first, second), on_line in _pairs_by_lines(pairs | halves, is_row=is_row).items():
            reeds = set(itertools.chain(*on_line))
            answering = {
                reed
                for line in (first, second)
                for reed in evidence.answers
                if _line_of(reed, is_row=is_row) == line
                if evidence.answers[reed] is not None and reed not in evidence.chattering
            }
            if len(on_line) >= LINE and answering <= reeds:
                names = [
                    evidence.line_name(**({"row": line} if is_row else {"column": line}))
                    for line in (first, second)
                ]
                yield names[0], names[1], on_line


def _pairs_by_lines(pairs: Iterable[Pair], *, is_row: bool) -> dict[tuple[int, int], set[Pair]]:
    # Keeps only pairs that differ in this line alone: exchanging rows does not change columns.
    lines: dict[tuple[int, int], set[Pair]] = {}
    for pair in sorted(pairs):
        first, second = sorted(_line_of(reed, is_row=is_row) for reed in pair)
        across = {_line_of(reed, is_row=not is_row) for reed in pair}
        if first != second and len(across) == 1:
            lines.setdefault((first, second), set()).add(pair)
    return lines


def _ghosts(evidence: Evidence) -> Iterable[Finding]:
    steps = [(closed, ghosts) for closed, ghosts in evidence.diodes.values()]
    suspects = {
        reed
        for closed, ghosts in steps
        if ghosts
        for reed in closed
        if _explains(reed, steps, evidence.chattering)
    }
    for suspect in _ordered(suspects):
        others = suspects - {suspect}
        if all(
            matrix.seen_closed(closed, others) == matrix.seen_closed(closed, suspects)
            for closed, _ in steps
        ):
            suspects = others
    for reed in _ordered(suspects):
        closed, ghosts = next(
            step for step in steps if step[1] and matrix.seen_closed(step[0], {reed}) != step[0]
        )
        ghost = min(matrix.seen_closed(closed, {reed}) - closed & ghosts or ghosts)
        yield Finding(
            FaultKind.GHOST,
            (reed,),
            f"beside {reed} others seem to close that are open ({ghost})",
            f"the diode of {reed} is missing (a bridge in its place) or lets current through "
            "both ways",
        )


def _explains(
    reed: str, steps: list[tuple[frozenset[str], frozenset[str]]], chattering: Set[str]
) -> bool:
    # A bad diode shows in every step that can reveal it; if it once did not, the diode is good.
    # Chattering reeds are ignored.
    shown = False
    for closed, ghosts in steps:
        if reed in closed:
            due = matrix.seen_closed(closed, {reed}) - closed - chattering
            if not due <= ghosts:
                return False
            shown = shown or bool(due)
    return shown


def _slow(evidence: Evidence) -> Iterable[Finding]:
    for row, rises_us in sorted(evidence.rises_us.items()):
        rise_us = round(median(rises_us))
        name = evidence.line_name(row=row)
        if rise_us == wire.RISE_NEVER:
            yield Finding(
                FaultKind.SLOW,
                (name,),
                f"{name} does not rise within a millisecond",
                "its 4.7 kOhm pull-up is missing, or the line touches ground",
            )
        elif rise_us > SLOW_US:
            yield Finding(
                FaultKind.SLOW,
                (name,),
                f"{name} takes {rise_us} us to rise, expected less than 2",
                "its 4.7 kOhm pull-up to 3V3 is missing or of a wrong value",
            )


# LEDs.


def _leds(evidence: Evidence) -> Iterable[Finding]:
    lit = _in_front_of_cut(evidence)
    if len(lit) < len(layout.LEDS):
        yield _cut(layout.LEDS[len(lit)])
    answers = {led: answer for led, answer in evidence.leds.items() if led in lit}
    yield from (_dark(led) for led in lit if answers.get(led) == "dark")
    yield from _misplaced_leds(answers)


def _dark(led: str) -> Finding:
    cause = "the LED is broken or soldered the wrong way round, or its supply is missing"
    if led == layout.LEDS[-1]:
        cause += f", or no data comes from {layout.LEDS[-2]}"
    return Finding(FaultKind.LED_DARK, (led,), f"LED {led} is dark", cause)


def _misplaced_leds(answers: Mapping[str, str]) -> Iterable[Finding]:
    elsewhere = [led for led in layout.LEDS if answers.get(led) == "elsewhere"]
    wrong = {led: answers[led] for led in layout.LEDS if answers.get(led) in layout.LEDS}
    pairs = {(min(led, at), max(led, at)) for led, at in wrong.items() if wrong.get(at) == led}
    # A yes or no does not tell where a light is, but if exactly two are misplaced, they have
    # changed places.
    if len(elsewhere) == 2:
        pairs.add((min(elsewhere), max(elsewhere)))
        elsewhere = []
    for pair in sorted(pairs):
        yield Finding(
            FaultKind.LED_SWAPPED,
            pair,
            f"LEDs {pair[0]} and {pair[1]} are exchanged",
            "the chain runs through them in a wrong order",
        )
    for led, at in wrong.items():
        if wrong.get(at) != led:
            distance = layout.LEDS.index(at) - layout.LEDS.index(led)
            yield Finding(
                FaultKind.LED_MISPLACED,
                (led, at),
                f"the light for {led} is at {at}",
                f"the chain runs in a wrong order: {abs(distance)} places "
                f"{'late' if distance > 0 else 'early'}",
            )
    if elsewhere:
        text = f"the lights for {', '.join(elsewhere)} are in each other's places"
        if len(elsewhere) == 1:
            text = f"the light for {elsewhere[0]} is somewhere else"
        cause = "the chain runs through them in a wrong order"
        yield Finding(FaultKind.LED_MISPLACED, tuple(elsewhere), text, cause)


def _in_front_of_cut(evidence: Evidence) -> tuple[str, ...]:
    # Returns the LEDs before the dark end of the chain; all if none or only the last one is dark.
    cut = evidence.cut
    end = first = layout.LEDS.index(cut) if cut is not None else len(layout.LEDS)
    while first and evidence.leds.get(layout.LEDS[first - 1]) == "dark":
        first -= 1
    return layout.LEDS[: end if cut is None and end - first == 1 else first]


def _cut(first_dark: str) -> Finding:
    index = layout.LEDS.index(first_dark)
    if not index:
        return Finding(
            FaultKind.CHAIN_CUT,
            (first_dark,),
            "no LED lights",
            "no 5 V at the chain, the data line from GP22 through the 74AHCT125 is cut, or the "
            f"first LED ({first_dark}) is broken or turned round",
        )
    last = layout.LEDS[index - 1]
    return Finding(
        FaultKind.CHAIN_CUT,
        (last, first_dark),
        f"the chain of LEDs is dark from {first_dark} on",
        f"a cut between the output of {last} and the input of {first_dark}, or one of the two is "
        "broken",
    )


# Untested.


def _untested(evidence: Evidence, plan: HandPlan) -> Iterable[Finding]:
    known = evidence.answers.keys() | evidence.stuck | evidence.chattering
    if "reeds" in plan.parts:
        yield from _missing("reeds", [reed for reed in plan.reeds if reed not in known])
        if "spare" in plan.reeds and evidence.answers.get("spare", "") is None:
            text = "spare did not close"
            yield Finding(
                FaultKind.UNTESTED, ("spare",), text, "nothing is wrong if it has no reed"
            )
    if "lights" in plan.parts:
        leds = [led for led in _in_front_of_cut(evidence) if led not in evidence.leds]
        yield from _missing("LEDs", leds)
    if "diodes" in plan.parts:
        tested = {
            reed
            for swept, (closed, _) in evidence.diodes.items()
            for reed in diodes_shown(swept, closed)
        }
        yield from _missing("diodes", [reed for reed in plan.reeds if reed not in tested])
    if "reeds" in plan.parts or "diodes" in plan.parts:
        rows = {matrix.row_of(reed) for reed in plan.reeds}
        names = [evidence.line_name(row=row) for row in sorted(rows - evidence.rises_us.keys())]
        yield from _missing("rise times", names)


def _missing(what: str, names: list[str]) -> Iterable[Finding]:
    if names:
        shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        yield Finding(FaultKind.UNTESTED, tuple(names), f"{what} not tested: {shown}", "")


def _lines(faulty: Set[str], good: Set[str]) -> Iterable[tuple[bool, int, list[str]]]:
    # Yields the lines on which all asked reeds are faulty, then those on which most are.
    left = set(faulty)
    lines = [(True, row) for row in range(matrix.ROWS)]
    lines += [(False, column) for column in range(matrix.COLUMNS)]
    for is_partial, (is_row, line) in itertools.product((False, True), lines):
        reeds = _on_line(is_row, line)
        bad = [reed for reed in reeds if reed in left]
        most_good = (len(bad) - 1) * is_partial
        if len(bad) >= LINE and sum(reed in good for reed in reeds) <= most_good:
            left -= set(bad)
            yield is_row, line, sorted(bad)


def _on_line(is_row: bool, line: int) -> list[str]:
    return [reed for reed in SWEEP if _line_of(reed, is_row=is_row) == line]


def _line_of(reed: str, *, is_row: bool) -> int:
    return matrix.row_of(reed) if is_row else matrix.column_of(reed)


def _pair(one: str, other: str) -> Pair:
    first, second = _ordered({one, other})
    return first, second


def _ordered(reeds: Iterable[str]) -> list[str]:
    return sorted(reeds, key=lambda reed: (place_of(reed), reed))

"""The lights of pages keep the time of the firmware's, and none of them can harm anybody."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from heistboard.places.scene import Pattern

from tests.support.pages import PAGES

CSS = (PAGES / "board.css").read_text("utf-8")
PROTOCOL = (Path(__file__).parents[3] / "firmware/PROTOCOL.md").read_text("utf-8")
PERIOD_MS = 4096
FLASH_MS = 256
FLASHES = {
    name: [int(ms) for ms in begin.split()]
    for name, begin in re.findall(r"^\| \d+ \| (\w+): [^|]* \| ([\d ]+) \|$", PROTOCOL, re.M)
}


def played(name: str) -> tuple[str, int]:
    """The keyframes of a pattern, and its period."""
    found = re.search(rf"^\.{name} {{ animation: (\w+) ([\d.]+)s infinite", CSS, re.M)
    assert found, name
    return found[1], round(float(found[2]) * 1000)


def levels(name: str) -> list[tuple[float, float]]:
    """The opacity of a pattern by time, for two of its periods."""
    keyframes, period_ms = played(name)
    body = re.search(rf"@keyframes {keyframes} {{(.*)}}$", CSS, re.M)
    assert body
    shown = {}
    for times, opacity in re.findall(r"([\d.%, ]+) { opacity: ([\d.]+); }", body[1]):
        for part in re.findall(r"[\d.]+", times):
            shown[float(part) / 100 * period_ms] = float(opacity)
    once = sorted(shown.items())
    repeats = 2 * PERIOD_MS // period_ms
    return [(ms + i * period_ms, level) for i in range(repeats) for ms, level in once]


def rises(name: str) -> list[float]:
    """When the light gets brighter."""
    steps = pairwise([(-1.0, 0.0), *levels(name)])
    return [ms for (_, before), (ms, level) in steps if level > before]


@pytest.mark.parametrize("name", FLASHES)
def test_flashes_are_those_of_the_board(name: str) -> None:
    def opacity(now_ms: int) -> float:
        return max((ms, level) for ms, level in levels(name) if ms <= now_ms)[1]

    for now_ms in range(FLASH_MS // 2, PERIOD_MS, FLASH_MS):
        is_lit = any(begin <= now_ms < begin + FLASH_MS for begin in FLASHES[name])
        assert (opacity(now_ms) == 1) == is_lit, now_ms


@pytest.mark.parametrize("pattern", [each for each in Pattern if each is not Pattern.STEADY])
def test_no_light_rises_more_than_three_times_a_second(pattern: Pattern) -> None:
    times = rises(pattern.name.lower())
    assert times
    assert max(sum(begin <= ms < begin + 1000 for ms in times) for begin in times) <= 3


def test_a_chase_has_the_phases_of_the_board() -> None:
    source = (PAGES / "floor.js").read_text("utf-8")
    assert f"const PERIOD_MS = {PERIOD_MS};" in source and "const PHASE_MS = 256;" in source
    assert "256 ms × phase" in PROTOCOL


def test_who_wants_no_motion_gets_none() -> None:
    quiet = CSS[CSS.index("@media (prefers-reduced-motion: reduce)") :]
    assert ".light:not(.steady) { animation: none; }" in quiet

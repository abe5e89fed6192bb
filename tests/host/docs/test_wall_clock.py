"""Which tests meet a wall clock is written down in contributing.md."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
PAGE = TESTS.parent / "host/docs/contributing.md"
MEETS_A_CLOCK = re.compile(
    r"time\.(sleep|monotonic|perf_counter)\(|\bSimBoard\(|\bboth_ways\b|\bTableProcess\("
    r"|\bDaemon\(|\bServer\(|\bRunning\(|\bTerminal\(|\bsubprocess\.|\bPopen\(|playwright"
)


def named() -> list[str]:
    """The patterns of the table; a name without a folder lies where the one before it does."""
    table = PAGE.read_text("utf-8").partition("### Tests that meet a wall clock")[2]
    patterns: list[str] = []
    for row in re.findall(r"^\| (`.*?) \|", table.partition("\n\nOther")[0], re.MULTILINE):
        for name in re.findall(r"`([^`]+\.py)`", row):
            folder = patterns[-1].rpartition("/")[0] + "/" if "/" not in name and patterns else ""
            alone = (TESTS / name).exists()
            patterns.append(name if "/" in name or alone else folder + name)
    return patterns


def test_every_test_that_meets_a_wall_clock_is_named_with_its_reason() -> None:
    patterns = named()
    unnamed = [
        file
        for path in sorted(TESTS.rglob("test_*.py"))
        for file in [path.relative_to(TESTS).as_posix()]
        if MEETS_A_CLOCK.search(path.read_text("utf-8"))
        and not any(fnmatch(file, pattern) for pattern in patterns)
    ]
    assert unnamed == []


@pytest.mark.parametrize("pattern", named())
def test_what_is_named_exists(pattern: str) -> None:
    assert list(TESTS.glob(pattern))


def test_nothing_is_tried_twice() -> None:
    assert not [
        path.name
        for path in [*TESTS.rglob("*.py"), TESTS.parent / "pyproject.toml"]
        if "reruns" in path.read_text("utf-8") and path != Path(__file__)
    ]

"""The functions that the walks name are in the files that they name."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "host/docs"
TEXT = (DOCS / "architecture.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^\| \[[^]]+\]\(([^)]+)\) \| (`[^|]+`) \| ", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("link", "names"), STEPS, ids=lambda text: text.rpartition("/")[2])
def test_what_a_walk_passes_is_there(link: str, names: str) -> None:
    path = (DOCS / link).resolve()
    source = path.read_text(encoding="utf-8")
    for name in re.findall(r"`([\w.]+)`", names):
        for part in name.split("."):
            assert re.search(defined(path, part), source, re.M), f"{part} is not in {link}"


def defined(path: Path, name: str) -> str:
    if path.suffix == ".js":
        return rf"^(?:(?:export |async )*(?:function|class) {name}\b|  {name}\(.*\{{$)"
    return rf"^\s*(?:async )?(?:def|class) {name}\b"


def test_both_walks_are_checked() -> None:
    assert len(STEPS) > 35

"""What the README shows is what happens."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_examples_of_the_readme() -> None:
    found = doctest.testfile(
        str(ROOT / "README.md"),
        module_relative=False,
        optionflags=doctest.REPORT_NDIFF,
    )
    assert found.attempted > 12
    assert found.failed == 0


@pytest.mark.parametrize(
    "name",
    ["games", "games.car_thief.belief", "games.car_thief.board", "journal.text", "scene", "words"],
)
def test_examples_in_docstrings(name: str) -> None:
    module = __import__(f"heistboard.{name}", fromlist=["_"])
    found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0

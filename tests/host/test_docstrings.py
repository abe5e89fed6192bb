"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host"


def modules() -> list[str]:
    paths = (HOST / "heistboard").rglob("*.py")
    names = (
        ".".join(path.relative_to(HOST).with_suffix("").parts).removesuffix(".__init__")
        for path in paths
        if "    >>> " in path.read_text(encoding="utf-8")
    )
    return sorted(names)


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0 and found.failed == 0


def test_there_are_some() -> None:
    assert len(modules()) > 6

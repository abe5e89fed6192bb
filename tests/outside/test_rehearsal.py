"""Rehearsals of the outside game, on the whole system."""

from functools import cache
from pathlib import Path

import pytest
from heistboard.rehearse.runner import PlayedAct, play
from heistboard.rehearse.script import Script, read

SCRIPTS = sorted((Path(__file__).parent / "rehearsals").glob("*.txt"))


def script_of(path: Path) -> Script:
    return read(path.read_text("utf-8"), path.name)


@cache
def virtual(path: Path) -> list[PlayedAct]:
    played: list[PlayedAct] = []
    play(script_of(path), played.append)
    return played


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_rehearsal(path: Path) -> None:
    played = [act.note for act in virtual(path)]
    assert len(played) == 1 + len(script_of(path).acts)
    assert played.count("ok") > 10


@pytest.mark.parametrize("name", ["tower", "tower_line"])
def test_two_floors_with_their_faults_are_the_same_on_real_parts(name: str) -> None:
    (path,) = (path for path in SCRIPTS if path.stem == name)
    real: list[PlayedAct] = []
    play(script_of(path), real.append, is_real=True)
    assert real == virtual(path)

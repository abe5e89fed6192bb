"""Rehearsals of the outside game, on the whole system."""

from pathlib import Path

import pytest
from heistboard.rehearse.runner import PlayedAct, play
from heistboard.rehearse.script import read

SCRIPTS = sorted((Path(__file__).parent / "rehearsals").glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_rehearsal(path: Path) -> None:
    script = read(path.read_text("utf-8"), path.name)
    played: list[str] = []
    play(script, lambda act: played.append(act.note))
    assert len(played) == 1 + len(script.acts)
    assert played.count("ok") > 10


@pytest.mark.parametrize("name", ["tower", "tower_line"])
def test_two_floors_with_their_faults_are_the_same_on_real_parts(name: str) -> None:
    (path,) = (path for path in SCRIPTS if path.stem == name)
    script = read(path.read_text("utf-8"), path.name)
    virtual: list[PlayedAct] = []
    real: list[PlayedAct] = []
    play(script, virtual.append)
    play(script, real.append, is_real=True)
    assert real == virtual

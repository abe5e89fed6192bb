"""The tutorial on adding a game works: its files are written and its commands run, in order."""

import os
import re
import sys
import sysconfig
from pathlib import Path
from subprocess import PIPE, STDOUT, run
from typing import NamedTuple

import pytest

PAGE = Path(__file__).parents[3] / "host/docs/adding_a_game.md"
WITHIN_S = 120.0

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"(?:# |<!-- )([\w./-]+)(, the last line)?(?: -->)?\n")


class Block(NamedTuple):
    language: str
    text: str


def blocks() -> list[Block]:
    return [Block(*found) for found in _BLOCK.findall(PAGE.read_text(encoding="utf-8"))]


def write(folder: Path, text: str) -> None:
    named = _NAMED.match(text)
    assert named, f"the block names no file: {text[:60]!r}"
    path = folder / named[1]
    if named[2]:
        *before, last = path.read_text(encoding="utf-8").splitlines(keepends=True)
        assert last.startswith(text[named.end() :].split("(")[0])
        path.write_text("".join(before) + text[named.end() :], encoding="utf-8")
        return
    assert not path.exists(), path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def pattern(said: str) -> str:
    """Returns a pattern for what a command says; … is any text."""
    return ".*".join(map(re.escape, said.split("…")))


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Variables of an environment of its own in ``.venv``, which has all that this one has."""
    made = run((sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"), check=False)
    assert made.returncode == 0
    program = tmp_path / ".venv/bin"
    (site,) = (tmp_path / ".venv/lib").glob("python*/site-packages")
    ours = sysconfig.get_path("purelib")
    (site / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    for name, module in (("pip", "pip"), ("heistboard", "heistboard")):
        script = program / name
        script.write_text(f'#!/bin/sh\nexec {program}/python -m {module} "$@"\n')
        script.chmod(0o755)
    return {
        **os.environ,
        "HOME": str(tmp_path / "home"),
        "XDG_DATA_HOME": str(tmp_path / "home"),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads this as: do not isolate
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "LANG": "C.UTF-8",
    }


def test_the_tutorial_builds_a_game_that_is_played(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    commands = 0
    for block in blocks():
        if block.language != "console":
            write(tmp_path, block.text)
            continue
        for command, said in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
            done = run(
                command,
                shell=True,
                cwd=tmp_path,
                env=environment,
                stdout=PIPE,
                stderr=STDOUT,
                text=True,
                timeout=WITHIN_S,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}"
            print(command, done.stdout, sep="\n")
            assert re.fullmatch(pattern(said), done.stdout, re.DOTALL), f"{command}\n{done.stdout}"
            commands += 1
    assert commands == 8

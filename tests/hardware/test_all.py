"""``python -m hardware all`` runs every command, even after one has found problems."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import __main__ as cli

TOP = Path(__file__).parents[2]


def test_all_does_every_command_and_says_every_problem(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = re.findall(r"^\| ``(\w+)`` \|", str(cli.__doc__), re.MULTILINE)
    assert commands.pop() == "all" and len(commands) == 6

    def stub(name: str) -> None:
        def do(args: argparse.Namespace, *_: object) -> str:
            return f"{name} was checked: {args.check}"

        do.__name__ = f"_{name}"
        monkeypatch.setattr(cli, f"_{name}", do)

    for name in commands:
        stub(name)
    assert cli.main(["all", "--check"]) == 1
    said = capsys.readouterr()
    expected = [f"{name} was checked: True" for name in commands]
    assert sorted(said.err.splitlines()) == sorted(expected)
    assert sorted(said.out.split()) == sorted(["=="] * 6 + commands)


NO_NUMPY = """
import sys
sys.modules["numpy"] = None
from hardware import __main__ as cli
cli._layout = cli._margins = cli._build = lambda *_: ""
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("command", [["magnets"], ["parts", "--check"], ["guide"], ["all"]])
def test_without_numpy_a_command_says_how_to_get_it(command: list[str]) -> None:
    run = [sys.executable, "-c", NO_NUMPY, *command]
    result = subprocess.run(run, cwd=TOP, text=True, capture_output=True)
    said = "there is no numpy: `.venv/bin/pip install -e '.[test]'` brings it\n"
    assert (result.returncode, result.stderr) == (1, said * (3 if command == ["all"] else 1))

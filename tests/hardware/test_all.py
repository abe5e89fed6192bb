"""``python -m hardware all``: every command in turn, whatever the one before found."""

import argparse
import re

import pytest

from hardware import __main__ as cli


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

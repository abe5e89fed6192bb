"""What the README shows is what happens."""

import doctest
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest
from heistboard.cli.arguments import parse

from tests.support.command import Running

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
    [
        "cli.parser",
        "games",
        "games.car_thief.belief",
        "games.car_thief.board",
        "journal.game_text",
        "places.scene",
        "words",
    ],
)
def test_examples_in_docstrings(name: str) -> None:
    module = __import__(f"heistboard.{name}", fromlist=["_"])
    found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0


def test_the_service_of_the_readme_starts_and_ends(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (unit,) = re.findall(r"```ini\n(\[Unit\]\n.*?)```", text, re.DOTALL)
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    program, *arguments = shlex.split(command)
    assert program == "%h/heistboard/.venv/bin/heistboard"
    args = parse(arguments)
    assert (args.command, args.lan, args.no_browser) == ("play", True, True)
    with Running(tmp_path, *arguments, "--board", "sim") as running:
        running.wait_line("games: http://")
        assert running.end(signal.SIGTERM).code == 0
    if shutil.which("systemd-analyze"):
        file = tmp_path / "heistboard.service"
        file.write_text(unit.replace(program, "/bin/true"))
        checked = ["systemd-analyze", "--user", "verify", str(file)]
        with tempfile.TemporaryDirectory() as short:  # names of sockets have to fit below it
            env = os.environ | {"XDG_RUNTIME_DIR": short}
            done = subprocess.run(checked, env=env, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")

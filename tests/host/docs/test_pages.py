"""What the pages show is what happens: examples, commands, the service."""

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

TOP = Path(__file__).parents[3]
DOCS = TOP / "host/docs"
# The tutorial's commands are run by a test of their own.
PAGES = [TOP / "README.md", *sorted({*DOCS.glob("*.md")} - {DOCS / "adding_a_game.md"})]

_SHELL = re.compile(r"^```(?:sh|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?heistboard (.*)$", re.MULTILINE)
_INLINE = re.compile(r"`(?:\.venv/bin/)?heistboard ([^`]+)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_are_understood(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    commands = [line for block in _SHELL.findall(text) for line in _COMMAND.findall(block)]
    commands += [each for each in _INLINE.findall(text) if not re.search("[A-Z…]{2}", each)]
    for command in commands:
        words = shlex.split(command, comments=True)
        assert words[0] in (parse(words).command, "car-thief"), command


def test_examples_of_the_library() -> None:
    found = doctest.testfile(
        str(DOCS / "library.md"), module_relative=False, optionflags=doctest.REPORT_NDIFF
    )
    assert found.attempted > 12
    assert found.failed == 0


def test_the_service_starts_and_ends(tmp_path: Path) -> None:
    text = (DOCS / "boards.md").read_text(encoding="utf-8")
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


def test_the_journal_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from heistboard.cli import main

    text = (DOCS / "journal.md").read_text(encoding="utf-8")
    (game,) = re.findall(r"^```\n(heistboard journal 1\n.*?)^```$", text, re.MULTILINE | re.DOTALL)
    file = tmp_path / "game.txt"
    file.write_text(game, encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert "5" in capsys.readouterr().out


def test_the_readme_and_the_site_name_every_page() -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        if page.stem != "index":
            assert f"](host/docs/{page.name})" in readme and f"]({page.name})" in index

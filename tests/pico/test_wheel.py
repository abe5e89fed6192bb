"""The wheel, alone in an environment, flashes an emulated Pico."""

import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from heistboard.firmware import VERSION

from tests.support.pico import flashed
from tests.support.pico_process import PicoProcess

ROOT = Path(__file__).resolve().parents[2]
WITHIN_S = 300.0

# Dependencies come from the environment that runs the tests; opening any other file of the
# checkout fails.
GUARD = """
import sys
def look(event, arguments):
    path = arguments[0] if event == "open" else None
    if isinstance(path, str) and path.startswith({root!r}) and not path.startswith({prefix!r}):
        raise RuntimeError(path + " is of the checkout")
sys.addaudithook(look)
"""
OTHERS = {"data.txt": b"somebody's", "lib/other.py": b"x = 1\n"}
STALE = {
    "boot.py": b"1 / 0\n",
    "heist/old.py": b"",
    "heist/unix/drivers.py": b"",
    "crash.txt": b"",
}


class Installed:
    """An environment with the wheel in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._bin = folder / "venv" / "bin"
        isolated = (
            () if importlib.util.find_spec("hatchling") is None else ("--no-build-isolation",)
        )
        self._pip("wheel", *isolated, "--no-deps", "-w", str(folder), str(ROOT))
        (wheel,) = folder.glob("heistboard-*.whl")
        self.run(sys.executable, "-m", "venv", "--without-pip", str(folder / "venv"))
        python = str(self._bin / "python")
        self._pip("--python", python, "install", "--no-deps", "--no-index", str(wheel))
        (site,) = (folder / "venv" / "lib").glob("*/site-packages")
        paths = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
        (site / "dependencies.pth").write_text("\n".join(sorted(paths)))
        # Not sitecustomize: where the system has one, as Debian does, that one is found first.
        (site / "checkout_guard.py").write_text(
            GUARD.format(root=str(ROOT) + os.sep, prefix=sys.prefix + os.sep)
        )
        (site / "checkout_guard.pth").write_text("import checkout_guard\n")

    def run(self, *command: str) -> str:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=env | {"XDG_DATA_HOME": str(self.folder / "data")},
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def python(self, code: str) -> str:
        return self.run(str(self._bin / "python"), "-c", code)

    def command(self, *words: str) -> str:
        return self.run(str(self._bin / "heistboard"), *words)

    def flash_and_meet(self, port: str) -> Any:  # noqa: ANN401 (whatever JSON says)
        # One process runs both commands: an emulated Pico takes time while another one starts.
        # It may take long to start itself, on a busy computer.
        commands = [["board", each, "--board", port, "--json"] for each in ("flash", "info")]
        patience = f"import heistboard.flashing.flasher as flasher; flasher.STARTS_S = {WITHIN_S}"
        code = f"{patience}\nfrom heistboard.cli import main\nraise SystemExit("
        code += " or ".join(f"main({words})" for words in commands) + ")"
        said = self.python(code)
        document, end = json.JSONDecoder().raw_decode(said)
        return document, json.loads(said[end:])

    def _pip(self, *arguments: str) -> None:
        self.run(
            *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"), *arguments
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"))


def test_package_and_firmware_are_those_of_the_wheel(installed: Installed) -> None:
    code = (
        "import heistboard.cli, heistboard.flashing.flasher, heistboard.firmware as firmware\n"
        "import sys\n"
        "for name, module in sys.modules.items():\n"
        "    if name.split('.')[0] == 'heistboard': print(module.__file__)\n"
        "print(firmware.ROOT / 'main.py')\n"
    )
    paths = installed.python(code).splitlines()
    assert len(paths) > 20
    outside = [path for path in paths if not path.startswith(str(installed.folder / "venv"))]
    assert not outside
    assert VERSION in installed.command("--version")


def test_a_file_of_the_checkout_would_be_noticed(installed: Installed) -> None:
    with pytest.raises(AssertionError, match=r"README\.md is of the checkout"):
        installed.python(f"open({str(ROOT / 'README.md')!r})")


def test_it_flashes_a_plain_pico_and_meets_the_board(installed: Installed, uf2: Path) -> None:
    wanted = flashed()
    # Part of the firmware is there, as after a flashing that was interrupted: writing all of it
    # takes an emulated Pico long.
    missing = [*sorted(set(wanted) - {"main.py"})[::6], "main.py"]
    there = {name: data for name, data in wanted.items() if name not in missing}
    with PicoProcess(uf2, installed.folder / "flash", OTHERS | STALE | there) as pico:
        document, info = installed.flash_and_meet(pico.port)
        assert pico.files() == OTHERS | wanted
    assert (document["before"], document["compiled"]) == (None, True)
    assert document["written"] == missing
    assert set(document["removed"]) == {*STALE, "heist/unix"}
    assert document["bytes"] == sum(len(wanted[name]) for name in missing)
    for key in ("firmware", "revision", "serial", "interpreter", "layout_crc"):
        assert document[key] == info[key]
    assert info["firmware"] == VERSION
    assert info["interpreter"] == "MicroPython 1.25.0 rp2"
    assert (info["inputs"], info["leds"]) == (70, 52)

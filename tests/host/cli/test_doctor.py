import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from heistboard.boards import data_folder as data_module
from heistboard.boards.data_folder import DataFolder
from heistboard.cli import doctor
from heistboard.firmware import wire
from heistboard.link.port import Port
from heistboard.sim import SimBoard
from heistboard.sim.board_process import SimUnavailable

from tests.support.command import Cli
from tests.support.strict_port import FakeBoard


def test_nothing_wrong_ends_with_0(cli: Cli) -> None:
    code, out, err = cli("doctor")
    assert (code, err) == (0, "")
    for part in (
        "heistboard 0.",
        "Python 3.",
        "pyserial 3.",
        f"protocol {wire.PROTOCOL}",
        "simulated board",
    ):
        assert part in out
    assert "problem" not in out
    assert "warning  board            no board was found; if one is plugged in, check" in out
    assert not cli.data.exists()


def test_json_has_the_same_checks(cli: Cli) -> None:
    document = cli("doctor", "--json").document
    assert document["problems"] == 0
    assert {check["name"] for check in document["checks"]} == {
        *("versions", "firmware", "ports", "simulated board", "board"),
        *("data", "floors", "faults", "sensors", "games"),
    }


def test_requested_board_must_exist(cli: Cli) -> None:
    assert cli("doctor", "--board", "auto").code == 1
    outcome = cli("doctor", "--board", "/dev/nosuch", "--json")
    assert (outcome.code, outcome.document["problems"]) == (1, 1)


def test_board_on_usb_is_checked(cli: Cli) -> None:
    with SimBoard("AB00000000000001") as board, FakeBoard(firmware="0.0.1") as old:
        cli.plug(*board.ports(), Port(old.port, None, ""))
        code, out, err = cli("doctor")
    assert code == 1
    assert "serial AB00000000000001" in out
    assert f"problem  board            {old.port}: its firmware is 0.0.1" in out
    assert err == "heistboard: 1 problem found: board\n"


def test_without_micropython_the_simulated_board_runs_on_python_and_says_so(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise SimUnavailable("the simulated board needs MicroPython's unix port")

    monkeypatch.setattr("heistboard.sim.board.check_available", fails)
    code, out, _ = cli("doctor")
    assert code == 0
    assert "ok       simulated board  serial 53494D0000000001" in out
    assert "has no MicroPython" in out


def test_last_faults_are_shown(cli: Cli) -> None:
    folder = DataFolder(str(cli.data))
    for number in range(5):
        folder.add_fault(f"board A lost: cable {number}")
    code, out, _ = cli("doctor")
    assert code == 0
    assert "cable 1" not in out
    assert all(f"lost: cable {number}" in out for number in (2, 3, 4))


def test_fault_log_is_capped(tmp_path: Path) -> None:
    folder = DataFolder(str(tmp_path))
    for number in range(data_module.FAULTS_MOST + 10):
        folder.add_fault(f"fault {number}")
    faults = folder.faults()
    assert data_module.FAULTS_KEPT <= len(faults) <= data_module.FAULTS_MOST
    assert faults[-1].sentence == f"fault {data_module.FAULTS_MOST + 9}"


def test_garbled_files_are_problems_and_stay(cli: Cli) -> None:
    cli.data.mkdir()
    for name in ("floors.json", "health.json"):
        (cli.data / name).write_text("{")
    code, out, err = cli("doctor")
    assert code == 1
    assert "problem  floors" in out
    assert "problem  sensors" in out
    # The simulated board needs no floors.
    assert "ok       simulated board" in out
    assert err == "heistboard: 2 problems found: floors, sensors\n"
    assert (cli.data / "floors.json").read_text() == "{"


def test_data_folder_that_cannot_be_created(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, out, err = cli("doctor", "--data", str(tmp_path / "file" / "x"))
    assert code == 1
    assert "problem  data" in out
    assert err == "heistboard: 1 problem found: data\n"


def test_malformed_health_does_not_crash(cli: Cli) -> None:
    cli.data.mkdir()
    (cli.data / "health.json").write_text('{"A": 1, "B": {"reeds": {"done": 3}}}')
    assert cli("doctor").code == 0


def test_holder_of_a_port_is_named_though_processes_end_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed: list[str] = []

    def listdir(folder: Path) -> list[str]:
        listed.append(folder.parent.name)
        if len(listed) == 1:
            raise FileNotFoundError(folder)
        return os.listdir(folder)

    monkeypatch.setattr(doctor, "os", SimpleNamespace(**{**vars(os), "listdir": listdir}))
    with FakeBoard() as fake, subprocess.Popen(["sleep", "60"], stdin=open(fake.port)) as holder:
        try:
            assert doctor._holder(fake.port) == f" (process {holder.pid}, sleep, has it open)"
        finally:
            holder.kill()
    assert len(listed) > 1

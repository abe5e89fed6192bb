"""`board list` and `board info`: on simulated boards, and on ports without a usable board.

Real time: simulated boards and real ports are what is listed.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.boards.data_folder import DataFolder
from heistboard.firmware import VERSION, wire
from heistboard.link.port import Port, open_port
from heistboard.sim import SimBoard

from tests.support.command import Cli, environment
from tests.support.strict_port import FakeBoard

OURS = VERSION.rpartition(".")[0]
HOST_SIDE = ["board", "info"]


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard("AB00000000000001") as board:
        yield board


def test_list_has_the_simulated_board(cli: Cli) -> None:
    (row,) = cli("board", "list", "--json").document["boards"]
    assert list(row) == ["port", "serial", "floor", "state", "firmware", "problem"]
    assert (row["floor"], row["state"], row["problem"]) == (1, "ready", None)


def test_list_as_a_table(cli: Cli) -> None:
    header, row = cli("board", "list").out.splitlines()
    assert header.split() == ["port", "serial", "floor", "state", "firmware"]
    assert row.split()[1:4] == ["53494D0000000001", "1", "ready"]


def test_info_has_the_fixed_keys(cli: Cli) -> None:
    document = cli("board", "info", "--json").document
    assert (document["inputs"], document["leds"], document["protocol"]) == (70, 52, wire.PROTOCOL)
    assert document["interpreter"].startswith("MicroPython ")
    assert document["serial"] == "53494D0000000001"
    assert len(document["layout_crc"]) == 8
    int(document["layout_crc"], 16)
    assert {"firmware", "revision", "floor", "port", "stats"} <= set(document)
    assert document["stats"]["heap_free"] > 64 * 1024


def test_info_as_text(cli: Cli) -> None:
    assert "interpreter" in cli("board", "info").out


def test_simulated_board_leaves_nothing_in_the_data_folder(cli: Cli) -> None:
    cli("board", "list")
    cli("board", "info")
    assert not cli.data.exists()


def test_info_has_the_floor_that_people_assigned(cli: Cli, board: SimBoard) -> None:
    cli.data.mkdir()
    floors = '{"AB00000000000009": 1, "AB00000000000001": 4}'  # release 0.1 numbered every board
    (cli.data / "floors.json").write_text(floors)
    outcome = cli("board", "info", "--board", board.port, "--json")
    assert (outcome.code, outcome.document["floor"]) == (0, 4)
    assert (cli.data / "floors.json").read_text() == floors


def test_a_board_without_floor_gets_none_by_being_connected(cli: Cli, board: SimBoard) -> None:
    for command in ("info", "list"):
        outcome = cli("board", command, "--board", board.port)
        assert "no floor yet" in outcome.out
        assert board.serial in outcome.out
    document = cli("board", "info", "--board", board.port, "--json").document
    assert document["floor"] is None
    assert not (cli.data / "floors.json").exists()


def test_list_finds_boards_on_usb(cli: Cli, board: SimBoard) -> None:
    DataFolder(str(cli.data)).save_floors({board.serial: 3})
    with SimBoard("AB00000000000002") as other:
        cli.plug(*board.ports(), *other.ports())
        rows = cli("board", "list", "--board", "auto", "--json").document["boards"]
        assert {row["serial"]: row["floor"] for row in rows} == {
            board.serial: 3,
            other.serial: None,
        }
        text = cli("board", "list", "--board", "auto").out
        assert "no floor yet" in text
        assert "`heistboard board assign FLOOR`" in text
        for command in ("info", "bench"):
            outcome = cli("board", command, "--board", "auto")
            assert outcome.code == 1
            assert "choose one with --board PORT" in outcome.err


def test_list_names_a_frozen_board_and_its_floor(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, board: SimBoard
) -> None:
    monkeypatch.setattr("heistboard.link.link.ANSWER_WITHIN_MS", 200)
    DataFolder(str(cli.data)).save_floors({board.serial: 2})
    cli.plug(*board.ports())
    board.freeze()
    outcome = cli("board", "list", "--board", "auto", "--json")
    board.thaw()
    (row,) = outcome.document["boards"]
    assert (row["serial"], row["floor"], row["state"]) == (board.serial, 2, "lost")
    assert f"board {board.serial} is not answering" in row["problem"]


def test_list_refuses_the_second_of_two_boards_with_one_serial_number(
    cli: Cli, board: SimBoard
) -> None:
    with SimBoard(board.serial) as twin:
        cli.plug(*board.ports(), *twin.ports())
        outcome = cli("board", "list", "--board", "auto", "--json")
    rows = outcome.document["boards"]
    assert sorted(row["state"] for row in rows) == ["ready", "refused"]
    (problem,) = [row["problem"] for row in rows if row["problem"]]
    assert f"another board with the same serial number, {board.serial}, is connected" in problem


def test_list_shows_a_board_that_cannot_be_used_beside_one_that_can(
    cli: Cli, board: SimBoard
) -> None:
    with FakeBoard(revision=9) as old:
        cli.plug(*board.ports(), Port(old.port, None, ""))
        code, _, _ = outcome = cli("board", "list", "--board", "auto", "--json")
        good, bad = outcome.document["boards"]
        text = cli("board", "list", "--board", "auto")
    assert code == text.code == 0
    assert (good["problem"], bad["state"]) == (None, "refused")
    assert "it is hardware revision 9, expected 1" in bad["problem"]
    assert "hardware revision 9" in text.out


@pytest.mark.parametrize("command", ["list", "info", "watch", "bench"])
def test_no_board_on_usb_says_what_to_check(cli: Cli, command: str) -> None:
    code, out, err = cli("board", command, "--board", "auto")
    assert (code, out) == (1, "")
    for word in ("cable", "firmware", "`heistboard doctor`"):
        assert word in err


def test_failure_prints_one_document_too(cli: Cli) -> None:
    listed = cli("board", "list", "--board", "auto", "--json")
    assert (listed.code, listed.document) == (1, {"boards": []})
    outcome = cli("board", "info", "--board", "/dev/nosuch", "--json")
    assert f"heistboard: {outcome.document['error']}\n" == outcome.err


# Names that are no ports.


def test_no_such_port(cli: Cli) -> None:
    code, _, err = cli(*HOST_SIDE, "--board", "/dev/nosuch")
    assert code == 1
    assert "there is no port /dev/nosuch" in err


def test_file_that_is_no_port_is_refused(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("text")
    for wrong in (path, tmp_path, "/dev/null"):
        code, _, err = cli(*HOST_SIDE, "--board", str(wrong))
        assert code == 1
        assert f"{wrong} is not a serial port; expected a name like" in err


def test_busy_port(cli: Cli, board: SimBoard) -> None:
    with open_port(board.port):
        code, _, err = cli(*HOST_SIDE, "--board", board.port)
        assert code == 1
        assert "is in use by another program; close that one" in err
        doctor = cli("doctor", "--board", board.port)
        assert "is in use by another program" in doctor.out


_AS_NOBODY = """
import os, sys
from heistboard.cli import main
from heistboard.cli import board_list  # before the rights to read it are dropped
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
sys.exit(main(sys.argv[1:]))
"""


def test_no_permission_on_the_port() -> None:
    with FakeBoard() as fake:
        os.chmod(fake.port, 0)
        done = subprocess.run(
            [sys.executable, "-c", _AS_NOBODY, "board", "info", "--board", fake.port],
            env=environment(Path("/nowhere")),
            capture_output=True,
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr == (
        f"heistboard: no permission to use {fake.port}; let your user use serial ports with "
        "`sudo usermod -aG dialout $USER`, then log in again\n"
    )


# Devices that are no boards of this version.


@pytest.mark.parametrize(
    "garbage",
    [b"", b"OK\r\n>>> ", b"\xa5" * 50, bytes(range(256))],
    ids=lambda data: data[:4].hex(),
)
def test_port_that_answers_nothing_or_nonsense_is_refused(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, garbage: bytes
) -> None:
    monkeypatch.setattr("heistboard.link.link.ANSWER_WITHIN_MS", 200)
    with FakeBoard(is_silent=not garbage, garbage=garbage) as fake:
        code, _, err = cli(*HOST_SIDE, "--board", fake.port)
    assert code == 1
    assert f"{fake.port}: it does not answer like a Heistboard" in err


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"firmware": "0.0.9"},
            f"its firmware is 0.0.9, expected {OURS}; run `heistboard board flash`",
        ),
        ({"firmware": "9.0.0"}, f"its firmware is 9.0.0, expected {OURS}; update this program"),
        ({"protocol": 0}, f"protocol 0, expected {wire.PROTOCOL}; run `heistboard board flash`"),
        ({"protocol": 9}, f"protocol 9, expected {wire.PROTOCOL}; update this program"),
        ({"revision": 2}, "it is hardware revision 2, expected 1; use the heistboard release"),
        ({"layout_crc": 0xBADC0DE}, "its layout is 0badc0de with 70 inputs and 52 LEDs"),
        ({"inputs": 60}, "with 60 inputs and 52 LEDs, expected"),
    ],
    ids=str,
)
def test_board_of_another_version_is_refused_with_advice(
    cli: Cli, fields: dict[str, Any], said: str
) -> None:
    with FakeBoard(**fields) as fake:
        code, _, err = cli(*HOST_SIDE, "--board", fake.port)
    assert code == 1
    assert said in err


def test_board_that_never_gets_ready_is_given_up(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heistboard.boards.connected.READY_WITHIN_S", 0.3)
    with FakeBoard() as fake:
        code, _, err = cli(*HOST_SIDE, "--board", fake.port)
    assert code == 1
    assert "(syncing); unplug it, plug it in and try again" in err


# The data folder.


def test_unwritable_data_folder_fails_with_a_sentence(
    cli: Cli, board: SimBoard, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = cli(*HOST_SIDE, "--board", board.port, "--data", str(tmp_path / "file" / "x"))
    assert code == 1
    assert "--data DIR" in err


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"A": "one"}', '{"A": 0}', '{"A": true}', '{"A": 1, "B": 1}']
)
def test_garbled_floors_file_fails_with_a_sentence(cli: Cli, board: SimBoard, text: str) -> None:
    cli.data.mkdir()
    (cli.data / "floors.json").write_text(text)
    code, _, err = cli(*HOST_SIDE, "--board", board.port)
    assert code == 1
    assert f"{cli.data / 'floors.json'}: " in err
    assert "mend the file or delete it" in err
    assert (cli.data / "floors.json").read_text() == text

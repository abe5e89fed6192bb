"""`board test` with the real firmware: faults of the simulated board, the command, its report."""

import signal
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from heistboard.cli import board_test as command
from heistboard.places import matrix
from heistboard.selftest import Pace
from heistboard.sim import SimBoard
from heistboard.sim.simulated_boards import SimulatedBoards

from tests.support.command import Cli, Running
from tests.support.rig import RealRig

FAST = Pace().faster(6)


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "SIM_PACE", FAST)


def injected(monkeypatch: pytest.MonkeyPatch, *faults: tuple[Any, ...]) -> None:
    """Gives the command's simulated board these faults."""

    def broken(self: SimulatedBoards, serial: str, closed: Collection[str]) -> SimBoard:
        board = SimBoard(serial, closed=closed)
        for name, *arguments in faults:
            getattr(board, name)(*arguments)
        return board

    monkeypatch.setattr(SimulatedBoards, "_started", broken)


def kinds(document: dict[str, Any]) -> set[tuple[str, ...]]:
    return {(fault["kind"], *fault["places"]) for fault in document["faults"]}


def test_healthy_board(cli: Cli) -> None:
    code, out, err = cli("board", "test")
    assert (code, err) == (0, "")
    assert "FAULT" not in out and "note" not in out
    (path,) = cli.data.glob("self-test-*.txt")
    assert f"report: {path}\n" in out
    assert "tested    70 reeds, 52 LEDs, 70 diodes\n" in path.read_text()


def test_faults_of_reeds_and_rows(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    injected(
        monkeypatch,
        ("set_stuck", "b2.cover", "open"),
        ("set_stuck", "e1.occupant", "chatter"),
        ("set_swapped", "b2.occupant", "a2.cover"),
        ("set_rise", 1, 11),
    )
    report = tmp_path / "report.txt"
    arguments = ("--from", "b2.cover", "--to", "a2.occupant", "--report", str(report))
    code, _, err = outcome = cli("board", "test", *arguments, "--json")
    assert code == 1
    assert "4 faults found, the first: b2.cover never closed; report in" in err
    document = outcome.document
    assert kinds(document) == {
        ("dead", "b2.cover"),
        ("chattering", "e1.occupant"),
        ("swapped", "a2.cover", "b2.occupant"),
        ("slow rise", "row pin GP17"),
    }
    assert document["report"] == str(report)
    assert document["rise_us"]["row pin GP17"] == 11
    assert {"serial", "firmware", "seconds", "complete", "healthy", "tested"} <= set(document)
    assert "- b2.cover never closed: magnet too weak or upside down" in report.read_text()
    assert not cli.data.exists()


def test_faults_of_lights(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "SIM_PACE", Pace().faster(3))  # each look has its own deadline
    injected(
        monkeypatch,
        ("cut_chain", "x41"),
        ("set_led_swapped", "a1", "c1"),
        ("set_led_dead", "d1"),
    )
    code, _, err = outcome = cli("board", "test", "--part", "lights", "--json")
    assert code == 1
    assert "the chain of LEDs is dark from x31 on" in err
    assert kinds(outcome.document) == {
        ("chain cut", "x41", "x31"),
        ("LEDs swapped", "a1", "c1"),
        ("LED dark", "d1"),
    }


def test_range_of_reeds(cli: Cli) -> None:
    code, _, _ = outcome = cli(
        "board", "test", "--from", "b2.cover", "--to", "a2.occupant", "--json"
    )
    assert code == 0
    assert outcome.document["tested"] == {"reeds": 4}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--report", "/nowhere/report.txt"), "cannot write /nowhere/report.txt: No such file"),
        (("--data", "/proc/nowhere"), "cannot write to the data folder /proc/nowhere"),
    ],
)
def test_walk_that_cannot_begin_is_a_sentence(
    cli: Cli, arguments: tuple[str, ...], said: str
) -> None:
    code, _, err = cli("board", "test", *arguments)
    assert code == 1
    assert said in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--from", "b9"), "there is no reed 'b9', expected a name like b3.cover"),
        (("--from", "a1.cover", "--to", "done"), "the sweep reaches done before a1.cover"),
    ],
)
def test_reeds_that_are_never_allowed_are_wrong_usage(
    cli: Cli, arguments: tuple[str, ...], said: str
) -> None:
    code, _, err = cli("board", "test", *arguments)
    assert code == 2
    assert said in err


def test_part_that_does_not_exist_is_wrong_usage(cli: Cli) -> None:
    code, _, err = cli("board", "test", "--part", "magnets")
    assert code == 2
    assert "magnets" in err and "lights" in err


def test_report_that_is_there_is_not_written_over(cli: Cli, tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("mine")
    code, _, err = cli("board", "test", "--report", str(report))
    assert code == 1
    assert "already exists; choose another name" in err
    assert report.read_text() == "mine"


def test_interrupted_walk_leaves_a_report_and_says_how_to_go_on(tmp_path: Path) -> None:
    with Running(tmp_path, "board", "test") as running:
        running.wait_line("sweep: ")
        time.sleep(0.5)
        code, _, err = running.end(signal.SIGINT)
    assert code == 1
    assert "the test was not finished; no fault found so far; go on with --from " in err
    (path,) = tmp_path.glob("heistboard/self-test-*.txt")
    assert "the test was not finished" in path.read_text()


# The faults of the simulated board itself.


def test_exchanged_reeds_answer_for_each_other() -> None:
    with RealRig() as rig:
        rig.board.set_swapped("b3.cover", "x11.occupant")
        rig.board.set_reed("b3.cover", is_closed=True)
        assert rig.wait(lambda: rig.picture == {"x11.occupant"}, 2)
        rig.board.set_reed("b3.cover", is_closed=False)
        rig.board.set_reed("x11.occupant", is_closed=True)
        assert rig.wait(lambda: rig.picture == {"b3.cover"}, 2)


def test_ghost_comes_and_goes_with_three_closed_corners() -> None:
    with RealRig() as rig:
        rig.board.set_shorted("a2.cover")
        corners = {"a1.cover", "a2.cover", "b2.cover"}
        for reed in corners:
            rig.board.set_reed(reed, is_closed=True)
        assert rig.wait(lambda: rig.picture == corners | {"b1.cover"}, 2)
        rig.board.set_reed("a1.cover", is_closed=False)
        assert rig.wait(lambda: rig.picture == corners - {"a1.cover"}, 2)


def test_faults_of_reeds_outlive_a_restart() -> None:
    with RealRig() as rig:
        rig.board.set_swapped("b3.cover", "x11.occupant")
        rig.board.set_reed("b3.cover", is_closed=True)
        rig.board.reset()
        assert rig.wait(lambda: rig.picture == {"x11.occupant"}, 5)


def test_wrong_names_of_faults_are_explained() -> None:
    with SimBoard() as board:
        with pytest.raises(ValueError, match="no LED is called 'a9'"):
            board.set_led_dead("a9")
        with pytest.raises(ValueError, match=r"no row 5, expected 0\.\.4"):
            board.set_rise(matrix.ROWS, 9)

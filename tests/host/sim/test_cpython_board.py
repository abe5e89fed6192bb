"""The simulated board where there is no MicroPython: the same behaviour, on any computer.

Real time: the board's clock is the computer's.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings
from heistboard.boards.choice import choose
from heistboard.games.pieces import Pieces
from heistboard.link.floors import Modules
from heistboard.link.link import LinkState
from heistboard.places.scene import Colour, Intent, pack
from heistboard.sim import SimHands
from heistboard.sim.board_process import check_available
from heistboard.sim.cpython_board import CPythonBoard
from heistboard.sim.following_hands import FollowingHands
from heistboard.sim.simulated_boards import SimulatedBoards

from tests.support.rig import RealRig

# What Windows and computers without MicroPython's package do not have. What other packages have
# loaded before, they keep.
HIDDEN = ("micropython_unix", "pty", "termios", "fcntl", "tty")
HIDE = f"""
import asyncio, multiprocessing, subprocess, sys
import rich.console, rich.live, serial, serial.tools.list_ports, uvicorn, websockets
for name in {HIDDEN!r}:
    sys.modules[name] = None
from heistboard.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def rig() -> Iterator[RealRig]:
    with CPythonBoard() as board, RealRig(board) as rig:
        yield rig


def test_events_and_lights(rig: RealRig) -> None:
    assert rig.module.hello is not None
    assert rig.module.hello.interpreter.startswith("CPython")
    rig.play(["b3.cover", "c3.occupant", "b3.cover", "done", "done"], every_ms=30)
    rig.hub.show(rig.board.serial, pack({"c3": Intent(Colour.RED)}))
    rig.settle()
    assert rig.wait_leds(lambda leds: leds["c3"][0] > 0)
    assert rig.causes(LinkState.LOST) == []


def test_cable_is_pulled_and_plugged_in_under_another_name(rig: RealRig) -> None:
    old = rig.board.port
    rig.board.pull()
    assert rig.wait(lambda: bool(rig.causes(LinkState.LOST)), 5)
    rig.play(["b3.cover", "c3.cover"], every_ms=30)
    rig.board.plug()
    assert rig.board.port != old
    rig.settle()


def test_restart_and_freeze(rig: RealRig) -> None:
    rig.board.set_reed("b3.cover", is_closed=True)
    assert rig.wait(lambda: rig.picture == {"b3.cover"}, 5)
    rig.board.reset()
    assert rig.wait(lambda: len(rig.causes(LinkState.READY)) == 2, 10)
    assert rig.picture == {"b3.cover"}
    rig.board.freeze()
    assert rig.wait(lambda: len(rig.causes(LinkState.LOST)) == 2, 10)
    rig.board.thaw()
    assert rig.wait(lambda: len(rig.causes(LinkState.READY)) == 3, 15)


def test_closed_board_is_gone() -> None:
    board = CPythonBoard()
    (port,) = board.ports()
    assert port.opener is not None
    line = port.opener()
    board.close()
    assert board.ports() == []
    with pytest.raises(OSError, match="the cable is pulled"):
        line.read(1)


def test_boards_start_on_cpython_where_micropython_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_available()
    monkeypatch.setitem(sys.modules, "micropython_unix", None)
    modules = Modules()
    with choose("sim", modules, closed=("b3.cover", "2:c3.cover"), floors=2) as chosen:
        assert chosen.note == (
            "2 simulated boards; this computer has no MicroPython, so the firmware runs on Python"
        )
        assert chosen.is_on_python
        assert [type(board) for board in chosen.sims] == [CPythonBoard] * 2
        assert [board.is_closed("b3.cover") for board in chosen.sims] == [True, False]
        assert {board.serial: floor for floor, board in enumerate(chosen.sims, 1)} == (
            modules.floors
        )


def test_boards_start_where_there_are_no_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "heistboard.sim.board")
    monkeypatch.delitem(sys.modules, "heistboard.sim.cable")
    monkeypatch.setitem(sys.modules, "termios", None)
    with SimulatedBoards((1,)) as boards:
        assert isinstance(boards.boards[0], CPythonBoard)


@pytest.mark.parametrize("command", [("play", "car-thief"), ("play",)], ids=["game", "mirror"])
def test_play_without_micropython_and_without_terminals(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = subprocess.run(
        (
            *(sys.executable, "-c", HIDE, *command, "--board", "sim", "--seconds", "2"),
            *("--data", str(tmp_path), "--no-browser", "--lang", "en"),
        ),
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "has no MicroPython" in done.stdout
    assert ("board: right" if len(command) == 2 else "closed") in done.stdout


def test_pieces_follow_the_moves_on_it(tmp_path: Path) -> None:
    with CPythonBoard() as board:
        hands = SimHands([board], Pieces({}))
        follows = FollowingHands(hands, lambda floors: [board])
        path = tmp_path / "journal.sqlite"
        with Daemon(path, Settings("car-thief"), board.ports, hands=follows) as daemon:
            until(lambda: daemon.status().sync == "synced")
            daemon.say(1, "place green x22")
            assert daemon.status().sync == "synced"
            until(lambda: "x22.occupant" in daemon.picture())
            daemon.press("undo")
            assert daemon.status().sync == "synced"
            until(lambda: "x22.occupant" not in daemon.picture())


def until(wanted: Callable[[], bool]) -> None:
    """Waits until *wanted*."""
    end_s = time.monotonic() + 20
    while not wanted():
        assert time.monotonic() < end_s
        time.sleep(0.002)

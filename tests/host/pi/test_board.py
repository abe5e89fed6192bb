"""A Raspberry Pi's board from the host: real process, pty, link and libraries; fake reeds and
lights."""

import os
import platform
import signal
import subprocess
import sys
import tty
from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from heist.lights import Lights
from heistboard.boards.connected_walk import ConnectedWalk
from heistboard.cli import board_test as test_command
from heistboard.link.hub import Hub
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.messages import Lit
from heistboard.link.module import Event, Module
from heistboard.pi import PiBoard, PiUnavailable, process
from heistboard.pi.process import NOT_A_PI
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, pack
from heistboard.rehearse import runner
from heistboard.rehearse.script import read
from heistboard.selftest.robot import Robot

from tests.support.command import Cli, is_gone
from tests.support.pi import PICTURE, SERIAL, FirmwareTable

TOP = Path(__file__).parents[3]
REHEARSALS = TOP / "tests" / "rehearsals" / "car_thief"
WITHIN_S = 10.0
DARK = bytes(PICTURE)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FirmwareTable]:
    monkeypatch.chdir(TOP)
    (tmp_path / "pi").mkdir()
    with FirmwareTable(tmp_path / "pi") as table:
        monkeypatch.setattr(process, "COMMAND", table.command)
        yield table


class PiLink:
    """A hub connected to the table's board; a context manager."""

    def __init__(self, table: FirmwareTable) -> None:
        self.notices: list[Notice] = []
        self.board = table.start()
        self.hub = Hub(self._take, self.board.ports)

    def __enter__(self) -> "PiLink":
        self.hub.__enter__()
        assert self.hub.wait(lambda: bool(self.hub.ready()), WITHIN_S), self.hub.problems
        return self

    def __exit__(self, *_: object) -> None:
        self.hub.close()

    def _take(self, module: Module | None, notice: Notice) -> None:
        self.notices.append(notice)

    @property
    def module(self) -> Module:
        return self.hub.modules.met()[0]

    def events(self, count: int) -> list[tuple[str, bool]]:
        def found() -> list[tuple[str, bool]]:
            events = [notice for notice in self.notices if isinstance(notice, Event)]
            return [(event.name, event.is_closed) for event in events]

        assert self.hub.wait(lambda: len(found()) >= count, WITHIN_S), found()
        return found()


def computed(intents: bytes, budget_ma: int = 200) -> bytes:
    """The picture of steady *intents*, computed by the firmware's lights."""
    lights = Lights(len(layout.LEDS), budget_ma)
    lights.alone = False
    lights.intents[:] = array("H", intents)
    lights.changed()
    picture = bytearray(PICTURE)
    lights.render(0, picture)
    return bytes(picture)


def test_board_says_who_it_is(table: FirmwareTable) -> None:
    with PiLink(table) as link:
        hello = link.module.hello
        assert hello is not None
        assert hello.serial == link.board.serial == SERIAL
        assert hello.interpreter == f"CPython {platform.python_version()} {sys.platform}"
        assert hello.layout_crc == layout.LAYOUT_CRC


def test_reed_to_event_to_scene_to_the_bytes_that_are_sent(table: FirmwareTable) -> None:
    scene = {
        "b3": Intent(Colour.RED),
        "x23": Intent(Colour.GREEN, Level.DIM),
        "r11": Intent(Colour.AMBER),
    }
    with PiLink(table) as link:
        table.set_reed("b3.cover", is_closed=True)
        assert link.events(1) == [("b3.cover", True)]
        link.hub.show(link.module.serial, pack(scene))
        assert table.wait_leds(lambda leds: leds["b3"][0] > 0)
        assert table.pictures[-1] == computed(pack(scene))


def test_every_reed_is_an_event_of_its_own(table: FirmwareTable) -> None:
    names = list(layout.REEDS)
    Random(1).shuffle(names)
    with PiLink(table) as link:
        for count, name in enumerate(names, start=1):
            table.set_reed(name, is_closed=True)
            assert link.events(count)[-1] == (name, True)


def test_reeds_closed_before_the_start_are_in_the_snapshot(table: FirmwareTable) -> None:
    table.set_reed("e5.occupant", is_closed=True)
    table.set_reed("done", is_closed=True)
    with PiLink(table) as link:
        closed = {name for name, bit in zip(layout.REEDS, link.module.closed, strict=True) if bit}
        assert closed == {"e5.occupant", "done"}


def test_lights_keep_within_the_current_limit(table: FirmwareTable) -> None:
    scene = dict.fromkeys(layout.LEDS, Intent(Colour.WHITE, Level.BRIGHT))
    with PiLink(table) as link:
        link.hub.show(link.module.serial, pack(scene))

        def lit() -> list[Lit]:
            return [each for each in link.notices if isinstance(each, Lit) and each.need_ma > 500]

        assert link.hub.wait(lambda: bool(lit()), WITHIN_S)
        assert lit()[0].shown_ma <= layout.DEFAULT_BUDGET_MA
        assert table.wait_leds(lambda leds: min(map(max, leds.values())) > 0)
        drawn_ma = sum(table.pictures[-1]) * layout.CHANNEL_MA / 255
        drawn_ma += len(layout.LEDS) * layout.IDLE_MA
        assert layout.DEFAULT_BUDGET_MA * 0.8 < drawn_ma <= layout.DEFAULT_BUDGET_MA


def test_lights_are_off_at_the_end(table: FirmwareTable) -> None:
    with PiLink(table) as link:
        link.hub.show(link.module.serial, pack({"a1": Intent(Colour.BLUE)}))
        assert table.wait_leds(lambda leds: leds["a1"][2] > 0)
    table.close_board()
    assert table.wait_leds(lambda leds: not any(map(any, leds.values())))
    assert table.pictures[-1] == DARK


def run(table: FirmwareTable) -> tuple[subprocess.Popen[str], int]:
    """The program without its host, and the other end of the line."""
    master, slave = os.openpty()
    tty.setraw(slave)
    board = subprocess.Popen(
        [*table.command, str(master)], stdout=subprocess.PIPE, pass_fds=(master,), text=True
    )
    os.close(master)
    assert board.stdout is not None
    assert board.stdout.readline() == f"ready {SERIAL}\n"
    assert table.wait_leds(lambda leds: any(map(any, leds.values())))  # it breathes
    return board, slave


@pytest.mark.parametrize("how", ["SIGTERM", "SIGTERM twice", "its host is gone"])
def test_however_the_program_ends_the_lights_go_off(table: FirmwareTable, how: str) -> None:
    board, slave = run(table)
    if how == "its host is gone":
        os.close(slave)
    for _ in range(how.count("SIGTERM") + how.count("twice")):
        board.send_signal(signal.SIGTERM)
    assert board.wait(WITHIN_S) == 0
    assert table.wait_leds(lambda leds: not any(map(any, leds.values())))
    if how != "its host is gone":
        os.close(slave)
    assert board.stdout is not None
    board.stdout.close()


def test_board_that_died_is_lost_and_its_port_gone(table: FirmwareTable) -> None:
    with PiLink(table) as link:
        os.kill(link.board.pid, signal.SIGKILL)

        def is_lost() -> bool:
            states = [each.new for each in link.notices if isinstance(each, StateChange)]
            return states[-1:] == [LinkState.LOST]

        assert link.hub.wait(is_lost, WITHIN_S), link.notices
        assert is_gone(link.board.pid)
        assert link.hub.wait(lambda: not table.ports(), WITHIN_S)


# Where it cannot run.


class Hasty(subprocess.Popen[str]):
    """A process that has ended before anything else happens."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        self.wait()


@pytest.mark.parametrize("model", ["Some Other Computer", None])
def test_other_computers_are_told_what_to_take_instead(
    table: FirmwareTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str | None
) -> None:
    monkeypatch.setattr(subprocess, "Popen", Hasty)
    path = tmp_path / "pi" / "model"
    if model is None:
        path.unlink()
    else:
        path.write_text(model)
    with pytest.raises(PiUnavailable) as caught:
        PiBoard()
    assert str(caught.value) == NOT_A_PI


@pytest.mark.skipif(
    Path("/proc/device-tree/model").exists(), reason="it would start on this very board"
)
def test_this_computer_is_no_raspberry_pi(cli: Cli) -> None:
    code, out, err = cli("board", "info", "--board", "pi")
    assert (code, out, err) == (1, "", f"heistboard: {NOT_A_PI}\n")


@pytest.mark.parametrize("missing", ["gpiod", "neopixel", "board"])
def test_missing_library_is_named_with_its_cure(
    table: FirmwareTable, tmp_path: Path, cli: Cli, missing: str
) -> None:
    (tmp_path / "pi" / "missing").write_text(missing)
    code, _, err = cli("board", "info", "--board", "pi")
    assert code == 1
    assert f"heistboard: {missing} is not installed; " in err
    assert ".venv/bin/pip install '.[pi]'" in err


def test_pins_that_are_taken_are_one_sentence(
    table: FirmwareTable, tmp_path: Path, cli: Cli
) -> None:
    (tmp_path / "pi" / "taken").write_text("17")
    code, _, err = cli("board", "info", "--board", "pi")
    assert code == 1
    assert "cannot use the pins: [Errno 16] Device or resource busy" in err
    assert "hardware/README.md" in err


# The commands.


def test_info_says_all_and_that_no_watchdog_watches(table: FirmwareTable, cli: Cli) -> None:
    document = cli("board", "info", "--board", "pi", "--json").document
    assert document["serial"] == SERIAL
    assert (document["inputs"], document["leds"]) == (70, 52)
    assert document["interpreter"].startswith("CPython ")
    assert document["watchdog"].startswith("none on a Raspberry Pi")
    assert document["stats"]["passes"] >= 0


def test_list_and_doctor_see_just_another_board(table: FirmwareTable, cli: Cli) -> None:
    (row,) = cli("board", "list", "--board", "pi", "--json").document["boards"]
    assert (row["serial"], row["state"], row["problem"]) == (SERIAL, "ready", None)
    code, out, _ = cli("doctor", "--board", "pi")
    assert code == 0
    assert f"serial {SERIAL}" in out


def test_bench_times_its_line(table: FirmwareTable, cli: Cli) -> None:
    outcome = cli("board", "bench", "--board", "pi", "--seconds", "1", "--json")
    assert outcome.code == 0
    assert outcome.document["turns"] > 0
    assert [outcome.document[key] for key in ("bad", "skipped", "resent")] == [0, 0, 0]


def test_mirror_lights_what_is_put_down(table: FirmwareTable, cli: Cli) -> None:
    table.set_reed("c3.cover", is_closed=True)
    assert cli("play", "--board", "pi", "--seconds", "1").code == 0
    place = 3 * layout.LEDS.index("c3")
    assert any(any(picture[place : place + 3]) for picture in table.pictures)


def test_there_is_nothing_to_flash(cli: Cli) -> None:
    code, _, err = cli("board", "flash", "--board", "pi")
    assert code == 1
    assert "nothing to flash" in err


def test_the_walk_names_an_open_reed_by_the_header_s_pins(
    table: FirmwareTable, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    class RobotWalk(ConnectedWalk):
        """A walk whose magnets a robot moves."""

        def turn(self) -> None:
            if self._robot is None:
                pace = self.walk.pace
                self._robot = Robot(table, self.key, climb_ms=pace.climb, press_ms=pace.press + 40)
            super().turn()

    monkeypatch.setattr(test_command, "ConnectedWalk", RobotWalk)
    monkeypatch.setattr(test_command, "PACE", test_command.PACE.faster(4))
    table.broken.add("b3.cover")
    outcome = cli(
        *("board", "test", "--board", "pi", "--json"), *("--from", "b4.cover", "--to", "b2.cover")
    )
    assert outcome.code == 1
    (fault,) = [each for each in outcome.document["faults"] if each["kind"] == "dead"]
    assert fault["places"] == ["b3.cover"]
    assert "column pin GPIO 4 (header pin 7) or row pin GPIO 16 (header pin 36)" in fault["cause"]


def test_a_game_is_played_on_it(table: FirmwareTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def board(serial: str) -> FirmwareTable:
        table.start()
        return table

    monkeypatch.setattr("heistboard.sim.board.SimBoard", board)
    script = read((REHEARSALS / "arrest.txt").read_text(encoding="utf-8"), "arrest.txt")
    played: list[str] = []
    runner.play(script, lambda act: played.append(act.note))
    assert len(played) == 1 + len(script.acts)
    assert played.count("ok") > 4

"""`board assign` and `board identify`: on boards themselves, and through a running table.

Real time: simulated boards on pseudo-terminals, whose Done is pressed once they show a number.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from heistboard.app.control import Control
from heistboard.boards.data_folder import DataFolder
from heistboard.cli import board_assign
from heistboard.places.floor_number import number_scene
from heistboard.sim import SimBoard
from heistboard.sim.board_model import SERIALS

from tests.support.command import Cli

A, B, C = "AB00000000000001", "AB00000000000002", "CD00000000000003"
Leds = dict[str, tuple[int, int, int]]


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_assign, "IDENTIFY_S", 0.4)
    monkeypatch.setattr(board_assign, "LOOK_EVERY_S", 0.01)


@pytest.fixture
def boards(cli: Cli) -> Iterator[tuple[SimBoard, SimBoard]]:
    with SimBoard(A) as one, SimBoard(B) as other:
        cli.plug(*one.ports(), *other.ports())
        yield one, other


def floors(cli: Cli) -> dict[str, int]:
    path = cli.data / "floors.json"
    return dict(json.loads(path.read_text())) if path.exists() else {}


def lit(leds: Leds) -> frozenset[str]:
    return frozenset(name for name, led in leds.items() if any(led))


class Shown:
    """The sets of LEDs that a board has lit together."""

    def __init__(self, board: SimBoard) -> None:
        self.scenes: set[frozenset[str]] = set()
        self._board = board
        board.watchers.append(lambda leds: self.scenes.add(lit(leds)))

    def has_shown(self, number: int | None) -> bool:
        return frozenset(number_scene(number)) in self.scenes

    def wait(self, number: int | None) -> bool:
        return self._board.wait_leds(lambda leds: self.has_shown(number), within_s=20)

    def wait_dark(self) -> bool:
        return self._board.wait_leds(lambda leds: not lit(leds), within_s=20)


# On the boards themselves.


def test_the_only_board_is_taken_and_remembered_at_once(cli: Cli) -> None:
    with SimBoard(A) as board:
        cli.plug(*board.ports())
        code, out, _ = cli("board", "assign", "2")
    assert (code, out) == (0, f"board {A} is floor 2 now\n")
    assert floors(cli) == {A: 2}


def test_the_board_that_had_the_floor_has_none_then(
    cli: Cli, boards: tuple[SimBoard, SimBoard]
) -> None:
    DataFolder(str(cli.data)).save_floors({A: 1, C: 3})
    outcome = cli("board", "assign", "1", B)
    assert outcome.out == f"board {B} is floor 1 now\nboard {A} has no floor now\n"
    assert floors(cli) == {B: 1, C: 3}
    document = cli("board", "assign", "3", A, "--json").document
    assert document == {"serial": A, "floor": 3, "before": C}
    assert floors(cli) == {B: 1, A: 3}
    assert cli("board", "assign", "3", A, "--json").document["before"] is None


def test_of_several_boards_the_one_whose_done_is_pressed_is_taken(
    cli: Cli, boards: tuple[SimBoard, SimBoard], monkeypatch: pytest.MonkeyPatch
) -> None:
    DataFolder(str(cli.data)).save_floors({A: 1})
    first, second = Shown(boards[0]), Shown(boards[1])

    def press_done() -> None:  # as soon as both boards show what they are
        if first.wait(1) and second.wait(None):
            boards[1].set_reed("done", is_closed=True)
            boards[1].set_reed("done", is_closed=False, after_ms=60)

    def see(seconds: float) -> None:  # instead of the time that people have to see the result
        assert first.wait(None) and second.wait(1)

    monkeypatch.setattr(board_assign, "time", SimpleNamespace(sleep=see))
    presser = threading.Thread(target=press_done)
    presser.start()
    code, out, _ = cli("board", "assign", "1")
    presser.join()
    assert code == 0
    assert out.splitlines() == [
        "floor 1 shows 1",
        f"board {B} (no floor yet) lights its whole round track",
        "press Done on the board that is to be floor 1, within a minute",
        f"board {B} is floor 1 now",
        f"board {A} has no floor now",
    ]
    assert floors(cli) == {B: 1}
    assert first.wait_dark() and second.wait_dark()


def test_a_press_from_before_the_command_chooses_nothing(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, boards: tuple[SimBoard, SimBoard]
) -> None:
    monkeypatch.setattr(board_assign, "DONE_WITHIN_S", 0.5)
    # As if the events that a board has queued came after the command began to wait.
    monkeypatch.setattr("heistboard.boards.connected.wait_settled", lambda hub, ports: None)
    monkeypatch.setattr(
        "heistboard.boards.connected.require_ready",
        lambda hub: hub.wait(lambda: len(hub.ready()) == 2, 5) and hub.ready(),
    )
    for board in boards:
        for is_closed in (True, False):
            board.set_reed("done", is_closed=is_closed)
            time.sleep(0.1)  # until the board has seen it
    assert "nobody pressed Done" in cli("board", "assign", "1").err
    assert floors(cli) == {}


def test_nobody_presses_done(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, boards: tuple[SimBoard, SimBoard]
) -> None:
    monkeypatch.setattr(board_assign, "DONE_WITHIN_S", 0.2)
    code, _, err = cli("board", "assign", "2")
    assert code == 1
    assert err == (
        "heistboard: nobody pressed Done within a minute; name the board: `heistboard board "
        f"assign 2 SERIAL`, with {A} or {B}\n"
    )
    assert floors(cli) == {}


def test_the_beginning_of_a_serial_number_is_enough(
    cli: Cli, boards: tuple[SimBoard, SimBoard]
) -> None:
    DataFolder(str(cli.data)).save_floors({C: 3})
    assert cli("board", "assign", "1", "cd").out == (
        f"board {C} is floor 1 now\n"  # not plugged in, but it has a floor
    )
    code, _, err = cli("board", "assign", "1", "AB")
    assert (code, err) == (1, f"heistboard: 'AB' fits the boards {A} and {B}; give more of it\n")


@pytest.mark.parametrize("command", [("assign", "1"), ("identify",)])
def test_an_unknown_serial_number_is_said_with_those_there_are(
    cli: Cli, boards: tuple[SimBoard, SimBoard], command: tuple[str, ...]
) -> None:
    code, _, err = cli("board", *command, "FF")
    assert (code, err) == (1, f"heistboard: there is no board 'FF', expected {A} or {B}\n")
    assert floors(cli) == {}


@pytest.mark.parametrize("command", [("assign", "1"), ("identify",)])
def test_no_board_says_what_to_check(cli: Cli, command: tuple[str, ...]) -> None:
    code, _, err = cli("board", *command)
    assert code == 1
    assert "no board was found" in err


@pytest.mark.parametrize("command", [("assign", "1"), ("identify",)])
def test_a_raspberry_pi_that_is_none_is_said(cli: Cli, command: tuple[str, ...]) -> None:
    code, _, err = cli("board", *command, "--board", "pi")
    assert code == 1
    assert "Raspberry Pi" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("assign",), "FLOOR"),
        (("assign", "0"), "FLOOR: got '0', expected 1, 2 or 3"),
        (("assign", "4"), "FLOOR: got '4', expected 1, 2 or 3"),
        (("assign", "x"), "FLOOR: got 'x', expected 1, 2 or 3"),
        (("assign", "1.0"), "FLOOR: got '1.0'"),
        (("assign", "1", "A", "B"), "there is no option or argument B"),
        (("assign", "1", "--board", "sim"), "the simulated boards are floors 1, 2 and 3"),
        (("assign", "1", "--board", "none"), "--board none is for `heistboard play`"),
        (("identify", "--board", "sim"), "the simulated boards are floors 1, 2 and 3"),
        (("identify", "--board", "none"), "--board none is for `heistboard play`"),
        (("list", "--board", "none"), "--board none is for `heistboard play`"),
        (("flash", "--board", "/dev/a", "--board", "/dev/b"), "one board at a time"),
    ],
)
def test_wrong_usage_ends_with_2(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = cli("board", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert floors(cli) == {}


def test_boards_that_are_named_twice_or_together_are_listed(
    cli: Cli, boards: tuple[SimBoard, SimBoard]
) -> None:
    cli.plug()
    one, other = (board.port for board in boards)
    named = ("--board", one, "--board", other, "--board", one)
    rows = cli("board", "list", *named, "--json").document["boards"]
    assert {row["serial"] for row in rows} == {A, B}
    assert len(rows) == 2


def test_identify_shows_each_floor_and_then_the_dark(
    cli: Cli, boards: tuple[SimBoard, SimBoard], monkeypatch: pytest.MonkeyPatch
) -> None:
    DataFolder(str(cli.data)).save_floors({A: 3})
    first, second = Shown(boards[0]), Shown(boards[1])

    def see(seconds: float) -> None:
        assert first.wait(3) and second.wait(None)

    monkeypatch.setattr(board_assign, "time", SimpleNamespace(sleep=see))
    outcome = cli("board", "identify", "--json")
    assert sorted(outcome.document["boards"], key=lambda each: str(each["serial"])) == [
        {"serial": A, "floor": 3, "number": 3},
        {"serial": B, "floor": None, "number": None},
    ]
    assert first.wait_dark() and second.wait_dark()


def test_identify_of_one_board_leaves_the_other_dark(
    cli: Cli, boards: tuple[SimBoard, SimBoard]
) -> None:
    other = Shown(boards[1])
    assert cli("board", "identify", A).out == f"board {A} lights its whole round track\n"
    assert not other.has_shown(None)


def test_a_floor_of_an_older_release_above_three_has_no_number(cli: Cli) -> None:
    with SimBoard(A) as board:
        cli.plug(*board.ports())
        DataFolder(str(cli.data)).save_floors({A: 4})
        (row,) = cli("board", "identify", "--json").document["boards"]
    assert row == {"serial": A, "floor": 4, "number": None}


def test_floors_of_simulated_boards_are_not_saved(cli: Cli) -> None:
    DataFolder(str(cli.data)).save_floors({A: 2, SERIALS[0]: 1})
    assert floors(cli) == {A: 2}


# Through a running table.


class FakeTable:
    """The requests of a table with *floors* by serial number; Done is pressed on *pressed*.

    It waits for Done for *waits_s*.
    """

    def __init__(
        self, floors: dict[str, int | None], pressed: str | None = None, waits_s: float = 60
    ) -> None:
        self._waits_s = waits_s
        self._until_s = 0.0
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self._floors = floors
        self._pressed = pressed
        self._wanted: int | None = None

    def answer(self, name: str, words: Mapping[str, Any]) -> dict[str, Any]:
        own = {key: value for key, value in words.items() if key not in ("token", "do")}
        if name not in ("status", "boards", "assigning"):
            self.asked.append((name, own))
        does: dict[str, Callable[[], Any]] = {
            "status": lambda: {},
            "boards": self._boards,
            "assigning": self._assigning,
            "assign": lambda: self._assign(own),
            "identify": lambda: None,
        }
        return {"is": does[name]()}

    def _boards(self) -> list[dict[str, Any]]:
        return [
            {"serial": serial, "floor": floor, "is_there": serial != C}
            for serial, floor in self._floors.items()
        ]

    def _assign(self, words: dict[str, Any]) -> None:
        if "serial" in words:
            self._give(words["floor"], words["serial"])
        else:
            self._wanted = words["floor"]
            self._until_s = time.monotonic() + self._waits_s

    def _assigning(self) -> int | None:
        if self._pressed is not None and self._wanted is not None:
            self._give(self._wanted, self._pressed)
            self._wanted = None
        return self._wanted if time.monotonic() < self._until_s else None

    def _give(self, floor: int, serial: str) -> None:
        self._floors |= {each: None for each, own in self._floors.items() if own == floor}
        self._floors[serial] = floor


def at_table(cli: Cli, table: FakeTable, *arguments: str) -> Any:  # noqa: ANN401 (CliResult)
    cli.data.mkdir()
    with Control(table, cli.data):  # type: ignore[arg-type]
        return cli("board", *arguments, "--data", str(cli.data))


def test_a_running_table_assigns_its_own_board(cli: Cli) -> None:
    table = FakeTable({A: 1, B: None})
    outcome = at_table(cli, table, "assign", "1", "ab00000000000002")
    assert outcome.out == f"board {B} is floor 1 now\nboard {A} has no floor now\n"
    assert table.asked == [("assign", {"floor": 1, "serial": B})]


def test_a_running_table_with_one_board_needs_no_serial_number(cli: Cli) -> None:
    table = FakeTable({A: None, C: 2})
    outcome = at_table(cli, table, "assign", "2", "--json")
    assert outcome.document == {"serial": A, "floor": 2, "before": C}


@pytest.mark.parametrize("pressed", [A, B])
def test_a_running_table_waits_for_done(cli: Cli, pressed: str) -> None:
    table = FakeTable({A: 1, B: None}, pressed)
    outcome = at_table(cli, table, "assign", "1")
    assert "press Done on the board that is to be floor 1, within a minute\n" in outcome.out
    assert f"board {pressed} is floor 1 now\n" in outcome.out
    assert (f"board {A} has no floor now" in outcome.out) == (pressed == B)
    assert table.asked == [("assign", {"floor": 1}), ("identify", {})]


def test_a_table_that_waits_no_longer_was_given_no_board(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_assign, "DONE_WITHIN_S", 0.1)
    monkeypatch.setattr(board_assign, "LOOK_EVERY_S", 0.2)
    outcome = at_table(cli, FakeTable({A: 1, B: None}, waits_s=0.1), "assign", "1")
    assert outcome.code == 1
    assert "nobody pressed Done within a minute" in outcome.err


def test_nobody_presses_done_at_a_running_table(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_assign, "DONE_WITHIN_S", 0.1)
    outcome = at_table(cli, FakeTable({A: 1, B: None}), "assign", "1")
    assert outcome.code == 1
    assert "nobody pressed Done within a minute" in outcome.err


@pytest.mark.parametrize("command", [("assign", "1"), ("identify",)])
def test_a_running_table_without_board_says_so(cli: Cli, command: tuple[str, ...]) -> None:
    outcome = at_table(cli, FakeTable({C: 1}), *command)
    assert outcome.code == 1
    assert "the running table has no board" in outcome.err


def test_a_running_table_has_the_boards(cli: Cli) -> None:
    outcome = at_table(cli, FakeTable({A: 1}), "assign", "1", "--board", "auto")
    assert outcome.code == 1
    assert outcome.err == f"heistboard: {board_assign.HAS_BOARDS}\n"


def test_a_running_table_lets_its_boards_show_their_numbers(cli: Cli) -> None:
    table = FakeTable({A: 1, B: None, C: 2})
    outcome = at_table(cli, table, "identify", "--json")
    assert outcome.document["boards"] == [
        {"serial": A, "floor": 1, "number": 1},
        {"serial": B, "floor": None, "number": None},
    ]
    assert table.asked == [("identify", {})]

"""Connected boards: what a board that sends too much can cost, and what lines call boards."""

from types import SimpleNamespace

import pytest
from heistboard.boards import connected as connected_module
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.recording import LINES_MOST, FrameLines
from heistboard.firmware import wire
from heistboard.link.line_record import Chunk
from heistboard.link.link import LinkState, StateChange
from heistboard.link.messages import Fault
from heistboard.link.module import Event, Module, Resync

A, B = "AB00000000000001", "AB00000000000002"


class FakeHub:
    """Counts what the boards are shown."""

    def __init__(self) -> None:
        self.problems: dict[str, str] = {}
        self.shown: list[str] = []

    def show(self, serial: str, intents: bytes) -> None:
        self.shown.append(serial)


class Watched:
    """Boards without connections, whose notices the test makes; time passes by :attr:`now_s`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, is_alive: bool = True) -> None:
        self.now_s = 100.0
        self.told: list[str] = []
        clock = SimpleNamespace(monotonic=lambda: self.now_s)
        monkeypatch.setattr(connected_module, "time", clock)
        self.boards = ConnectedBoards(
            "", ("sim",), DataFolder("/nowhere"), is_alive=is_alive, on_fault=self.told.append
        )
        self.hub = FakeHub()
        self.boards.hub = self.hub  # type: ignore[assignment]

    def take(self, module: Module, notice: object) -> None:
        self.boards._take(module, notice)  # type: ignore[arg-type]

    def lines(self) -> list[str]:
        return [line.partition(" ")[2] for line in self.boards.take_lines()]


def event(number: int) -> Event:
    return Event(None, number & 0xFFFF, number % 70, number % 2 == 0, number)


def test_a_flood_of_changes_costs_little_and_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    module = watched.boards.modules[A]
    for number in range(500_000):
        watched.now_s += 15 / 500_000
        watched.take(module, event(number))
    most = connected_module.NOTED_A_SECOND * 16
    assert len(watched.hub.shown) <= most
    lines = watched.lines()
    assert len(lines) <= connected_module.LINES_KEPT * 10
    watched.boards.update()
    (line,) = watched.lines()
    assert line.endswith("more changes and faults, too fast to list")
    assert int(line.split()[0]) >= 500_000 - most
    assert watched.hub.shown[-1] == A  # the lights are right in the end
    watched.boards.update()
    assert watched.lines() == []


def test_a_hand_is_seen_at_once_after_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    module = watched.boards.modules[A]
    for number in range(1_000):
        watched.take(module, event(number))
    watched.now_s += 1
    shown = len(watched.hub.shown)
    watched.take(module, Event(None, 1000, 0, True, 0))
    assert len(watched.hub.shown) == shown + 1
    assert watched.lines()[-1] == "a1.cover closed"


def test_a_fault_that_repeats_is_reported_once_in_ten_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Watched(monkeypatch)
    module = watched.boards.modules[A]
    for number in range(10_000):
        watched.now_s += 0.002
        watched.take(module, Fault(wire.FAULT_OVERFLOW, number))
    assert len(watched.told) == 2
    watched.now_s += 1
    watched.take(module, Fault(wire.FAULT_REFUSED, 0xD800))
    assert watched.told[-1] == f"board {A}: the board refused a block of kind 0xd800"
    assert "".join(watched.told).isprintable()


def test_hidden_changes_are_in_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    watched.boards.hidden = frozenset({"a1.cover"})
    for number in range(1_000):
        watched.take(watched.boards.modules[A], Event(None, number, 0, True, number))
    watched.boards.update()
    assert watched.lines() == []


def test_lines_of_frames_that_nobody_takes_are_dropped_and_counted() -> None:
    lines = FrameLines()
    sink = lines.sink()
    block = wire.block(wire.ASK, 7, wire.ASK_FORM, 1)
    for number in range(LINES_MOST + 500):
        sink(Chunk(number, False, block))
    taken = lines.take()
    assert taken[0] == "500 lines were dropped: they came too fast"
    assert len(taken) == LINES_MOST + 1
    assert lines.take() == []


# Names.


@pytest.mark.parametrize(
    ("floors", "said"),
    [
        (
            {},
            ["the board ready", "a1.cover closed", "b1.cover closed meanwhile", "board restarted"],
        ),
        (
            {A: 2},
            [
                "floor 2 ready",
                "a1.cover closed",
                "b1.cover closed meanwhile",
                "floor 2: board restarted",
            ],
        ),
        (
            {A: 2, B: 3},
            [
                "floor 2 ready",
                "2:a1.cover closed",
                "2:b1.cover closed meanwhile",
                "floor 2: board restarted",
            ],
        ),
        (
            {B: 3},
            [
                f"board {A} ready",
                f"{A} a1.cover closed",
                f"{A} b1.cover closed meanwhile",
                f"board {A}: board restarted",
            ],
        ),
    ],
    ids=["no floor", "floor", "two", "two, no floor"],
)
def test_lines_name_the_board_where_that_is_needed(
    monkeypatch: pytest.MonkeyPatch, floors: dict[str, int], said: list[str]
) -> None:
    watched = Watched(monkeypatch, is_alive=False)
    modules = watched.boards.modules
    for serial, floor in floors.items():
        modules.assign(floor, serial)
        assert modules[serial].floor == floor
    module = modules[A]
    b1 = next(reed for reed in range(70) if Event(None, 0, reed, True, 0).name == "b1.cover")
    watched.take(module, StateChange(None, LinkState.SYNCING, LinkState.READY, "snapshot"))
    watched.take(module, Event(None, 0, 0, True, 0))
    watched.take(module, Resync(None, ((b1, True),)))
    watched.take(module, StateChange(None, LinkState.READY, LinkState.GREETING, "board restarted"))
    assert watched.lines() == said

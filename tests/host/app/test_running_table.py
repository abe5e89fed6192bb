"""A table without thread and clock: fed, ticked when it is due, and nothing happens by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Settings
from heistboard.app.referee import Referee
from heistboard.app.running_table import RETRY_MS, RunningTable
from heistboard.games.car_thief.gestures import SETTLE_MS
from heistboard.journal.store import Store
from heistboard.link.module import Event
from heistboard.places import layout
from heistboard.places.lighting import Lighting
from heistboard.rules import IllegalMove

from tests.support.fed_table import BOARD, FakeHub, FedTable

START_MS = 50_000


class Desk:
    """A table, its boards and its store."""

    def __init__(self, folder: Path, store: Store, speed: int) -> None:
        self.boards = FakeHub()
        settings = Settings("car-thief", table_options={"thief-seconds": "30"}, speed=speed)
        self.table = RunningTable(folder / "journal.sqlite", settings, self.boards)
        self.table.open(store, START_MS)
        self.fed = FedTable(self.table, START_MS)

    def connect(self, now_ms: int) -> None:
        self.fed.now_ms = now_ms
        self.fed.come()

    def set_reed(self, reed: str, now_ms: int, *, is_closed: bool = True) -> None:
        self.fed.now_ms = now_ms
        self.fed.reed(reed, is_closed=is_closed)

    def run_until_idle(self, now_ms: int, most: int = 20) -> int:
        """Ticks whenever it is due, at most so often; returns the time of the last tick."""
        for _ in range(most):
            due_ms = self.table.due_ms
            if due_ms is None:
                break
            now_ms = max(now_ms, due_ms)
            self.table.tick(now_ms)
        return now_ms


@pytest.fixture(params=[1, 12])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    with Store(tmp_path / "journal.sqlite", create=True) as store:
        made = Desk(tmp_path, store, request.param)
        yield made
        made.table.close()


def with_covers(desk: Desk) -> int:
    """Puts a building on every cell of a connected board; returns the time by then."""
    desk.connect(START_MS + 10)
    for number, cell in enumerate(layout.CELLS):
        desk.set_reed(f"{cell}.cover", START_MS + 20 + number)
    return desk.run_until_idle(START_MS + 100)


def test_nothing_is_due_while_nothing_happens(desk: Desk) -> None:
    now_ms = with_covers(desk)
    assert desk.table.due_ms is None
    shown = list(desk.boards.shown)
    desk.table.tick(now_ms + 3_600_000)
    assert desk.boards.shown == shown


def test_a_piece_counts_when_it_is_due_and_not_before(desk: Desk) -> None:
    now_ms = with_covers(desk)
    desk.set_reed("x22.occupant", now_ms + 50)
    due_ms = desk.table.due_ms
    assert due_ms is not None and due_ms > now_ms + 50
    desk.table.tick(due_ms - 1)
    assert desk.table.status().view["moves"] == []
    desk.table.tick(due_ms)
    assert desk.table.status().view["moves"] == ["place green x22"]


def test_time_at_the_table_runs_as_fast_as_its_speed(tmp_path: Path) -> None:
    waits = []
    for speed in (1, 12):
        folder = tmp_path / str(speed)
        folder.mkdir()
        with Store(folder / "journal.sqlite", create=True) as store:
            desk = Desk(folder, store, speed)
            now_ms = with_covers(desk)
            for move in ("place green x11", "place yellow x12", "place pink x44"):
                desk.table.say(1, move)
            for crossing in ("x11", "x12", "x44"):
                desk.set_reed(f"{crossing}.occupant", now_ms + 1)
            now_ms = desk.run_until_idle(now_ms + 2)
            desk.set_reed("done", now_ms + 1)
            desk.set_reed("done", now_ms + 101, is_closed=False)
            span = desk.table.status().eyes_closed
            assert span is not None
            waits.append(span.least_ms)
            desk.table.close()
    assert waits == [30_000, 2_500]


def test_a_failed_lap_is_tried_again_when_the_retry_is_due(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_ms = with_covers(desk)

    def fail(*_: object) -> None:
        raise KeyError("x22")

    desk.set_reed("x22.occupant", now_ms + 50)
    due_ms = desk.table.due_ms
    assert due_ms is not None
    with monkeypatch.context() as patch:
        patch.setattr(Referee, "lap", fail)
        desk.table.tick(due_ms)
    assert desk.table.status().ask.id == "trouble.table"
    retry_ms = desk.table.due_ms
    assert retry_ms is not None
    assert 0 < retry_ms - due_ms <= RETRY_MS
    desk.table.tick(retry_ms)
    status = desk.table.status()
    assert (status.view["moves"], status.ask.id) == (["place green x22"], "setup.place")


def test_a_call_gets_its_result_or_its_error_and_listeners_the_rest(desk: Desk) -> None:
    heard: list[int] = []
    desk.table.listeners.append(lambda status: heard.append(status.at))
    desk.table.say(1, "place green x11")
    with pytest.raises(IllegalMove, match="x11"):
        desk.table.say(1, "place yellow x11")
    assert len(heard) == 1


def test_lighting_goes_to_the_boards_and_to_who_asked(tmp_path: Path) -> None:
    boards, told = FakeHub(), list[Lighting]()
    table = RunningTable(
        tmp_path / "journal.sqlite", Settings("car-thief"), boards, on_lighting=told.append
    )
    with Store(tmp_path / "journal.sqlite", create=True) as store:
        table.open(store, START_MS)
        table.set_brightness("night")
        with pytest.raises(ValueError, match="brightness is 'dark'"):
            table.set_brightness("dark")
        table.close()
    assert boards.brightness == [255, 31]
    assert told == [Lighting("night")]


def test_events_that_come_late_and_together_keep_their_times(tmp_path: Path) -> None:
    with Store(tmp_path / "journal.sqlite", create=True) as store:
        desk = Desk(tmp_path, store, speed=1)
        now_ms = with_covers(desk)
        number = layout.REEDS.index("x22.occupant")
        desk.table.feed(BOARD, Event(None, 0, number, True, now_ms + 100), now_ms + 100)
        desk.run_until_idle(now_ms + 900)
        assert desk.table.status().view["moves"] == ["place green x22"]
        # A helicopter stands for 400 ms; both events arrive at once, 500 ms after it was set down.
        other, undo = layout.REEDS.index("x33.occupant"), layout.REEDS.index("undo")
        at_ms = now_ms + 5_000
        desk.table.feed(BOARD, Event(None, 1, other, True, at_ms), at_ms + 500)
        desk.table.feed(BOARD, Event(None, 2, undo, True, at_ms + 400), at_ms + 500)
        assert desk.table.status().wrong == {"x33": "extra"}  # placed, and taken back
        desk.table.close()


def test_time_at_the_table_never_goes_back(desk: Desk) -> None:
    now_ms = with_covers(desk)
    desk.table.tick(now_ms + 5_000)
    desk.set_reed("x22.occupant", now_ms + 4_500)  # heard before the tick
    due_ms = desk.table.due_ms
    speed = desk.table._settings.speed
    assert due_ms is not None and due_ms >= now_ms + 5_000 + SETTLE_MS // speed

"""`board bench`: on a simulated board, on a virtual one in virtual time, and on one that is lost.

Real time: the simulated board (its answers are what is timed), a pulled cable, and Ctrl-C.
"""

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from heist.board import Board
from heistboard.boards import round_trips
from heistboard.boards.round_trips import LineCounts, RoundTrips
from heistboard.cli import board_bench
from heistboard.link.hub import Hub
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.messages import Lit, Stats
from heistboard.link.module import Module
from heistboard.link.port import Connection
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, pack
from heistboard.sim import SimBoard
from heistboard.sim.byte_faults import ByteFaults

from tests.support.command import WITHIN_S, Cli, Running
from tests.support.virtual import VirtualLine
from tests.support.virtual_hub import PORT, CommandBench, HandAct

LINE_KEYS = ["ask_ms", "scene_ms"]
REED_KEYS = ["reed_event_ms", "reed_led_ms"]
HEAD = ["port", "serial", "firmware", "interpreter", "turns"]
TAIL = ["scenes_a_second", "reed_changes", "passes", "pass_max_us", "gc_max_us"]
TAIL += ["bad", "skipped", "resent", "unanswered"]
SHORT = ("--seconds", "0.3")
ON_DESK = ("board", "bench", "--board", PORT)


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard("AB00000000000001") as board:
        yield board


def assert_ordered(document: dict[str, Any], keys: list[str]) -> None:
    for key in keys:
        p50, p99, most = document[key].values()
        assert list(document[key]) == ["p50", "p99", "max"]
        assert 0 < p50 <= p99 <= most


def when(is_so: Callable[[], bool], act: Callable[[], None]) -> threading.Thread:
    """Calls *act* on a thread once *is_so* returns True."""

    def run() -> None:
        if is_so():
            act()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def shows_only(board: SimBoard, led: str) -> bool:
    # A board without a host pulses all of them.
    return board.wait_leds(
        lambda leds: [name for name in leds if any(leds[name])] == [led], WITHIN_S
    )


def test_simulated_board_is_timed_from_reed_to_light(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_bench, "SECONDS", 0.01)
    outcome = cli("board", "bench", "--json")
    assert outcome.code == 0
    document = outcome.document
    assert list(document) == HEAD + LINE_KEYS + REED_KEYS + TAIL
    assert_ordered(document, LINE_KEYS + REED_KEYS)
    assert document["turns"] >= board_bench.ROUND_TRIPS >= 500
    assert document["reed_changes"] == 2 * document["turns"]
    assert document["scenes_a_second"] > 0
    assert document["serial"] == "53494D0000000001"
    assert document["interpreter"].startswith("MicroPython ")
    assert [document[key] for key in ("bad", "skipped", "resent", "unanswered")] == [0] * 4
    assert not cli.data.exists()


def test_bench_of_seconds_has_the_passes_that_the_board_reports(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    CommandBench(monkeypatch)
    document = cli(*ON_DESK, "--seconds", "2.5", "--json").document
    assert document["passes"] == 1000
    assert document["gc_max_us"] >= 0


def test_text_has_a_histogram_for_each_kind(cli: Cli) -> None:
    code, out, _ = cli("board", "bench", "--seconds", "2")
    assert code == 0
    for title in board_bench.KINDS.values():
        after = out.partition(f"\n{title}: p50 ")[2].splitlines()
        assert after[0].endswith(" round trips)")
        assert " ms  #" in after[1]
    assert "scenes: " in out
    assert "not timed" not in out
    out.encode("ascii")


def test_board_at_a_port_has_its_reeds_counted_and_not_timed(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    taps = [HandAct(200 + 100 * n, "b3.cover", n % 2 == 1) for n in range(6)]
    CommandBench(monkeypatch, later=taps)
    document = cli(*ON_DESK, "--seconds", "1", "--json").document
    assert list(document) == HEAD + LINE_KEYS + TAIL
    assert_ordered(document, LINE_KEYS)
    assert document["reed_changes"] == len(taps)
    CommandBench(monkeypatch)
    text = cli(*ON_DESK, "--seconds", "1").out
    assert text.endswith("not timed: the host cannot know when a hand closes a reed\n")


def test_garbled_line_is_counted(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = ByteFaults(1, corruption=0.005)
    bench = CommandBench(monkeypatch)

    def garble() -> None:
        bench.line.up = lambda data: b"".join(faults.spoil(data))

    def cut() -> None:
        bench.line.up = lambda data: b""

    garble()
    bench.at(800, cut)
    bench.at(1_500, garble)
    outcome = cli(*ON_DESK, "--seconds", "2", "--json")
    assert outcome.code == 0
    assert outcome.document["bad"] + outcome.document["skipped"] > 0
    assert outcome.document["unanswered"] > 0


def test_lights_are_restored_after_the_bench(board: SimBoard) -> None:
    found = pack({"c3": Intent(Colour.RED)})
    timer: list[RoundTrips] = []

    def take(module: Module | None, notice: Notice) -> None:
        for each in timer:
            each.take(module, notice)

    with Hub(take, board.ports) as hub:
        assert hub.wait(lambda: bool(hub.ready()), 5)
        (connection,) = hub.ready()
        hub.show(board.serial, found)
        timer.append(RoundTrips(hub, connection, board))
        timer[0].run(1, 0)
        assert shows_only(board, "c3")
        assert connection.link.module is not None and connection.link.module.intents == found
    assert len(timer[0].reed_led_ms) == len(timer[0].ask_ms) == round_trips.ROUND


def freeze(line: VirtualLine) -> None:
    line.board = cast(Board, SimpleNamespace(run_pass=lambda: None))


@pytest.mark.parametrize(
    ("ruin", "cause"),
    [(VirtualLine.restart_board, "board restarted"), (freeze, "silent for 3 s")],
)
def test_board_lost_during_the_bench_fails_with_a_sentence(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, ruin: Callable[[VirtualLine], None], cause: str
) -> None:
    desk = CommandBench(monkeypatch)
    desk.at(1_000, lambda: ruin(desk.line))
    outcome = cli(*ON_DESK, "--seconds", "30", "--json")
    assert outcome.code == 1
    assert f"{PORT}: the board was lost during the bench ({cause})" in outcome.err
    assert f"heistboard: {outcome.document['error']}\n" == outcome.err


def test_board_pulled_during_the_bench_fails_with_a_sentence(cli: Cli, board: SimBoard) -> None:
    port = board.port
    puller = when(lambda: shows_only(board, "r5"), board.pull)
    outcome = cli("board", "bench", "--board", port, "--seconds", "30", "--json")
    puller.join()
    assert outcome.code == 1
    assert f"{port}: the board was lost during the bench (cable pulled or port" in outcome.err


def test_ctrl_c_ends_it_with_what_was_timed(cli: Cli, board: SimBoard) -> None:
    arguments = ("board", "bench", "--board", board.port, "--seconds", "60", "--json")
    with Running(cli.data, *arguments) as running:
        assert shows_only(board, "r5")
        code, out, err = running.end()
        assert board.wait_leds(lambda leds: not any(map(any, leds.values())))
    assert (code, err) == (0, "")
    assert '"scene_ms": {' in out


class FakeLine:
    """Hub, connection and link in one: a board that sometimes sends STATS unasked.

    *wrong* counts notices wrongly accepted or rejected as the answer.
    """

    def __init__(self, blocks: int) -> None:
        self.link = self
        self.module = SimpleNamespace(intents=b"")
        self.counters = SimpleNamespace(blocks=40_000)
        self.reader = SimpleNamespace(bad=0, skipped=0)
        self.stats: Stats | None = None
        self.port = SimpleNamespace(device="/dev/fake")
        self.is_settled = True
        self.timer = RoundTrips(cast(Hub, self), cast(Connection, self), None)
        self.wrong = 0
        self._asked = 0
        self._blocks = blocks
        self._coming: deque[tuple[Notice, bool]] = deque()

    def paused(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def ask(self, what: int) -> None:
        self._asked += 1
        if self._asked % 3 == 0:
            self._coming.append((self._say(), False))  # crosses our question on the line
        self._send()
        self._coming.append((self._say(), True))

    def show(self, intents: bytes) -> None:
        self.is_settled = False
        self._send()
        self._coming.append((Lit(1, 0, 0), True))

    def wait(self, done: Callable[[], bool], within_s: float) -> bool:
        while self._coming and not done():
            notice, is_answer = self._coming.popleft()
            if isinstance(notice, Stats):
                self.stats = notice
                self._send()  # the ACK
            else:
                self.is_settled = True
            self.timer.take(None, notice)
            self.wrong += done() is not is_answer
        return done()

    def _send(self) -> None:
        self.counters.blocks += 1
        self._blocks = (self._blocks + 1) & 0xFFFF

    def _say(self) -> Stats:
        return Stats(0, 0, 0, 0, 0, 0, 0, 0, 0, self._blocks, 0, 0, 0, 0)


@pytest.mark.parametrize("blocks", [0, 7, 39_990, 65_500])
def test_unrequested_stats_are_not_taken_for_the_answer(blocks: int) -> None:
    line = FakeLine(blocks)
    line.timer.run(round_trips.ROUND, 0)
    assert len(line.timer.ask_ms) == len(line.timer.scene_ms) == round_trips.ROUND
    assert line.wrong == 0
    assert line.timer.unanswered == 0


def test_loss_before_the_bench_is_ignored() -> None:
    line = FakeLine(0)
    line.timer.take(None, StateChange(1, LinkState.SYNCING, LinkState.READY, "snapshot"))
    line.timer.run(round_trips.ROUND, 0)
    assert len(line.timer.scene_ms) == round_trips.ROUND


def test_counters_wrap_around() -> None:
    assert LineCounts(1, 3, 2).since(LineCounts(65535, 3, 0)) == LineCounts(2, 0, 2)


def test_every_cell_has_its_turn_in_a_round() -> None:
    assert len(layout.CELLS) == round_trips.ROUND

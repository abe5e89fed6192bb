"""The link's budgets (design, section 10) on this machine: throughput, idle cost, latency.

python -m tests.bench.link
"""

import os
import random
import struct
import subprocess
import sys
import threading
import time
import tty

from heistboard.firmware import VERSION, wire
from heistboard.link.floors import Modules
from heistboard.link.hub import Hub
from heistboard.link.link import Link, LinkState, Notice
from heistboard.link.messages import Stats
from heistboard.link.module import Event, Module
from heistboard.link.port import Port, find_ports
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, pack
from heistboard.sim import SimBoard
from heistboard.sim.board import SERIAL

from tests.bench.figures import machine, spread

MESSAGES = 8 * 65536
IDLE_S = 15.0
LOOPS = 1000
REPLUGS = 20


def frame(seq: int, kind: int, form: str, *fields: int | bytes) -> bytes:
    """Returns a frame as a board sends it."""
    writer = wire.FrameWriter()
    struct.pack_into(form, writer.buffer, wire.FRAME_FIELDS_AT, *fields)
    return bytes(writer.seal(kind, seq, struct.calcsize(form)))


def answers(session: int) -> bytes:
    """Returns HELLO and SNAPSHOT of a board that this host accepts."""
    major, minor, patch = (int(part) for part in VERSION.split("."))
    crc = layout.LAYOUT_CRC.to_bytes(4, "little")
    identity = (major, minor, patch, layout.REVISION, crc, b"boot", bytes(8))
    counts = (len(layout.REEDS), len(layout.LEDS), 0, 0)
    return frame(
        0, wire.HELLO, wire.HELLO_FORM, session, wire.PROTOCOL, *identity, *counts
    ) + frame(1, wire.SNAPSHOT, wire.SNAPSHOT_FORM, 0, 0, 0, bytes(9))


def flood(master: int) -> None:
    """Acts as a board that answers the greeting and then sends single events at full speed."""
    data = b""
    while wire.GREET not in data or len(data) < 2 * wire.BLOCK_SIZE - 1:
        data += os.read(master, 4096)
    at = data.index(wire.GREET)
    os.write(master, answers(int.from_bytes(data[at + 1 : at + 3], "little")))
    stream = b"".join(
        frame(
            (number + 2) & 0xFF,
            wire.EVENTS,
            wire.EVENTS_FORM + wire.EVENT_FORM[1:],
            number,
            number,
            (number // 2) % len(layout.REEDS) | (number % 2 << 7),
            0,
        )
        for number in range(65536)
    )
    threading.Thread(target=_drain, args=(master,), daemon=True).start()
    for _ in range(MESSAGES // 65536):
        view = memoryview(stream)
        while view:
            view = view[os.write(master, view[:4096]) :]
    time.sleep(60)


def _drain(master: int) -> None:
    while os.read(master, 65536):
        pass


def throughput() -> None:
    """Measures single-event frames through a pty and the whole host link, to the notices."""
    master, slave = os.openpty()
    tty.setraw(slave)
    child = os.fork()
    if not child:
        os.close(slave)
        flood(master)
        os._exit(0)
    count = 0
    first = last = 0.0

    def take(module: Module | None, notice: Notice) -> None:
        nonlocal count, first, last
        if isinstance(notice, Event):
            count += 1
            last = time.perf_counter()
            first = first or last

    port = Port(os.ttyname(slave), None, "flood")
    started = time.process_time()
    with Hub(take, lambda: [port]) as hub:
        assert hub.wait(lambda: count == MESSAGES, 60), count
        spent = time.process_time() - started
    os.kill(child, 9)
    os.waitpid(child, 0)
    print(
        f"throughput through a pty: {count / (last - first):,.0f} messages/s"
        f" ({spent / count * 1e6:.1f} us of a core each; n={count}; budget 80,000/s)"
    )


def idle() -> None:
    """Measures the host's share of a core while a connected board is idle."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.sim_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None and child.stdout is not None
    port, pid = child.stdout.readline().split()
    stats: list[Stats] = []

    def take(module: Module | None, notice: Notice) -> None:
        if isinstance(notice, Stats):
            stats.append(notice)

    with Hub(take, lambda: [*find_ports(), Port(port, SERIAL, "simulated board")]) as hub:
        assert hub.wait(lambda: bool(hub.ready()), 5)
        before, started = time.process_time(), time.perf_counter()
        board_before = _cpu_s(pid)
        time.sleep(IDLE_S)
        spent, passed = time.process_time() - before, time.perf_counter() - started
        board = _cpu_s(pid) - board_before
    child.stdin.close()
    child.wait()
    print(
        f"idle, board connected: {spent / passed:.2%} of a core (over {passed:.0f} s; budget 1 %);"
        f" the simulated board's MicroPython {board / passed:.1%}, {stats[-1].passes} passes/s"
    )


def _cpu_s(pid: str) -> float:
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def latency() -> None:
    """Measures the whole loop: a reed closes, the host sends a scene, the LED shows it."""
    took: list[float] = []
    with SimBoard() as board:
        hub: Hub

        def take(module: Module | None, notice: Notice) -> None:
            if isinstance(notice, Event):
                colour = Colour.RED if notice.is_closed else Colour.BLUE
                hub.show(board.serial, pack({"b3": Intent(colour)}))

        with Hub(take, board.ports) as hub:
            assert hub.wait(lambda: bool(hub.ready()), 5)
            for _ in range(LOOPS):
                started = time.perf_counter()
                board.set_reed("b3.cover", is_closed=True)
                assert board.wait_leds(lambda leds: leds["b3"][0] > 0)
                took.append((time.perf_counter() - started) * 1e3)
                board.set_reed("b3.cover", is_closed=False)
                assert board.wait_leds(lambda leds: leds["b3"][2] > 0)
    print(spread("reed -> LED, whole loop, simulated board", took, "ms", "p50 < 6, p99 < 15"))


def replug() -> None:
    """Measures from plugging in, with a new port name, until the board is ready."""
    took = []
    with SimBoard() as board, Hub(lambda *_: None, board.ports) as hub:
        for _ in range(REPLUGS):
            assert hub.wait(lambda: bool(hub.ready()), 5)
            board.pull()
            assert hub.wait(lambda: not hub.ready(), 5)
            time.sleep(random.random())
            started = time.perf_counter()
            board.plug()
            assert hub.wait(lambda: bool(hub.ready()), 5)
            took.append(time.perf_counter() - started)
    print(spread("plugged in again -> ready", took, "s", "2"))


def host_turn() -> None:
    """Measures from EVENTS bytes to SCENE bytes, on the host alone."""
    link = Link(77, Modules())
    link.open(0)
    link.feed(answers(77), 1)
    assert link.state is LinkState.READY
    link.take_output()
    took = []
    scene = 1
    for number in range(10_000):
        data = frame(
            number & 0xFF,
            wire.EVENTS,
            wire.EVENTS_FORM + wire.EVENT_FORM[1:],
            number & 0xFFFF,
            number,
            12 | (number % 2 << 7),
            0,
        )
        lit = frame(number & 0xFF, wire.LIT, wire.LIT_FORM, scene, 0, 0)
        link.feed(lit, number)
        link.take_output()
        started = time.perf_counter()
        link.feed(data, number)
        event = next(n for n in link.take_notices() if isinstance(n, Event))
        link.show(pack({"b3": Intent(Colour.RED if event.is_closed else Colour.BLUE)}), number)
        out = link.take_output()
        took.append((time.perf_counter() - started) * 1e3)
        assert out[-wire.BLOCK_SIZE] == wire.SCENE
        scene = out[-wire.BLOCK_SIZE + wire.FIELDS_AT]
    print(spread("host: event bytes -> scene bytes", took, "ms", "p99 < 3"))


if __name__ == "__main__":
    print(machine())
    throughput()
    idle()
    host_turn()
    latency()
    replug()

"""Attacks on the page server during a game, and how they slow the players down.

python -m tests.bench.abuse [SECONDS]

Server, attacker and players each have a process. The players are those of ``tests.bench.web`` and
make about twelve moves a second; each move is timed until it reaches the last of eight sockets.
For each attack of SECONDS, it prints requests per second, how they ended and the players' times.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from heistboard.boards.percentiles import spread

from tests.bench.figures import machine
from tests.bench.web import Family
from tests.support.attacks import ATTACKS, AttackLine, Target
from tests.support.web_evening import THIEF
from tests.support.web_process import WebProcess

SECONDS = 5.0
EVERY_S = 0.08  # a socket may send five messages a second, and four sockets take turns
CALM = "nobody attacks"
GONE_WITHIN_S = 30.0


def main() -> None:
    if len(sys.argv) > 2:
        attack(sys.argv[1], Target(int(sys.argv[2]), cookies(sys.argv[3])), float(sys.argv[4]))
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    print(machine())
    with tempfile.TemporaryDirectory() as folder, WebProcess(Path(folder)) as server:
        asyncio.run(evening(server, seconds))


async def evening(server: WebProcess, seconds: float) -> None:
    target = Target(server.port, server.cookies)
    async with Family(server) as family:
        moves = show(CALM, await play(family, seconds))
        memory_kb, files = server.memory_kb(), server.files()
        most_kb = memory_kb
        with ExitStack() as ends:
            for line in hanging(target):
                ends.enter_context(line)
            for name in ATTACKS:
                with attacker(name, target, seconds) as process:
                    times_ms = await play(family, seconds)
                    said = await asyncio.to_thread(process.communicate)
                now_kb = server.memory_kb()
                most_kb = max(most_kb, now_kb)
                moves += show(name, times_ms, *json.loads(said[0]), memory_kb=now_kb)
            due_s = time.monotonic() + GONE_WITHIN_S
            while server.files() > files and time.monotonic() < due_s:
                await play(family, 1.0)
        moves += show(CALM, await play(family, seconds))
    print(f"{moves} moves, none of them lost")
    print(
        f"memory: {memory_kb / 1024:.1f} MB before, {most_kb / 1024:.1f} at most after an attack, "
        f"{server.memory_kb() / 1024:.1f} in the end"
    )
    print(f"open files: {files} before, {server.files()} after everybody has left")


async def play(family: Family, seconds: float) -> list[float]:
    """Plays at a family's pace; raises :exc:`TimeoutError` if a move is not made."""
    times_ms = []
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        times_ms.append(await family.move())
        await asyncio.sleep(EVERY_S)
    return times_ms


def show(
    name: str,
    times_ms: list[float],
    per_s: float = 0,
    ends: dict[str, int] | None = None,
    *,
    memory_kb: int = 0,
) -> int:
    size, p50, p99, most = spread(times_ms)
    figures = f"p50 {p50:5.1f} p99 {p99:6.1f} max {most:6.1f} ms (n={size})"
    how = "".join(f"   {count} {end}" for end, count in (ends or {}).items())
    memory = f"{memory_kb / 1024:5.1f} MB" if memory_kb else " " * 8
    print(f"{name:22}{per_s:9.0f}/s   {figures}  {memory}{how}", flush=True)
    return size


def hanging(target: Target) -> Iterator[AttackLine]:
    """Opens connections that stall at each possible point."""
    for _ in range(5):
        yield AttackLine(target)
        half = AttackLine(target)
        half.send(b"GET / HTTP/1.1\r\nHost: ")
        yield half
        second = AttackLine(target)
        second.ask("GET /seat/")
        second.status()
        second.send(b"GET / HTTP/1.1\r\nHost: ")
        yield second
        body = AttackLine(target)
        body.ask("POST /seat/join", f"Origin: http://{target.host}", "Content-Length: 43")
        yield body
        slow = AttackLine(target, receives=2048)
        slow.send(f"GET /pages/seat.js HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode() * 100)
        yield slow
        deaf = AttackLine(target, receives=2048)
        deaf.upgrade(f"/seat/{THIEF}/live", target.cookies[THIEF])
        yield deaf


def attack(name: str, target: Target, seconds: float) -> None:
    """Repeats one attack; prints how often per second, and how the connections ended."""
    sent, ends = 0, Counter[str]()
    began_s = time.monotonic()
    while time.monotonic() < began_s + seconds:
        try:
            done = ATTACKS[name](target)
        except (OSError, StopIteration) as error:  # the connection was refused
            sent, ends = sent + 1, ends + Counter([type(error).__name__])
            continue
        sent, ends = sent + done.sent, ends + done.ends
    print(json.dumps([sent / (time.monotonic() - began_s), ends]))


def attacker(name: str, target: Target, seconds: float) -> subprocess.Popen[str]:
    words = [name, str(target.port), json.dumps(target.cookies), str(seconds)]
    command = [sys.executable, "-m", "tests.bench.abuse", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def cookies(text: str) -> dict[int, str]:
    return {int(seat): cookie for seat, cookie in json.loads(text).items()}


if __name__ == "__main__":
    main()

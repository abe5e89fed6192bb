"""The time from a window's answer to the pages of eight players (design, section 10).

python -m tests.bench.good_cop_bad_cop_window [ANSWERS]

The server has its own process, over loopback; each of eight seats has a socket. A card is played
in an open window, and timed from its sending until the last of the eight has what follows from
it; likewise the last pass, which closes a window that waits for all. The journal is in memory:
fsync is outside the host figures. One seat's card has 189 targets. Beside it, in the same run,
echoes: a server that only sends eight sockets as many bytes as ours on an average.

On a busy machine begin it with ``chrt -f 1``, or others' turns are what it times.
"""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from tests.bench.figures import machine, spread
from tests.support.cop_process import PLAYERS, CopProcess
from tests.support.ram_folder import ram_folder

ANSWERS = 1_000
BUDGET = "p99 < 20"
WITHIN_S = 20


def main() -> None:
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else ANSWERS
    print(machine())
    with ram_folder() as name, CopProcess(Path(name)) as server:
        played, passed, sizes = asyncio.run(play(server, answers))
    size = sum(sizes) // len(sizes)
    echoed = asyncio.run(echoes(size, answers))
    print(spread("a card in a window -> all 8 sockets", played, "ms", BUDGET))
    print(spread("the last pass in a window -> all 8 sockets", passed, "ms", BUDGET))
    print(spread(f"an echo of {size} bytes -> 8 sockets", echoed, "ms", "none"))
    print(f"messages of {min(sizes)} to {max(sizes)} bytes")


async def play(server: CopProcess, answers: int) -> tuple[list[float], list[float], list[int]]:
    """Plays and passes so often; returns milliseconds, and the lengths of what was sent."""
    async with AsyncExitStack() as ends:
        lines = [
            await ends.enter_async_context(
                connect(server.address(seat), additional_headers=server.headers(seat), proxy=None)
            )
            for seat in range(PLAYERS)
        ]
        told: list[Any] = [json.loads(await until(line, '"seat":{"')) for line in lines]
        played, passed, sizes = [], [], []
        for number in range(answers):
            seat = number % PLAYERS
            card = next(move for move in told[seat]["seat"]["legal"] if " play " in move)
            played.append(await timed(lines, told, seat, card))
            told = await undone(server, lines, told)
            sizes += [
                len(json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode())
                for each in told
            ]
        # Now all but one have passed; what the umpire takes back is the last pass alone.
        last = PLAYERS - 1
        for seat in range(last):
            said = saying(told[seat], f"p{seat + 1} pass")
            await lines[seat].send(said)
            await until(lines[seat], '"answer":')
        for _ in range(answers):
            passed.append(await timed(lines, told, last, f"p{PLAYERS} pass"))
            told = await undone(server, lines, told)
        return played, passed, sizes


async def timed(lines: list[ClientConnection], told: list[Any], seat: int, move: str) -> float:
    """Says a move; returns the milliseconds until all have what follows."""
    wanted = f'"at":{told[seat]["table"]["at"] + 1},'
    said = saying(told[seat], move)
    async with asyncio.timeout(WITHIN_S):
        started = time.perf_counter()
        await lines[seat].send(said)
        await asyncio.gather(*(until(line, wanted) for line in lines))
        return (time.perf_counter() - started) * 1000


async def undone(server: CopProcess, lines: list[ClientConnection], told: list[Any]) -> list[Any]:
    """Has the umpire take the last move back; returns what all are told then."""
    at = told[0]["table"]["at"] + 2
    await asyncio.to_thread(server.correct, "undo")
    return [json.loads(await until(line, f'"at":{at},')) for line in lines]


def saying(told: Any, move: str) -> str:  # noqa: ANN401 (whatever JSON says)
    """Returns what a page says that answers its prompt."""
    at = told["seat"]["prompt"]["number"]
    return json.dumps({"number": 1, "game": told["table"]["game"], "at": at, "say": move})


async def until(line: ClientConnection, wanted: str) -> str:
    """Returns the first message with that text; parses nothing while the clock runs."""
    while wanted not in (message := str(await line.recv())):
        pass
    return message


async def echoes(size: int, count: int) -> list[float]:
    """Times a server that only passes on; it is in this process, in a loop of its own."""
    lines: set[ServerConnection] = set()

    async def pass_on(line: ServerConnection) -> None:
        lines.add(line)
        async for _ in line:
            await asyncio.gather(*(each.send("x" * size) for each in lines))

    times_ms = []
    async with serve(pass_on, "127.0.0.1", 0) as server, AsyncExitStack() as ends:
        port = next(iter(server.sockets)).getsockname()[1]
        clients = [
            await ends.enter_async_context(connect(f"ws://127.0.0.1:{port}", proxy=None))
            for _ in range(PLAYERS)
        ]
        for number in range(count):
            started = time.perf_counter()
            await clients[number % PLAYERS].send("play")
            await asyncio.gather(*(each.recv() for each in clients))
            times_ms.append((time.perf_counter() - started) * 1000)
    return times_ms


if __name__ == "__main__":
    main()

"""The time from a move to all pages, and of first opening the table's page (design, section 10).

python -m tests.bench.web [MOVES]

The server has its own process, over loopback. Eight sockets are open: two tables, two devices of
the thief, four of the police. A move is timed from its sending until the last of the eight has the
new state. That includes the journal's fsync, which is also timed separately.
"""

import asyncio
import json
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
from heistboard import games
from heistboard.journal.store import Store
from websockets.asyncio.client import ClientConnection, connect

from tests.bench.figures import machine, spread
from tests.support.chromium import executable, launch
from tests.support.web_evening import POLICE, THIEF, WITHIN_S
from tests.support.web_process import WebProcess

MOVES = 2_000
SEATS = (None, None, THIEF, THIEF, POLICE, POLICE, POLICE, POLICE)
BUDGET = "p99 < 50"
GETS = 300


def main() -> None:
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with WebProcess(folder, says_per_s=10_000) as server:
            times_ms = asyncio.run(play(server, moves))
            print(spread("move -> all 8 sockets, with fsync", times_ms, "ms", BUDGET))
            first_bytes(server)
            first_look(server)
        print(spread("a move written to the journal, in it", writes(folder, moves), "ms", "none"))


async def play(server: WebProcess, moves: int) -> list[float]:
    async with Family(server) as family:
        return [await family.move() for _ in range(moves)]


class Family:
    """Eight devices of a game. Use it in an ``async with`` statement."""

    def __init__(self, server: WebProcess) -> None:
        self._server = server
        self._random = Random(1)
        self._number = 0
        self._ends = AsyncExitStack()
        self._lines: list[ClientConnection] = []
        self._told: list[Any] = []  # whatever JSON says

    async def __aenter__(self) -> "Family":
        for seat in SEATS:
            path = "/live" if seat is None else f"/seat/{seat}/live"
            address, headers = f"ws://{self._server.host}{path}", self._server.headers(seat)
            line = connect(address, additional_headers=headers, proxy=None)
            self._lines.append(await self._ends.enter_async_context(line))
        self._told = [json.loads(await line.recv()) for line in self._lines]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._ends.aclose()

    async def move(self) -> float:
        """Makes a legal move on a device of the police, takes it back, and returns its ms."""
        self._number += 1
        mover = len(SEATS) - 1 - self._number % SEATS.count(POLICE)
        table = self._told[mover]["table"]
        move = self._random.choice(self._told[mover]["seat"]["legal"])
        at = table["at"]
        asked = self._told[mover]["seat"]["prompt"]["number"]
        said = {"number": self._number, "game": table["game"], "at": asked, "say": move}
        async with asyncio.timeout(WITHIN_S):
            started = time.perf_counter()
            await self._lines[mover].send(json.dumps(said))
            await asyncio.gather(*(until(line, at + 1) for line in self._lines))
            time_ms = (time.perf_counter() - started) * 1000
            await asyncio.to_thread(self._server.correct, "undo")
            told = await asyncio.gather(*(until(line, at + 2) for line in self._lines))
        self._told = [json.loads(each) for each in told]
        return time_ms


async def until(line: ClientConnection, at: int) -> str:
    """Returns the first message with that state; parses nothing while the clock runs."""
    wanted = f'"at":{at},'
    while wanted not in (message := str(await line.recv())):
        pass
    return message


def writes(folder: Path, moves: int) -> list[float]:
    """Times writes of moves to a journal on the same disk, with nothing else running."""
    times_ms = []
    with Store(folder / "journal.sqlite") as store:
        state = games.load("car-thief").new()
        with store.create(state, "now") as journal:
            for _ in range(moves):
                started = time.perf_counter()
                journal.play("place green x22", "now")
                times_ms.append((time.perf_counter() - started) * 1000)
                journal.undo("now")
    return times_ms


def first_bytes(server: WebProcess) -> None:
    """Times the request until the first byte of the table's page."""
    address = f"http://{server.host}/"
    times_ms: dict[str, list[float]] = {"a new connection": [], "a kept connection": []}
    with httpx.Client(trust_env=False) as kept:
        for _ in range(GETS):
            for name, client in (
                ("a new connection", httpx.Client(trust_env=False)),
                ("a kept connection", kept),
            ):
                request = client.build_request("GET", address)
                started = time.perf_counter()
                response = client.send(request, stream=True)
                next(response.iter_raw())
                times_ms[name].append((time.perf_counter() - started) * 1000)
                response.read() if not response.is_stream_consumed else None
                response.close()
                if client is not kept:
                    client.close()
    for name, values in times_ms.items():
        print(spread(f"GET / -> its first bytes, {name}", values, "ms", "none"))


def first_look(server: WebProcess) -> None:
    """Measures what a browser transfers for the table's page, and its first paint."""
    if executable() is None:
        print("first look at /: there is no chromium")
        return
    from playwright.sync_api import Request, sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        page = browser.new_page()
        requests: list[Request] = []
        heard: list[str | bytes] = []
        page.on("requestfinished", lambda request: requests.append(request))
        page.on(
            "websocket", lambda line: line.on("framereceived", lambda said: heard.append(said))
        )
        page.goto(f"http://{server.host}/", wait_until="networkidle")
        page.wait_for_selector("#events li")
        sizes = [request.sizes() for request in requests]
        total = sum(each["responseHeadersSize"] + each["responseBodySize"] for each in sizes)
        total += len(heard[0])
        paint_ms = page.evaluate(
            "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        )
        browser.close()
    print(
        f"first look at /: {total / 1000:.1f} KB in {len(requests)} answers and the first message "
        f"of {len(heard[0])} B (budget < 100 KB), first paint after {paint_ms:.0f} ms"
    )


if __name__ == "__main__":
    main()

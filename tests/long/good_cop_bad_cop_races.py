"""Two answers to one window at once, on sockets: ``python -m tests.long.good_cop_bad_cop_races``.

With a number, so many times (1 000). Of eight players two play a card in the same window, at most
5 ms apart, each on the own socket: one wins, and the other is told why. Then a third one taps as
if that window were still open. The umpire takes the card back, and the next window opens.
"""

import asyncio
import json
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.figures import machine
from tests.support.cop_process import PLAYERS, CopProcess

TIMES = 1_000
APART_MS = 5
WITHIN_S = 60


def main(arguments: list[str]) -> None:
    """Runs it."""
    times = int(arguments[0]) if arguments else TIMES
    with tempfile.TemporaryDirectory() as name, CopProcess(Path(name)) as server:
        counts = asyncio.run(race(server, times))
    print(machine())
    print(f"{times} races: {dict(counts)}")


class Phone:
    """A seat's socket, and the newest message about the table on it."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._latest = ""

    async def say(self, text: str) -> str:
        """Says it and returns the answer."""
        await self._line.send(text)
        return await self._hear('"answer":7')

    async def told(self, at: int) -> Any:  # noqa: ANN401 (whatever JSON says)
        """Returns what it is told once the public moves have changed so often."""
        wanted = f'"at":{at},'
        return json.loads(self._latest if wanted in self._latest else await self._hear(wanted))

    async def _hear(self, wanted: str) -> str:
        async with asyncio.timeout(WITHIN_S):
            while True:
                message = str(await self._line.recv())
                if '"table":{' in message:
                    self._latest = message
                if wanted in message:
                    return message


async def race(server: CopProcess, times: int) -> Counter[str]:
    """Raises :exc:`AssertionError` unless each race has one winner, and nothing else counts."""
    random, counts = Random(20), Counter[str]()
    async with AsyncExitStack() as ends:
        phones = []
        for seat in range(PLAYERS):
            address, headers = server.address(seat), server.headers(seat)
            line = connect(address, additional_headers=headers, proxy=None)
            phones.append(Phone(await ends.enter_async_context(line)))
        at = server.at
        told = [await phone.told(at) for phone in phones]
        known = told[0]["table"]["view"]["moves"]
        for _ in range(times):
            seats = random.sample(range(PLAYERS), 3)
            saying = [said(told[seat], random) for seat in seats]
            first = asyncio.create_task(phones[seats[0]].say(saying[0]))
            await asyncio.sleep(random.uniform(0, APART_MS) / 1000)
            second = await phones[seats[1]].say(saying[1])
            # The third one taps for a window that is over by then.
            answers = [await first, second, await phones[seats[2]].say(saying[2])]
            refusals = [json.loads(each).get("refused") for each in answers]
            assert sum(refused is None for refused in refusals[:2]) == 1 and refusals[2], answers
            winner = refusals.index(None)
            counts[f"the {('first', 'second')[winner]} to speak wins"] += 1
            counts[f"the other is told {refusals[1 - winner]['why']!r}"] += 1
            counts[f"a tap for the window before is told {refusals[2]['why']!r}"] += 1
            assert {each["why"] for each in refusals if each} <= {"stale", "turn"}, answers
            moves = (await phones[0].told(at + 1))["table"]["view"]["moves"]
            move = json.loads(saying[winner])["say"]
            assert moves[: len(known)] == known and moves[len(known)].startswith(move), moves
            await asyncio.to_thread(server.correct, "undo")
            at += 2
            told = [await phone.told(at) for phone in phones]
            assert told[0]["table"]["view"]["moves"] == known
            assert not any(each["seat"]["view"]["has-passed"] for each in told)
    return counts


def said(told: Any, random: Random) -> str:  # noqa: ANN401 (whatever JSON says)
    """Returns what a page says that plays its card."""
    table, seat = told["table"], told["seat"]
    move = random.choice([move for move in seat["legal"] if " play " in move])
    at = seat["prompt"]["number"]
    return json.dumps({"number": 7, "game": table["game"], "at": at, "say": move})


if __name__ == "__main__":
    main(sys.argv[1:])

"""A game in which, at each prompt, the device that is asked goes away, and old taps come late.

The table names who is away. The game goes on: the same device returns, the host gives the seat to
another one, or the host makes the move on the table's page. A tap that was kept back and is sent
with a later prompt never counts.
"""

import contextlib
import json
from collections import deque
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from heistboard.web import sockets
from websockets.sync.client import ClientConnection, connect

from tests.support import in_process, screens
from tests.support.screens import Screens
from tests.support.seats import a_device, a_host, seated
from tests.support.web_evening import receive, receive_until

ANNOUNCED_MS = 20  # for acts of the host
KEPT = 6  # prompts in which an old tap is sent again


class LossyGame:
    """A game, a line for each seat, and the table's line of a host."""

    def __init__(self, table: Screens, ends: contextlib.ExitStack, seed: int) -> None:
        self.table = table
        self._random = Random(seed)
        self._ends = ends
        self.cookies = {
            seat: seated(table.server, seat) for seat in range(len(table.daemon.seats()))
        }
        self.host = a_host(table.server, "Host")
        self.lines = {seat: self._seat_line(seat) for seat in self.cookies}
        self.live = self._connect("live", self.host)
        self.kept: deque[tuple[int | None, str]] = deque(maxlen=KEPT)
        self.refused: list[str] = []

    def _connect(self, path: str, cookie: str) -> ClientConnection:
        address = f"{self.table.server.address.replace('http', 'ws', 1)}{path}"
        headers = {"Origin": self.table.server.address.rstrip("/"), "Cookie": cookie}
        line = connect(address, additional_headers=headers, proxy=None, close_timeout=1)
        return self._ends.enter_context(line)

    def _seat_line(self, seat: int) -> ClientConnection:
        return self._connect(f"seat/{seat}/live", self.cookies[seat])

    def devices(self, seat: int, wanted: list[bool]) -> None:
        """Waits until the table says that these devices sit there, here or away."""

        def is_so(content: Any) -> bool:  # noqa: ANN401 (whatever JSON says)
            seats = content.get("seats")
            return bool(seats and [each["here"] for each in seats[seat]["devices"]] == wanted)

        with self.fresh() as live:
            receive_until(live, is_so)

    @contextlib.contextmanager
    def fresh(self) -> Iterator[ClientConnection]:
        with contextlib.ExitStack() as ends:
            ends.callback(setattr, self, "_ends", self._ends)
            self._ends = ends
            yield self._connect("live", self.host)

    def lose(self, seat: int) -> None:
        self.lines.pop(seat).close()
        self.devices(seat, [False])

    # How it goes on.

    def comes_back(self, seat: int) -> None:
        self.lines[seat] = self._seat_line(seat)
        self.devices(seat, [True])

    def is_handed_on(self, seat: int) -> None:
        self.is_led_out(seat)
        device, self.cookies[seat] = a_device(self.table.server)
        self._post(f"/seat/{seat}/hand", {"device": device.id})
        self.devices(seat, [False])
        self.comes_back(seat)

    def is_led_out(self, seat: int) -> None:
        self._post(f"/seat/{seat}/put-out", {})
        self.devices(seat, [])

    def _post(self, path: str, body: object) -> None:
        with in_process.client(self.table.server, Cookie=self.host) as client:
            assert "refused" not in client.post(path, json=body).json()

    # Commands.

    def asked(self) -> tuple[int, list[str]]:
        """A seat that is asked now, and what it may say."""
        turn = [self.table.daemon.seats().index(name) for name in self.table.daemon.status().turn]
        prompts: dict[int, Any] = {
            seat: self.table.daemon.seat_view(seat)["prompt"] for seat in turn
        }
        moves = {
            seat: [each["move"] for each in asked["moves"]] for seat, asked in prompts.items()
        }
        seat = self._random.choice([seat for seat in turn if moves[seat]] or turn[:1])
        return seat, moves[seat] or ["done"]

    def said(self, seat: int | None, text: str) -> str:
        """A command as a page with the current prompt sends it; seat None is the table's page."""
        status = self.table.daemon.status()
        at: Any = status.prompt
        if seat is not None:
            prompt: Any = self.table.daemon.seat_view(seat)["prompt"]
            at = prompt["number"]
        return json.dumps({"number": 1, "game": status.game, "at": at, "say": text})

    def send(self, seat: int | None, said: str) -> str:
        """Sends a command; returns why it was refused, or an empty text."""
        line = self.live if seat is None else self.lines[seat]
        line.send(said)
        answer = receive_until(line, lambda content: "answer" in content)
        return str(answer.get("refused", {}).get("why", ""))

    def send_kept(self) -> None:
        """Sends old taps again; nothing comes of them."""
        before = self._state()
        for seat, said in self.kept:
            if seat is None or seat in self.lines:
                self.refused.append(self.send(seat, said))
                assert self.refused[-1] in ("stale", "turn")
        assert self._state() == before

    def _state(self) -> object:
        daemon = self.table.daemon
        seats = range(len(daemon.seats()))
        return daemon.status().view, [daemon.seat_view(seat) for seat in seats]

    def play(self) -> int:
        """Plays to the end; returns how many prompts there were."""
        ways = cycle(("returns", "handed", "table"))
        prompts = 0
        while self.table.daemon.status().phase != "over":
            seat, texts = self.asked()
            text = self._random.choice(texts)
            late: list[tuple[int | None, str]] = [
                (seat, self.said(seat, self._random.choice(texts)))
            ]
            self.lose(seat)
            way = next(ways)
            public = [str(move) for move in self.table.daemon.status().moves] or ["done"]
            if way == "table" and text in public and len(self.table.daemon.status().turn) == 1:
                late.append((None, self.said(None, text)))
                self.is_led_out(seat)
                assert not self.send(None, self.said(None, text))
                self.is_handed_on(seat)
            elif way == "returns":
                self.comes_back(seat)
                assert not self.send(seat, self.said(seat, text))
            else:
                self.is_handed_on(seat)
                assert not self.send(seat, self.said(seat, text))
            prompts += 1
            self.kept.extend(late)
            self.send_kept()
        return prompts


@pytest.mark.parametrize(
    ("name", "players", "options", "seed", "least"),
    [("car-thief", None, {}, 3, 15), ("lanterns", 3, {"tower": True, "turns": 4}, 11, 12)],
)
def test_game_ends_although_each_asked_device_is_lost(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    players: int | None,
    options: dict[str, Any],
    seed: int,
    least: int,
) -> None:
    monkeypatch.setattr(screens, "ANNOUNCED_MS", ANNOUNCED_MS)
    monkeypatch.setattr(sockets, "COMMANDS_PER_S", 1000)
    with (
        Screens(tmp_path, name, players, options=options, seed=5) as table,
        contextlib.ExitStack() as ends,
    ):
        game = LossyGame(table, ends, seed)
        prompts = game.play()
        assert prompts >= least
        assert game.refused.count("stale") > least
        with game.fresh() as live:
            events = receive(live, "seating")["seating"]
        assert {each["what"] for each in events["events"]} >= {"put-out", "hand"}

"""Plays a game through the real server, and notes every message of every socket in order.

All windows wait for all. Two seats share a device, which also looks at the table's page; each
other seat has its own. Twins are compared as those of ``twin_tables``, but by the order of what
is sent, not by time.
"""

import contextlib
import json
import re
from collections import deque
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.window_options import ALL, beat_option
from heistboard.journal.store import Store
from heistboard.rules import TABLE, Move, State
from heistboard.rules.autoplay import Dealer
from heistboard.web import page_messages, routes, table_seats
from heistboard.web.request_checks import RateLimit
from websockets.sync.client import ClientConnection, connect

from tests.host.games.good_cop_bad_cop.twin_tables import Heard, Script
from tests.support import in_process, screens
from tests.support.screens import Screens
from tests.support.seats import a_host, lead_out, seated, sits_too

__all__ = ["NAMES", "compare_sent", "play_sockets"]

WITHIN_S = 60
ROUND_TRIPS = 3  # until all that was published before has been sent
HOUR_MS = 3_600_000
LOOK_EVERY = 12  # moves: what HTTP answers
NAMES = ("guest", "host", "both")
WAITS = {beat_option(kind): ALL for kind in GAME.windows}
PATHS = (
    "/you.json",
    "/start.json",
    "/statistics.json",
    "/review/1",
    "/review/1.json",
    "/export/1",
)


class SocketTwin:
    """Follows a script on sockets; *shared* are two seats that sit on one device."""

    def __init__(self, table: Screens, script: Script, ends: contextlib.ExitStack) -> None:
        self.table, self.script, self._ends = table, script, ends
        self.heard = Heard(GAME.new(**script.options).options)
        self.told: dict[str | int, list[str]] = {}
        self.known: list[tuple[dict[int, int], dict[str | int, int]]] = []
        """After each act: how much each seat has learned, and how much was sent."""
        self._number = count(1)
        server, seats = table.server, range(len(table.daemon.seats()))
        shared = [seat for seat in seats if seat not in script.secret][:2]
        device = seated(server, shared[0], "Both")
        for seat in shared[1:]:
            sits_too(server, device, seat)
        self.cookies: dict[str | int, str | None] = {
            "guest": None,
            "host": a_host(server, "Host"),
            "both": device,
            **{
                seat: device if seat in shared else seated(server, seat, f"P{seat}")
                for seat in seats
            },
        }
        self.lines = {name: self._connect(name) for name in self.cookies}
        self._here()
        self.listen()
        self.known.clear()
        self.told.clear()  # in which order they came is no secret

    def _connect(self, name: str | int) -> ClientConnection:
        address = self.table.server.address
        path = "live" if isinstance(name, str) else f"seat/{name}/live"
        headers = {"Origin": address.rstrip("/")}
        if cookie := self.cookies[name]:
            headers["Cookie"] = cookie
        line = connect(
            f"{address.replace('http', 'ws', 1)}{path}",
            additional_headers=headers,
            proxy=None,
            close_timeout=1,
        )
        return self._ends.enter_context(line)

    def _here(self) -> None:
        devices = len({cookie for cookie in self.cookies.values() if cookie})
        self.table.until(lambda _: len(self.table.server._web_app._here()) == devices)

    def command(self, name: str | int, text: str) -> bool:
        """Says *text* on a line; notes all that comes up to the answer; returns whether done."""
        daemon, number = self.table.daemon, next(self._number)
        prompt: Any = (
            daemon.seat_view(name)["prompt"]["number"]  # type: ignore[index,call-overload]
            if isinstance(name, int)
            else daemon.status().prompt
        )
        said = {"number": number, "game": daemon.status().game, "at": prompt, "say": text}
        line = self.lines[name]
        line.send(json.dumps(said))
        while True:
            message = str(line.recv(timeout=WITHIN_S))
            if f'"answer":{number}' in message:
                self.note(f"answers to {name}", re.sub(f'"answer":{number}', "", message))
                return "refused" not in message
            if message != page_messages.KEEPALIVE:
                self.note(name, message)

    def note(self, name: str | int, message: str) -> None:
        text = message.replace(str(self.table.server.port), "PORT")
        self.told.setdefault(name, []).append(text)

    def listen(self) -> None:
        """Hears all that was published so far; everybody tries what nobody may."""
        for name in self.lines:
            for _ in range(ROUND_TRIPS):
                self.command(name, "p1 shoot p1" if isinstance(name, int) else "p2 discard taser")
        self.heard.see(self.table.daemon.call(lambda: [*self.state.moves]), 0)
        self.known.append(
            (
                {seat: len(learned) for seat, learned in self.heard.learned.items()},
                {name: len(told) for name, told in self.told.items()},
            )
        )

    @property
    def state(self) -> State:
        return self.table.daemon._referee.state

    def look(self) -> None:
        """What HTTP answers, and what the journal says to who asks for it."""
        for name in (*NAMES, self.script.secret[0]):  # type: ignore[index]
            headers = {"Cookie": cookie} if (cookie := self.cookies[name]) else {}
            with in_process.client(self.table.server, **headers) as client:
                for path in PATHS:
                    answer = client.get(path)
                    text = re.sub("date: .*", "", answer.text)
                    if name in NAMES:
                        self.note(name, f"{path} {answer.status_code} {text} {answer.headers}")
        with Store(self.table.folder / "journal.sqlite") as store:
            self.note("host", str([each._replace(created="") for each in store.games()]))

    def reconnect(self, name: str | int) -> None:
        """The socket of *name* is closed, and opened anew."""
        self.lines[name].close()
        self._here_without(name)
        self.lines[name] = self._connect(name)
        self._here()
        self.listen()

    def _here_without(self, name: str | int) -> None:
        cookie = self.cookies[name]
        others = {each for key, each in self.cookies.items() if key != name and each}
        devices = len(others | ({cookie} & others if cookie else set()))
        self.table.until(lambda _: len(self.table.server._web_app._here()) == devices)

    def hand_over(self, seat: int) -> None:
        """Another device gets the seat."""
        server = self.table.server
        lead_out(server, seat)
        self._here_without(seat)
        self.listen_without(seat)
        self.cookies[seat] = seated(server, seat, f"New {seat}")
        self.lines[seat] = self._connect(seat)
        self._here()
        self.listen()

    def listen_without(self, seat: int) -> None:
        del self.lines[seat]
        self.listen()

    def play(self) -> "SocketTwin":
        secret = list(self.script.secret)
        watching = next(seat for seat in range(8) if seat not in secret)
        todo = [move for move in map(GAME.read, self.script.moves) if move.seat is not None]
        for number, move in enumerate(todo):
            if self.heard.end_ms is not None or self.table.daemon.status().phase == "over":
                break
            if number % LOOK_EVERY == 0:
                self.look()
            if number == len(todo) // 3:
                self.reconnect(watching)
                self.reconnect(secret[0])
                self.reconnect("guest")
            if number == len(todo) // 2:
                self.hand_over(secret[1])
            assert move.seat is not None
            if not self.command(move.seat, move):
                break
            self.listen()
        return self


def play_sockets(folder: Path, script: Script) -> SocketTwin:
    """Plays *script* as far as its moves are legal."""
    dealt = deque(move for move in map(GAME.read, script.moves) if move.seat is None)
    halted: list[bool] = []

    def deal(self: Dealer, state: State) -> Move:
        wanted, legal = dealt.popleft() if dealt else "", state.legal()
        if wanted not in legal:
            halted.append(True)
        return legal[legal.index(wanted)] if wanted in legal else legal[0]

    folder.mkdir()
    with (
        _same(deal),
        Screens(folder, GAME.name, options=script.options, table_options=WAITS) as table,
        contextlib.ExitStack() as ends,
    ):
        table.server._web_app._run_id = "run"
        return SocketTwin(table, script, ends).play()


@contextlib.contextmanager
def _same(deal: Any) -> Iterator[None]:  # noqa: ANN401
    # What differs from run to run.
    ids = count()
    with pytest.MonkeyPatch.context() as patch:
        tokens = "heistboard.web.devices.secrets.token_hex"
        patch.setattr(tokens, lambda size: f"{next(ids):0{2 * size}x}")
        patch.setattr(Dealer, "choose", deal)
        patch.setattr("heistboard.web.table_seats.time.time", lambda: 1_800_000_000)
        for module in (table_seats, routes):
            patch.setattr(module, "now_ms", lambda: 0)
        patch.setattr(RateLimit, "take", lambda *_: True)
        patch.setattr(screens, "ANNOUNCED_MS", HOUR_MS)
        yield


def compare_sent(one: SocketTwin, other: SocketTwin, name: str | int) -> int:
    """Compares what was sent while the same was learned; returns how many messages.

    What a page of the table is sent follows from what everybody has learned.
    """
    seat = name if isinstance(name, int) else TABLE
    mine, its = one.heard.learned[seat], other.heard.learned[seat]
    compared = 0
    for key in (name, f"answers to {name}"):
        sent = 0
        for (knew, told), (its_knew, its_told) in zip(one.known, other.known, strict=False):
            if mine[: knew[seat]] != its[: its_knew[seat]]:
                break
            assert told.get(key) == its_told.get(key), f"{key}: {told} and {its_told}"
            sent = told.get(key, 0)
        for ours, theirs in zip(
            one.told.get(key, [])[:sent], other.told.get(key, [])[:sent], strict=True
        ):
            assert ours == theirs, f"{key} are sent {_difference(ours, theirs)}"
        compared += sent
    return compared


def _difference(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 300) : at + 80]!r}, {other[max(0, at - 20) : at + 80]!r}"

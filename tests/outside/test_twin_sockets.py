"""Twin games of Lanterns on real sockets: what devices hear that may not know the difference.

The games differ in roles, in cards, and in when a window was answered; p4 is dealt the same.
Every message counts, in its order and with its bytes: of the table's page, of a host, of p4, and
of a device that sits in p1 and p4. So do history, prompts, pieces, Help, refusals, who sits where,
and what HTTP answers.
"""

import contextlib
import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from heistboard.rules import Move, State
from heistboard.rules.autoplay import Dealer
from heistboard.web import page_messages, routes, sockets, table_seats
from websockets.sync.client import ClientConnection, connect

from tests.support import in_process, screens
from tests.support.screens import Screens
from tests.support.seats import a_host, lead_out, seated, sits_too
from tests.support.web_evening import receive

ROUND_TRIPS = 3  # until all that was published before has been sent
HOUR_MS = 3_600_000
OTHER_CARD = {"gust": "cloak", "cloak": "gust"}


class Twin(NamedTuple):
    """What is secret in a game; p4 is a watchman with a gust, and p1 carries first."""

    traitor: str
    cards: dict[str, str]
    answers: tuple[tuple[str, ...], ...]  # of p2 and p3 in the first window, in two steps


Heard = tuple[dict[str, list[str]], dict[str, list[str]]]  # what was sent, and answers

ONE = Twin("p2", {"p1": "gust", "p2": "gust", "p3": "cloak"}, (("p2 pass",), ("p3 pass",)))
OTHER = Twin("p3", {"p1": "gust", "p2": "cloak", "p3": "cloak"}, (("p3 pass", "p2 pass"), ()))


class Ears:
    """Everything that some devices are told, by device."""

    def __init__(self, table: Screens, ends: contextlib.ExitStack) -> None:
        self.table = table
        server = table.server
        both = seated(server, 0, "Both")
        sits_too(server, both, 3)
        self.cookies: dict[str, str | None] = {
            "guest": None,
            "host": a_host(server, "Host"),
            "both": both,
            "p4": both,
        }
        self.others = {seat: seated(server, seat, f"P{seat}") for seat in (1, 2)}
        self.heard: dict[str, list[str]] = {name: [] for name in self.cookies}
        self.answers: dict[str, list[str]] = {name: [] for name in self.cookies}
        self._numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(1))
        self._ends = ends
        paths = {"p4": "seat/3/live"}
        self._lines = {
            name: self._connect(paths.get(name, "live"), cookie)
            for name, cookie in self.cookies.items()
        }
        self.own = {
            seat: self._connect(f"seat/{seat}/live", cookie)
            for seat, cookie in self.others.items()
        }
        self._here(4)
        self.listen()
        for heard in (*self.heard.values(), *self.answers.values()):
            heard.clear()  # in which order they came is no secret

    def _connect(self, path: str, cookie: str | None) -> ClientConnection:
        address = f"{self.table.server.address.replace('http', 'ws', 1)}{path}"
        headers = {"Origin": self.table.server.address.rstrip("/")}
        if cookie:
            headers["Cookie"] = cookie
        line = connect(address, additional_headers=headers, proxy=None, close_timeout=1)
        return self._ends.enter_context(line)

    def say(self, seat: int, text: str) -> None:
        """Says something on a seat's own page."""
        prompt: Any = self.table.daemon.seat_view(seat)["prompt"]
        name = "p4" if seat == 3 else ""
        line = self._lines["p4"] if name else self.own[seat]
        self._command(line, text, prompt["number"], name)

    def at_table(self, text: str) -> None:
        """Says something on the table's page of the device that sits in p1 and p4."""
        self._command(self._lines["both"], text, self.table.daemon.status().prompt, "both")

    def leave(self, seat: int) -> None:
        """The device of a seat goes away; waits until that is published."""
        self.own.pop(seat).close()
        self._here(2 + len(self.own))

    def _here(self, devices: int) -> None:
        self.table.until(lambda _: len(self.table.server._web_app._here()) == devices)

    def _command(self, line: ClientConnection, text: str, at: int, name: str) -> None:
        number = next(self._numbers[name])
        game = self.table.daemon.status().game
        line.send(json.dumps({"number": number, "game": game, "at": at, "say": text}))
        while True:
            message = str(line.recv(timeout=20))
            is_answer = f'"answer":{number}' in message
            told = self.answers if is_answer else self.heard  # either may come first
            if name and message != page_messages.KEEPALIVE:
                told[name].append(self._public(message))
            if is_answer:
                return

    def _public(self, message: str) -> str:
        return message.replace(str(self.table.server.port), "PORT")

    def listen(self) -> None:
        """Hears all that was published so far; asks for Help, and for what is not allowed."""
        for name, line in self._lines.items():
            for _ in range(ROUND_TRIPS):
                self._command(line, "p2 play gust", 0, name)
        for name, cookie in self.cookies.items():
            headers = {"Cookie": cookie} if cookie else {}
            with contextlib.ExitStack() as ends:  # what a page gets when it is opened
                self._ends = ends
                late = self._connect("seat/3/live" if name == "p4" else "live", cookie)
                for key in ("table", "you"):
                    self.answers[name].append(self._public(json.dumps(receive(late, key))))
            with in_process.client(self.table.server, **headers) as client:
                for path in ("/you.json", "/start.json", "/seat/1/", "/"):
                    answer = client.get(path)
                    told = f"{path} {answer.status_code} {answer.text} {answer.headers}"
                    self.answers[name].append(self._public(told))


def play(folder: Path, patch: pytest.MonkeyPatch, twin: Twin) -> Heard:
    """Plays two windows; what each device was sent and answered."""

    def deal(self: Dealer, state: State) -> Move:
        assert state.draw is not None
        deck, by = state.draw
        name = state.seats[by] if by >= 0 else ""
        faces = {
            "role": "traitor" if name == twin.traitor else "watchman",
            "card": twin.cards.get(name, "gust"),
            "street": "calm",
        }
        return next(move for move in state.legal() if move.split()[-1] == faces[deck])

    ids = count()
    tokens = "heistboard.web.devices.secrets.token_hex"
    patch.setattr(tokens, lambda size: f"{next(ids):0{2 * size}x}")
    patch.setattr(Dealer, "choose", deal)
    patch.setattr("heistboard.web.table_seats.time.time", lambda: 1_800_000_000)
    for module in (table_seats, routes):
        patch.setattr(module, "now_ms", lambda: 0)
    patch.setattr(sockets, "COMMANDS_PER_S", 1000)
    patch.setattr(screens, "ANNOUNCED_MS", HOUR_MS)
    folder.mkdir()
    with (
        Screens(folder, "lanterns", 4) as table,
        contextlib.ExitStack() as ends,
    ):
        table.server._web_app._run_id = "run"
        ears = Ears(table, ends)
        ears.listen()
        ears.at_table("carry x23")
        ears.listen()
        ears.at_table("help")
        for answers in twin.answers:
            for answer in answers:
                seat = int(answer[1]) - 1
                card = twin.cards[f"p{seat + 1}"]
                ears.say(seat, f"p{seat + 1} play {OTHER_CARD[card]}")
                ears.say(seat, answer)
                ears.say(seat, answer)  # a second tap
                ears.say(seat, "undo")
            ears.listen()
        ears.at_table("help")
        ears.at_table("undo")
        with in_process.client(table.server, Cookie=str(ears.cookies["host"])) as host:
            told = [
                host.post(f"/seat/{seat}/{what}", json={}).text
                for seat in (1, 2)
                for what in ("put-out", "sit", "stand")
            ]
        ears.answers["host"] += told
        ears.listen()
        ears.leave(1)
        ears.listen()
        lead_out(table.server, 2)
        ears.leave(2)
        ears.listen()
        ears.say(3, "p4 play cloak")
        ears.say(3, "p4 pass")
        ears.listen()
        table.daemon.say(1, "carry x33")
        ears.listen()
        table.daemon.say(2, "p3 pass")
        ears.listen()
        ears.say(3, "p4 play gust")
        ears.listen()
        ears.at_table("help")
        return ears.heard, ears.answers


def test_who_may_not_know_hears_the_same_messages(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        one = play(tmp_path / "one", patch, ONE)
    with pytest.MonkeyPatch.context() as patch:
        other = play(tmp_path / "other", patch, OTHER)
    for sent, its_sent in zip(one, other, strict=True):
        for name, heard in sent.items():
            for mine, its in zip(heard, its_sent[name], strict=True):
                assert mine == its, name
    # The start page says the same to all; another game may have a traitor, too.
    told = "".join(
        each
        for sent in one
        for heard in sent.values()
        for each in heard
        if not each.startswith("/start.json")
    )
    for part in (
        '"private":[0,3]',
        '"acts":[0,3]',
        '"pieces":{"lantern":{"brass":"x33"}}',
        '"what":"put-out"',
        '"why":"turn"',
        '"why":"stale"',
        '"here":false',
        "p4 play gust",
    ):
        assert part in told, part
    assert "traitor" not in told

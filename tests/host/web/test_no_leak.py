"""Two games that differ only in the thief's cells send the same bytes to everybody else.

The same acts are made in the same order, with other secret cells. What the police's sockets, the
table's socket and a stranger's requests receive is equal; what the thief receives is not.

Two things are checked by themselves and not compared: who sits where, which is public and changes
as sockets come and go, and what only the first message on a socket has. A socket that is slow gets
only the latest message; here each message waits until the one before is on its way, so that a busy
machine leaves none out.
"""

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from heistboard.places.scene import Colour
from heistboard.rules import IllegalMove
from heistboard.web import page_messages
from heistboard.web.page_messages import PageMessage
from heistboard.web.sockets import Audience
from websockets.sync.client import ClientConnection

from tests.support.web_evening import POLICE, THIEF, WITHIN_S, Evening, helicopters

FIRST = ("c3", "d3")  # a trail, and that of its twin: no helicopter of PLACED is beside one's
TWIN = ("c4", "c5")
SPEED = 8  # slow enough that each change is sent by itself on a busy machine


GRADES = ("off", "notes", "cells", "odds")  # all of them
REFUSED = ("fly green x23", "search b9", "nonsense", "hide c3", "done", "undo", "pencil z9 no")


class Receiver:
    """Everything that a socket receives, except keepalives: states and answers.

    Each kind is in order. A state may come before an answer or after it.
    """

    def __init__(self, line: ClientConnection, seat: int | None) -> None:
        self._news: list[str] = []
        self._answers: list[str] = []
        self._line = line
        self._seat = seat

    def catch_up(self, evening: Evening) -> None:
        """Receives messages up to the current state."""
        end_s = time.monotonic() + WITHIN_S
        while without_spoken((self._news or [""])[-1]) != self._now(evening):
            self.listen()
            assert time.monotonic() < end_s

    def ask(self, evening: Evening, text: str) -> None:
        """Sends a command and waits for the answer."""
        self.send(evening.saying(text, seat=self._seat or THIEF))

    def send(self, said: str) -> None:
        known = len(self._answers)
        self._line.send(said)
        while len(self._answers) == known:
            self.listen()

    def listen(self) -> None:
        message = without_seats(str(self._line.recv(timeout=WITHIN_S)))
        if '"you"' in message:
            return  # compared by themselves: see test_seat_secrets
        if '"answer"' in message:
            self._answers.append(message)
        elif message not in (page_messages.KEEPALIVE, *self._news[-1:]):
            self._news.append(message)

    @property
    def heard(self) -> list[str]:
        return self._news + self._answers

    def _now(self, evening: Evening) -> str:
        status = evening.daemon.status()
        if self._seat is None:
            return without_spoken(without_seats(page_messages.table(status)))
        return page_messages.seat(status, evening.daemon.seat_view(self._seat))


class Heard(NamedTuple):
    police: list[str]
    table: list[str]
    late: list[str]
    strangers: list[str]
    thief: list[str]


def play(folder: Path, trail: tuple[str, ...], marks: dict[int, str]) -> Heard:
    """Plays two rounds by hand and by tap, with refusals, reconnects and failing searches.

    *marks* is the cell that each seat marks.
    """
    # A building is missing, so the board announces nothing before all sockets listen.
    with Evening(folder, speed=SPEED, off=["a1"]) as evening:
        with (
            evening.sit(THIEF) as thief_line,
            evening.sit(POLICE) as police_line,
            evening.socket() as table_line,
        ):
            thief = Receiver(thief_line, THIEF)
            police, table = Receiver(police_line, POLICE), Receiver(table_line, None)
            late: list[str] = []

            def all_hear() -> None:
                for ear in (thief, police, table):
                    ear.catch_up(evening)

            def come_late() -> None:
                for seat in (POLICE, None):
                    socket = evening.socket() if seat is None else evening.sit(seat)
                    with socket as line:
                        ear = Receiver(line, seat)
                        ear.catch_up(evening)
                        late.extend(ear.heard)

            all_hear()
            evening.hands.cover("a1")
            evening.until(lambda status: status.ask.id == "setup.place")
            all_hear()
            evening.place(then=all_hear)
            for number, cell in enumerate(trail):
                thief.ask(evening, "hide a1" if number else "hide z9")
                police.ask(evening, f"hide {trail[0]}")
                police.ask(evening, "fly green x23")
                come_late()
                evening.hide(cell, trail[number - 1] if number else None, all_hear)
                come_late()
                thief.ask(evening, f"hide {cell}")
                if not number:
                    evening.hands.uncover("a1")
                    evening.until(lambda status: status.ask.id == "police.put-back")
                    evening.until(lambda status: is_dark(status.scene.get("a1")))
                    all_hear()
                    evening.hands.cover("a1")
                    evening.until(lambda status: status.ask.id == "police.act")
                    all_hear()
                    evening.fly(("green", "yellow"), then=all_hear)
                for seat, ear in ((THIEF, thief), (POLICE, police)):
                    ear.ask(evening, f"pencil {marks[seat]} {'maybe' if number else 'no'}")
                    all_hear()
            for grade in GRADES:
                evening.daemon.set_hints(grade)
                all_hear()
            for brightness in ("night", "full"):
                evening.daemon.set_brightness(brightness)
                all_hear()
            come_late()
            tap_moves(evening, police, all_hear)
            thief.ask(evening, "fly green x11")
            thief.ask(evening, "done")
            come_late()
            strangers = []
            with evening.http() as client:
                answer = client.post("/hints", content="all")
                strangers += [answer.text, str(answer.headers)]
                for path in (
                    "/",
                    "/start",
                    "/start.json",
                    "/seat/0/",
                    "/seat/1/",
                    "/you.json",
                    "/pages/seat.js",
                    "/nothing",
                ):
                    answer = client.get(path)
                    strangers += [answer.text, str(answer.headers)]
                for path in ("/seat/join", "/seat/0/sit", "/seat/0/invite", "/host"):
                    answer = client.post(path, content=b"x" if path == "/host" else b"")
                    strangers += [answer.text, str(answer.headers)]
        return Heard(police.heard, table.heard, late, strangers, thief.heard)


def tap_moves(evening: Evening, police: Receiver, all_hear: Callable[[], None]) -> None:
    """A tapped flight, which hands carry out, a search, and moves that are refused."""
    home = helicopters(evening.daemon.status())["green"]
    police.ask(evening, "fly green x22")
    evening.until(lambda status: status.sync == "desync")
    all_hear()
    evening.hands.take(home)
    evening.until(lambda status: status.ask.id == "wrong.missing")
    all_hear()
    evening.hands.put("x22")
    evening.until(lambda status: status.sync == "synced")
    all_hear()
    police.ask(evening, "search pink b2")
    evening.until(lambda status: is_dark(status.scene.get("b2")))
    all_hear()
    stale = evening.saying("fly yellow x43")
    police.ask(evening, "fly yellow x44")
    police.ask(evening, "undo")
    evening.until(lambda status: status.sync == "synced")
    all_hear()
    police.send(stale)
    for text in REFUSED:
        police.ask(evening, text)
        evening.until(lambda status: status.scene["r11"].colour is not Colour.RED)
        all_hear()


def without_seats(message: str) -> str:
    content = json.loads(message)
    for each in content.pop("seats", []):
        assert set(each) == {"name", "devices", "asks", "before", "computer"}
        assert each["name"] in ("thief", "police")
        assert all(set(device) == {"id", "nickname", "here"} for device in each["devices"])
    for event in content.pop("seating", {"events": []})["events"]:
        assert set(event) == {"at", "seat", "nickname", "what", "other"}
    content.pop("lan", None)
    entered = content.pop("entered", {"run": "", "left_ms": None})
    assert set(entered) == {"run", "left_ms"} and entered["left_ms"] in (None, 0)
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def without_spoken(message: str) -> str:
    # A status does not know what was spoken before it.
    content = json.loads(message or "{}")
    content.get("table", {}).pop("spoken", None)
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def is_dark(intent: object) -> bool:
    return intent is None or getattr(intent, "colour", None) is Colour.OFF


@pytest.fixture(scope="module", autouse=True)
def all_messages() -> Iterator[None]:
    """Every message is sent, also on a busy machine."""
    waiting: defaultdict[Audience, deque[Callable[[], PageMessage]]] = defaultdict(deque)
    publish = Audience.publish

    def send_next(audience: Audience) -> None:
        if any(viewer._has_news for viewer in audience._viewers):
            asyncio.get_running_loop().call_soon(send_next, audience)
            return
        publish(audience, waiting[audience].popleft())
        if waiting[audience]:
            asyncio.get_running_loop().call_soon(send_next, audience)

    def in_turn(audience: Audience, make: Callable[[], PageMessage]) -> None:
        waiting[audience].append(make)
        if len(waiting[audience]) == 1:
            send_next(audience)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Audience, "publish", in_turn)
        yield


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    """The game that the others are compared with."""
    return play(tmp_path_factory.mktemp("one") / "one", FIRST, {THIEF: FIRST[0], POLICE: "e5"})


def test_twins_differ_for_the_thief_only(tmp_path: Path, one: Heard) -> None:
    """The thief's marks differ too."""
    other = play(tmp_path / "other", TWIN, {THIEF: TWIN[0], POLICE: "e5"})
    assert one.police == other.police
    assert one.table == other.table
    assert one.late == other.late
    assert one.strangers == other.strangers
    spoken = json.loads([each for each in one.table if '"spoken"' in each][-1])["table"]["spoken"]
    assert [text["kind"] for text in spoken].count("eyes") >= 2
    assert len(one.police) > 40 and len(one.table) > 30 and len(one.late) == 12
    assert one.thief != other.thief
    told = "".join(one.police)
    for why in ("turn", "stale", "illegal", "invalid", "not-now", "trouble"):
        assert f'"why":"{why}"' in told
    assert '"odds":{' in told and '"e5":"maybe"' in told


def test_what_the_police_pencil_is_theirs(tmp_path: Path, one: Heard) -> None:
    other = play(tmp_path / "other", FIRST, {THIEF: FIRST[0], POLICE: "d5"})
    assert one._replace(police=[], late=[]) == other._replace(police=[], late=[])
    assert one.police != other.police


def test_no_hint_leaves_unless_hints_are_given(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.place()
        status = evening.daemon.status()
        view = evening.daemon.seat_view(POLICE)
        evening.daemon.set_hints("odds")
        given = evening.daemon.status()
    assert '"odds":{' in page_messages.table(given) and '"odds":{' in page_messages.seat(
        given, view
    )
    for message in (page_messages.table(status), page_messages.seat(status, view)):
        assert '"hints":{"grade":"off"}' in message
        before, grades, after = message.partition('"grades":["off","notes","cells","odds"]')
        assert grades  # which may be chosen, and name what they would tell
        for kind in ("cells", "odds", "searched", "trails"):
            assert f'"{kind}"' not in before + after


def test_what_a_refusal_says_stays_here() -> None:
    error = IllegalMove("hide c3", "that is not next to d4", "CT-THIEF-3")
    assert page_messages.answer(1, error) == (
        '{"answer":1,"refused":{"rule":"CT-THIEF-3","why":"illegal"}}'
    )

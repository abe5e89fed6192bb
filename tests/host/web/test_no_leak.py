"""Two evenings that differ in nothing but the thief's cells say the same to everybody else.

The same hands at the same places in time, the secret cells relabelled: what the police's sockets,
the table's and a stranger's requests get is equal to the byte. What the thief gets is not.

Who sits where is public on purpose, by its own rule, and changes when sockets come and go, and so
does what only the first message on a line says: both are checked for what they may hold, and left
out of what is compared.
"""

import json
import time
from pathlib import Path
from typing import NamedTuple

from heistboard.rules import IllegalMove
from heistboard.scene import Colour
from heistboard.web import leaves
from websockets.sync.client import ClientConnection

from tests.support.web_evening import POLICE, THIEF, WITHIN_S, Evening

FIRST = ("c3", "d3")  # a trail, and that of its twin: no helicopter of PLACED is beside one's
TWIN = ("c4", "c5")
SPEED = 8  # slow enough that a busy machine sends each change by itself


class Ear:
    """Everything that a socket gets, but beats."""

    def __init__(self, line: ClientConnection, seat: int | None) -> None:
        self.heard: list[str] = []
        self._newest = ""  # that is no answer
        self._line = line
        self._seat = seat

    def catch_up(self, evening: Evening) -> None:
        """Listens until it has heard how things stand."""
        end_s = time.monotonic() + WITHIN_S
        while without_spoken(self._newest) != self._now(evening):
            self.listen()
            assert time.monotonic() < end_s

    def ask(self, evening: Evening, text: str) -> None:
        """Says a move and listens for the answer."""
        self._line.send(evening.saying(text))
        while '"answer"' not in self.listen():
            pass

    def listen(self) -> str:
        message = without_seats(str(self._line.recv(timeout=WITHIN_S)))
        if message not in (leaves.BEAT, self._newest):
            self.heard.append(message)
            self._newest = self._newest if '"answer"' in message else message
        return message

    def _now(self, evening: Evening) -> str:
        status = evening.daemon.status()
        if self._seat is None:
            return without_spoken(without_seats(leaves.table(status)))
        return leaves.seat(status, evening.daemon.seat_view(self._seat))


class Heard(NamedTuple):
    police: list[str]
    table: list[str]
    late: list[str]
    strangers: list[str]
    thief: list[str]


def play(folder: Path, trail: tuple[str, ...]) -> Heard:
    """Two rounds, with refusals, reconnects and a search that finds nothing."""
    # The board asks for nothing aloud before all listen: it lacks a building.
    with Evening(folder, speed=SPEED, off=["a1"]) as evening:
        with (
            evening.sit(THIEF) as thief_line,
            evening.sit(POLICE) as police_line,
            evening.socket() as table_line,
        ):
            thief = Ear(thief_line, THIEF)
            police, table = Ear(police_line, POLICE), Ear(table_line, None)
            late: list[str] = []

            def all_hear() -> None:
                for ear in (thief, police, table):
                    ear.catch_up(evening)

            def come_late() -> None:
                for seat in (POLICE, None):
                    socket = evening.socket() if seat is None else evening.sit(seat)
                    with socket as line:
                        ear = Ear(line, seat)
                        ear.catch_up(evening)
                        late.extend(ear.heard)

            all_hear()
            evening.hands.put_building("a1")
            evening.until(lambda status: status.ask.id == "setup.place")
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
                    evening.hands.lift_building("a1")
                    evening.until(lambda status: status.ask.id == "police.put-back")
                    evening.until(lambda status: is_dark(status.scene.get("a1")))
                    all_hear()
                    evening.hands.put_building("a1")
                    evening.until(lambda status: status.ask.id == "police.act")
                    all_hear()
                    evening.fly(("green", "yellow"), then=all_hear)
            strangers = []
            with evening.http() as client:
                for path in (
                    "/",
                    "/start",
                    "/start.json",
                    "/seat/0/",
                    "/seat/1/",
                    "/pages/seat.js",
                    "/nothing",
                ):
                    answer = client.get(path)
                    strangers += [answer.text, str(answer.headers)]
                answer = client.post("/seat/join", content="x")
                strangers += [answer.text, str(answer.headers)]
        return Heard(police.heard, table.heard, late, strangers, thief.heard)


def without_seats(message: str) -> str:
    content = json.loads(message)
    for each in content.pop("seats", []):
        assert set(each) == {"name", "devices", "taken"}
        assert each["name"] in ("thief", "police") and type(each["devices"]) is int
        assert type(each["taken"]) is bool
    entered = content.pop("entered", {"run": "", "left_ms": None})
    assert set(entered) == {"run", "left_ms"} and entered["left_ms"] in (None, 0)
    return json.dumps(content, separators=(",", ":"), sort_keys=True)


def without_spoken(message: str) -> str:
    # A status does not know what was spoken before it.
    content = json.loads(message or "{}")
    content.get("table", {}).pop("spoken", None)
    return json.dumps(content, separators=(",", ":"), sort_keys=True)


def is_dark(intent: object) -> bool:
    return intent is None or getattr(intent, "colour", None) is Colour.OFF


def test_twins_differ_for_the_thief_only(tmp_path: Path) -> None:
    one, other = play(tmp_path / "one", FIRST), play(tmp_path / "other", TWIN)
    assert one.police == other.police
    assert one.table == other.table
    assert one.late == other.late
    assert one.strangers == other.strangers
    spoken = json.loads(one.table[-1])["table"]["spoken"]
    assert [text["kind"] for text in spoken].count("eyes") >= 2
    assert len(one.police) > 15 and len(one.table) > 15 and len(one.late) == 8
    assert one.thief != other.thief


def test_what_a_refusal_says_stays_here() -> None:
    error = IllegalMove("hide c3", "that is not next to d4", "CT-THIEF-3")
    assert leaves.answer(1, error) == (
        '{"answer":1,"refused":{"rule":"CT-THIEF-3","why":"illegal"}}'
    )

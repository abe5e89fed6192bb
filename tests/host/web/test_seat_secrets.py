"""Who sits where tells nobody a secret: twin games answer with the same bytes.

The games differ in the car's cells and in the marks that seats have made. After each step
everybody looks anew: at the first messages of sockets, and at answers with their headers.
"""

import json
from itertools import count
from pathlib import Path

import pytest
from heistboard.web import routes, seating, table_seats

from tests.support.seats import unlimited
from tests.support.web_evening import POLICE, THIEF, Evening, receive

FIRST, TWIN = ("c3", "d3"), ("c4", "c5")
HOUR_MS = 3_600_000


class Observer:
    """Notes all that devices of *evening* are told."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.told: list[str] = []
        self.clients = {name: evening.http() for name in ("Tom", "Paula", "Hanna")}
        for name in self.clients:
            self.post(name, "/device", json.dumps({"nickname": name}))
        self.post("Hanna", "/host", evening.server._devices.secret)

    def cookie(self, name: str) -> str:
        return "; ".join(f"{key}={value}" for key, value in self.clients[name].cookies.items())

    def id(self, name: str) -> str:
        return str(self.clients[name].get("/you.json").json()["you"]["id"])

    def post(self, name: str, path: str, body: str = "") -> None:
        answer = self.clients[name].post(path, content=body)
        headers = {key: each for key, each in answer.headers.items() if key != "set-cookie"}
        if "address" in answer.text:  # a code differs each time, its length does not
            code = answer.json()["address"].partition("#sit=")[2]
            self.note(name, path, answer.status_code, len(code), len(answer.json()["rows"]))
        else:
            self.note(name, path, answer.status_code, answer.text, str(headers))

    def look(self) -> None:
        """What the table, the host and the police are told now."""
        for name in ("", "Hanna", "Paula"):
            cookie = self.cookie(name) if name else None
            with self.evening.socket(cookie=cookie) as line:
                seen = receive(line)
                del seen["entered"], seen["table"]["spoken"]  # see test_no_leak
                self.note(name, json.dumps(seen), json.dumps(receive(line, "you")))
            client = self.clients[name] if name else self.evening.http()
            answer = client.get("/you.json")
            self.note(name, answer.text, str(answer.headers))
        with self.evening.socket("/seat/1/live", self.cookie("Paula")) as line:
            seen = receive(line)
            del seen["seat"]["pencil"]  # their own marks
            self.note("police", json.dumps(seen), json.dumps(receive(line, "you")))

    def note(self, *told: object) -> None:
        port = str(self.evening.server.port)
        self.told.append(" ".join(map(str, told)).replace(port, "PORT"))


def play(
    folder: Path,
    patch: pytest.MonkeyPatch,
    trail: tuple[str, str],
    marks: dict[int, tuple[str, ...]],
) -> list[str]:
    ids = count()
    unlimited(patch)
    patch.setattr(
        "heistboard.web.devices.secrets.token_hex", lambda size: f"{next(ids):0{2 * size}x}"
    )
    patch.setattr("heistboard.web.table_seats.time.time", lambda: 1_800_000_000)
    patch.setattr(table_seats, "now_ms", lambda: 0)
    patch.setattr(routes, "now_ms", lambda: 0)
    patch.setattr(seating, "ANNOUNCED_MS", HOUR_MS)
    with Evening(folder) as evening:
        evening.server._web_app._run_id = "run"
        watch = Observer(evening)
        watch.post("Tom", "/seat/0/sit")
        watch.post("Paula", "/seat/1/sit")
        evening.place()
        for number, cell in enumerate(trail):
            watch.look()
            for seat, cells in marks.items():
                for each in cells:
                    evening.daemon.pencil(seat, each, "no" if number else "maybe")
            watch.look()
            evening.hide(cell, trail[0] if number else None)
            watch.look()
            paula = json.dumps({"device": watch.id("Paula")})
            for name, path, body in (
                ("Paula", "/seat/0/sit", ""),
                ("Paula", "/seat/0/answer", '{"device": "x", "yes": true}'),
                ("Paula", "/seat/0/hand", paula),
                ("Hanna", "/seat/0/sit", ""),
                ("Hanna", "/seat/0/hand", paula),
                ("Hanna", "/seat/0/put-out", "{}"),
                ("Hanna", "/seat/0/invite", ""),
                ("Paula", "/seat/0/stand", ""),
                ("Hanna", "/seat/1/sit", ""),
                ("Hanna", "/seat/1/put-out", json.dumps({"device": watch.id("Hanna")})),
                ("Paula", "/device", json.dumps({"nickname": f"Paula {number}"})),
            ):
                watch.post(name, path, body)
                watch.look()
            if not number:
                evening.fly()
        # The thief's chair is free, and everybody would like it.
        watch.post("Tom", "/seat/0/stand")
        for name in ("Paula", "Tom"):
            watch.post(name, "/seat/0/sit")
            watch.look()
        return watch.told


@pytest.mark.parametrize(
    ("trail", "marks"),
    [
        (TWIN, {THIEF: ("e5",), POLICE: ("e5",)}),
        (FIRST, {}),
        (TWIN, {THIEF: ("a1", "a2"), POLICE: ("a1",)}),
    ],
)
def test_twins_are_told_the_same(
    tmp_path: Path,
    trail: tuple[str, str],
    marks: dict[int, tuple[str, ...]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        one = play(tmp_path / "one", patch, FIRST, {THIEF: ("e5",), POLICE: ("e5",)})
    with pytest.MonkeyPatch.context() as patch:
        other = play(tmp_path / "other", patch, trail, marks)
    for mine, its in zip(one, other, strict=True):
        assert mine == its
    assert len(one) > 200
    told = "\n".join(one)
    for part in ('"waits":true', '"private":[0]', '"what": "invite"', '"what": "rename"'):
        assert part in told
    assert '"why":"host"' in told and '"why":"not-seated"' in told

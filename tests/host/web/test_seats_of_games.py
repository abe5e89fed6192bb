"""Devices, seats and games by HTTP: who may sit down, who sees what, and what attacks get."""

import asyncio
import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from heistboard.app import Settings
from heistboard.web import seating
from heistboard.web.sockets import NOT_SEATED, NOT_YET
from websockets.sync.client import ClientConnection

from tests.support.seats import a_host, lead_out, seated, seats_of, unlimited
from tests.support.web_evening import POLICE, THIEF, Evening, closed, receive, receive_until


class Person:
    """Somebody with a browser."""

    def __init__(self, evening: Evening, nickname: str = "") -> None:
        self.evening = evening
        self.client = evening.http()
        if nickname:
            assert self.post("/device", {"nickname": nickname}) == {}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    @property
    def you(self) -> Any:  # noqa: ANN401 (whatever JSON says)
        return self.client.get("/you.json").json()["you"]

    @property
    def id(self) -> str:
        return str(self.you["id"])

    def post(self, path: str, body: object = None) -> Any:  # noqa: ANN401
        content = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        return self.client.post(path, content=content).json()

    def sit(self, seat: int) -> Any:  # noqa: ANN401
        return self.post(f"/seat/{seat}/sit")

    def become_host(self) -> "Person":
        assert self.post("/host", self.evening.server._devices.secret) == {}
        return self

    def sees(self, seat: int) -> bool:
        """Whether the seat's socket lets this browser in."""
        with self.evening.socket(f"/seat/{seat}/live", self.cookie) as line:
            try:
                return "seat" in receive(line)
            except Exception:
                return False


def refused(why: str) -> dict[str, dict[str, str]]:
    return {"refused": {"why": why}}


@pytest.fixture
def evening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    unlimited(monkeypatch)
    monkeypatch.setattr(seating, "ANNOUNCED_MS", 1)
    with Evening(folder) as evening:
        yield evening


def told(line: ClientConnection, seat: int, key: str, wanted: list[Any]) -> None:
    """Waits until everybody is told that of a seat."""
    receive_until(line, lambda content: [*content["seats"][seat][key]] == wanted)


# Sitting down.


def test_a_free_chair_is_taken_with_one_tap_and_everybody_sees_it(evening: Evening) -> None:
    anna = Person(evening, "Anna")
    with evening.socket() as table:
        assert anna.sit(THIEF) == {}
        content = receive_until(table, lambda content: content["seats"][THIEF]["devices"])
    assert content["seats"][THIEF] == {
        "name": "thief",
        "devices": [{"id": anna.id, "nickname": "Anna", "here": False}],
        "asks": [],
        "before": [],
        "computer": "",
    }
    (event,) = content["seating"]["events"]
    assert (event["seat"], event["nickname"], event["what"]) == (THIEF, "Anna", "sit")
    assert anna.you["seats"] == [THIEF] and anna.sees(THIEF) and not anna.sees(POLICE)
    assert anna.post(f"/seat/{THIEF}/stand") == {}
    assert not anna.sees(THIEF) and anna.you["seats"] == []


def test_only_devices_sit_and_only_in_seats_of_the_game(evening: Evening) -> None:
    stranger, anna = Person(evening), Person(evening, "Anna")
    assert stranger.sit(THIEF) == refused("no-device")
    for path in ("/seat/2/sit", "/seat/x/sit", "/seat/00/sit", f"/seat/{'9' * 500}/sit"):
        assert anna.client.post(path).status_code == 404
    for body in ("[]", "{", "1"):
        assert anna.client.post("/seat/0/sit", content=body).status_code == 400
    assert stranger.you == {
        "nickname": None, "host": False, "id": None,
        "seats": [], "acts": [], "private": [], "before": [], "back": [], "bots": [],
    }  # fmt: skip


def test_who_sits_there_is_asked(evening: Evening) -> None:
    anna, boris, carl = (Person(evening, name) for name in ("Anna", "Boris", "Carl"))
    with evening.socket() as table:
        assert anna.sit(THIEF) == {}
        assert boris.sit(THIEF) == carl.sit(THIEF) == {"waits": True}
        asks = [{"id": boris.id, "nickname": "Boris"}, {"id": carl.id, "nickname": "Carl"}]
        told(table, THIEF, "asks", asks)
        yes = {"device": boris.id, "yes": True}
        assert not boris.sees(THIEF)
        for other in (boris, carl):  # who does not sit there has nothing to say
            assert other.post("/seat/0/answer", yes) == refused("not-seated")
        assert anna.post("/seat/0/answer", {"device": "nobody", "yes": True}) == refused(
            "no-device"
        )
        assert anna.post("/seat/0/answer", {"device": carl.id, "yes": False}) == {}
        assert anna.post("/seat/0/answer", yes) == {}
        content = receive_until(table, lambda content: len(content["seats"][THIEF]["devices"]) > 1)
    event = content["seating"]["events"][-1]
    assert (event["nickname"], event["what"], event["other"]) == ("Boris", "yes", "Anna")
    assert boris.sees(THIEF) and not carl.sees(THIEF)


def test_what_a_device_may_do_is_told_to_it_alone(evening: Evening) -> None:
    anna, host = Person(evening, "Anna"), Person(evening, "Hanna").become_host()
    with evening.socket(cookie=anna.cookie) as line, evening.socket(cookie=host.cookie) as table:
        assert receive(line, "you")["you"]["acts"] == []
        assert receive(table, "you")["you"]["acts"] == [THIEF, POLICE]  # nobody sits there
        anna.sit(POLICE)
        assert receive(line, "you")["you"] == {
            "nickname": "Anna", "host": False, "id": anna.id,
            "seats": [POLICE], "acts": [POLICE], "private": [], "before": [], "back": [],
            "bots": [],
        }  # fmt: skip
        assert receive(table, "you")["you"]["acts"] == [THIEF]
        evening.place()
        assert receive(table, "you")["you"]["private"] == [THIEF]


def test_a_nickname_is_changed_in_front_of_everybody(evening: Evening) -> None:
    anna, boris = Person(evening, "Anna"), Person(evening, "Boris")
    anna.sit(THIEF)
    assert boris.post("/device", {"nickname": " anna "}) == refused("nickname-taken")
    for bad in ("", " ", "x" * 21, "a\0b", "a\u202eb", 5, None, ["a"]):
        assert boris.post("/device", {"nickname": bad}) == refused("nickname")
    assert boris.client.post("/device", content="{").json() == refused("nickname")
    with evening.socket() as table:
        assert anna.post("/device", {"nickname": "Anya"}) == {}
        content = receive_until(
            table, lambda content: content["seats"][THIEF]["devices"][0]["nickname"] == "Anya"
        )
    event = content["seating"]["events"][-1]
    assert (event["what"], event["nickname"], event["other"]) == ("rename", "Anya", "Anna")


# Hosts.


def test_nobody_is_a_host_without_the_secret(evening: Evening) -> None:
    anna = Person(evening, "Anna")
    assert anna.sit(THIEF) == {}
    for wrong in ("", "x", evening.server._devices.secret[:-1], "\x00" * 22):
        assert anna.post("/host", wrong) == refused("host")
    for path, body in (
        ("/seat/1/hand", {"device": anna.id}),
        ("/seat/0/put-out", {}),
        ("/seat/1/invite", None),
    ):
        assert anna.post(path, body) == Person(evening).post(path, body) == refused("host")
    assert not anna.you["host"] and anna.become_host().you["host"]
    with evening.http() as other:  # another user of the same machine
        assert other.get("/start.json").json()["may_host"] is False


def test_a_host_seats_invites_and_leads_out(evening: Evening) -> None:
    host, anna = Person(evening, "Hanna").become_host(), Person(evening, "Anna")
    assert host.post("/seat/0/hand", {"device": anna.id}) == {}
    assert anna.sees(THIEF)
    assert host.post("/seat/0/hand", {"device": "nobody"}) == refused("no-device")
    assert host.post("/seat/0/put-out", {"device": host.id}) == refused("no-device")
    assert host.post("/seat/0/put-out", {"device": anna.id}) == {}
    assert not anna.sees(THIEF)
    answer = host.post("/seat/0/invite")
    assert answer["address"].startswith(f"{evening.server.address}#sit=") and not answer["lan"]
    code = answer["address"].partition("#sit=")[2]
    phone = Person(evening)
    assert phone.post("/seat/join", code) == {"seat": THIEF}
    assert phone.sees(THIEF) and phone.you["nickname"] is None
    assert Person(evening).post("/seat/join", code) == refused("code")
    for path in ("hand", "put-out"):
        assert host.client.post(f"/seat/0/{path}", content='{"device": 5}').status_code == 400


def test_the_address_of_the_table_has_no_secret(evening: Evening) -> None:
    answer = Person(evening).post("/address")
    assert answer["address"] == evening.server.address and answer["lan"] is False
    assert len(answer["rows"]) == len(answer["rows"][0]) and set(answer["rows"][0]) <= {*"01"}
    assert evening.server._devices.secret not in json.dumps(answer)


def test_what_a_host_does_with_secrets_is_announced_before_it_counts(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "ANNOUNCED_MS", 3_600_000)
    host, anna, boris = (Person(evening, name) for name in ("Hanna", "Anna", "Boris"))
    host.become_host()
    anna.sit(THIEF)
    evening.place()
    with evening.socket() as table:
        assert host.post("/seat/0/hand", {"device": boris.id}) == {"waits": True}
        assert host.post("/seat/0/put-out", {"device": anna.id}) == {"waits": True}
        code = host.post("/seat/0/invite")["address"].partition("#sit=")[2]
        content = receive_until(table, lambda content: len(content["seating"]["acts"]) == 3)
        acts = [
            (each["what"], each["seat"], each["nickname"]) for each in content["seating"]["acts"]
        ]
        assert acts == [("hand", 0, "Boris"), ("put-out", 0, "Anna"), ("invite", 0, "")]
        assert all(3_500_000 < each["left_ms"] <= 3_600_000 for each in content["seating"]["acts"])
    assert anna.sees(THIEF) and not boris.sees(THIEF)
    answer = Person(evening).post("/seat/join", code)["refused"]
    assert answer["why"] == "soon" and 3_500_000 < answer["left_ms"] <= 3_600_000


def test_announced_acts_are_done_when_they_are_due(evening: Evening) -> None:
    host, anna, boris = (Person(evening, name) for name in ("Hanna", "Anna", "Boris"))
    host.become_host()
    anna.sit(THIEF)
    evening.place()
    with evening.socket() as table, evening.socket("/seat/0/live", anna.cookie) as thief:
        assert host.post("/seat/0/put-out", {}) == {"waits": True}
        told(table, THIEF, "devices", [])
        assert closed(thief) == NOT_SEATED.code
        assert host.post("/seat/0/hand", {"device": boris.id}) == {"waits": True}
        content = receive_until(table, lambda content: content["seats"][THIEF]["devices"])
        assert content["seats"][THIEF]["devices"][0]["nickname"] == "Boris"
        code = host.post("/seat/0/invite")["address"].partition("#sit=")[2]
        receive_until(table, lambda content: content["seating"]["acts"] == [])
    assert Person(evening, "Carl").post("/seat/join", code) == {"seat": THIEF}


def test_a_host_that_sits_down_where_secrets_are_is_announced_too(evening: Evening) -> None:
    host = Person(evening, "Hanna").become_host()
    evening.place()
    with evening.socket() as table:
        assert host.sit(POLICE) == {}
        assert host.sit(THIEF) == {"waits": True}
        content = receive_until(table, lambda content: content["seats"][THIEF]["devices"])
    assert content["seating"]["events"][-1]["what"] == "hand" and host.sees(THIEF)


# Attacks.


def test_who_sat_there_before_the_first_secret_does_not_come_back_to_it(evening: Evening) -> None:
    police = Person(evening, "Paula")
    assert police.sit(THIEF) == {}
    police.post("/seat/0/stand")
    thief = Person(evening, "Tom")
    assert thief.sit(THIEF) == {}
    evening.place()
    evening.hide("c3")
    assert police.sit(THIEF) == {"waits": True} and not police.sees(THIEF)
    lead_out(evening.server, THIEF)  # and nobody sits there
    for person in (police, thief):
        assert person.sit(THIEF) == {"waits": True} and not person.sees(THIEF)


def test_who_stays_in_the_seat_of_another_is_seen_by_everybody(evening: Evening) -> None:
    police, thief = Person(evening, "Paula"), Person(evening, "Tom")
    police.sit(THIEF)
    assert thief.sit(THIEF) == {"waits": True}
    assert police.post("/seat/0/answer", {"device": thief.id, "yes": True}) == {}
    evening.place()
    evening.hide("c3")
    with evening.socket() as table:  # though its page is closed
        seats = receive(table)["seats"]
    assert [each["nickname"] for each in seats[THIEF]["devices"]] == ["Paula", "Tom"]


def test_seats_end_with_their_game_and_come_back_with_it(evening: Evening) -> None:
    thief, police = Person(evening, "Tom"), Person(evening, "Paula")
    thief.sit(THIEF), police.sit(POLICE)
    evening.place()
    evening.hide("c3")
    with evening.socket("/seat/0/live", thief.cookie) as line:
        receive(line)
        evening.server.begin(Settings("car-thief"), lambda status: None)
        assert closed(line) == NOT_SEATED.code
    assert not thief.sees(THIEF) and thief.you["before"] == [THIEF]
    assert police.sit(THIEF) == {}  # who plays which side is new
    with evening.socket() as table:
        seats = receive(table)["seats"]
    assert [each["before"] for each in seats] == [["Tom"], ["Paula"]]
    evening.server.begin(Settings("car-thief", resume=1), lambda status: None)
    evening.daemon.status()  # by now the seats have followed
    assert thief.sees(THIEF) and not police.sees(THIEF) and police.sees(POLICE)


def test_what_a_seat_saw_in_one_game_is_not_kept_for_the_next(evening: Evening) -> None:
    web = evening.server._web_app
    with evening.sit(THIEF) as line:
        receive(line)
        assert web._audience(THIEF).latest is not None
    seats = web._shown._replace(game=2, sitters=web._shown.sitters[::-1])

    async def show() -> bool:
        web.show_seats(seats)  # what the new game shows comes after this
        return web._audience(THIEF).latest is None

    assert asyncio.run_coroutine_threadsafe(show(), evening.server._server.loop).result(10)


def test_the_thief_of_another_evening_sees_nothing(folder: Path, tmp_path: Path) -> None:
    with Evening(folder) as evening:
        cookie = seated(evening.server, THIEF)
        evening.place()
        token = cookie.partition("=")[2]

    def is_let_in(evening: Evening) -> bool:
        own = f"heistboard-{evening.server.port}={token}"
        with evening.socket("/seat/0/live", own) as line:
            try:
                return "seat" in receive(line)
            except Exception:
                return False

    with Evening(folder) as evening:  # a new game
        assert not is_let_in(evening)
    with Evening(folder, resume=1) as evening:
        assert is_let_in(evening)
        assert evening.server.is_taken(THIEF)
    (folder / "journal.sqlite").rename(tmp_path / "elsewhere")
    with Evening(folder) as evening:  # another game with the same number
        assert evening.daemon.status().game == 1
        facts = evening.daemon.with_seats(lambda facts: facts)
        assert seats_of(evening.server)._file.find(facts._replace(created="then")) is None


def test_an_old_invitation_does_not_lead_to_a_secret(evening: Evening) -> None:
    before = evening.code(THIEF)
    other_game = evening.code(POLICE)
    evening.place()
    for _ in range(2):
        assert Person(evening).post("/seat/join", before) == refused("private")
    evening.server.begin(Settings("car-thief"), lambda status: None)
    assert Person(evening).post("/seat/join", other_game) == refused("code")


def test_leading_out_ends_the_invitations_of_the_seat(evening: Evening) -> None:
    code, other = evening.code(THIEF), evening.code(POLICE)
    assert evening.server.put_out(THIEF) is True
    assert Person(evening).post("/seat/join", code) == refused("code")
    assert Person(evening).post("/seat/join", other) == {"seat": POLICE}


def test_pencil_marks_are_not_for_who_comes_later(evening: Evening) -> None:
    anna, boris = Person(evening, "Anna"), Person(evening, "Boris")
    evening.place()
    assert anna.sit(POLICE) == {} and anna.post("/seat/1/stand") == {}
    assert anna.sit(POLICE) == {}  # nobody sat there meanwhile
    evening.daemon.pencil(POLICE, "e5", "maybe")
    anna.post("/seat/1/stand")
    assert boris.sit(POLICE) == {"waits": True}
    evening.daemon.pencil(POLICE, "e5", "")
    assert boris.sit(POLICE) == {"waits": True}  # whether there are marks is not told


def test_stolen_and_guessed_cookies_are_worth_nothing_elsewhere(evening: Evening) -> None:
    cookie = seated(evening.server, THIEF)
    name, _, token = cookie.partition("=")
    kept = json.loads((evening.folder / "devices.json").read_text())["devices"]
    assert token not in json.dumps(kept)
    ids, hashes = [each[0] for each in kept], [each[2] for each in kept]
    for guess in (*ids, *hashes, token[:-1], token.swapcase(), ""):
        with evening.socket("/seat/0/live", f"{name}={guess}") as line:
            assert closed(line) == NOT_SEATED.code


def test_what_is_kept_is_for_the_owner_alone(evening: Evening) -> None:
    seated(evening.server, THIEF)
    for name in ("devices.json", "seats.json"):
        assert stat.S_IMODE((evening.folder / name).stat().st_mode) == 0o600


def test_a_damaged_file_is_no_stop(folder: Path) -> None:
    folder.mkdir()
    for text in (
        "{",
        "[]",
        "\0",
        '{"devices": [[1]], "games": [{}]}',
        '{"games": 5, "devices": 5}',
    ):
        for name in ("devices.json", "seats.json"):
            (folder / name).write_text(text)
        with Evening(folder) as evening, evening.sit(THIEF) as line:
            assert "seat" in receive(line)


def test_a_full_disk_seats_nobody(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = Person(evening, "Anna")

    def fail(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("heistboard.web.seating_file.write_private", fail)
    assert anna.sit(THIEF) == refused("trouble")
    assert anna.you["seats"] == [] and not anna.sees(THIEF)
    monkeypatch.undo()
    assert anna.sit(THIEF) == {}


def test_nobody_sits_while_it_is_not_known_what_is_played_but_pages_try_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise KeyError("the car is in c3")

    cookie = seated(evening.server, THIEF)
    with evening.socket("/seat/0/live", cookie) as line:
        receive(line)
        monkeypatch.setattr(evening.daemon, "seat_facts", fail)
        evening.daemon.set_hints("notes")
        assert closed(line) == NOT_YET.code
        with evening.socket("/seat/0/live", cookie) as again:
            assert closed(again) == NOT_YET.code
        assert Person(evening, "Anna").client.post("/seat/1/sit").status_code == 404
    assert "KeyError" in caplog.text and "c3" not in caplog.text
    monkeypatch.undo()
    evening.daemon.set_hints("off")
    with evening.socket("/seat/0/live", cookie) as line:
        assert "seat" in receive(line)


def test_a_lobby_has_hosts_and_devices_but_no_seats(tmp_path: Path) -> None:
    from heistboard.app import Daemon, Lobby
    from heistboard.web import Devices, Server

    from tests.support.in_process import client

    devices = Devices(tmp_path)
    lobby = Lobby(tmp_path / "journal.sqlite")
    with Server(lobby, tmp_path, port=0, devices=devices) as server, client(server) as asked:
        assert asked.get("/you.json").json()["you"]["id"] is None
        assert asked.post("/device", json={"nickname": "Anna"}).json() == {}
        assert asked.post("/host", content=devices.secret).json() == {}
        assert asked.post("/seat/0/sit").status_code == 404
        port = server.port
        token = asked.cookies[f"heistboard-{port}"]
    with (
        Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon,
        Server(daemon, tmp_path, port=port, devices=devices) as server,
    ):
        headers = {"Cookie": f"heistboard-{port}={token}"}
        with client(server, **headers) as asked:
            you = asked.get("/you.json").json()["you"]
            assert (you["nickname"], you["host"]) == ("Anna", True)  # the same secret
    assert Devices(tmp_path).secret != devices.secret


def test_requests_are_limited(folder: Path) -> None:
    with Evening(folder) as evening:
        host = evening.http(cookie=a_host(evening.server))

        def codes(client: httpx.Client, path: str) -> set[int]:
            return {client.post(path).status_code for _ in range(40)}

        assert codes(host, "/seat/0/invite") == {200, 429}
        assert codes(host, "/address") == {200, 429}
        assert {host.get("/you.json").status_code for _ in range(90)} == {200, 429}

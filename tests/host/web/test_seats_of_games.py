"""Seats and invitations when another game begins, and what the network may see."""

from pathlib import Path
from typing import Any

import pytest
from heistboard.web import hosting, request_checks

from tests.support.hosting import NEW, as_from_the_network, is_seated, post
from tests.support.web_evening import POLICE, THIEF, Evening, receive_until


def test_who_sits_where_is_public(evening: Evening) -> None:
    with evening.socket() as table:

        def seats(*wanted: tuple[str, int]) -> Any:  # noqa: ANN401 (whatever JSON says)
            def is_so(content: Any) -> bool:  # noqa: ANN401
                return [(each["name"], each["devices"]) for each in content["seats"]] == [*wanted]

            return receive_until(table, is_so)["seats"]

        seats(("thief", 0), ("police", 0))
        with evening.sit(THIEF), evening.sit(THIEF):
            thief, police = seats(("thief", 2), ("police", 0))
            assert thief == {"name": "thief", "devices": 2, "taken": True}
            assert not police["taken"]
            with evening.http() as client:
                assert client.post("/seat/0/put-out").json() == {}
            thief, _ = seats(("thief", 0), ("police", 0))
            assert not thief["taken"] and not evening.server.is_taken(THIEF)


def test_whom_the_network_invited_sees_no_game_from_before(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cookie(evening: Evening, *, is_local: bool) -> str:
        with monkeypatch.context() as patched, evening.http() as client:
            if not is_local:
                as_from_the_network(patched)
            address = client.post("/seat/0/invite").json()["address"]
            joined = client.post("/seat/join", content=address.partition("#")[2])
            return joined.headers["set-cookie"].partition(";")[0]

    monkeypatch.setattr(hosting, "REQUESTS", 1000)
    with Evening(folder) as evening:
        evening.place()
        evening.hide("c3")
        assert post(evening.server, **NEW, leaves=1) == (200, "")
        host = cookie(evening, is_local=True)
        assert post(evening.server, resume=1) == (200, "")
        assert is_seated(evening.server, host)
        assert post(evening.server, **NEW, leaves=1) == (200, "")
        other = cookie(evening, is_local=False)
        assert post(evening.server, **NEW) == (200, "")
        assert is_seated(evening.server, other)  # what it knows it saw begin
        assert post(evening.server, resume=1) == (200, "")
        assert not is_seated(evening.server, other)
        assert post(evening.server, **NEW, leaves=1) == (200, "")
        later = cookie(evening, is_local=False)
        assert is_seated(evening.server, later)
    with Evening(folder, resume=1) as evening:
        assert not is_seated(evening.server, later)


def test_the_network_is_invited_only_to_what_all_know(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "REQUESTS", 1000)
    as_from_the_network(monkeypatch)
    with Evening(folder, is_lan=True) as evening, evening.http() as client:

        def invite(seat: int) -> int:
            return client.post(f"/seat/{seat}/invite").status_code

        def put_out(seat: int) -> int:
            return client.post(f"/seat/{seat}/put-out").status_code

        answer = client.post("/seat/0/invite").json()
        assert answer["lan"] and answer["address"].startswith(f"{evening.server.address}seat/#")
        assert len(answer["rows"]) == len(answer["rows"][0]) and set(answer["rows"][0]) <= {*"01"}
        assert put_out(THIEF) == 200
        code = client.post("/seat/0/invite").json()["address"].partition("#")[2]
        evening.place()
        assert client.post("/seat/join", content=code).status_code == 403  # it is too late
        assert (invite(0), invite(1)) == (403, 200)  # the hiding place is only the thief's
        evening.hide("c3")
        assert (invite(0), invite(1), put_out(0), put_out(1)) == (403, 200, 403, 403)
        code = client.post("/seat/1/invite").json()["address"].partition("#")[2]
        evening.daemon.pencil(POLICE, "e5", "maybe")
        assert client.post("/seat/join", content=code).status_code == 403
        assert invite(1) == 403  # what a side has marked is its own
        evening.daemon.pencil(POLICE, "e5", "")
        assert invite(1) == 200
        assert (invite(2), invite(9)) == (404, 404)
        monkeypatch.setattr(request_checks, "is_local", lambda request: True)
        assert (invite(0), put_out(0)) == (200, 200)

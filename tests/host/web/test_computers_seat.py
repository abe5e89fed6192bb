"""A seat that the computer plays: nobody sits down there unnoticed, and then people play it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.app import Daemon, Settings
from heistboard.web import Server, seating
from heistboard.web.devices import Device
from heistboard.web.table_seats import Change, SeatsShown, TableSeats

from tests.support import in_process
from tests.support.hosting import NEW, post
from tests.support.seats import a_device, a_host, seats_of, unlimited
from tests.support.web_evening import POLICE, THIEF

ANNA = Device("a", "Anna")


@pytest.fixture
def daemon(tmp_path: Path) -> Daemon:
    settings = Settings("car-thief", bots={"thief": "random"})
    return Daemon(tmp_path / "journal.sqlite", settings, list, has_board=False)


def test_people_play_it_once_somebody_sits_there(daemon: Daemon, tmp_path: Path) -> None:
    shown: list[SeatsShown] = []
    seats = TableSeats(daemon, tmp_path, shown.append)
    with daemon:

        def sit(change: Change) -> bool:
            return change.seating.sit(ANNA, 0, change.chairs, change.at)

        def hand(change: Change) -> bool:
            return change.seating.hand(ANNA, 0, change.chairs, change.now_ms, change.at)

        assert not seats.change(sit)
        assert not seats.change(hand)
        assert daemon.bots() == {0: "random"}
        assert shown[-1].bots == ("random", "")
        assert shown[-1].acts_for(None, is_host=True) == [1]

        def tick(change: Change) -> None:
            change.seating.tick(change.now_ms + 60_000, change.at)

        seats.change(tick)
        assert daemon.bots() == {}


# A game that was begun on the start page.


def refused(why: str) -> dict[str, Any]:
    return {"refused": {"why": why}}


class Person:
    """A device of the table, in process."""

    def __init__(self, server: Server, nickname: str, *, is_host: bool = False) -> None:
        if is_host:
            self.client = in_process.client(server, Cookie=a_host(server, nickname))
        else:
            self.client = in_process.client(server, Cookie=a_device(server, nickname)[1])

    def post(self, path: str, body: object = None) -> Any:  # noqa: ANN401 (whatever JSON says)
        return self.client.post(path, json=body if body is not None else {}).json()

    @property
    def you(self) -> Any:  # noqa: ANN401
        return self.client.get("/you.json").json()["you"]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    unlimited(monkeypatch)
    monkeypatch.setattr(seating, "ANNOUNCED_MS", 1_000_000)
    settings = Settings("car-thief")
    with (
        Daemon(tmp_path / "journal.sqlite", settings, list, has_board=False) as daemon,
        Server(daemon, tmp_path, port=0) as server,
    ):
        yield server


def table(server: Server) -> Daemon:
    assert isinstance(server._table, Daemon)
    return server._table


def announced(server: Server, here: frozenset[str] = frozenset()) -> None:
    """Ten seconds pass."""
    seats_of(server).change(
        lambda change: change.seating.tick(change.now_ms + 1_000_000, change.at, here)
    )


def waits(server: Server) -> bool:
    return table(server).with_seats(lambda facts: facts.bots_wait)


def test_it_waits_until_people_have_sat_down(server: Server) -> None:
    assert post(server, **NEW, bots={"police": "thinker"}) == (200, "")
    daemon = table(server)
    assert daemon.bots() == {POLICE: "thinker"}
    assert waits(server) and daemon._bots_due_ms is None  # whatever time goes by
    anna = Person(server, "Anna")
    assert anna.post("/seat/0/sit") == {}
    assert not waits(server)
    assert daemon.call(lambda: daemon._bots_due_ms) is not None


def test_a_host_lets_it_begin_before_that(server: Server) -> None:
    post(server, **NEW, bots={"police": "thinker"})
    anna, host = Person(server, "Anna"), Person(server, "Hanna", is_host=True)
    assert anna.post("/seat/begin") == refused("host")
    assert waits(server)
    assert host.post("/seat/begin") == {}
    assert not waits(server)


def test_it_waits_for_people_in_a_rematch_too(server: Server) -> None:
    post(server, **NEW, bots={"police": "thinker"})
    anna = Person(server, "Anna")
    anna.post("/seat/0/sit")
    daemon = table(server)
    for move in ("place green x22", "place yellow x11", "place pink x44", "hide a1"):
        daemon.correct(move)
    daemon.correct("search yellow a1")
    assert anna.post("/again") == {"seat": THIEF}
    assert daemon.bots() == {POLICE: "thinker"} and waits(server)
    anna.post("/seat/0/sit")
    assert not waits(server)


def test_two_computer_players_wait_for_nobody(server: Server) -> None:
    post(server, **NEW, bots={"police": "random", "thief": "random"})
    assert table(server).call(lambda: table(server)._bots_due_ms) is not None


# A person who has gone.


def hidden(server: Server) -> None:
    """The thief hides; from then on there is something private."""
    for move in ("place green x22", "place yellow x11", "place pink x44", "hide a1"):
        table(server).correct(move)


def test_the_seat_of_somebody_who_has_gone_goes_to_the_computer_and_back(server: Server) -> None:
    anna, boris = Person(server, "Anna"), Person(server, "Boris")
    host = Person(server, "Hanna", is_host=True)
    anna.post("/seat/0/sit")
    hidden(server)
    path, bot = "/seat/0/computer", {"bot": "thinker"}
    for other in (anna, boris):  # not even who sits there
        assert other.post(path, bot) == refused("host")
    assert host.post(path, {"bot": "kasparov"}) == refused("no-bot")
    assert host.post(path, {"bot": "hunter"}) == refused("no-bot")  # it only plays the police
    assert host.client.post(path, json={}).status_code == 400
    assert host.client.post("/seat/2/computer", json=bot).status_code == 404
    assert host.post(path, bot) == {"waits": True}
    assert table(server).bots() == {}
    announced(server)
    assert table(server).bots() == {THIEF: "thinker"}
    assert anna.you["seats"] == [] and anna.you["back"] == [THIEF]
    assert boris.you["back"] == host.you["back"] == []
    assert boris.post("/seat/0/sit") == host.post("/seat/0/sit") == {"waits": True}
    assert table(server).bots() == {THIEF: "thinker"}
    assert anna.post("/seat/0/sit") == {}
    assert table(server).bots() == {} and anna.you["seats"] == [THIEF]
    shown = seats_of(server)._seating.events
    assert [event.what for event in shown] == ["sit", "computer", "return"]
    assert anna.you["back"] == []


def test_who_has_come_back_meanwhile_keeps_the_seat(server: Server) -> None:
    anna, host = Person(server, "Anna"), Person(server, "Hanna", is_host=True)
    anna.post("/seat/0/sit")
    hidden(server)
    assert host.post("/seat/0/computer", {"bot": "rim"}) == {"waits": True}
    announced(server, here=frozenset([anna.you["id"]]))
    assert table(server).bots() == {} and anna.you["seats"] == [THIEF]


def test_who_plays_there_is_not_replaced(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, host = Person(server, "Anna"), Person(server, "Hanna", is_host=True)
    anna.post("/seat/0/sit")
    ids = frozenset([anna.you["id"]])
    (requests,) = {
        route.endpoint.__self__  # type: ignore[attr-defined]
        for route in server._web_app.app.routes
        if getattr(route, "path", "") == "/seat/{seat}/computer"
    }
    monkeypatch.setattr(requests, "_here", lambda: ids)
    assert host.post("/seat/0/computer", {"bot": "rim"}) == refused("here")
    assert table(server).bots() == {}


def test_what_the_computer_may_play_is_told_to_hosts(server: Server) -> None:
    offered = [["random", "beginner", "rim", "thinker"], ["random", "hunter", "patrol", "thinker"]]
    assert Person(server, "Hanna", is_host=True).you["bots"] == offered
    assert Person(server, "Anna").you["bots"] == []


def test_a_seat_without_secrets_goes_to_the_computer_at_once_and_everybody_sees_it(
    server: Server,
) -> None:
    host = Person(server, "Hanna", is_host=True)
    assert host.post("/seat/1/computer", {"bot": "hunter"}) == {}
    assert table(server).bots() == {POLICE: "hunter"}
    shown = server._web_app._presence().seats
    assert shown.bots == ("", "hunter") and shown.events[-1].what == "computer"

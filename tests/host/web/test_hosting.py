"""Beginning, resuming and leaving games: by the daemon, in the lobby, and by HTTP."""

import dataclasses
import json
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from heistboard import games
from heistboard.app import Daemon, Lobby, Settings
from heistboard.app.control import Control
from heistboard.app.requests import Requests
from heistboard.games import car_thief, installed
from heistboard.games.car_thief.gestures import AGAIN_MS
from heistboard.games.car_thief.guide import GUIDE
from heistboard.games.car_thief.rules import CarThief
from heistboard.journal.errors import GameBusy, GameMissing, GameOver, StoreError
from heistboard.journal.store import Store
from heistboard.rules import TABLE, Deck, Known, Option, View
from heistboard.web import Server, start_page
from heistboard.web.sockets import NOT_SEATED

from tests.support import in_process
from tests.support.games import install_only, replace_package
from tests.support.hosting import NEW, client, post
from tests.support.reviewed import add_arrest
from tests.support.seats import a_device, seated
from tests.support.web_evening import THIEF, WITHIN_S, Evening, closed, receive_until

PLACED = ("place green x22", "place yellow x11", "place pink x44")


def seconds(server: Server) -> str:
    """The default of the option ``thief-seconds`` on the start page."""
    (game,) = (each for each in data(server)["games"] if each["name"] == "car-thief")
    return next(each["default"] for each in game["table_options"])  # type: ignore[no-any-return]


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """A game with one move and without a board."""
    with Daemon(tmp_path / "journal.sqlite", Settings("car-thief"), list) as daemon:
        daemon.say(1, "place green x22")
        yield daemon


@pytest.fixture
def server(daemon: Daemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(start_page, "POSTS", 1000)
    with Server(daemon, tmp_path, port=0) as server:
        yield server


def data(server: Server) -> Any:  # noqa: ANN401 (whatever JSON says)
    with client(server) as asked:
        return asked.get("/start.json").json()


# The daemon.


def test_another_game_begins_and_the_one_before_is_kept(daemon: Daemon) -> None:
    daemon.begin(Settings("car-thief", 3, table_options={"thief-seconds": "7"}))
    status = daemon.status()
    assert (status.game, status.view["players"], status.view["moves"]) == (2, 3, [])
    assert daemon.table_options == {"thief-seconds": "7"}
    daemon.say(1, "place green x11")
    daemon.begin(Settings("car-thief", resume=1))
    assert daemon.status().view["moves"] == ["place green x22"]
    daemon.begin(Settings("car-thief", resume=1))  # that is what is played
    with Store(daemon.journal) as store:
        store.resume(2).close()  # nobody plays it
        with pytest.raises(GameBusy):
            store.resume(1)


def test_what_cannot_begin_leaves_the_game_as_it_is(daemon: Daemon, tmp_path: Path) -> None:
    over = add_arrest(tmp_path)
    with Store(daemon.journal) as store, store.create(car_thief.GAME.new(), "now") as other:
        for settings, error, said in (
            (
                Settings("chess"),
                ValueError,
                "there is no game 'chess', expected burgle-bros or car-thief or good-cop-bad-cop",
            ),
            (Settings("car-thief", 9), ValueError, r"players is 9, expected 2\.\.4"),
            (Settings("car-thief", options={"self": 1}), ValueError, "no option 'self'"),
            (Settings("", resume=99), GameMissing, "no game 99"),
            (Settings("", resume=over), GameOver, f"game {over} is over; look back"),
            (Settings("", resume=other.id), GameBusy, "end it first"),
        ):
            before = daemon.status()
            with pytest.raises(error, match=said):
                daemon.begin(settings)
            assert daemon.status() == before
    daemon.say(1, "place yellow x11")  # it goes on


def test_a_damaged_game_goes_on_and_the_log_says_so(
    daemon: Daemon, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    add_arrest(tmp_path)
    with Store(daemon.journal) as store:
        store._db.execute("UPDATE entries SET move = 'hide a1' WHERE game = 2 AND number = 12")
    daemon.begin(Settings("", resume=2))
    assert len(daemon.status().view["moves"]) == 11  # type: ignore[arg-type]
    assert daemon.damage.startswith("game 2 is damaged: it continues after move 11;")
    assert daemon.damage in caplog.messages
    daemon.begin(Settings("", resume=1))
    assert daemon.damage == ""


def test_a_full_disk_leaves_the_game_as_it_is(daemon: Daemon) -> None:
    def limit(pages: int) -> None:
        daemon.call(lambda: daemon._store._db.execute(f"PRAGMA max_page_count = {pages}"))

    def fill() -> None:
        for _ in range(500):
            daemon.begin(Settings("car-thief"))

    limit(1)  # no more than there are
    with pytest.raises(StoreError, match="the disk is full; free some space"):
        fill()
    with Store(daemon.journal) as store:
        assert daemon.status().game == store.games()[0].id
    limit(10_000)
    daemon.say(1, "place green x22")


def test_another_game_that_cannot_be_written_is_tried_again(tmp_path: Path) -> None:
    settings = Settings("car-thief", 4, speed=20)
    with Daemon(tmp_path / "journal.sqlite", settings, list) as daemon:
        for move in (*PLACED, "hide a1", "search yellow a1"):
            daemon.correct(move)
        daemon.call(lambda: daemon._store._db.execute("PRAGMA query_only = 1"))
        daemon.call(lambda: daemon._table.gestures.done(0, AGAIN_MS))  # Done, held
        status = daemon.status()
        assert (status.game, status.ask.id) == (1, "trouble.journal")
        daemon.call(lambda: daemon._store._db.execute("PRAGMA query_only = 0"))
        end_s = time.monotonic() + WITHIN_S
        while (status := daemon.status()).game == 1:
            assert time.monotonic() < end_s
        assert status.view["players"] == 4 and status.ask.id != "trouble.journal"


def test_the_board_stays_as_it_lies(folder: Path) -> None:
    with Evening(folder) as evening:
        evening.place()
        evening.daemon.begin(Settings("car-thief"))
        status = evening.until(lambda status: status.phase == "setup")
        # No move was made by what lay there; the helicopters are to be taken away.
        assert status.sync == "desync" and status.view["moves"] == []
        assert set(status.wrong) == {"x22", "x44", "x11"}
        evening.daemon.begin(Settings("car-thief", resume=1))
        assert evening.until(lambda status: status.sync == "synced").phase == "eyes-closed"


class WatchedTable(CarThief):
    """Car Thief with a third seat, for two players, which sees what the police see."""

    __slots__ = ()

    def copy(self) -> "WatchedTable":
        other = super().copy()
        other.__class__ = WatchedTable
        assert isinstance(other, WatchedTable)
        return other

    def view(self, seat: int) -> View:
        return super().view(self._as(seat))

    def known(self, seat: int) -> Known:
        return super().known(self._as(seat))

    def _as(self, seat: int) -> int:
        has_lookout = self.options["players"] == 2
        return TABLE if seat == 2 and has_lookout else seat


def test_seats_that_a_game_lacks_do_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ("thief", "police", "lookout")
    game = dataclasses.replace(
        car_thief.GAME,
        start=lambda options: WatchedTable(),
        seats=lambda options: seats[: 5 - int(options["players"])],
    )
    package = dataclasses.replace(car_thief.PACKAGE, game=game)
    replace_package(monkeypatch, package)
    with Evening(folder) as evening:
        first = evening.join(2)
        with evening.socket("/seat/2/live", first) as lookout, evening.socket() as table:
            assert "seat" in receive_until(lookout, lambda content: "seat" in content)
            evening.server.begin(Settings("car-thief", 3), lambda status: None)
            fresh = receive_until(table, lambda content: content["table"]["game"] == 2)
            assert [each["name"] for each in fresh["seats"]] == ["thief", "police"]
            with pytest.raises(ValueError, match="no seat"):
                evening.server.invite(2)
            assert closed(lookout) == NOT_SEATED.code
            evening.server.begin(Settings("car-thief", 2), lambda status: None)
            evening.daemon.status()  # by now the seats have followed
            with evening.socket("/seat/2/live", first) as late:  # seats end with their game
                assert closed(late) == NOT_SEATED.code
            evening.server.begin(Settings("car-thief", resume=1), lambda status: None)
            evening.daemon.status()
            with evening.socket("/seat/2/live", first) as again:
                content = receive_until(again, lambda content: "seat" in content)
                assert content["table"]["game"] == 1


# The lobby.


def test_a_lobby_chooses_what_the_journal_has_then(tmp_path: Path) -> None:
    journal = tmp_path / "new" / "journal.sqlite"
    lobby = Lobby(journal, {"thief-seconds": "5"})
    with pytest.raises(ValueError, match="players is 1"):
        lobby.begin(Settings("car-thief", 1))
    with pytest.raises(GameMissing):
        lobby.begin(Settings("", resume=4))
    assert lobby.chosen is None and lobby.status() is None
    lobby.begin(Settings("car-thief", 4))
    assert lobby.chosen is not None and lobby.chosen.resume == 1
    with pytest.raises(GameBusy):
        lobby.begin(Settings("car-thief"))  # two devices at once: one game
    with Daemon(journal, lobby.chosen, list) as daemon:
        assert daemon.status().view["players"] == 4


def test_a_lobby_knows_of_another_table(daemon: Daemon, tmp_path: Path) -> None:
    lobby = Lobby(daemon.journal)
    with (
        Control(Requests(daemon), tmp_path),
        pytest.raises(GameBusy, match="another table is running"),
    ):
        lobby.begin(Settings("car-thief"))
    assert lobby.chosen is None


def test_a_lobby_serves_the_start_page_and_no_seats(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path / "none" / "journal.sqlite", {"thief-seconds": "9"})
    with Server(lobby, tmp_path / "none", port=0) as server, client(server) as asked:
        assert asked.get("/").content == asked.get("/start").content
        assert data(server) | {"games": []} == {
            "games": [], "hints": "off",
            "may_host": True, "running": None, "earlier": [],
        }  # fmt: skip
        assert seconds(server) == "9"
        assert asked.get("/board").status_code == asked.get("/live").status_code == 404
        assert asked.post("/seat/0/invite").status_code == 404
        assert not (tmp_path / "none").exists()  # nothing was chosen
        with in_process.client(server) as stranger:
            assert stranger.post("/start", json=NEW).status_code == 403
        assert post(server, **NEW, deal={}) == (200, "")
    assert lobby.chosen == Settings(
        "car-thief", resume=1, table_options={"thief-seconds": "9"}, options={"players": 3}
    )


def test_a_start_page_offers_what_the_lobby_keeps_and_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fog = {"fog": Option((True, False), False, "how far one sees")}
    beat = {"beat": Option(range(1, 6), 3, "seconds"), "pace": Option(range(1, 3), 1, "speed")}
    game = dataclasses.replace(car_thief.GAME, options=fog)
    package = dataclasses.replace(car_thief.PACKAGE, game=game, table_options=beat)
    monkeypatch.setattr(games, "packages", lambda: (package,))
    replace_package(monkeypatch, package)
    lobby = Lobby(tmp_path / "journal.sqlite", {"fog": "yes", "beat": "4", "pace": "9"})
    with Store(lobby.journal, create=True) as store, store.create(game.new(2), "now") as journal:
        journal.play("place green x22", "now")
    with Server(lobby, tmp_path, port=0) as server:
        (told,) = data(server)["games"]
        offered = {each["name"]: each["default"] for each in told["table_options"]}
        assert offered == {"beat": 4, "pace": 1}  # what is not allowed here is left out
        assert [each["default"] for each in told["options"]] == [2, True]
        assert post(server, resume=1) == (200, "")
    assert lobby.chosen is not None and lobby.chosen.table_options == {"beat": 4}


# By HTTP.


def test_what_can_be_played_is_what_games_declare(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"fog": Option((True, False), False, "how far one sees")}
    decks = {"cards": Deck("the cards", can_be_real=True), "die": Deck("a die")}
    game = dataclasses.replace(car_thief.GAME, options=options, decks=decks)
    package = dataclasses.replace(car_thief.PACKAGE, game=game)
    monkeypatch.setattr(games, "packages", lambda: (package,))
    replace_package(monkeypatch, package)
    (told,) = data(server)["games"]
    (waits,) = told.pop("table_options")
    assert (waits["name"], waits["default"], waits["is_text"]) == ("thief-seconds", "", True)
    seats = [
        {"name": "thief", "bots": ["random", "beginner", "rim", "thinker"]},
        {"name": "police", "bots": ["random", "hunter", "patrol", "thinker"]},
    ]
    assert told.pop("seats") == dict.fromkeys(("2", "3", "4"), seats)
    assert told == {
        "name": "car-thief",
        "title": "Car Thief",
        "options": [
            {
                "name": "players",
                "values": [2, 3, 4],
                "default": 2,
                "help": "how many people play",
                "is_text": False,
            },
            {
                "name": "fog",
                "values": [True, False],
                "default": False,
                "help": "how far one sees",
                "is_text": False,
            },
        ],
        "decks": [{"name": "cards", "help": "the cards"}],
        "grades": ["off", "notes", "cells", "odds"],
        "guide": 1,
        "rules": True,
    }
    wanted = {"game": "car-thief", "options": {"fog": True}, "leaves": 1}
    assert post(server, **wanted, deal={"cards": "hands"}) == (200, "")


def test_a_broken_game_is_not_offered(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "nowhere:PACKAGE", games.GROUP)
    found = installed._found()
    install_only(monkeypatch, {**found, "broken": (broken,)})
    assert "broken" in games.broken()
    assert [each["name"] for each in data(server)["games"]] == list(games.names())
    assert post(server, game="broken", leaves=1) == (409, "options")


def test_a_text_that_is_refused_is_named_with_its_reason(server: Server) -> None:
    for options, name, why in (
        ({"table_options": {"thief-seconds": "long"}}, "thief-seconds", "expected seconds"),
        ({"table_options": {"fog": "1"}}, "fog", "expected thief-seconds"),
        ({"options": {"players": 9}}, "players", "expected 2..4"),
        ({"bots": {"thief": "kasparov"}}, "bots", "there is no bot 'kasparov', expected random"),
        ({"bots": {"cook": "rim"}}, "bots", "there is no seat 'cook', expected thief or police"),
    ):
        with client(server) as asked:
            answer = asked.post("/start", json={"game": "car-thief", "leaves": 1, **options})
        refused = answer.json()["refused"]
        assert (answer.status_code, refused["why"], refused["option"]) == (409, "options", name)
        assert refused["text"].startswith(why)


def test_games_that_were_are_told_without_their_moves(
    daemon: Daemon, server: Server, tmp_path: Path
) -> None:
    over = add_arrest(tmp_path)
    for colour, place in (("yellow", "x11"), ("pink", "x44")):
        daemon.say(1, f"place {colour} {place}")
    daemon.call(lambda: daemon._referee.journal.play("hide c3", "2031-05-04T20:15:00+02:00"))
    daemon.begin(Settings("car-thief"))
    with client(server) as asked:
        text = asked.get("/start.json").text
    content = json.loads(text)
    assert content["running"] == {
        "number": 3, "game": "car-thief", "players": 2, "moves": 0, "over": False,
        "rules": True,
    }  # fmt: skip
    finished, unfinished = content["earlier"]
    assert finished.pop("at") and finished.pop("ended")
    assert finished == {
        "number": over, "game": "car-thief", "players": 2, "moves": 23,
        "outcome": {"side": "police", "ending": "arrest"},
    }  # fmt: skip
    assert unfinished.pop("at") and unfinished == {
        "number": 1, "game": "car-thief", "players": 2, "moves": 4, "ended": None,
        "outcome": None,
    }  # fmt: skip
    told = json.dumps({key: each for key, each in content.items() if key != "games"})
    assert not [word for word in ("hide", "c3", "x22", "trail") if word in told]


def test_a_game_that_has_begun_is_left_only_by_its_number(server: Server) -> None:
    assert post(server, **NEW) == (409, "going-on")
    assert post(server, **NEW, leaves=7) == (409, "going-on")
    assert data(server)["running"]["number"] == 1
    assert post(server, **NEW, leaves=1, table_options={"thief-seconds": "20"}) == (200, "")
    assert data(server)["running"]["number"] == 2
    assert seconds(server) == "20"
    assert post(server, resume=1) == (200, "")  # game 2 has no move
    assert seconds(server) == "20"  # as it was
    assert post(server, **NEW, leaves=1, table_options={}) == (200, "")
    assert seconds(server) == ""  # what the game thinks right
    assert [each["number"] for each in data(server)["earlier"]] == [1]


def test_only_hosts_begin_games_whatever_goes_on(daemon: Daemon, server: Server) -> None:
    def post_as(cookie: str, **wanted: object) -> tuple[int, str]:
        with in_process.client(server, Cookie=cookie) as asked:
            assert asked.get("/start.json").json()["may_host"] is False
            answer = asked.post("/start", json=wanted)
        return answer.status_code, answer.json()["refused"]["why"]

    strangers = ("", seated(server, THIEF), "heistboard=x", a_device(server)[1])
    for cookie in strangers:
        assert post_as(cookie, **NEW, leaves=1) == (403, "host")
        assert post_as(cookie, guide="car-thief", leaves=1) == (403, "host")
        assert post_as(cookie, resume=1) == (403, "host")
    daemon.correct("undo")  # nothing is going on
    for cookie in strangers:
        assert post_as(cookie, **NEW) == (403, "host")
    assert daemon.status().game == 1
    assert data(server)["may_host"] is True
    assert post(server, **NEW) == (200, "")


def test_a_guided_game_is_begun_as_its_guide_has_it(daemon: Daemon, server: Server) -> None:
    (offered,) = (game for game in data(server)["games"] if game["name"] == "car-thief")
    assert offered["guide"] == 1  # where the learner sits
    assert post(server, guide="car-thief", leaves=1) == (200, "")
    status = daemon.status()
    assert (status.game, status.hints["grade"], daemon.bots()) == (2, "cells", {0: "beginner"})
    assert daemon.call(lambda: daemon._referee.notes.guide) in GUIDE.seeds


def test_what_is_refused_says_why(server: Server, tmp_path: Path) -> None:
    over = add_arrest(tmp_path)
    for wanted, why in (
        ({"game": "chess"}, "options"),
        ({"game": "car-thief", "options": {"players": True}}, "options"),
        ({"game": "car-thief", "hints": "all"}, "options"),
        ({"resume": 99}, "missing"),
        ({"resume": 2**63 - 1}, "missing"),
        ({"resume": over}, "over"),
    ):
        assert post(server, **wanted, leaves=1) == (409, why), wanted
    assert data(server)["running"]["number"] == 1


@pytest.mark.parametrize(
    "body",
    ["", "[]", "{}", "{", "[" * 1000, '{"resume": true}', '{"resume": -1}', '{"game": 1}',
     '{"game": "car-thief", "options": []}', '{"game": "car-thief", "options": {"players": {}}}',
     '{"game": "car-thief", "table_options": []}', '{"game": "car-thief", "more": 1}',
     '{"game": "car-thief", "hints": 1}', '{"game": "car-thief", "hints": ["off"]}',
     '{"game": "car-thief", "deal": {"cards": "cheat"}}', '{"game": "car-thief", "deal": []}',
     '{"game": "car-thief", "bots": []}', '{"game": "car-thief", "bots": {"thief": 1}}',
     '{"resume": 1, "bots": {"thief": "rim"}}', '{"guide": 1}', '{"guide": "chess"}',
     '{"guide": "car-thief", "options": {}}', '{"guide": "car-thief", "resume": 1}',
     '{"resume": 1, "game": "car-thief"}', '{"resume": 1e999}'],
)  # fmt: skip
def test_what_is_malformed_is_not_looked_at(server: Server, body: str) -> None:
    with client(server) as asked:
        assert asked.post("/start", content=body).status_code == 400


def test_it_is_limited_how_much_and_how_often(daemon: Daemon, tmp_path: Path) -> None:
    with Server(daemon, tmp_path, port=0) as server, client(server) as asked:
        assert asked.post("/start", content="x" * 1025).status_code == 413
        codes = {asked.post("/start", content="x").status_code for _ in range(20)}
        assert codes == {400, 429}
        codes = {asked.post("/seat/0/invite").status_code for _ in range(40)}
        assert codes == {200, 429}
        asked.headers["Origin"] = "http://evil.example"
        assert asked.post("/start", json=NEW).status_code == 403
    assert daemon.status().game == 1

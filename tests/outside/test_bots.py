"""The outside game's computer players: at a table, in a clock of the test's own, and on pages."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from heistboard.app import computer_players
from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.rules import CHANCE, Move, State, View
from heistboard.rules.autoplay import Dealer

from tests.support import in_process
from tests.support.fed_table import FakeHub, FedTable
from tests.support.screens import Screens
from tests.support.seats import a_device, a_host, seats_of

SEATS = ("p1", "p2", "p3", "p4", "p5")


def play(
    folder: Path, name: str, is_it: Callable[[Status], bool], seed: int = 1
) -> tuple[RunningTable, list[tuple[int, Status]]]:
    """Lets five of them play until things stand so; returns what was shown, and when."""
    folder.mkdir(exist_ok=True)
    settings = Settings(
        "lanterns", len(SEATS), options={}, seed=seed, bots=dict.fromkeys(SEATS, name)
    )
    shown: list[tuple[int, Status]] = []
    table = RunningTable(folder / "journal.sqlite", settings, FakeHub(), has_board=False)
    room = FedTable(table, 0)
    table.listeners.append(lambda status: shown.append((room.now_ms, status)))
    with Store(folder / "journal.sqlite", create=True) as store:
        table.open(store, 0)
        while not is_it(table.status()):
            assert room.now_ms < 600_000, table.status()
            room.wait(100)
        table.close()
    return table, shown


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_five_computer_players_play_a_whole_game(tmp_path: Path, seed: int) -> None:
    table, shown = play(tmp_path, "partisan", lambda status: status.phase == "over", seed)
    assert table.bots() == dict.fromkeys(range(5), "partisan")
    lines = shown[-1][1].view["moves"]
    assert isinstance(lines, list) and any(str(line).endswith(" pass") for line in lines)
    assert shown[-1][1].view["outcome"] is not None


class Quiet:
    """Passes, carries the lantern anywhere, and never looks at what it holds."""

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        return next((move for move in legal if move.verb == "pass"), legal[0])


def test_roles_and_cards_change_nothing_that_others_see_of_computer_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lanterns import bots  # type: ignore[import-not-found, unused-ignore]

    monkeypatch.setitem(bots.BOTS, "quiet", Quiet)
    told, hidden = [], []
    for which in (0, -1):

        def deal(dealer: Dealer, state: State, which: int = which) -> Move:
            assert state.draw is not None
            return state.legal(CHANCE)[0 if state.draw.deck == "street" else which]

        monkeypatch.setattr(Dealer, "choose", deal)
        table, shown = play(
            tmp_path / str(which), "quiet", lambda status: status.phase == "accuse"
        )
        told.append(shown)
        with Store(table.journal) as store:
            hidden.append([*store.get(shown[0][1].game).state.moves][:10])
    assert hidden[0] != hidden[1]
    assert told[0] == told[1] and len(told[0]) > 6


def test_pages_seat_them_and_give_them_the_seat_of_somebody_who_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_players, "PAUSE_MS", range(1, 4))
    with Screens(tmp_path, "lanterns", 4) as table:
        server, daemon = table.server, table.daemon
        host = in_process.client(server, Cookie=a_host(server))
        anna, boris = (
            in_process.client(server, Cookie=a_device(server, name)[1])
            for name in ("Anna", "Boris")
        )
        (offered,) = (
            game for game in host.get("/start.json").json()["games"] if game["name"] == "lanterns"
        )
        players = ["random", "partisan"]
        assert offered["seats"]["3"] == [
            {"name": name, "bots": players} for name in ("p1", "p2", "p3")
        ]
        wanted = {"game": "lanterns", "options": {"players": 3}, "leaves": 1}
        bots = dict.fromkeys(("p1", "p2", "p4"), "partisan")
        assert host.post("/start", json={**wanted, "bots": bots}).json()["refused"] == {
            "why": "options",
            "option": "bots",
            "text": "there is no seat 'p4', expected p1, p2 or p3",
        }
        del bots["p4"]
        assert host.post("/start", json={**wanted, "bots": bots}).json() == {}
        assert daemon.bots() == {0: "partisan", 1: "partisan"}
        assert daemon.with_seats(lambda facts: (facts.bots_wait, facts.private[2])) == (True, True)
        assert anna.post("/seat/2/sit").json() == {}  # dealt, and nobody has moved
        table.until(lambda status: status.phase == "window")  # p1 has carried
        monkeypatch.setattr(computer_players, "PAUSE_MS", range(3_600_000, 3_600_001))

        def give() -> None:
            answer = host.post("/seat/2/computer", json={"bot": "partisan"})
            assert answer.json() == {"waits": True}
            seats_of(server).change(
                lambda change: change.seating.tick(change.now_ms + 10_000, change.at)
            )
            assert daemon.bots() == dict.fromkeys(range(3), "partisan")

        give()
        assert boris.post("/seat/2/sit").json() == {"waits": True}
        assert anna.post("/seat/2/sit").json() == {}
        assert daemon.bots() == {0: "partisan", 1: "partisan"}
        give()
        assert daemon.call(lambda: daemon._bots_due_ms) is not None

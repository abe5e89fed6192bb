"""Burgle Bros where nobody carries pieces: nothing at a board is waited for."""

from pathlib import Path

from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.journal.store import Store

from tests.support.fed_table import FakeHub

MOVES = 40


def test_without_a_board_a_game_is_played_and_no_hand_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    settings = Settings("burgle-bros", options={"players": 2}, seed=1)
    with Store(path, create=True) as store:
        table = RunningTable(path, settings, FakeHub(), has_board=False)
        table.open(store, 0)
        seen = set()
        for _ in range(MOVES):
            status = table.status()
            seen.add(status.ask.id)
            assert status.sync == "synced"
            if status.phase == "over":
                break
            table.run(lambda: play(table), 0)
        guards = table.status().view["guards"]
        table.close()
    assert not {ask for ask in seen if ask.startswith(("walls", "tile", "guard", "wrong"))}
    assert "act.wait" in seen and guards != []


def play(table: RunningTable) -> None:
    state = table._table.state
    seat = state.seat
    assert seat is not None
    table._lap(lambda: table._table.say(seat, state.legal(seat)[0], 0))

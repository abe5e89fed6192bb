"""`--board none`: a whole game on screens; the table waits for no board."""

from pathlib import Path
from random import Random

import pytest
from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.journal.store import Store
from heistboard.table.table import NotNow, NotYourTurn

from tests.support.fed_table import FakeHub, FedTable

MOVES_MOST = 300


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_game_is_played_without_a_board(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    table = RunningTable(
        tmp_path / "journal.sqlite", Settings("car-thief"), FakeHub(), has_board=False
    )
    with Store(tmp_path / "journal.sqlite", create=True) as store:
        table.open(store, 0)
        room = FedTable(table, 0)
        for _ in range(MOVES_MOST):
            status = table.status()
            assert status.sync == "synced" and not status.wrong
            if status.phase == "over":
                break
            move(table, random)
            room.wait(1_000)
        assert table.status().view["outcome"] is not None
        (game,) = store.games()
        assert len(store.get(game.id).state.moves) == game.length
        table.close()


def move(table: RunningTable, random: Random) -> None:
    """Makes a move on the page of the seat that may move, or presses Done there."""
    for seat in range(len(table.seats())):
        prompt = table.seat_view(seat)["prompt"]
        assert isinstance(prompt, dict)
        moves = prompt["moves"]
        assert isinstance(moves, list)
        if moves:
            chosen = random.choice(moves)
            assert isinstance(chosen, dict)
            table.say(seat, str(chosen["move"]))
            return
    for seat in range(len(table.seats())):
        try:
            table.press_for(seat, "done")
        except (NotYourTurn, NotNow):
            continue
        return

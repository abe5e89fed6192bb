"""A game that wants another floor begins at a table with one simulated board."""

import time
from functools import partial
from pathlib import Path

from heistboard.app import Daemon, Settings
from heistboard.boards.choice import choose
from heistboard.cli import play_game
from heistboard.games.pieces import pieces_of
from heistboard.link.floors import Modules
from heistboard.sim import SimHands

WITHIN_S = 15.0


def test_another_simulated_board_starts_for_the_second_floor(tmp_path: Path) -> None:
    modules = Modules()
    one = Settings("lanterns")
    two = one._replace(options={"tower": True})
    with choose("sim", modules) as chosen:
        assert chosen.simulate is not None
        hands = SimHands(chosen.simulate(1), pieces_of("lanterns"))
        with Daemon(tmp_path / "journal.sqlite", one, chosen.ports, modules) as daemon:
            daemon.listeners.append(partial(play_game._lay_out, hands, chosen.simulate))

            def wait_for(sync: str) -> None:
                end_s = time.monotonic() + WITHIN_S
                while daemon.status().sync != sync:
                    assert time.monotonic() < end_s, daemon.status()
                    time.sleep(0.01)

            wait_for("desync")
            hands.do("lantern brass x22")
            wait_for("synced")
            daemon.begin(two)
            wait_for("desync")  # both boards are there
            hands.do("lantern brass x22")
            hands.do("bell 2:c3")
            wait_for("synced")
            daemon.begin(one)
            wait_for("synced" if "x22.occupant" in daemon.picture() else "desync")
            assert hands.look().is_plugged == (True,)

"""A game that wants another floor begins at a table with one simulated board."""

import time
from pathlib import Path

from heistboard.app import Daemon, Settings
from heistboard.boards.choice import choose
from heistboard.games.pieces import pieces_of
from heistboard.link.floors import Modules
from heistboard.sim import SimHands
from heistboard.sim.following_hands import FollowingHands

WITHIN_S = 15.0


def test_another_simulated_board_starts_for_the_second_floor(tmp_path: Path) -> None:
    modules = Modules()
    one = Settings("lanterns")
    two = one._replace(options={"tower": True})
    with choose("sim", modules) as chosen:
        assert chosen.simulate is not None
        hands = SimHands(chosen.simulate(1), pieces_of("lanterns"))
        follows = FollowingHands(hands, chosen.simulate)
        path = tmp_path / "journal.sqlite"
        with Daemon(path, one, chosen.ports, modules, hands=follows) as daemon:

            def wait_for(sync: str) -> None:
                end_s = time.monotonic() + WITHIN_S
                while daemon.status().sync != sync:
                    assert time.monotonic() < end_s, daemon.status()
                    time.sleep(0.01)

            wait_for("synced")
            assert hands.look().pieces == {"lantern": {"brass": "x22"}, "bell": {}}
            daemon.begin(two)
            wait_for("synced")  # both boards are there
            assert hands.look().pieces == {"lantern": {"brass": "x22"}, "bell": {"": "2:c3"}}
            daemon.say(0, "carry x23")
            assert daemon.status().sync == "synced"
            assert hands.look().pieces["lantern"] == {"brass": "x23"}
            daemon.begin(one)
            wait_for("synced")
            assert hands.look().is_plugged == (True,)
            assert hands.look().pieces == {"lantern": {"brass": "x22"}, "bell": {}}

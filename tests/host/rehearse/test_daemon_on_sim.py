"""Bugs between daemon and board that rehearsals have found."""

from pathlib import Path

from heistboard.app import Daemon, Settings
from heistboard.link.port import Port
from heistboard.places import layout
from heistboard.sim import SimBoard

WITHIN_S = 15.0


def test_scene_made_before_the_board_was_met_is_lit_when_it_is_there(tmp_path: Path) -> None:
    found: list[Port] = []
    with SimBoard() as board:
        for cell in layout.CELLS:
            board.set_reed(f"{cell}.cover", is_closed=True)
        with Daemon(tmp_path / "journal", Settings("car-thief"), lambda: found) as daemon:
            scene = daemon.status().scene
            found += board.ports()
            assert board.wait_leds(lambda leds: leds["x11"][1] > leds["x11"][0], WITHIN_S)
            assert daemon.status().scene == scene

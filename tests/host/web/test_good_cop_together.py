"""Monkeys play a game of Good Cop Bad Cop on eight devices; ``tests.long.monkeys`` plays fifty."""

from pathlib import Path

from heistboard.games.good_cop_bad_cop import GAME
from playwright.sync_api import Browser

from tests.support.chromium import Devices
from tests.support.monkey import KNOWN
from tests.support.monkeys import Monkeys

SEED = 3  # two devices are shared; which page is faster differs, and so does the game


def test_eight_play_each_move_is_reached_and_none_is_refused(
    browser: Browser, tmp_path: Path
) -> None:
    settings = {"players": 8, "seed": SEED}
    with (
        Devices(browser, KNOWN) as devices,
        Monkeys(devices, tmp_path, GAME.name, SEED, settings) as monkeys,
    ):
        monkeys.play()
        played, counts = monkeys.played, monkeys.counts
    assert counts["ends"] == 1 and played.prompts > 50
    assert counts["beats"] > 5 and counts["stops"] and counts["cards"]

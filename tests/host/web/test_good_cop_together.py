"""Monkeys play Good Cop Bad Cop on eight devices; ``tests.long.monkeys`` plays whole games."""

from pathlib import Path

from heistboard.games.good_cop_bad_cop import GAME
from playwright.sync_api import Browser

from tests.support.chromium import Devices
from tests.support.monkey import KNOWN
from tests.support.monkeys import Monkeys

SEED = 3  # two devices are shared; somebody plays a card, and says Stop
MOVES = range(50, 200, 10)  # a whole game would take half a minute


def test_eight_play_each_move_is_reached_and_none_is_refused(
    browser: Browser, tmp_path: Path
) -> None:
    settings = {"players": 8, "seed": SEED}
    with (
        Devices(browser, KNOWN) as devices,
        Monkeys(devices, tmp_path, GAME.name, SEED, settings) as monkeys,
    ):
        counts = monkeys.counts
        for moves in MOVES:  # until there was everything: which page is faster differs
            monkeys.play(moves)
            if counts["beats"] > 5 and counts["stops"] and counts["cards"]:
                break
        played = monkeys.played
    assert played.prompts > 25
    assert counts["beats"] > 5 and counts["stops"] and counts["cards"]

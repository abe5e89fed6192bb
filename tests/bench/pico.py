"""The firmware's budgets on an emulated Pico, in exact emulated time.

python -m tests.bench.pico

Prints the time of each part of the main loop, then of events and scenes, and the loop's rate,
while every LED moves.
"""

import random
import sys
from collections import defaultdict

from heistboard.firmware import ROOT
from heistboard.link.messages import Stats
from heistboard.places.scene import Level

sys.path.append(str(ROOT))

from tests.bench.figures import machine, spread
from tests.support import pico_figures as figures
from tests.support.uf2 import get_uf2

EVENTS = 560
SCENES = 200
WHOLE_SCENES = 50
ROUNDS = 20
SEED = 1


def parts() -> None:
    """Prints the time of each part of the main loop by itself, on the board."""
    print(f"parts of the main loop (mean of {ROUNDS}, us):")
    for name, us in figures.parts(get_uf2(), ROUNDS):
        print(f"  {us:8.1f}  {name}")


def budgets() -> None:
    """Prints the times of events and scenes and the loop's rate while every LED moves."""
    pico = figures.moving_board(get_uf2())
    dice = random.Random(SEED)
    rate = figures.pass_rate(pico, 200)
    print(f"passes in a second, every LED moving: {rate:.0f} (budget 5000)")
    took = figures.events(pico, EVENTS, dice)
    print(spread("reed -> event at USB", [each.ms for each in took], "ms", "p50 0.6, p99 1.0"))
    causes = defaultdict(list)
    for each in took:
        causes[each.cause].append(each.ms)
    for cause, ms in causes.items():
        print(spread(f"  {cause}", ms, "ms", "-"))
    took_ms = figures.scenes(pico, SCENES, dice)
    print(spread("one-block scene -> LEDs latched", took_ms, "ms", "p50 2.5, p99 4"))
    took_ms = figures.scenes(pico, SCENES // 4, dice, Level.NORMAL)
    assert pico.link.stats is not None and pico.link.stats.shown_ma > 190
    print(spread("  while the current limit works", took_ms, "ms", "p50 2.5, p99 4"))
    took_ms = figures.whole_scenes(pico, WHOLE_SCENES, dice)
    print(spread("whole scene, 5 blocks -> LEDs latched", took_ms, "ms", "12"))
    stats = [notice for _, notice in pico.notices if isinstance(notice, Stats)]
    print(f"longest pass since the second second: {max(s.pass_max_us for s in stats[1:])} us")
    pico.device.stop()


if __name__ == "__main__":
    print(machine())
    parts()
    budgets()

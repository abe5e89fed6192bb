"""The brightest scenes of 200 games of Burgle Bros: ``python -m tests.long.burgle_bros_current``.

Random hands play from the empty boards to the end, with mistakes between. Prints, for each floor,
the highest current that a scene asked for, and what the board drew of it, in play and while the
board is laid out or wrong.
"""

import sys
from collections import defaultdict
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import SCENARIOS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.places import layout

from tests.bench.figures import machine
from tests.support.burgle_hands import act_somehow
from tests.support.burgle_table import BurgleTable
from tests.support.lit_current import Current, current

GAMES = 200
MOST_ACTS = 3_000


class Brightest:
    """The highest currents, by floor and by whether the board agrees with the game."""

    def __init__(self) -> None:
        self.scenes = 0
        self.most: dict[tuple[int, str], Current] = defaultdict(lambda: Current(0, 0))

    def look(self, table: BurgleTable) -> None:
        """Measures what the lights show now."""
        self.scenes += 1
        for floor in range(1, table.state.job.site.floors + 1):
            kind = floor, "in play" if table.sync == "synced" else "wrong"
            self.most[kind] = max(self.most[kind], current(table.scene, floor))


def play(seed: int, brightest: Brightest) -> None:
    """Plays one game to its end."""
    random = Random(seed)
    scenario = sorted(SCENARIOS)[seed % 3]
    state = GAME.new(scenario=scenario, players=1 + seed % 4, advanced=seed % 2 == 1)
    assert isinstance(state, BurgleBros)
    table = BurgleTable(state, random=random)
    brightest.look(table)
    while table.gestures.phase == "walls":
        table.press("done")
        brightest.look(table)
    table.ready()
    for _ in range(MOST_ACTS):
        if table.state.outcome is not None:
            return
        act_somehow(table, random)
        brightest.look(table)
        if random.random() < 0.05:
            reed = random.choice(sorted(table.gestures.expected()))
            table.reed(reed, is_closed=reed not in table.closed, for_ms=1_000)
            brightest.look(table)
            table.reed(reed, is_closed=reed not in table.closed, for_ms=1_000)
    raise AssertionError(f"stuck: {table.ask}")


def main(arguments: list[str]) -> None:
    """Runs it."""
    games = int(arguments[0]) if arguments else GAMES
    brightest = Brightest()
    for seed in range(games):
        play(seed, brightest)
    limit = layout.DEFAULT_BUDGET_MA
    print(f"{machine()}: {games} games, {brightest.scenes} scenes; limit {limit} mA a board")
    for (floor, kind), most in sorted(brightest.most.items()):
        print(f"floor {floor}, {kind}: asks for {most.asked} mA, draws {most.shown} mA")
    sys.exit(any(most.shown > limit for most in brightest.most.values()))


if __name__ == "__main__":
    main(sys.argv[1:])

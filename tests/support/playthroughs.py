"""Writes new playthroughs, one for each ending of each game.

Run ``python -m tests.support.playthroughs``; say in the commit why they changed.
"""

from pathlib import Path
from random import Random

from heistboard import games
from heistboard.rules import playthrough

FOLDER = Path(__file__).parents[1] / "host" / "games"


def main() -> None:
    for name in games.names():
        game = games.load(name)
        folder = FOLDER / name.replace("-", "_") / "playthroughs"
        folder.mkdir(exist_ok=True)
        missing = set(game.endings)
        seed = 0
        while missing:
            seed += 1
            random = Random(seed)
            state = game.new(game.players[seed % len(game.players)])
            while legal := state.legal():
                state.push(random.choice(legal))
            assert state.outcome is not None
            if state.outcome.ending in missing:
                missing.remove(state.outcome.ending)
                text = playthrough.record(game.new(**state.options), state.moves)
                (folder / f"{state.outcome.ending}.txt").write_text(text)


if __name__ == "__main__":
    main()

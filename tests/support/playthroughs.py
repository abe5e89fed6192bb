"""Writes new playthroughs, one for each ending of each game.

Run ``python -m tests.support.playthroughs [GAME …]``; say in the commit why they changed. Endings
that no random game reaches soon are reached by the last of the game's bots.
"""

import sys
from pathlib import Path
from random import Random

from heistboard import games
from heistboard.rules import playthrough
from heistboard.rules.autoplay import Dealer, play_out

FOLDER = Path(__file__).parents[1] / "host" / "games"
RANDOM_GAMES = 100


def main(names: list[str]) -> None:
    for name in names or games.names():
        game = games.load(name)
        makers = games.package(name).bot_makers()
        folder = FOLDER / name.replace("-", "_") / "playthroughs"
        folder.mkdir(exist_ok=True)
        missing = set(game.endings)
        seed = 0
        while missing:
            seed += 1
            random = Random(seed)
            state = game.new(game.players[seed % len(game.players)])
            maker = makers["random" if seed <= RANDOM_GAMES else list(makers)[-1]]
            bots = {seat: maker(seat, random) for seat in range(len(state.seats))}
            play_out(state, bots, Dealer(random))
            assert state.outcome is not None
            if state.outcome.ending in missing:
                missing.remove(state.outcome.ending)
                text = playthrough.record(game.new(**state.options), state.moves)
                (folder / f"{state.outcome.ending}.txt").write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])

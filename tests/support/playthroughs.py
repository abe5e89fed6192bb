"""Writes new playthroughs, one for each ending of each game.

Run ``python -m tests.support.playthroughs [GAME …]``; say in the commit why they changed. Endings
that no random game reaches soon are reached by the last of the game's bots, and those that it does
not reach with the usual options by games with others.
"""

import sys
from pathlib import Path
from random import Random

from heistboard import games
from heistboard.rules import Choice, Game, playthrough
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
            chosen = another_option(game, random) if seed > 2 * RANDOM_GAMES else {}
            state = game.new(game.players[seed % len(game.players)], **chosen)
            maker = makers["random" if seed <= RANDOM_GAMES else list(makers)[-1]]
            bots = {seat: maker(seat, random) for seat in range(len(state.seats))}
            play_out(state, bots, Dealer(random))
            assert state.outcome is not None
            if state.outcome.ending in missing:
                missing.remove(state.outcome.ending)
                text = playthrough.record(game.new(**state.options), state.moves)
                (folder / f"{state.outcome.ending}.txt").write_text(text)


def another_option(game: Game, random: Random) -> dict[str, Choice]:
    """Returns a value of one of the options that have two."""
    names = [name for name, option in game.options.items() if len(option.values) == 2]
    name = random.choice(names)
    return {name: random.choice(game.options[name].values)}


if __name__ == "__main__":
    main(sys.argv[1:])

"""Whether whoever follows a game's guide wins with each of its seeds, and how long it takes.

``python -m tests.long.guide_seeds GAME`` plays each seed of the guide at a table, and fails if one
is lost. ``python -m tests.long.guide_seeds GAME COUNT`` looks for better ones among the first
COUNT seeds: it prints those that win, the ones with the fewest decisions first. A decision is a
prompt with more than one move; sentences are what the learner reads.
"""

import sys
import tempfile
from pathlib import Path

from heistboard import games
from heistboard.games.guided_play import guided_play

from tests.support.guided import GuidedGame

SHOWN = 40


def search(name: str, count: int) -> None:
    package = games.package(name)
    found = []
    for seed in range(count):
        decisions = sentences = 0
        for asked in guided_play(package, seed):
            decisions += len(asked.prompt.moves) > 1
            sentences += sum(len(step.say) for step in asked.advice.steps) if asked.advice else 0
        outcome = asked.state.outcome
        if outcome is not None and package.claim("guide").seat in outcome.winners:
            found.append((decisions, sentences, seed))
    print(f"{len(found)} of {count} seeds win")
    for decisions, sentences, seed in sorted(found)[:SHOWN]:
        print(f"seed {seed}: {decisions} decisions, {sentences} sentences")


def replay(name: str) -> bool:
    guide = games.package(name).claim("guide")
    is_won = True
    for seed in guide.seeds:
        with (
            tempfile.TemporaryDirectory() as folder,
            GuidedGame(Path(folder), name, seed) as game,
        ):
            said = game.follow(lambda game: game.state.outcome is not None)
            outcome = game.state.outcome
            assert outcome is not None
            is_won &= guide.seat in outcome.winners
            moves = len(game.state.moves)
            print(f"seed {seed}: {outcome.ending}, {moves} moves, {len(said)} sentences")
    return is_won


if __name__ == "__main__":
    if len(sys.argv) > 2:
        search(sys.argv[1], int(sys.argv[2]))
    else:
        sys.exit(0 if replay(sys.argv[1]) else 1)

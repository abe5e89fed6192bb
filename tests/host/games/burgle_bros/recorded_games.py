"""A game of each scenario and number of players, with what everybody sees change at each move.

Run ``python -m tests.host.games.burgle_bros.recorded_games`` to record new ones; say in the commit
why they changed.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.bots import BOTS
from heistboard.games.burgle_bros.components import SCENARIOS
from heistboard.rules import TABLE, State
from heistboard.rules.autoplay import Dealer, play_out

__all__ = ["FOLDER", "GAMES", "record"]

FOLDER = Path(__file__).parent / "scenarios"
GAMES = tuple((scenario, players) for scenario in SCENARIOS for players in GAME.players)
LEFT_OUT = frozenset({"moves", "turn", "used"})
TRIED = 25  # seeds; the shortest game in which a safe is cracked is recorded


def record(scenario: str, players: int, moves: Sequence[str]) -> str:
    """Returns the moves, each with the values of the table's view that it changes."""
    state = GAME.new(players, scenario=scenario)
    return "\n".join(_lines(state, moves)) + "\n"


def _lines(state: State, moves: Sequence[str]) -> Iterator[str]:
    before: dict[str, str] = {}
    for move in ("", *moves):
        if move:
            state.push(move)
        now = {
            name: json.dumps(value)
            for name, value in state.view(TABLE).items()
            if name not in LEFT_OUT
        }
        yield f"> {move}"
        yield from (
            f"{name} {_changed(before.get(name, ''), value)}"
            for name, value in now.items()
            if before.get(name) != value
        )
        before = now


def _changed(old: str, new: str) -> str:
    # Of a list with as many members as before, those that changed.
    was, now = json.loads(old or "0"), json.loads(new)
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        members = enumerate(zip(was, now, strict=True))
        return json.dumps({number: pair[1] for number, pair in members if pair[0] != pair[1]})
    return new


def main() -> None:
    """Records all of them."""
    FOLDER.mkdir(exist_ok=True)
    for scenario, players in GAMES:
        found = []
        for seed in range(TRIED):
            random = Random(seed)
            state = GAME.new(players, scenario=scenario)
            play_out(
                state,
                {seat: BOTS["careful"](seat, random) for seat in range(players)},
                Dealer(random),
            )
            if state.view(TABLE)["cracked"]:
                found.append(state.moves)
        moves = min(found, key=len)
        text = record(scenario, players, [str(move) for move in moves])
        (FOLDER / f"{scenario}_{players}.txt").write_text(text)


if __name__ == "__main__":
    main()

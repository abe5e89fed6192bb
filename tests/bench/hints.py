"""The cost of hints on this machine: time per move, and size of a seat's message.

Of Car Thief, and the time of those of Burgle Bros.

python -m tests.bench.hints
"""

import random
import time
from functools import partial

from heistboard.games import load
from heistboard.games.burgle_bros import hints as burgle_bros
from heistboard.games.burgle_bros.bots import Careful
from heistboard.games.car_thief.hints import GRADES, Hints
from heistboard.games.gestures import Ask
from heistboard.games.status import Status
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level
from heistboard.rules import CHANCE, TABLE, State, View
from heistboard.web import page_messages

from tests.bench.figures import machine, spread

SEED = 2024
GAMES = 500
BURGLES = 12
POLICE = 1


def updates(*, flies: bool) -> None:
    """Times the odds after each move of random games; with *flies*, no search before round 11."""
    chooser = random.Random(SEED)
    taken: list[float] = []
    for _ in range(30 if flies else GAMES):
        state = load("car-thief").new()
        hints = Hints()
        while state.seat is not None:
            legal = state.legal()
            if flies and state.view(TABLE)["round"] != 11:
                legal = tuple(move for move in legal if not move.startswith("search"))
            state.push(chooser.choice(legal))
            view = state.view(TABLE)
            started = time.perf_counter()
            hints.document(view, "odds")
            taken.append((time.perf_counter() - started) * 1e3)
    name = "none searched before round 11" if flies else "random games"
    print(spread(f"hints with odds after a move, {name}", taken, "ms", "worst < 10"))


def burgles() -> None:
    """Times all hints of Burgle Bros after each move of games of the careful team."""
    taken: list[float] = []
    for seed in range(BURGLES):
        chooser = random.Random(seed)
        scenario = ("office", "bank", "fort_knox")[seed % 3]
        state = load("burgle-bros").new(1 + seed % 4, scenario=scenario, advanced=True)
        bots = [Careful(seat, chooser) for seat in range(4)]
        hints = burgle_bros.Hints()
        while (seat := state.seat) is not None:
            legal = state.legal()
            if seat == CHANCE:
                state.push(chooser.choices(legal, state.odds())[0])
            else:
                state.push(bots[seat].choose(legal, partial(state.view, seat)))
            view = state.view(TABLE)
            started = time.perf_counter()
            hints.document(view, "odds")
            taken.append((time.perf_counter() - started) * 1e3)
    print(spread("hints of Burgle Bros with odds after a move", taken, "ms", "p99 < 50"))


def sizes() -> None:
    """Prints the longest message to the police in random games, by grade."""
    for grade in GRADES:
        chooser = random.Random(SEED)
        most = 0
        for _ in range(20):
            state = load("car-thief").new()
            hints = Hints()
            while state.seat is not None:
                state.push(chooser.choice(state.legal()))
                told: View = {"grade": grade, **hints.document(state.view(TABLE), grade)}
                most = max(most, len(_message(state, told).encode()))
        print(f"a seat's message, hints {grade}: at most {most:,} bytes")


def _message(state: State, hints: View) -> str:
    table = state.view(TABLE)
    status = Status(
        number=1,
        game=1,
        at=60,
        phase="police",
        seat="police",
        sync="synced",
        ask=Ask("police.act"),
        wrong={},
        lifted=(),
        is_secret=False,
        scene={led: Intent(Colour.YELLOW, Level.BRIGHT) for led in layout.LEDS},
        view=table,
        spoken=(),
        hints=hints,
    )
    legal = state.legal() if state.seat == POLICE else ()
    prompt: View = {
        "number": 60,
        "ask": {"id": "police.act", "words": {}},
        "moves": [
            {
                "move": str(move),
                "verb": move.verb,
                "parts": dict(move.parts),
                "twice": move.twice,
                "private": move.private,
            }
            for move in legal
        ],
    }
    own: View = {"view": state.view(POLICE), "board": {}, "prompt": prompt, "pencil": {}}
    return page_messages.seat(status, own)


if __name__ == "__main__":
    print(machine())
    updates(flies=False)
    updates(flies=True)
    burgles()
    sizes()

"""The cost of hints on this machine: time per move, and size of a seat's message.

python -m tests.bench.hints
"""

import random
import time

from heistboard.games import load
from heistboard.games.car_thief.hints import GRADES, Hints
from heistboard.games.gestures import Ask
from heistboard.games.status import Status
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level
from heistboard.rules import TABLE, State, View
from heistboard.web import page_messages

from tests.bench.figures import machine, spread

SEED = 2024
GAMES = 500
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
    sizes()

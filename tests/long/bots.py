"""How strong Car Thief's computer players are: 1 000 games each, with intervals.

Fails if one of the figures is below what is asked of it. ``python -m tests.long.bots [GAMES]``
"""

import sys

from heistboard.cli.win_rates import win_rate

from tests.bench.figures import machine
from tests.support.bot_games import play_games

# Thief, police, who is meant, and how often that side must win.
MATCHES = (
    ("rim", "thinker", "police", 0.75),
    ("random", "thinker", "police", 0.93),
    ("thinker", "hunter", "thief", 0.65),
    ("rim", "hunter", "police", 0.0),
    ("random", "hunter", "police", 0.0),
    ("rim", "patrol", "police", 0.0),
    ("random", "patrol", "police", 0.0),
    ("thinker", "patrol", "police", 0.0),
    ("thinker", "thinker", "thief", 0.0),
)


def _times(took_ms: list[float]) -> str:
    ordered = sorted(took_ms)
    return f"p99 {ordered[len(ordered) * 99 // 100]:.1f} ms, longest {ordered[-1]:.0f} ms"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    print(machine())
    is_enough = True
    for thief, police, side, least in MATCHES:
        played = play_games(thief, police, count)
        won = played.police if side == "police" else count - played.police
        rate = win_rate(won, count)
        is_enough &= rate.rate >= least
        asked = f", asked for {100 * least:.0f} %" if least else ""
        print(f"thief {thief}, police {police}: the {side} won {won} of {count}, {rate}{asked};")
        print(
            f"  {played.flights} flights, {played.searches} searches, "
            f"{100 * played.repeats / played.searches:.0f} % of them in a cell of the round before"
        )
        print(
            f"  choices took {_times(played.thief_ms)} and {_times(played.police_ms)}", flush=True
        )
    sys.exit(0 if is_enough else 1)


if __name__ == "__main__":
    main()

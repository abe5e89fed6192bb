"""The time from the command `heistboard play` to a lit and responding board and, with a game, to
its page.

python -m tests.bench.start
"""

import subprocess
import sys
import tempfile
import time
from urllib.request import urlopen

from tests.bench.figures import machine, spread

RUNS = 20


def start(data: str) -> tuple[float, float]:
    """Starts once; returns seconds until the board is ready and until a light responds."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "heistboard", "play", "--board", "sim", "--data", data],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        ready = moved = 0.0
        for line in process.stdout:
            if line.endswith("ready\n"):
                ready = time.perf_counter() - started
            if line.endswith(("closed\n", "opened\n")):
                moved = time.perf_counter() - started
                break
        process.terminate()
    return ready, moved


def start_game(data: str) -> tuple[float, float]:
    """Starts a game once; returns seconds until its page is served and its board is lit."""
    started = time.perf_counter()
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "heistboard",
            "play",
            "car-thief",
            "--board",
            "sim",
            "--data",
            data,
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        served = lit = 0.0
        is_right = False
        for line in process.stdout:
            is_right = is_right or line == "board: right\n"
            if line.startswith("Page: "):
                with urlopen(line.split()[1]) as page:
                    page.read()
                served = time.perf_counter() - started
            if is_right and served:
                lit = time.perf_counter() - started
                break
        process.terminate()
    return served, lit


if __name__ == "__main__":
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        runs = [start(folder) for _ in range(RUNS)]
        games = [start_game(folder) for _ in range(RUNS)]
    print(spread("play -> board ready and lit", [run[0] for run in runs], "s", "1.5"))
    print(spread("play -> first light answers", [run[1] for run in runs], "s", "1.5"))
    print(spread("play GAME -> page served", [game[0] for game in games], "s", "1.5"))
    print(spread("play GAME -> lit and page served", [game[1] for game in games], "s", "1.5"))

"""Forks programs that write to a journal until they are killed; a fork starts at once.

For every line ``SEED FOLDER`` on stdin it forks a program and prints its process id, then its exit
code once it has been killed. The program logs each attempt and success to ``FOLDER/log``.
"""

import os
import random
import sys
from pathlib import Path

from heistboard import games
from heistboard.journal.store import Store
from heistboard.rules import Game

AT = "2031-05-04T20:15:00+02:00"


def main() -> None:
    """Forks a program for each line of stdin."""
    game = games.load("car-thief")  # before the forks
    for line in sys.stdin:
        seed, _, folder = line.rstrip("\n").partition(" ")
        pid = os.fork()
        if not pid:
            try:
                _write(Path(folder), random.Random(int(seed)), game)
            finally:
                os._exit(1)
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def _write(folder: Path, rng: random.Random, game: Game) -> None:
    log = os.open(folder / "log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def say(line: str) -> None:
        os.write(log, f"{line}\n".encode())

    with Store(folder / "journal.sqlite", create=True) as store:
        while True:
            latest = store.games()[:1]
            if latest and latest[0].outcome is None:
                journal = store.resume(latest[0].id)
            else:
                say("try new")
                journal = store.create(game.new(), AT)
                say("did")
            with journal:
                while journal.state.seat is not None:
                    if journal.state.moves and rng.random() < 0.2:
                        say(f"try undo {journal.state.moves[-1]}")
                        journal.undo(AT)
                    else:
                        move = rng.choice(journal.state.legal())
                        say(f"try move {move}")
                        journal.play(move, AT)
                    say("did")


if __name__ == "__main__":
    main()

"""Programs that write a journal for ever, each forked from this one so that it starts at once.

For every line ``SEED FOLDER`` on stdin it forks one and says its process id; when that has been
killed it says so. The program writes to the folder's ``log`` what it tries and when it is done.
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
    """Forks a program per line."""
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

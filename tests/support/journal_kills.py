"""Kills programs that write a journal, at random instants, and checks what is left."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from heistboard.journal.store import Store

from tests.support.command import environment

__all__ = ["kill_writers"]

KILLS_PER_FOLDER = 5
LATEST_S = 0.030
WRITER = Path(__file__).with_name("journal_writer.py")


def kill_writers(root: Path, kills: int) -> int:
    """Kills that many writers and returns how many entries they had written.

    Raises :exc:`AssertionError` if an entry that was accepted is lost.
    """
    rng = random.Random(1)
    written = 0
    with subprocess.Popen(
        [sys.executable, str(WRITER)],
        env=environment(root),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as writer:
        assert writer.stdin is not None and writer.stdout is not None
        for kill in range(kills):
            if kill % KILLS_PER_FOLDER == 0:
                folder = root / str(kill)
                folder.mkdir()
                history: list[str] = []
            writer.stdin.write(f"{kill} {folder}\n")
            pid = int(writer.stdout.readline())
            time.sleep(rng.uniform(0, LATEST_S))  # the instant is what is tried
            os.kill(pid, signal.SIGKILL)
            assert int(writer.stdout.readline()) == -signal.SIGKILL
            written += _check(folder, history, kill)
        writer.stdin.close()
    return written


def _check(folder: Path, history: list[str], kill: int) -> int:
    # Brings *history* up to what was kept, and returns how many entries are new.
    log = folder / "log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    tried = [line.removeprefix("try ") for line in lines if line != "did"]
    accepted = history + tried[: lines.count("did")]
    possible = (accepted, history + tried)  # the last entry may have been half accepted
    with Store(folder / "journal.sqlite", create=True) as store:
        kept = _kept(store)
        assert kept in possible, f"kill {kill}"
        new = len(kept) - len(history)
        history[:] = kept
        if kept:
            _play_on(store, history)
    return new


def _kept(store: Store) -> list[str]:
    kept = []
    for summary in reversed(store.games()):
        kept += ["new", *(f"{entry.kind} {entry.move}" for entry in store.get(summary.id).entries)]
    return kept


def _play_on(store: Store, history: list[str]) -> None:
    with store.resume(store.games()[0].id) as journal:
        if journal.state.seat is not None:
            journal.play(journal.state.legal()[0], "2031-05-05")
            history.append(f"move {journal.state.moves[-1]}")
    assert _kept(store) == history

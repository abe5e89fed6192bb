"""Car Thief played by typing into a terminal."""

from pathlib import Path

from heistboard.journal.store import Store

from tests.support.terminal import Terminal

__all__ = ["QUICK", "SIM", "hide", "moves", "place_all"]

QUICK = {
    "heistboard.games.car_thief.gestures:SETTLE_MS": 150,
    "heistboard.games.car_thief.gestures:STILL_MS": 60,
}
"""Pieces count as placed sooner than under people's hands."""
SIM = ("play", "car-thief", "--board", "sim", "--thief-seconds", "0.1")


def moves(data: Path, game: int = 1) -> list[str]:
    with Store(data / "heistboard" / "journal.sqlite") as store:
        return [*store.get(game).state.moves]


def place_all(terminal: Terminal) -> None:
    for colour, crossing in (("green", "x11"), ("yellow", "x12"), ("pink", "x44")):
        terminal.type(f"heli {colour} {crossing}\r")
        terminal.wait(f"{colour} placed on {crossing}")
    terminal.wait("All helicopters are placed. Press Done.")


def hide(terminal: Terminal, cell: str) -> None:
    terminal.type("done\r")
    terminal.wait("The thief to act")
    terminal.type(f"hide {cell}\r")
    terminal.wait("The police to act")

"""Adds finished games of Car Thief to a journal, for review."""

from pathlib import Path

from heistboard.journal.store import Store

from tests.support.car_thief import car_thief, trail_game

__all__ = ["AT", "FOUND", "add_arrest", "add_surrounded"]

AT = "2031-05-04T20:15:00+02:00"
FOUND = """
    hide d4; search green a1; search yellow a2; search pink e5;
    hide e4; search green b1; search yellow a3; search pink d4;
    hide e3; fly green x21; fly yellow x22; fly pink x43;
    hide e2; search green b1; search yellow b2; fly pink x42;
    hide d2; search green c1; search yellow b2; search pink d2
"""  # finds the yellow token, then the car


def add_arrest(folder: Path) -> int:
    """Adds a game that ended by arrest in its fifth round; returns its number."""
    with Store(folder / "journal.sqlite") as store:
        return store.add(car_thief(FOUND), AT, AT)


def add_surrounded(folder: Path) -> int:
    """Adds a game without any search; returns its number."""
    state = trail_game(("a2", "b2", "b1", "a1"))
    state.push("surrounded")
    with Store(folder / "journal.sqlite") as store:
        return store.add(state, AT, AT)

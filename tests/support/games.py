"""Random games, pairs of games that differ only in secrets, and games installed for a test."""

import random
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint

import pytest
from heistboard import games
from heistboard.games import Package, installed
from heistboard.rules import TABLE, State

__all__ = ["install_only", "random_game", "replace_package", "twins"]


def install_only(
    monkeypatch: pytest.MonkeyPatch, found: Mapping[str, tuple[EntryPoint, ...]]
) -> None:
    """Has exactly these games installed until the end of the test, with caches of their own."""
    monkeypatch.setattr(installed, "_found", lambda: found)
    for name in ("_load", "_trouble"):
        monkeypatch.setattr(installed, name, cache(getattr(installed, name).__wrapped__))


def replace_package(monkeypatch: pytest.MonkeyPatch, package: Package) -> None:
    """Makes every name mean *package* until the end of the test."""
    for module in (games, installed):
        monkeypatch.setattr(module, "package", lambda name: package)


def random_game(rng: random.Random, most: int = 1000, name: str = "car-thief") -> State:
    """Returns a random game, played to its end or for *most* moves."""
    state = games.load(name).new()
    while state.seat is not None and len(state.moves) < most:
        state.push(rng.choice(state.legal()))
    return state


def twins(seeds: int) -> list[tuple[State, State]]:
    """Returns pairs of unfinished games that look the same in public but differ in secrets.

    Not every seed gives a pair: a trail that has been found out leaves no alternative.
    """
    found = []
    for seed in range(seeds):
        rng = random.Random(seed)
        state = random_game(rng, rng.randrange(4, 30))
        other = _differing_in_secrets(state, rng)
        if state.outcome is None and other is not None:
            found.append((state, other))
    return found


def _differing_in_secrets(state: State, rng: random.Random) -> State | None:
    told = state.told(TABLE)
    for _ in range(200):
        other = state.game.new()
        for move, line in zip(state.moves, told, strict=True):
            fitting = [each for each in other.legal() if each == move or line == "hide ?"]
            if not fitting or other.told(TABLE) != told[: len(other.moves)]:
                break
            other.push(rng.choice(fitting))
        if other.told(TABLE) == told and other.moves != state.moves:
            return other
    return None

"""The contract's check finds broken windows."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from heistboard import games
from heistboard.rules import State, Window
from heistboard.rules.testing import walk


def lanterns() -> type[Any]:
    return type(games.load("lanterns").new(4))


def walk_all() -> None:
    for seed in range(4):
        for _ in walk(games.load("lanterns").new(4), Random(seed)):
            pass


def test_windows_of_lanterns_keep_the_contract() -> None:
    walk_all()


@pytest.mark.parametrize(
    ("name", "broken", "said"),
    [
        ("window", lambda state: Window("fog", 0) if state.night.streets else None, "no window"),
        ("default", lambda state, seat: state.legal(seat)[0], "changes Window"),
        ("told", lambda state, seat: [*map(str, state.moves)], "is told before"),
        (
            "told",
            lambda state, seat: [*map(str, state.moves if seat is None else state.moves[:10])],
            "nobody is told",
        ),
        (
            "turn",
            lambda state: (1,) if state.phase == "window" else (state.carrier,),
            "expected several seats",
        ),
    ],
)
def test_broken_windows_are_found(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Callable[..., object], said: str
) -> None:
    for check in ("_look", "_legal"):  # what else is wrong
        honest: Any = {"_look": lambda *_: None, "_legal": _all_legal}[check]
        monkeypatch.setattr(f"heistboard.rules.testing.{check}", honest)
    is_property = isinstance(getattr(lanterns(), name), property)
    monkeypatch.setattr(lanterns(), name, property(broken) if is_property else broken)
    with pytest.raises((AssertionError, ValueError), match=said):
        walk_all()


def _all_legal(state: State) -> list[Any]:
    return [move for seat in state.movers for move in state.legal(seat)]

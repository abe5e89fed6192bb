"""The hints of each grade, compared with an enumeration of all trails."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from heistboard.games.car_thief.hints import GRADES, Hints
from heistboard.rules import TABLE, View

from tests.host.games.car_thief.obs import find, twins
from tests.support.car_thief import car_thief, hunted


def hints_of(view: View, grade: str) -> View:
    return Hints().document(view, grade)


CELLS = [column + row for row in "12345" for column in "abcde"]
ROUNDS = 4  # that are played before it would take too long
TOLD = {
    "off": set(),
    "notes": {"searched"},
    "cells": {"searched", "cells"},
    "odds": {"searched", "cells", "odds", "trails"},
}


def ways(trail: tuple[str, ...]) -> list[str]:
    """CT-THIEF-3: the cells next to the last one where the car has not been."""
    if not trail:
        return CELLS
    column, row = ord(trail[-1][0]), int(trail[-1][1])
    near = [(column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)]
    names = [f"{chr(c)}{r}" for c, r in near]
    return [name for name in names if name in CELLS and name not in trail]


def trails(told: list[str]) -> Iterator[tuple[str, ...]]:
    """Every trail that fits the public moves *told*, found by trying all of them."""

    def follow(at: int, trail: tuple[str, ...], roofs: set[str]) -> Iterator[tuple[str, ...]]:
        while at < len(told):
            verb, *words = told[at].split()
            at += 1
            if verb == "hide":
                for cell in ways(trail):
                    yield from follow(at, (*trail, cell), set(roofs))
                return
            if verb == "search" and find(words[1], list(trail), roofs) != words[3]:
                return
            if verb == "surrounded" and ways(trail):
                return
        yield trail

    yield from follow(0, (), set())


def searched(told: list[str]) -> dict[str, list[dict[str, object]]]:
    past: dict[str, list[dict[str, object]]] = {}
    number = 0
    for line in told:
        verb, *words = line.split()
        number += verb == "hide"
        if verb == "search":
            past.setdefault(words[1], []).append({"round": number, "found": words[3]})
    return past


def views(seed: int) -> Iterator[View]:
    """The views of a random game in which the umpire takes some moves back."""
    random = Random(seed)
    state = car_thief()
    while state.outcome is None and state.round <= ROUNDS:
        if state.moves[3:] and random.random() < 0.15:
            state.pop()
        else:
            searches = [move for move in state.legal() if move.startswith("search")]
            state.push(random.choice(searches or state.legal()))
        yield state.view(TABLE)


def test_every_grade_is_known() -> None:
    assert tuple(TOLD) == GRADES
    with pytest.raises(ValueError, match="hints is 'all', expected off, notes, cells or odds"):
        Hints().document(car_thief().view(TABLE), "all")


@pytest.mark.parametrize("seed", range(6))
def test_every_grade_is_what_enumeration_says(seed: int) -> None:
    hints = {grade: Hints() for grade in GRADES}
    for view in views(seed):
        told: Any = view["moves"]
        ends = Counter(trail[-1] for trail in trails(told) if trail)
        for grade in GRADES:
            document: Any = hints[grade].document(view, grade)
            assert document == hints_of(view, grade)  # from nothing, the same
            assert set(document) == TOLD[grade]
            if "searched" in document:
                assert document["searched"] == searched(told)
            if "cells" in document:
                assert document["cells"] == [cell for cell in CELLS if ends[cell]]
            if "odds" in document:
                assert document["odds"] == dict(ends)
                assert document["trails"] == ends.total()
            json.dumps(document)


@pytest.mark.parametrize("grade", GRADES)
def test_games_that_look_alike_have_the_same_hints(grade: str) -> None:
    moves = car_thief("hide c3; search green a1; fly yellow x13; fly pink x43").moves
    found = 0
    for twin in twins(moves):
        state = car_thief(placed=False)
        for move in twin:
            state.push(move)
        one, other = car_thief(placed=False), state
        for move in moves:
            one.push(move)
        assert hints_of(one.view(TABLE), grade) == hints_of(other.view(TABLE), grade)
        found += 1
    assert found > 10


def test_impossible_game_has_only_notes_until_it_is_corrected() -> None:
    state = car_thief("hide c3; search green a1")
    view = state.view(TABLE)
    moves: Any = view["moves"]
    never = view | {"moves": [*moves[:-1], "search green a1 -> red"]}
    hints = Hints()
    for _ in range(2):
        assert set(hints.document(never, "odds")) == {"searched"}
    assert hints.document(view, "odds") == hints_of(view, "odds")
    assert hints.document(view, "cells")["cells"]


def test_finished_games_have_hints() -> None:
    arrest = car_thief("hide b2; search green b2").view(TABLE)
    assert hints_of(arrest, "odds")["odds"] == {"b2": 1}
    for seed in range(3):
        state = hunted(seed)
        document: Any = hints_of(state.view(TABLE), "odds")
        assert sum(document["odds"].values()) == document["trails"]


def test_an_unknown_grade_is_named() -> None:
    with pytest.raises(ValueError, match="'all', expected off, notes, cells or odds"):
        hints_of(car_thief().view(TABLE), "all")

"""The outside game on the whole system: what everybody, and each seat, is told of a window."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Status
from heistboard.rules import TABLE, View
from heistboard.table.table import NotYourTurn

from tests.outside.evening import LanternEvening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[LanternEvening]:
    """Four players, and a window that p2, p3 and p4 are asked in."""
    with LanternEvening(tmp_path, players=4) as evening:
        evening.lantern("x23", off="x22")
        assert evening.daemon.status().phase == "window"
        yield evening


class Watcher:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Status, View]] = []

    def __call__(self, status: Status, view: View) -> None:
        self.told.append((status, view))


def test_a_pass_tells_nobody_else_anything_and_wakes_nobody(evening: LanternEvening) -> None:
    rooms: list[Status] = []
    evening.daemon.listeners.append(rooms.append)
    watchers = {seat: Watcher() for seat in (0, 1, 2, 3, TABLE)}
    for seat, watcher in watchers.items():
        evening.daemon.watch(seat, watcher)
    evening.daemon.status()
    before = {seat: list(watcher.told) for seat, watcher in watchers.items()}
    began = len(rooms)
    evening.say("p3 pass", "p4 pass")
    evening.daemon.status()
    assert len(rooms) == began
    for seat in (0, 1, TABLE):
        assert watchers[seat].told == before[seat]
    assert len(watchers[2].told) == len(before[2]) + 1
    evening.say("p2 pass")
    told = evening.until(lambda status: status.phase == "carry").view["moves"]
    assert isinstance(told, list) and told[-3:] == ["p2 pass", "p3 pass", "p4 pass"]


def test_prompts_are_each_seats_own(evening: LanternEvening) -> None:
    def prompt(seat: int) -> tuple[str, list[str], int]:
        asked = evening.daemon.seat_view(seat)["prompt"]
        assert isinstance(asked, dict)
        document = json.loads(json.dumps(asked))
        return document["ask"]["id"], [m["move"] for m in document["moves"]], document["number"]

    card = evening.seen(2)["card"]
    before = prompt(2)
    assert before[:2] == ("window", [f"p3 play {card}", "p3 pass"])
    assert prompt(0)[:2] == ("window.wait", [])
    evening.say("p2 pass")
    assert prompt(1)[:2] == ("window.wait", [])
    assert prompt(2) == before  # its number, too


def test_a_seat_passes_for_nobody_else(evening: LanternEvening) -> None:
    with pytest.raises(NotYourTurn, match="the move of another seat"):
        evening.daemon.say(1, "p3 pass")
    with pytest.raises(NotYourTurn):
        evening.daemon.say(0, "p1 pass")
    assert evening.seen(2)["has-passed"] is False


def test_an_umpire_is_told_nothing_of_a_hand(evening: LanternEvening) -> None:
    card = str(evening.seen(1)["card"])
    other = {"gust": "cloak", "cloak": "gust"}[card]
    refused = evening.daemon.correct(f"p2 play {other}")
    assert evening.seen(1)["has-passed"] is False
    assert refused == evening.daemon.correct("p3 pass") != ""
    assert evening.seen(2)["has-passed"] is True


def test_who_plays_has_something_of_its_own(evening: LanternEvening) -> None:
    assert evening.daemon.with_seats(lambda facts: facts.private) == (True,) * 4

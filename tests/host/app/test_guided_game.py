"""Guided first games of Car Thief at a table: they are won, go on after a restart, can be left."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from heistboard import games
from heistboard.app import Lobby
from heistboard.app.guide_calls import guided
from heistboard.app.running_table import RunningTable
from heistboard.app.seat_watchers import SeatListener
from heistboard.games.car_thief.guide import GUIDE, SEEDS
from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.rules import TABLE, View
from heistboard.table.table import NotNow, NotYourTurn

from tests.support.fed_table import FakeHub
from tests.support.guided import GuidedGame

THIEF, POLICE = 0, 1


def is_over(game: GuidedGame) -> bool:
    return game.state.outcome is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_who_follows_the_advice_wins_and_has_seen_all_there_is(tmp_path: Path, seed: int) -> None:
    with GuidedGame(tmp_path, "car-thief", seed) as game:
        told = game.follow(is_over)
        assert game.state.outcome is not None and game.state.outcome.ending == "arrest"
        assert told[:3] == ["welcome", "fleet", "place.first"]
        game.room.wait(0)
        assert {"first.hidden", "first.turn", "first.odds", "first.fly", "fly"} <= {*told}
        assert {"read.yellow", "read.red", "read.blue"} & {*told}
        assert game.advice["steps"][0]["say"][0]["id"] == "over.arrest"
        acts = [move for move in game.state.moves if not move.startswith("hide")]
        assert 12 <= len(acts) <= 24  # with ten seconds for each, four minutes


def test_a_restart_goes_on_with_the_guide_and_the_same_thief(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    with GuidedGame(tmp_path / "whole", "car-thief", SEEDS[0]) as game:
        game.follow(is_over)
        whole = game.state.told(None)
    with GuidedGame(tmp_path, "car-thief", SEEDS[0]) as game:
        game.follow(lambda game: len(game.state.moves) == 9)
        advised = game.advice
    with GuidedGame(tmp_path, "car-thief", 0, resume=1) as game:
        assert game.advice == advised and game.table.bots() == {THIEF: "beginner"}
        game.follow(is_over)
        assert game.state.told(None) == whole


def test_it_can_be_left_by_the_learner_alone_and_stays_left(tmp_path: Path) -> None:
    with GuidedGame(tmp_path, "car-thief", SEEDS[0]) as game:
        game.follow(lambda game: len(game.state.moves) == 5)
        assert game.table.status().advice is not None
        with pytest.raises(NotYourTurn):
            game.table.leave_guide((THIEF,))
        assert game.table.status().advice is not None
        game.table.leave_guide((POLICE,))
        assert game.table.status().advice is None and game.advice is None
        with pytest.raises(NotNow):
            game.table.leave_guide((POLICE,))
        game.table.say(POLICE, game.state.legal(POLICE)[0])  # and the game goes on
    with GuidedGame(tmp_path, "car-thief", 0, resume=1) as game:
        assert game.table.status().advice is None and game.advice is None


def test_a_rematch_is_not_guided(tmp_path: Path) -> None:
    with GuidedGame(tmp_path, "car-thief", SEEDS[0]) as game:
        game.follow(is_over)
        game.table.play_again(lambda status: None)
        assert game.table.status().game == 2
        assert game.table.status().advice is None and game.advice is None
        assert game.table.bots() == {THIEF: "beginner"}


def test_advice_goes_to_the_learner_and_else_only_what_everybody_knows(tmp_path: Path) -> None:
    seen: dict[int, list[View]] = {THIEF: [], POLICE: []}
    statuses: list[Status] = []

    def note(seat: int) -> SeatListener:
        return lambda status, view: seen[seat].append(view)

    with GuidedGame(tmp_path, "car-thief", SEEDS[0]) as game:
        game.table.listeners.append(statuses.append)
        for seat in seen:
            game.table.watch(seat, note(seat))
        game.follow(is_over)
    assert not [view for view in seen[THIEF] if "advice" in view]
    advised: list[Any] = [view["advice"] for view in seen[POLICE] if "advice" in view]
    assert advised and not [each for each in advised if each["private"]]
    public = [status.advice for status in statuses if status.advice]
    known = [{**each, "private": False} for each in public]
    assert [each for each in advised if each not in known] == []


def test_a_broken_guide_stops_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from heistboard.games.car_thief import guide

    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(guide, "GUIDE", GUIDE._replace(advise=broken))
    with GuidedGame(tmp_path, "car-thief", SEEDS[0]) as game:
        assert game.advice is None and game.table.seat_view(TABLE)
        game.table.say(POLICE, "place green x11")
        assert len(game.state.moves) == 1


def test_it_may_be_chosen_in_a_lobby(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path / "journal.sqlite", {"thief-seconds": "0"})
    lobby.begin(guided(games.package("car-thief"), Random(1)))
    assert lobby.chosen is not None and lobby.claim is not None
    lobby.claim.close()
    table = RunningTable(lobby.journal, lobby.chosen, FakeHub(), has_board=False)
    with Store(lobby.journal) as store:
        table.open(store, 0)
        advice = table.status().advice
        assert advice is not None and advice["move"] == "place green x22"
        assert table.bots() == {THIEF: "beginner"} and table.status().hints["grade"] == "cells"
        table.close()

"""Moves made at the table for everybody to see: which are taken, and what a refusal tells."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from heistboard.app.referee import StaleAnswer
from heistboard.app.running_table import RunningTable
from heistboard.app.settings import Settings
from heistboard.games.status import Status
from heistboard.journal.store import Store
from heistboard.rules import IllegalMove, InvalidMove
from heistboard.table.table import NotNow, NotYourTurn

from tests.support import small_game
from tests.support.fed_table import FakeHub, FedTable
from tests.support.refereed import RefereedGame

PLACED = ("place green x22", "place yellow x44", "place pink x11")
THIEF, POLICE = 0, 1
ALL = range(3)  # of which some games have fewer

Begin = Callable[..., RunningTable]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    with ExitStack() as ends:

        def begin(game: str = "car-thief", *, name: str = "journal", **more: Any) -> RunningTable:  # noqa: ANN401
            path = tmp_path / f"{name}.sqlite"
            table = RunningTable(path, Settings(game, **more), FakeHub(), has_board=False)
            table.open(ends.enter_context(Store(path, create=True)), 0)
            ends.callback(table.close)
            return table

        yield begin


def at(status: Status) -> tuple[int, int]:
    return status.game, status.prompt


def moves(table: RunningTable) -> list[str]:
    view: Any = table.status().view
    return list(view["moves"])


def say(table: RunningTable, *moves: str) -> None:
    for move in moves:
        table.say_at_table(ALL, move, at(table.status()))


def hunting(begin: Begin, cell: str = "c3", name: str = "journal") -> RunningTable:
    """The police are to act; the car is in *cell*."""
    table = begin(name=name, table_options={"thief-seconds": "0"})
    say(table, *PLACED)
    table.press_at_table(ALL, "done", at(table.status()))
    table.say(THIEF, f"hide {cell}")
    FedTable(table, 0).wait(60_000)
    assert table.status().phase == "police"
    return table


def test_public_moves_and_buttons_are_made_at_the_table(begin: Begin) -> None:
    table = hunting(begin)
    say(table, "fly green x23", "search pink b1")
    assert moves(table)[-2:] == ["fly green x23", "search pink b1 -> nothing"]
    before = table.status()
    table.press_at_table(ALL, "help", at(before))
    assert table.status().prompt == before.prompt
    with pytest.raises(NotNow):
        table.press_at_table(ALL, "done", at(table.status()))


def test_answer_to_an_older_question_is_stale(begin: Begin) -> None:
    table = hunting(begin)
    before = at(table.status())
    say(table, "fly green x23")
    with pytest.raises(StaleAnswer):
        table.say_at_table(ALL, "fly yellow x43", before)
    with pytest.raises(StaleAnswer):
        table.press_at_table(ALL, "undo", before)
    assert moves(table)[-1] == "fly green x23"


def test_only_who_may_act_for_the_seat_in_turn_may_answer_its_question(begin: Begin) -> None:
    """Even with the number of the next question, sent before it is asked."""
    table = hunting(begin)
    for acts in ((), (THIEF,)):
        for move in ("fly green x23", "fly green x44", "hide c3", "nonsense"):
            with pytest.raises(NotYourTurn):
                table.say_at_table(acts, move, at(table.status()))
        for button in ("done", "undo"):
            with pytest.raises(NotYourTurn):
                table.press_at_table(acts, button, at(table.status()))
    with pytest.raises(NotYourTurn):
        table.press_at_table((), "help", at(table.status()))
    table.press_at_table((THIEF,), "help", at(table.status()))  # it is public
    table.say_at_table((POLICE,), "fly green x23", at(table.status()))
    assert moves(table)[-1] == "fly green x23"


def test_same_question_to_the_next_seat_is_another_one(begin: Begin) -> None:
    with small_game.small_game_installed():
        table = begin("numbers", players=3)
        for seat in range(3):
            table.say(seat, "keep 1")
        first = table.status()
        table.say_at_table(ALL, "raise", at(first))
        then = table.status()
        assert then.moves == first.moves and then.ask == first.ask
        with pytest.raises(StaleAnswer):
            table.say_at_table(ALL, "raise", at(first))  # the second tap of a double tap


def test_private_moves_are_refused_at_the_table_whether_legal_or_not(begin: Begin) -> None:
    table = begin(table_options={"thief-seconds": "0"})
    say(table, *PLACED)
    table.press_at_table(ALL, "done", at(table.status()))
    told = set()
    for move in ("hide c3", "hide e5", "surrounded", "hide ?"):  # the third is not legal
        with pytest.raises(NotYourTurn) as refused:
            say(table, move)
        told.add(str(refused.value))
    assert len(told) == 1
    assert table.status().phase == "eyes-closed" and table.status().moves == ()


def test_public_move_that_is_not_offered_is_refused_with_its_rule(begin: Begin) -> None:
    table = hunting(begin)
    with pytest.raises(IllegalMove) as refused:
        say(table, "fly green x44")
    assert refused.value.rule == "CT-POLICE-4"
    with pytest.raises(InvalidMove):
        say(table, "fly x99")


def test_which_helicopter_searched_is_answered_at_the_table(tmp_path: Path) -> None:
    top = RefereedGame(tmp_path / "journal.sqlite", Settings("car-thief"))
    top.closed |= {"x11.occupant", "x12.occupant", "x44.occupant"}
    top.say(POLICE, "place green x11", "place yellow x12", "place pink x44")
    top.see(is_jump=True)
    top.press("done")
    top.lap(lambda: top.table.say(THIEF, "hide c3", top.now_ms))
    top.wait(20_000)
    top.reed("a2.cover", is_closed=False)  # beside two helicopters
    top.wait(2_000)
    top.reed("a2.cover", is_closed=True)
    assert top.shown.status.ask.id == "police.which"
    assert top.shown.status.moves == ("search green a2", "search yellow a2")
    top.lap(lambda: top.table.say_offered("search yellow a2", top.now_ms))
    assert top.moves[-1] == "search yellow a2" and top.shown.status.ask.id == "police.act"
    top.close()


def test_twins_are_offered_and_refused_the_same(begin: Begin) -> None:
    heard = []
    for cell in ("c3", "e5"):
        table = hunting(begin, cell, cell)
        say(table, "fly green x23")
        refusals = []
        for move in ("hide c3", "hide e5", "fly green x11", "search green c3", "search yellow a1"):
            with pytest.raises((NotYourTurn, IllegalMove)) as refused:
                say(table, move)
            refusals.append((type(refused.value), str(refused.value)))
        heard.append((table.status()._replace(scene={}), refusals))
    assert heard[0] == heard[1]

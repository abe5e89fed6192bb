"""When computer players act, and with what: the pure part, without a table."""

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar

import pytest
from heistboard.app.computer_players import PAUSE_MS, Act, Asked, ComputerPlayers, check_bots
from heistboard.rules import Move, View

MOVES = (Move("left"), Move("right"))


class First:
    """A bot that takes the first move, and notes what it saw."""

    seen: ClassVar[list[View]] = []

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        self.seen.append(look())
        return legal[0]


class Fails(First):
    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        raise ZeroDivisionError("trail a1 b1")


class Cheats(First):
    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        return Move("up")


class Draws(First):
    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        for _ in range(50):
            self._random.random()
        return legal[1]


MAKERS = {"first": First, "fails": Fails, "cheats": Cheats, "draws": Draws}


def asked(number: int, moves: tuple[Move, ...] = MOVES) -> Asked:
    return Asked(number, moves, {"number": number})


def players(
    names: dict[int, str] | None = None,
    think: Callable[[Callable[[], None]], None] = lambda do: do(),
    seed: int = 1,
) -> ComputerPlayers:
    made = ComputerPlayers(MAKERS, Random(seed), think)
    made.seat({0: "first"} if names is None else names)
    return made


def test_it_answers_once_after_a_pause() -> None:
    bots = players()
    bots.look({0: asked(7)}, 1_000)
    due_ms = bots.due_ms
    assert due_ms is not None and due_ms - 1_000 in PAUSE_MS
    assert bots.due(due_ms - 1) == []
    assert bots.due(due_ms) == [Act(0, 7, "left")]
    bots.look({0: asked(7)}, due_ms)
    assert bots.due_ms is None and bots.due(due_ms + 100_000) == []
    bots.look({0: asked(8)}, due_ms)
    assert bots.due_ms is not None


def test_without_moves_it_presses_done() -> None:
    bots = players()
    bots.look({0: asked(3, ())}, 0)
    assert bots.due(PAUSE_MS[-1]) == [Act(0, 3, None)]


def test_nobody_acts_while_seats_are_left_out_and_the_pause_begins_anew() -> None:
    bots = players()
    bots.look({0: asked(7)}, 0)
    bots.look({}, 1_000)
    assert bots.due_ms is None
    bots.look({0: asked(7)}, 60_000)
    assert bots.due_ms is not None and bots.due_ms >= 60_000 + PAUSE_MS[0]


def test_what_was_answered_is_not_answered_again_when_the_board_is_right_again() -> None:
    bots = players()
    bots.look({0: asked(7)}, 0)
    assert bots.due(PAUSE_MS[-1])
    bots.look({}, 5_000)
    bots.look({0: asked(7)}, 6_000)
    assert bots.due_ms is None


def test_a_slow_thought_is_waited_for_in_whole_pauses() -> None:
    thoughts: list[Callable[[], None]] = []
    bots = players(think=thoughts.append)
    bots.look({0: asked(7)}, 0)
    quick = players()
    quick.look({0: asked(7)}, 0)
    due_ms = bots.due_ms
    assert due_ms is not None and quick.due_ms == due_ms
    assert bots.due(due_ms) == []
    later_ms = bots.due_ms
    assert later_ms is not None and later_ms - due_ms in PAUSE_MS
    thoughts[0]()
    assert bots.due_ms == later_ms and bots.due(later_ms - 1) == []
    assert bots.due(later_ms) == [Act(0, 7, "left")]


@pytest.mark.parametrize("name", ["first", "fails", "cheats", "draws"])
def test_pauses_depend_on_nothing_that_a_bot_does(name: str) -> None:
    def pauses(name: str) -> list[int]:
        bots, now_ms, taken = players({0: name, 2: "first"}), 0, []
        for number in range(1, 40):
            bots.look({0: asked(number), 2: asked(number)}, now_ms)
            while bots.due_ms is not None:
                taken.append(bots.due_ms - now_ms)
                now_ms = bots.due_ms
                bots.due(now_ms)
        return taken

    assert pauses(name) == pauses("first")
    assert len(set(pauses(name))) > 30


@pytest.mark.parametrize("name", ["fails", "cheats"])
def test_a_bot_that_errs_is_replaced_by_chance_for_that_move(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    bots = players({0: name})
    chosen: set[str | None] = set()
    for number in range(30):
        bots.look({0: asked(number)}, 10_000 * number)
        chosen.update(act.move for act in bots.due(10_000 * number + 5_000))
    assert chosen == {"left", "right"}
    assert "a1" not in caplog.text and ("ZeroDivisionError" in caplog.text) is (name == "fails")


def test_a_refused_move_is_replaced_by_another_one_later() -> None:
    bots = players()
    chosen = []
    for number in range(20):
        bots.look({0: asked(number)}, 10_000 * number)
        (act,) = bots.due(10_000 * number + PAUSE_MS[-1])
        bots.refused(act, 10_000 * number + PAUSE_MS[-1])
        chosen += [each.move for each in bots.due(10_000 * number + 2 * PAUSE_MS[-1])]
    assert set(chosen) == {"left", "right"} and len(chosen) == 20
    bots.look({0: asked(99, ())}, 0)
    (done,) = bots.due(PAUSE_MS[-1])
    bots.refused(done, PAUSE_MS[-1])
    assert bots.due(2 * PAUSE_MS[-1]) == [done]


def test_it_sees_the_view_it_was_given() -> None:
    First.seen.clear()
    bots = players({0: "first", 1: "first"})
    bots.look({1: asked(4)}, 0)
    assert First.seen == [{"number": 4}]


def test_seats_change_hands_while_others_go_on() -> None:
    bots = players({0: "first", 1: "first"})
    bots.look({0: asked(1), 1: asked(1)}, 0)
    assert bots.names == {0: "first", 1: "first"}
    bots.seat({1: "first", 2: "draws"})
    assert bots.names == {1: "first", 2: "draws"}
    assert [act.seat for act in bots.due(PAUSE_MS[-1])] == [1]
    bots.look({0: asked(2), 2: asked(2)}, 3_000)
    assert bots.due(9_000) == [Act(2, 2, "right")]


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ({"cook": "first"}, "there is no seat 'cook', expected thief or police"),
        (
            {"thief": "kasparov"},
            "there is no bot 'kasparov', expected first, fails, cheats or draws",
        ),
    ],
)
def test_unknown_seats_and_bots_are_named(bots: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        check_bots(bots, MAKERS, ("thief", "police"))
    check_bots({"thief": "first"}, MAKERS, ("thief", "police"))

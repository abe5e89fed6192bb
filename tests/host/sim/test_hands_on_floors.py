"""Hands at several simulated boards: places, buttons and cables have their floor."""

from random import Random

import pytest
from heistboard.games.pieces import Pieces, pieces_of, read
from heistboard.places import layout
from heistboard.sim import SimHands
from heistboard.sim.board_model import SERIALS
from heistboard.sim.demo_hands import demo_acts
from heistboard.sim.hands import TAP_HOLD_MS, TAP_MS
from heistboard.sim.standing_pieces import ImpossibleAct, StandingPieces
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_time import VirtualTime

TEXT = """
[tile]
count = 25
reed = "cover"
at = "cells"
begins = "everywhere"

[guard]
count = 2
reed = "occupant"
at = "cells"

[bell]
reed = "occupant"
at = "crossings"
"""


@pytest.fixture
def boards() -> list[VirtualBoard]:
    time = VirtualTime()
    return [VirtualBoard(time, serial) for serial in SERIALS]


def pieces(floors: int = 3) -> Pieces:
    return read(TEXT, "harbour").on(floors)


def closed(board: VirtualBoard) -> set[str]:
    return {reed for reed in layout.REEDS if board.is_closed(reed)}


def test_pieces_may_stand_on_every_floor() -> None:
    kinds = pieces().kinds
    assert (kinds["tile"].count, kinds["guard"].count) == (75, 2)
    assert len(kinds["tile"].places) == 75 and kinds["tile"].places[25] == "2:a1"
    assert kinds["bell"].places[-1] == "3:x44"
    assert [kind.is_on_cells for kind in kinds.values()] == [True, True, False]
    assert len(StandingPieces(pieces()).closed) == 75
    assert pieces_of("car-thief", 2).kinds["heli"].each == ("green", "yellow", "pink")
    assert pieces_of("car-thief", 1) == pieces_of("car-thief")


def test_a_piece_walks_from_floor_to_floor(boards: list[VirtualBoard]) -> None:
    hands = SimHands(boards, pieces(), seed=3)
    for line in ("guard 1 b3", "guard 2 2:b3", "bell 3:x22", "put 2:c4", "guard 1 3:b3"):
        hands.do(line)
    assert [closed(board) for board in boards] == [
        set(),
        {"b3.occupant", "c4.cover"},
        {"x22.occupant", "b3.occupant"},
    ]
    look = hands.look()
    assert look.pieces == {"guard": {"1": "3:b3", "2": "2:b3"}, "bell": {"": "3:x22"}}
    assert "2:c4" not in look.lifted and len(look.lifted) == 74
    hands.do("guard 1 1:b3")
    assert hands.look().pieces["guard"] == {"1": "b3", "2": "2:b3"}


def test_covers_that_lie_there_at_first_are_known(boards: list[VirtualBoard]) -> None:
    boards[1].set_reed("a1.cover", is_closed=True)
    hands = SimHands(boards, pieces())
    assert "2:a1" not in hands.look().lifted and "a1" in hands.look().lifted
    hands.do("lift 2:a1")
    assert closed(boards[1]) == set()


def test_buttons_and_cables_of_each_floor(boards: list[VirtualBoard]) -> None:
    hands = SimHands(boards, pieces())
    hands.do("down 2:done")
    assert [board.is_closed("done") for board in boards] == [False, True, False]
    hands.let_go()
    assert not boards[1].is_closed("done")
    hands.do("pull 3")
    hands.do("pull")
    assert hands.look().is_plugged == (False, True, False)
    hands.do("plug 3")
    hands.do("plug 1")
    assert hands.look().is_plugged == (True, True, True)
    assert [len(leds) for leds in hands.look().leds] == [3 * len(layout.LEDS)] * 3


@pytest.mark.parametrize(("line", "ms"), [("tap 2:b3", TAP_MS), ("tap 2:b3 hold", TAP_HOLD_MS)])
def test_flashlight_closes_the_occupant_reed_for_a_while(
    boards: list[VirtualBoard], line: str, ms: int
) -> None:
    hands = SimHands(boards, pieces())
    board = boards[1]
    hands.do(line)
    scanned: list[bool] = []
    for _ in range(ms + 100):
        board.time.run(1)
        raw = bytearray(len(board._drivers._closed))
        board._drivers.scan(raw)
        scanned.append(any(raw))
    assert ms - 20 <= sum(scanned) <= ms + 20
    assert hands.look().pieces == {"guard": {}, "bell": {}}
    assert closed(board) == set()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("guard 1 4:b3", "no guard can stand on '4:b3', expected a1..e5, with 2: before it"),
        ("bell b3", "no bell can stand on 'b3', expected x11..x44, with 2: before it"),
        ("guard 2 2:c3", "guard 1 is on 2:c3"),
        ("pull 4", "there is no floor '4', expected 1..3"),
        ("press 4:done", "there is no floor '4', expected 1..3"),
        ("press 2:start", "no button is called 'start'"),
        ("tap 2:c3", "a piece on 2:c3 is in the flashlight's way"),
        ("tap r1", "the flashlight cannot tap 'r1'"),
        ("tap b3 twice", "hands cannot do 'tap b3 twice'"),
        ("tap", "hands cannot do 'tap'"),
        ("plug 1 2", "hands cannot do 'plug 1 2'"),
    ],
)
def test_impossible_act_is_refused(boards: list[VirtualBoard], line: str, said: str) -> None:
    hands = SimHands(boards, pieces())
    hands.do("guard 1 2:c3")
    before = [closed(board) for board in boards]
    with pytest.raises(ValueError, match="^" + said.replace(".", r"\.")):
        hands.do(line)
    assert [closed(board) for board in boards] == before


def test_another_game_on_more_floors(boards: list[VirtualBoard]) -> None:
    hands = SimHands(boards[:1], pieces(1))
    hands.do("guard 1 c3")
    with pytest.raises(ImpossibleAct):
        hands.do("pull 2")
    hands.begin(pieces(3), boards, {})
    assert [len(closed(board)) for board in boards] == [25, 25, 25]
    hands.do("lift 3:e5")
    hands.do("guard 1 2:c3")
    hands.begin(pieces(1), boards[:1], {})
    assert hands.look().is_plugged == (True,)
    assert [len(closed(board)) for board in boards] == [25, 0, 0]


def test_demonstration_uses_every_floor() -> None:
    acts = demo_acts(Random(5), pieces(), 3)
    standing = StandingPieces(pieces(), ())
    words = ""
    for _ in range(400):
        act = next(acts)
        words += f" {' '.join(act.words)}"
        if act.verb != "press":
            standing.do(act.verb, *act.words)
    assert {floor for floor in (" 2:", " 3:") if floor in words} == {" 2:", " 3:"}
    assert " 2:done" in words or " 3:done" in words
    covered = 75 - len(standing.lifted)
    assert 12 <= covered <= 45

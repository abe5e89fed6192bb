"""What simulated hands carry when something happens, and what they leave to people."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import cast

import pytest
from heistboard.app import Status
from heistboard.games.pieces import Pieces
from heistboard.places import layout
from heistboard.sim import SimHands
from heistboard.sim.board_model import SERIALS
from heistboard.sim.following_hands import FollowingHands
from heistboard.sim.standing_pieces import ImpossibleAct, ReedChange, StandingPieces
from heistboard.sim.virtual_board import VirtualBoard
from heistboard.sim.virtual_time import VirtualTime

from tests.support.harbour import harbour_installed, harbour_pieces

BUILDINGS = {str(number): cell for number, cell in enumerate(layout.CELLS, 1)}
PLACED = {"green": "x22", "yellow": "x23", "pink": "x44"}


class Bench:
    """Boards and hands that follow the statuses which the test makes up."""

    def __init__(self, floors: int = 1) -> None:
        time = VirtualTime()
        self.boards = [VirtualBoard(time, serial) for serial in SERIALS]
        self.hands = SimHands(self.boards[:floors], Pieces({}))
        self.follower = FollowingHands(self.hands, lambda count: self.boards[:count])
        self.status = {
            "game": 1,
            "view": {"game": "car-thief"},
            "floors": 1,
            "phase": "police",
            "is_secret": False,
            "pieces": {"building": BUILDINGS, "heli": PLACED},
        }
        self.follow()

    def follow(self, **changes: object) -> Mapping[str, bool]:
        """A new status, which differs from the last by *changes*; returns the changing reeds."""
        self.status |= changes
        return self.follower.follow(cast(Status, SimpleNamespace(**self.status)))

    def fly(self, colour: str, to: str | None, **changes: object) -> Mapping[str, bool]:
        """The game has moved a helicopter, or taken it back into the box."""
        pieces = cast("dict[str, dict[str, str]]", self.status["pieces"])
        left = {each: at for each, at in pieces["heli"].items() if each != colour}
        moved = left if to is None else {**left, colour: to}
        return self.follow(pieces={**pieces, "heli": moved}, **changes)

    def do(self, *acts: str) -> None:
        """A person does this at the boards' page."""
        for act in acts:
            self.hands.do(act)

    @property
    def helis(self) -> dict[str, str]:
        return self.hands.look().pieces["heli"]

    def closed(self, floor: int = 1) -> set[str]:
        return {reed for reed in layout.REEDS if self.boards[floor - 1].is_closed(reed)}


FLIES: Mapping[str, bool] = {"x22.occupant": False, "x32.occupant": True}

Event = Callable[[Bench], Mapping[str, bool]]

EVENTS: dict[str, tuple[tuple[str, ...], Event, Mapping[str, bool]]] = {
    "nothing": ((), lambda bench: bench.follow(), {}),
    "a flight said elsewhere": ((), lambda bench: bench.fly("green", "x32"), FLIES),
    "the same flight, made by hand": (
        ("heli green x32",),
        lambda bench: bench.fly("green", "x32"),
        {},
    ),
    "a placing that is taken back": (
        (),
        lambda bench: bench.fly("green", None),
        {"x22.occupant": False},
    ),
    "a search said elsewhere": ((), lambda bench: bench.follow(phase="over"), {}),
    "a search by hand, then a flight said elsewhere": (
        ("lift c3",),
        lambda bench: bench.fly("green", "x32"),
        FLIES,
    ),
    "a building that went back to another cell": (
        ("lift c3", "lift d4", "put c3", "lift c3", "put d4"),
        lambda bench: bench.fly("green", "x32"),
        FLIES,
    ),
    "the piece is in a person's hand": (
        ("heli green off",),
        lambda bench: bench.fly("green", "x32"),
        {},
    ),
    "another piece is in a person's hand": (
        ("heli pink off",),
        lambda bench: bench.fly("green", "x32"),
        FLIES,
    ),
    "a piece that was put somewhere else": (
        ("heli pink x11",),
        lambda bench: bench.fly("green", "x32"),
        {**FLIES, "x11.occupant": False, "x44.occupant": True},
    ),
    "two pieces that hands have exchanged": (
        ("heli green off", "heli yellow x22", "heli green x23"),
        lambda bench: bench.fly("green", "x32"),
        FLIES,
    ),
    "a correction while eyes are closed": (
        (),
        lambda bench: bench.fly("green", "x32", is_secret=True),
        {},
    ),
    "the same game again": (
        ("lift c3", "car c3", "put c3", "lift a1", "heli pink off"),
        lambda bench: bench.follow(game=2),
        {"c3.occupant": False, "a1.cover": True, "x44.occupant": True},
    ),
    "another game is resumed while eyes are closed": (
        ("lift a1",),
        lambda bench: bench.fly("green", "x32", game=2, is_secret=True),
        {**FLIES, "a1.cover": True},
    ),
}


@pytest.mark.parametrize("name", EVENTS)
def test_each_event_has_its_hands(name: str) -> None:
    acts, event, changes = EVENTS[name]
    bench = Bench()
    bench.do(*acts)
    before = bench.closed()
    assert event(bench) == changes
    opened = {reed for reed, is_closed in changes.items() if not is_closed}
    assert bench.closed() == (before - opened) | (changes.keys() - opened)


def test_what_waited_for_open_eyes_is_carried_then() -> None:
    bench = Bench()
    bench.follow(is_secret=True)
    bench.do("heli pink x11", "lift b2", "car b2", "put b2")
    assert bench.fly("green", "x32") == {}
    assert bench.follow(is_secret=False) == {
        **FLIES,
        "x11.occupant": False,
        "x44.occupant": True,
    }
    assert bench.follow() == {}
    assert "b2.occupant" in bench.closed()  # the car stays where its hand has put it


def test_hands_that_leave_the_board_put_down_what_they_hold() -> None:
    bench = Bench()
    bench.do("heli green off", "lift c3", "down done")
    assert bench.fly("green", "x32") == {}
    bench.hands.let_go()
    assert bench.helis == {**PLACED, "green": "x32"}
    assert bench.hands.look().lifted == () and "done" not in bench.closed()


def test_hands_that_leave_while_eyes_are_closed_move_nothing_until_they_open() -> None:
    bench = Bench()
    bench.follow(is_secret=True)
    bench.do("heli green off", "lift c3")
    before = bench.closed()
    bench.hands.let_go()
    assert bench.closed() == before
    assert bench.follow(is_secret=False) == {"x22.occupant": True, "c3.cover": True}


def test_another_game_on_three_floors_is_laid_out_on_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench()
    with harbour_installed(monkeypatch):
        pieces = {"tile": {"1": "b3", "2": "3:e5"}, "boat": {"big": "2:x22"}}
        changes = bench.follow(game=2, view={"game": "harbour"}, floors=3, pieces=pieces)
    laid = {"3:e5.cover", "2:x22.occupant"}  # a building has left a magnet on b3
    assert {reed for reed, is_closed in changes.items() if is_closed} == laid
    assert [bench.closed(floor) for floor in (1, 2, 3)] == [
        {"b3.cover"},
        {"x22.occupant"},
        {"e5.cover"},
    ]


def test_kinds_that_a_game_does_not_place_are_left_to_people() -> None:
    bench = Bench()
    bench.do("heli green x32", "lift c3")
    assert bench.follow(pieces={}) == {}
    assert bench.follow(pieces={"building": BUILDINGS}) == {}
    assert bench.helis["green"] == "x32"


def test_cable_that_was_pulled_stays_pulled() -> None:
    bench = Bench()
    bench.do("pull")
    assert bench.fly("green", "x32") == FLIES
    bench.follow(game=2)
    assert bench.hands.look().is_plugged == (False,)


def test_pieces_that_cannot_be_read_leave_the_boards_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = Bench()
    before = bench.closed()
    assert bench.follow(game=2, view={"game": "chess"}) == {}
    assert "there is no game 'chess'" in caplog.text
    assert bench.fly("green", "x32") == {}
    bench.hands.let_go()
    assert bench.closed() == before


# What the boards' page shows, and what it may not tell.


def test_flashlight_on_every_cell_does_not_find_the_car() -> None:
    bench = Bench()
    bench.do("lift c3", "car c3", "put c3")
    before = bench.closed()
    for cell in layout.CELLS:
        bench.do(f"tap {cell}", f"tap {cell} hold")  # raises on none
    for board in bench.boards:
        board.time.run(2_000)
    assert bench.closed() == before
    with pytest.raises(ImpossibleAct, match="a piece on x22 is in the flashlight's way"):
        bench.do("tap x22")


def test_visible_piece_on_a_cover_does_not_find_what_is_under_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    standing = StandingPieces(harbour_pieces(monkeypatch), ())
    standing.do("pearl", "white", "b3")
    standing.do("put", "b3")
    assert standing.do("crate", "1", "b3") == ()  # the pearl has closed the reed already
    assert standing.do("crate", "1", "b4") == (ReedChange("b4.occupant", True),)


def test_hidden_piece_is_seen_only_in_the_open_and_while_eyes_are_closed() -> None:
    bench = Bench()

    def seen() -> bool:
        return bench.hands.look().pieces["car"] != {}

    bench.do("lift c3", "car c3")
    assert not seen()
    bench.follow(is_secret=True)
    assert seen()
    bench.do("put c3")
    assert not seen()  # who has put it there knows where it is
    bench.do("lift c3")
    bench.follow(is_secret=False)
    assert not seen()
    bench.follow(phase="over")
    assert seen()
    bench.do("put c3")
    assert not seen()

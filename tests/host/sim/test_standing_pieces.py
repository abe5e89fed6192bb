"""Which reeds a moved piece changes, and what hands cannot do."""

from random import Random

import pytest
from heistboard.games.pieces import Pieces, pieces_of, read
from heistboard.sim.demo_hands import demo_acts
from heistboard.sim.standing_pieces import ImpossibleAct, ReedChange, StandingPieces, verbs

from tests.support.harbour import harbour_pieces


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> Pieces:
    return harbour_pieces(monkeypatch)


def test_verbs_are_those_of_the_games_pieces(pieces: Pieces) -> None:
    assert verbs(pieces) == ("lift", "put", "boat", "crate", "pearl")
    assert verbs(Pieces({})) == ()


def test_a_piece_that_is_moved_opens_one_reed_and_then_closes_another(pieces: Pieces) -> None:
    standing = StandingPieces(pieces)
    assert standing.closed == frozenset()
    assert standing.do("boat", "big", "x22") == (ReedChange("x22.occupant", True),)
    assert standing.do("crate", "2", "b3") == (ReedChange("b3.occupant", True),)
    assert standing.do("boat", "big", "x23") == (
        ReedChange("x22.occupant", False),
        ReedChange("x23.occupant", True),
    )
    assert standing.places == {"boat": {"big": "x23"}, "crate": {"2": "b3"}, "pearl": {}}
    assert standing.closed == {"x23.occupant", "b3.occupant"}
    assert standing.do("crate", "2", "off") == (ReedChange("b3.occupant", False),)
    assert standing.closed == {"x23.occupant"}


def test_covering_piece_is_lifted_and_put_back(pieces: Pieces) -> None:
    standing = StandingPieces(pieces, ("a1", "b1"))
    assert len(standing.lifted) == 23 and "a1" not in standing.lifted
    assert standing.do("lift", "a1") == (ReedChange("a1.cover", False),)
    assert standing.do("put", "c3") == (ReedChange("c3.cover", True),)
    assert standing.closed == {"b1.cover", "c3.cover"}
    standing.do("pearl", "white", "d4")
    standing.do("put", "d4")
    assert (standing.top("d4"), standing.top("b1")) == ("d4.cover", "b1.cover")
    standing.do("lift", "d4")
    assert standing.top("d4") == "d4.occupant"


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("lift b3", "no tile stands on b3"),
        ("put a1", "a tile stands on a1"),
        ("put b3", "every tile is already on the board"),
        ("put x22", "no tile can stand on 'x22', expected a1..e5"),
        ("lift", "hands cannot do 'lift'"),
        ("tile b3", "hands cannot do 'tile b3'"),
        ("fly b3", "hands cannot do 'fly b3'"),
        ("boat x22", "hands cannot do 'boat x22'"),
        ("boat big x22 x23", "hands cannot do 'boat big x22 x23'"),
        ("boat red x22", "no boat is 'red', expected big, small"),
        ("boat big b3", "no boat can stand on 'b3', expected x11..x44"),
        ("boat big x11", "small is on x11"),
        ("boat small x11", "small is on x11"),
        ("boat big off", "big is not on the board"),
        ("crate 3 b3", "no crate is '3', expected 1, 2"),
        ("crate 1 d4", "crate 2 is on d4"),
        ("crate 1 off", "crate 1 is not on the board"),
        ("pearl white b1", "the tile on b1 is in the way"),
        ("pearl white d4", "crate 2 is on d4"),
        ("pearl black off", "the tile on c1 is in the way"),
        ("pearl black e5", "the tile on c1 is in the way"),
    ],
)
def test_impossible_act_is_refused_and_changes_nothing(
    pieces: Pieces, act: str, said: str
) -> None:
    standing = StandingPieces(pieces)
    for before in ("pearl black c1", "put a1", "put b1", "put c1", "boat small x11", "crate 2 d4"):
        standing.do(*before.split())
    closed, places = standing.closed, standing.places
    with pytest.raises(ImpossibleAct) as error:
        standing.do(*act.split())
    assert str(error.value) == said
    assert (standing.closed, standing.places) == (closed, places)


def test_visible_piece_can_stand_on_a_covering_one(pieces: Pieces) -> None:
    standing = StandingPieces(pieces, ("b3",))
    assert standing.do("crate", "1", "b3") == (ReedChange("b3.occupant", True),)


def test_the_only_one_of_its_kind_is_moved_without_an_id() -> None:
    standing = StandingPieces(read('[dog]\nreed = "occupant"\nat = "cells"', "harbour"))
    assert standing.do("dog", "b3") == (ReedChange("b3.occupant", True),)
    assert standing.places == {"dog": {"": "b3"}}
    with pytest.raises(ImpossibleAct, match=r"^the dog is on b3$"):
        standing.do("dog", "b3")
    with pytest.raises(ImpossibleAct, match=r"^nothing stands on b4$"):
        standing.top("b4")


def test_pieces_that_begin_everywhere_are_on_the_board() -> None:
    text = '[buoy]\ncount = 16\nreed = "occupant"\nat = "crossings"\nbegins = "everywhere"'
    standing = StandingPieces(read(text, "harbour"))
    assert len(standing.closed) == 16 and standing.places["buoy"]["1"] == "x11"
    assert standing.lifted == ()  # no piece of that game covers anything
    assert StandingPieces(read(text, "harbour"), ()).closed == frozenset()
    assert len(StandingPieces(pieces_of("car-thief")).closed) == 25


# The demonstration.


def test_demonstration_can_be_done_and_is_the_same_for_the_same_seed(pieces: Pieces) -> None:
    for each in (pieces, pieces_of("car-thief")):
        first, second = demo_acts(Random(3), each), demo_acts(Random(3), each)
        standing = StandingPieces(each, ())
        done = [next(first) for _ in range(500)]
        assert done == [next(second) for _ in range(500)]
        for verb, words in done:
            if verb != "press":
                standing.do(verb, *words)  # raises if it is impossible
        assert {act.verb for act in done} == {"press", *verbs(each)}


def test_demonstration_without_pieces_presses_buttons() -> None:
    some = demo_acts(Random(1), Pieces({}))
    assert {next(some).verb for _ in range(20)} == {"press"}

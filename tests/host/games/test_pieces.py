"""Parsing pieces.toml, and its error messages."""

import pytest
from heistboard import games
from heistboard.games.pieces import Pieces, pieces_of, read
from heistboard.places import layout

from tests.support.harbour import harbour_pieces

BOAT = '[boat]\nreed = "occupant"\nat = "crossings"\n'


def test_pieces_have_the_names_that_hands_use(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = harbour_pieces(monkeypatch)
    assert {name: kind.each for name, kind in pieces.kinds.items()} == {
        "tile": ("1", "2", "3"),
        "boat": ("big", "small"),
        "crate": ("1", "2"),
        "pearl": ("white", "black"),
    }
    assert pieces.cover is pieces.kinds["tile"]
    assert pieces.kinds["boat"].places == layout.CROSSINGS
    assert (pieces.kinds["boat"].looks["big"].colour, pieces.kinds["boat"].count) == ("blue", 2)
    assert [name for name, kind in pieces.kinds.items() if kind.is_hidden] == ["pearl"]


def test_single_piece_of_a_kind_has_no_id() -> None:
    assert read(BOAT, "harbour").kinds["boat"].each == ("",)


@pytest.mark.parametrize("name", games.names())
def test_pieces_of_every_game_can_be_read(name: str) -> None:
    assert isinstance(pieces_of(name), Pieces)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[boat", "harbour: pieces.toml: "),
        ("boat = 1", "harbour: pieces.toml: boat is 1, expected a table"),
        ("[Boat]", "Boat cannot be the name of a kind, expected another lower"),
        ("[lift]", "lift cannot be the name of a kind"),
        ("[expect]", "expect cannot be the name of a kind"),
        (BOAT + "mast = 2", "boat has 'mast', expected at, begins, count,"),
        (BOAT + 'ids = ["off"]', "boat: ids has 'off', expected lower-case words"),
        (BOAT + 'ids = ["the big one"]', "boat: ids has 'the big one', expected lower-case words"),
        (BOAT + "count = 0", "boat: count is 0, expected a number from 1"),
        (BOAT + 'count = "many"', "boat: count is 'many', expected a number from 1"),
        ('[boat]\nreed = "under"', "boat: reed is 'under', expected cover or occupant"),
        ('[boat]\nreed = "occupant"', "boat: at is None, expected cells or crossings"),
        ('[lid]\nreed = "cover"\nat = "crossings"', "lid: at is 'crossings', expected cells"),
        (BOAT + 'begins = "somewhere"', "boat: begins is 'somewhere', expected everywhere"),
        (BOAT + 'begins = "everywhere"', "boat: it begins everywhere, expected count 16, got 1"),
        (
            "".join(f'[{lid}]\nreed = "cover"\nat = "cells"\n' for lid in ("lid", "tile")),
            "lid and tile close cover reeds, expected one kind at most",
        ),
    ],
)
def test_mistake_is_explained(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^harbour: pieces\.toml: ") as error:
        read(text, "harbour")
    assert said in str(error.value)

"""Places: their names, floors and reeds."""

import doctest

import pytest
from heistboard.places import layout, place
from heistboard.places.place import COVERS, NAMES, OCCUPANTS, Place, name_of


def test_examples() -> None:
    assert doctest.testmod(place).failed == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b3", Place("b3", 1)),
        ("1:b3", Place("b3", 1)),
        ("2:b3", Place("b3", 2)),
        ("3:x23", Place("x23", 3)),
        ("r4", Place("r4", 1)),
        ("2:done", Place("done", 2)),
    ],
)
def test_text_is_read_as_name_and_floor(text: str, expected: Place) -> None:
    assert Place.read(text) == expected


@pytest.mark.parametrize("name", NAMES)
def test_place_of_every_floor_survives_its_text(name: str) -> None:
    for floor in (1, 2, 3):
        assert Place.read(str(Place(name, floor))) == Place(name, floor)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f1", "'f1': there is no place 'f1', expected a1..e5, x11..x44, r1..r11, done, undo or"),
        ("2:x45", "'2:x45': there is no place 'x45', expected a1..e5,"),
        ("r12", "'r12': there is no place 'r12'"),
        ("B3", "'B3': there is no place 'B3'"),
        ("b3.cover", "'b3.cover': there is no place 'b3.cover'"),
        ("", "'': there is no place ''"),
        ("2:", "'2:': there is no place ''"),
        (" b3", "' b3': there is no place ' b3'"),
        ("4:b3", "'4:b3': there is no floor '4', expected 1..3"),
        ("0:b3", "'0:b3': there is no floor '0', expected 1..3"),
        ("01:b3", "'01:b3': there is no floor '01', expected 1..3"),
        (":b3", "':b3': there is no floor '', expected 1..3"),
        ("-1:b3", "'-1:b3': there is no floor '-1'"),
        ("²:b3", "'²:b3': there is no floor '²'"),
        ("1:2:b3", "'1:2:b3': there is no floor '1:2'"),
        ("9" * 5000 + ":b3", "there is no floor '999"),
    ],
)
def test_text_that_is_no_place_is_refused_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 (the text is compared)
        Place.read(text)
    assert message in str(error.value)


def test_floor_that_the_board_lacks_is_refused() -> None:
    assert Place.read("2:x23", floors=2) == Place("x23", 2)
    with pytest.raises(ValueError, match=r"^'2:x23': there is no floor '2', expected 1$"):
        Place.read("2:x23", floors=1)
    with pytest.raises(ValueError, match=r"'3:x23': there is no floor '3', expected 1..2"):
        Place.read("3:x23", floors=2)


def test_each_name_has_its_kind() -> None:
    kinds = {kind: [name for name in NAMES if NAMES[name] == kind] for kind in NAMES.values()}
    assert kinds == {
        "cell": list(layout.CELLS),
        "crossing": list(layout.CROSSINGS),
        "light": list(layout.ROUND_TRACK),
        "button": list(layout.BUTTONS),
    }
    assert Place("r4").kind == "light"


def test_reeds_are_those_of_the_layout() -> None:
    reeds = {*COVERS.values(), *OCCUPANTS.values()}
    assert reeds == {reed for reed in layout.REEDS if "." in reed}
    for name, reed in (*COVERS.items(), *OCCUPANTS.items()):
        assert name_of(reed) == name
    assert (Place("b3", 2).cover, Place("x23").occupant) == ("b3.cover", "x23.occupant")


def test_reed_that_a_place_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^2:x23 is a crossing, and only a cell has a cover"):
        Place("x23", 2).cover  # noqa: B018 (it raises)
    with pytest.raises(ValueError, match=r"^r4 is a light, and only cells and crossings have"):
        Place("r4").occupant  # noqa: B018

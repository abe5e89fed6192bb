import random

import pytest
from heistboard.places import layout
from heistboard.places.mirror import mirror
from heistboard.places.path import path_scene
from heistboard.places.scene import Colour, Level, Pattern, pack


def test_empty_board_is_dark_but_for_a_sign_of_life() -> None:
    scene = mirror(())
    assert list(scene) == ["r1"]
    assert scene["r1"].pattern is Pattern.PULSE


def test_cover_lights_its_cell_dim_white() -> None:
    assert mirror({"b3.cover"})["b3"][:2] == (Colour.WHITE, Level.DIM)


def test_occupant_brightens_its_cell() -> None:
    alone = mirror({"b3.occupant"})["b3"]
    covered = mirror({"b3.cover", "b3.occupant"})["b3"]
    assert alone.colour is covered.colour is Colour.BLUE
    assert Level.DIM < alone.level < covered.level


def test_magnet_on_a_crossing_lights_it_green() -> None:
    assert mirror({"x23.occupant"})["x23"].colour is Colour.GREEN


@pytest.mark.parametrize("button", [*layout.BUTTONS, "spare"])
def test_button_takes_the_whole_track(button: str) -> None:
    scene = mirror({button, "b3.cover"})
    assert len({scene[led]._replace(phase=0) for led in layout.ROUND_TRACK}) == 1
    assert scene["r1"].pattern is not Pattern.STEADY


def test_done_runs_along_the_track() -> None:
    scene = mirror({"done"})
    track = {led: scene[led] for led in layout.ROUND_TRACK}
    assert track == path_scene(layout.ROUND_TRACK, Colour.GREEN)


def test_buttons_differ_by_rhythm_and_colour() -> None:
    intents = [mirror({button})["r1"] for button in (*layout.BUTTONS, "spare")]
    assert len({intent.colour for intent in intents}) == 4
    assert len({intent.pattern for intent in intents}) == 4


def test_buttons_pressed_together_share_the_track() -> None:
    scene = mirror(set(layout.BUTTONS))
    assert {scene[led]._replace(phase=0) for led in layout.ROUND_TRACK} == {
        mirror({button})["r1"] for button in layout.BUTTONS
    }


@pytest.mark.parametrize(("count", "lit"), [(0, 1), (1, 1), (2, 2), (11, 11), (12, 11), (25, 11)])
def test_track_counts_the_magnets(count: int, lit: int) -> None:
    scene = mirror({f"{cell}.cover" for cell in layout.CELLS[:count]})
    assert [led for led in layout.ROUND_TRACK if led in scene] == list(layout.ROUND_TRACK[:lit])


def test_each_reed_changes_the_lights() -> None:
    seen = {pack(mirror({name})) for name in layout.REEDS}
    assert len(seen) == len(layout.REEDS)


def test_any_picture_has_a_scene() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        closed = {name for name in layout.REEDS if rng.random() < rng.random()}
        assert len(pack(mirror(closed))) == 2 * len(layout.LEDS)
